/** A text of about `length` characters that is awkward for a reader. */
export interface Shape {
  name: string;
  make(length: number): string;
}

/** Pieces whose repetition stops patterns late, and what follows the last one. */
const PIECES = [
  ...['a', 'A', ' ', '\n', '.', '"', "'", '1', '-', '漢', '\u0301', '!', ',', '/'],
  ...['<', '<a ', '<a b="', '</', '{', '{a, ', '[', '[a ', '(', '&', '&amp;', '%', '\\', '*', '$', '@', '#'],
  ...['a.', 'A.', '1.', '1,', '1:', '1/', '1-', '1 ', 'a ', 'a-', 'a@', 'a1', "a'", '"a", ', 'a, '],
  ...['http://a.', '€1 ', '1 km ', '10:30 ', '1\n', '\r\n\r\n', '" ', '. ', '>', '}', ']', '[]', '<>', '{}'],
];
const ENDS = ['', 'x!', '\n1'];

export const SHAPES: readonly Shape[] = PIECES.flatMap((piece) =>
  ENDS.map((end) => ({
    name: `${JSON.stringify(piece)} … ${JSON.stringify(end)}`,
    make: (length) => piece.repeat(Math.ceil(length / piece.length)) + end,
  })),
);

/** The most that work may grow when the text doubles. Linear work grows by 2, quadratic work by 4. */
const MAX_GROWTH = 2.3;
const FIRST_LENGTH = 1_000;
/** Work on a text of this length that takes less than the shortest measurable time is fast enough. */
const MAX_LENGTH = 128_000;
const MEASURABLE_MS = 2;
const TRIES = 6;

type Work = (text: string) => unknown;

/**
 * How much the work grows when the text doubles, on average over two doublings. Undefined if the work is too fast to
 * be measured. A high figure is measured again: the least of several figures is the one that other work disturbed least.
 */
export async function growthOf(work: Work, shape: Shape): Promise<number | undefined> {
  let length = FIRST_LENGTH;
  while ((await leastTime(work, shape.make(length), 1)) < MEASURABLE_MS) {
    length *= 2;
    if (length > MAX_LENGTH) return undefined;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 1; tries <= TRIES && least > MAX_GROWTH; tries++) {
    // Caches and the garbage collector disturb some lengths more than others.
    const base = tries % 2 === 0 ? 2 * length : length;
    const short = await leastTime(work, shape.make(base), 2 * tries);
    const long = await leastTime(work, shape.make(4 * base), tries);
    least = Math.min(least, Math.sqrt(long / short));
  }
  return least;
}

export const isLinear = (growth: number | undefined): boolean => growth === undefined || growth <= MAX_GROWTH;

/** In milliseconds of CPU time of this process, so that other processes do not count. */
async function leastTime(work: Work, text: string, repetitions: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const before = process.cpuUsage();
    try {
      await work(text);
    } catch {
      // An error about the text is a result like any other.
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
