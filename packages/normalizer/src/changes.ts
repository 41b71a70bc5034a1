import type { Change, Language } from './types.ts';

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u;

const PLACEHOLDER = /%(?:\d{1,2}\$)?[a-z]$/i;

/** The changes as they fit into the text: with spaces, and with particles that agree with them. */
export function fitChanges(text: string, changes: readonly Change[], language: Language): Change[] {
  const spaced = spaceOut(text, changes, language);
  return language.agreement === undefined ? spaced : agree(text, spaced, language.agreement);
}

/** Adds spaces around changes if words would run together. */
function spaceOut(text: string, changes: readonly Change[], { spacing, particles }: Language): Change[] {
  const separate = changes.map((change) => keepPlaceholder(text, change));
  if (spacing === 'none') return separate;
  let position = 0;
  /** The end of the text before the change, with the changes before it. */
  let textBefore = '';
  return separate.map((change, index) => {
    const isJoined = index > 0 && position === change.start;
    if (!isJoined) textBefore = text.slice(Math.max(position, change.start - 2), change.start);
    const nextChange = separate[index + 1];
    // The space between two pieces belongs to the second.
    const textAfter =
      spacing === 'pieces' || nextChange?.start === change.end ? '' : text.slice(change.end, change.end + 2);
    const canAddSpace = (spacing === 'words' || isJoined) && !particles?.test(change.spoken);
    const ahead =
      canAddSpace && ENDS_IN_WORD.test(textBefore) && STARTS_WITH_WORD.test(change.spoken) ? ' ' : '';
    const behind = ENDS_IN_WORD.test(change.spoken) && STARTS_WITH_WORD.test(textAfter) ? ' ' : '';
    position = change.end;
    if (change.spoken !== '') textBefore = change.spoken;
    return { ...change, spoken: `${ahead}${change.spoken}${behind}` };
  });
}

/** Lets the beginning of the text after each piece agree with it: `삼을`, where `12를` was written. */
function agree(
  text: string,
  changes: readonly Change[],
  agreement: NonNullable<Language['agreement']>,
): Change[] {
  return changes.map((change, index) => {
    const textBefore = text.slice(Math.max(0, change.start - 2), change.start);
    const textAfter = text.slice(change.end, changes[index + 1]?.start ?? text.length);
    const particle = agreement(change.spoken, { before: textBefore, after: textAfter });
    if (particle === undefined) return change;
    const end = change.end + particle.written.length;
    return {
      ...change,
      end,
      written: text.slice(change.start, end),
      spoken: change.spoken.trimEnd() + particle.spoken,
    };
  });
}

/** A letter after `%s` would be a part of the placeholder. */
function keepPlaceholder(text: string, change: Change): Change {
  const { start, end } = change;
  const joins =
    change.spoken === '' &&
    PLACEHOLDER.test(text.slice(Math.max(0, start - 5), start)) &&
    STARTS_WITH_WORD.test(text.slice(end, end + 2));
  if (!joins) return change;
  return { ...change, spoken: ' ' };
}

/** The text with the changes made. They must be in order and must not overlap. */
export function applyChanges(
  text: string,
  changes: readonly Pick<Change, 'start' | 'end' | 'spoken'>[],
): string {
  const parts: string[] = [];
  let position = 0;
  for (const change of changes) {
    parts.push(text.slice(position, change.start), change.spoken);
    position = change.end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}
