import { type Extension, RangeSet, type RangeValue, StateEffect, StateField } from '@codemirror/state';
import { EditorView, gutter, GutterMarker, keymap } from '@codemirror/view';

// Breakpoints beside the lines of a text. They stay at their lines while one writes.

export interface Break {
  line: number; // from 1
  verified: boolean;
  message: string; // why it cannot be hit, or where it stands
}

class Mark extends GutterMarker {
  constructor(readonly verified: boolean, readonly message: string) { super(); }
  override eq(other: Mark): boolean { return other.verified === this.verified && other.message === this.message; }
  override toDOM(): Node {
    const dot = document.createElement('span');
    dot.className = this.verified ? 'break' : 'break unsure';
    dot.title = this.message === '' ? 'The game is held here' : this.message;
    return dot;
  }
}

const setAll = StateEffect.define<Break[]>();
const field = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update: (marks, transaction) => {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setAll)) continue;
      const { doc } = transaction.state;
      marks = RangeSet.of(effect.value.filter((one) => one.line >= 1 && one.line <= doc.lines)
        .map((one) => new Mark(one.verified, one.message).range(doc.line(one.line).from)), true);
    }
    return marks;
  },
});

export function linesOf(view: EditorView): number[] {
  const lines: number[] = [];
  view.state.field(field).between(0, view.state.doc.length, (from) => { lines.push(view.state.doc.lineAt(from).number); });
  return [...new Set(lines)];
}
export function showBreaks(view: EditorView, breaks: Break[]): void {
  view.dispatch({ effects: setAll.of(breaks) });
}

// `change`: the lines that the person wants now.
export function breaks(change: (lines: number[]) => void): Extension {
  const toggle = (view: EditorView, at: number): boolean => {
    const line = view.state.doc.lineAt(at).number, lines = linesOf(view);
    const wanted = lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line].sort((a, b) => a - b);
    showBreaks(view, wanted.map((one) => ({ line: one, verified: false, message: 'It is looked where it stands…' })));
    change(wanted);
    return true;
  };
  return [
    field,
    gutter({
      class: 'breaks',
      markers: (view) => view.state.field(field) as RangeSet<GutterMarker & RangeValue>,
      initialSpacer: () => new Mark(true, ''),
      domEventHandlers: { mousedown: (view, block) => toggle(view, block.from) },
    }),
    keymap.of([{ key: 'F9', run: (view) => toggle(view, view.state.selection.main.head) }]),
  ];
}
