import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, indentService, type StreamParser, syntaxHighlighting } from '@codemirror/language';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, getDialog, highlightActiveLine, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// In the colours of the page, light or dark.
const kColours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.atom, tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--warm)' },
]);

// A quote within a word, as in "the thief's", begins no text.
export const kYaml: StreamParser<unknown> = {
  ...(yaml as StreamParser<unknown>),
  token(stream, state) {
    const before = stream.string.charAt(stream.pos - 1);
    if (/['"]/.test(stream.peek() ?? '') && /[\p{L}\p{N}]/u.test(before)) {
      stream.next();
      return null;
    }
    return yaml.token(stream, state as never);
  },
};

const kEdge = 8; // points that are kept free beside the cursor

// What a name begins stands below it and deeper; all else stands as the line before does.
const deeperBelowNames = indentService.of((context, at) => {
  const before = /^( *)((?:- +)*)[^#\s].*:$/.exec(context.lineAt(at, -1).text.replace(/\s+#.*$/, '').trimEnd());
  return before === null ? undefined : before[1]!.length + before[2]!.length + context.unit;
});

// A long line moves the text to the left, and it would stay there: first columns are seen again once the cursor is where they can be.
const backToFirstColumn = EditorView.updateListener.of(({ view, docChanged, transactions }) => {
  if (!docChanged && !transactions.some((one) => one.isUserEvent('select') && !one.isUserEvent('select.pointer'))) return;
  view.requestMeasure({
    key: backToFirstColumn,
    read: ({ scrollDOM, state }) => {
      const cursor = view.coordsAtPos(state.selection.main.head), end = scrollDOM.getBoundingClientRect().right - kEdge;
      return scrollDOM.scrollLeft > 0 && cursor !== null && cursor.left + scrollDOM.scrollLeft < end;
    },
    write: (isToGoBack, { scrollDOM }) => { if (isToGoBack) scrollDOM.scrollLeft = 0; },
  });
});

// What the language server refuses is said above the text, until one goes on with it or has had time to read.
const kRead = 12_000; // milliseconds
const seenMessages = new WeakSet<object>();
const messagesGo = EditorView.updateListener.of((update) => {
  const { view } = update, message = getDialog(view, 'cm-lsp-message');
  if (message === null) return;
  const close = () => message.dom.querySelector<HTMLElement>('.cm-dialog-close')?.click();
  if (!seenMessages.has(message)) setTimeout(() => { if (message.dom.isConnected) close(); }, kRead);
  else if (update.docChanged || update.transactions.some((one) => one.isUserEvent('select'))) setTimeout(close);
  seenMessages.add(message);
});

export function basics(): Extension {
  return [
    // Boxes stay in the editor's half, so that they cover nothing of the other one.
    tooltips({ tooltipSpace: (view) => view.dom.getBoundingClientRect() }), lineNumbers(), history(), drawSelection(), indentOnInput(), deeperBelowNames, bracketMatching(), closeBrackets(), autocompletion({ icons: false }), highlightActiveLine(),
    backToFirstColumn, messagesGo, EditorState.phrases.of({ rename: 'Rename', 'Rename request failed': 'Not renamed' }),
    highlightSelectionMatches(), lintGutter(), syntaxHighlighting(kColours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
  ];
}
