/** The commands of keys in a review. */
export type Command =
  | 'next'
  | 'previous'
  | 'select'
  | 'select_next'
  | 'select_previous'
  | 'play'
  | 'play_from_start'
  | 'back'
  | 'forward'
  | 'previous_word'
  | 'next_word'
  | 'approve'
  | 'reject'
  | 'needs_work'
  | 'waive'
  | 'comment'
  | 'undo'
  | 'previous_locale'
  | 'next_locale'
  | 'search'
  | 'filters'
  | 'assign'
  | 'unlock'
  | 'open'
  | 'close'
  | 'keys'
  | { take: number };

/** Keys that are not characters. They work even if character keys are turned off. */
const FUNCTION_KEYS: Record<string, Command> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Enter: 'open',
  Escape: 'close',
};

/** `keys.list` in `text/en.ts` and `docs/guides/reviews.md` list these, too. */
const CHARACTERS: Record<string, Command> = {
  j: 'next',
  k: 'previous',
  x: 'select',
  J: 'select_next',
  K: 'select_previous',
  ',': 'previous_word',
  '.': 'next_word',
  a: 'approve',
  r: 'reject',
  n: 'needs_work',
  w: 'waive',
  c: 'comment',
  z: 'undo',
  '[': 'previous_locale',
  ']': 'next_locale',
  '/': 'search',
  f: 'filters',
  e: 'assign',
  u: 'unlock',
  '?': 'keys',
};

/** If `areOn` is false, single characters do nothing, because speech input types them (WCAG 2.1.4). */
export function toCommand(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  areOn: boolean,
): Command | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { key, shiftKey } = event;
  if (key === ' ') return shiftKey ? 'play_from_start' : 'play';
  if (key === 'ArrowDown' && shiftKey) return 'select_next';
  if (key === 'ArrowUp' && shiftKey) return 'select_previous';
  const command = FUNCTION_KEYS[key];
  if (command !== undefined) return command;
  if (!areOn) return undefined;
  if (/^[1-9]$/.test(key)) return { take: Number(key) };
  // With caps lock, a letter without shift is upper case.
  return CHARACTERS[shiftKey ? key : key.toLowerCase()];
}

/** Keys that an element handles itself. Elsewhere, the key is a command. */
const OWN_KEYS: [selector: string, keys: RegExp][] = [
  ['[role=dialog], [role=alertdialog]', /./],
  ['textarea, select, [contenteditable], input:not([type=checkbox], [type=range])', /^(?!Escape$)/],
  ['input[type=range]', /^Arrow/],
  ['button, a, summary, input', /^(?: |Enter)$/],
];

export const isHandledByElement = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element &&
  OWN_KEYS.some(([selector, keys]) => keys.test(key) && target.closest(selector) !== null);

const STORED = 'voiceloom.review-keys';
export const readKeysOn = (): boolean => localStorage.getItem(STORED) !== 'off';
export const turnKeys = (isOn: boolean): void => localStorage.setItem(STORED, isOn ? 'on' : 'off');
