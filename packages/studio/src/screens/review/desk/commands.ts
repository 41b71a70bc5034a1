import { FILTER_ID, SEARCH_ID } from '../filters.tsx';
import type { Command } from '../keys.ts';
import { getPosition, playFrom, seek, toggle } from '../sound.ts';
import { focusOn } from './focus.ts';

const JUMP_MS = 1_000;

/** The commands of the desk. */
export interface Acts {
  cursor: number;
  move(index: number): void;
  mark(firstIndex: number, lastIndex: number, isOn?: boolean): void;
  markTo(index: number, cursor: number): void;
  decide(decision: 'approved' | 'rejected' | 'needs_work' | 'waived'): void;
  chooseAt(take: number): void;
  byWord(direction: 1 | -1): void;
  byLocale(direction: 1 | -1): void;
  comment(): void;
  undo(): void;
  unlock(): void;
  open(): void;
  close(): void;
  show(dialog: 'keys' | 'assign'): void;
}

/** Executes the command of a key. */
export function perform(command: Command, acts: Acts): void {
  if (typeof command === 'object') acts.chooseAt(command.take - 1);
  else DOES[command](acts);
}

const DOES: Record<Exclude<Command, object>, (acts: Acts) => void> = {
  next: ({ move, cursor }) => move(cursor + 1),
  previous: ({ move, cursor }) => move(cursor - 1),
  select: ({ mark, cursor }) => mark(cursor, cursor),
  select_next: (acts) => selectTo(acts, acts.cursor + 1),
  select_previous: (acts) => selectTo(acts, acts.cursor - 1),
  play: toggle,
  play_from_start: () => playFrom(0),
  back: () => seek(getPosition() - JUMP_MS),
  forward: () => seek(getPosition() + JUMP_MS),
  previous_word: ({ byWord }) => byWord(-1),
  next_word: ({ byWord }) => byWord(1),
  approve: ({ decide }) => decide('approved'),
  reject: ({ decide }) => decide('rejected'),
  needs_work: ({ decide }) => decide('needs_work'),
  waive: ({ decide }) => decide('waived'),
  comment: ({ comment }) => comment(),
  undo: ({ undo }) => undo(),
  previous_locale: ({ byLocale }) => byLocale(-1),
  next_locale: ({ byLocale }) => byLocale(1),
  search: () => focusOn(SEARCH_ID),
  filters: () => focusOn(FILTER_ID),
  assign: ({ show }) => show('assign'),
  unlock: ({ unlock }) => unlock(),
  open: ({ open }) => open(),
  close: ({ close }) => close(),
  keys: ({ show }) => show('keys'),
};

/** Selects the current row and a neighboring one, and moves there. */
function selectTo({ mark, move, cursor }: Acts, index: number): void {
  mark(cursor, index, true);
  move(index);
}
