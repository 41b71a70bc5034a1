/** A shorter line was not wrapped. Scripts without capitals need fewer characters. */
const MIN_LENGTH = 25;
/** Without upper and lower case, only lines of this length show that a text was wrapped. */
const MIN_CASELESS_LENGTH = 15;
/** The end of a sentence, with closing quotes and brackets. */
const FINISHED = /[.!?…:。！？：]["'”’»」』)\]）]{0,3}$/u;

/** Counts lines that seem to continue the line before, because a text was wrapped at a width. */
export function createWrapCounter() {
  let before = { text: '', row: 0 };
  let lines = 0;
  const cased = { count: 0, first_row: 0 };
  const caseless = { count: 0, first_row: 0 };
  const addTo = (group: typeof cased, row: number): void => {
    if (group.count === 0) group.first_row = row;
    group.count += 1;
  };
  return {
    add(line: string, row: number): void {
      const text = line.trim();
      if (text === '') return;
      const { text: last, row: lastRow } = before;
      before = { text, row };
      lines += 1;
      const isDirectlyAbove = row === lastRow + 1;
      if (!isDirectlyAbove || last.length < MIN_CASELESS_LENGTH || FINISHED.test(last.slice(-4))) return;
      const beginsSmall = /^\p{Ll}/u.test(text);
      const isCaseless = /^\p{Lo}/u.test(text) && /\p{Lo}$/u.test(last);
      if (beginsSmall && last.length >= MIN_LENGTH) addTo(cased, row);
      else if (isCaseless) addTo(caseless, row);
    },
    /** The continued lines, if there are too many for a coincidence. A capital shows a new line only in some scripts. */
    findWrapped(): { count: number; first_row: number } | null {
      if (cased.count > 0 && cased.count * 5 >= lines) return cased;
      if (caseless.count > 1 && caseless.count * 3 >= lines) return caseless;
      return null;
    },
  };
}
