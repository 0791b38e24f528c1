import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, type StreamParser, syntaxHighlighting } from '@codemirror/language';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
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

export function basics(): Extension {
  return [
    lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion(), highlightActiveLine(),
    highlightSelectionMatches(), lintGutter(), syntaxHighlighting(kColours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
  ];
}
