import type { Gap } from './segment.ts';

/** Writing systems without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}、。！？]/u;
/** Signs that follow a word without a space. */
const NO_SPACE_BEFORE = /^[.,;:!?…)\]}’”»、。，！？：；）」』]/u;
/** Signs, and spaces, after which no space is needed. */
const NO_SPACE_AFTER = /[([{‘“«¿¡「『（\s]$/u;

/**
 * Joins the remaining parts of a text after others were removed. Words stay separate, without double spaces.
 */
export function createJoiner() {
  /** The non-empty parts so far. Only the last one is examined, because a line may have very many. */
  const parts: string[] = [];
  /** The gap after the last part, if anything was removed there. */
  let gap: Gap | undefined;
  const push = (text: string): void => {
    if (text !== '') parts.push(text);
  };
  /** Removes white space at the end of the text so far. */
  const trimEnd = (): void => {
    for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
      const rest = last.trimEnd();
      if (rest === '') continue;
      parts.push(rest);
      return;
    }
  };
  /** Adds the text `after` a gap, with the space that it needs. `before`: the part before the gap. */
  const join = (before: string, after: string, gapBetween: Gap): void => {
    if (!/\s$/.test(before)) push(addSpace(before, after, gapBetween));
    else if (!NO_SPACE_BEFORE.test(after)) push(after.replace(/^[ \t\u00a0]+/, ''));
    else {
      trimEnd();
      push(after);
    }
  };
  /** Marks a removed part, with the gap that it leaves. */
  const leaveOut = (next: Gap): void => {
    // The widest gap counts.
    if (gap === undefined || next === 'space' || gap === 'none') gap = next;
  };
  const add = (text: string): void => {
    if (text === '') return;
    const before = parts.at(-1);
    if (gap === undefined) push(text);
    else if (before === undefined) push(text.trimStart());
    else join(before, text, gap);
    gap = undefined;
  };
  return {
    add,
    leaveOut,
    /** Adds a text, or reports that it is missing. */
    addOr(text: string | undefined, report: () => void): void {
      if (text === undefined) {
        report();
        leaveOut('auto');
      } else add(text);
    },
    end(): string {
      if (gap !== undefined) trimEnd();
      return parts.join('');
    },
  };
}

/** The text `after` with the space that it needs, if any. `before` ends without a space. */
export function addSpace(before: string, after: string, gap: Gap): string {
  const needsNone = /^\s/.test(after) || NO_SPACE_BEFORE.test(after) || NO_SPACE_AFTER.test(before);
  if (gap === 'none' || needsNone) return after;
  const isUnspaced = UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.charAt(0));
  return isUnspaced && gap !== 'space' ? after : ` ${after}`;
}
