const CANDIDATES = [',', ';', '\t', '|'] as const;
export const SNIFFED_LENGTH = 64 * 1024;
const SAMPLE_RECORDS = 50;

/** Never occurs in text (control characters are rejected), so each row is one cell. */
const NO_DELIMITER = '\u001f';

/**
 * Detects the delimiter of a csv text. With a header, it must occur in the header, so commas in prose do not
 * count. Without one, almost every row must contain it equally often.
 */
export function sniffDelimiter(text: string, options: { has_header: boolean; prefer_tab: boolean }): string {
  const counts = countPerRecord(text.slice(0, SNIFFED_LENGTH));
  if (options.prefer_tab && (counts[0]?.get('\t') ?? 0) > 0) return '\t';
  let best = { delimiter: NO_DELIMITER, score: 0 };
  for (const delimiter of CANDIDATES) {
    const occurrences = counts.map((record) => record.get(delimiter) ?? 0);
    const score = scoreDelimiter(occurrences, options.has_header);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The share of rows that match the first one; more columns break ties. 0 = not the delimiter. */
function scoreDelimiter(counts: readonly number[], hasHeader: boolean): number {
  const [first = 0] = counts;
  if (first === 0) return 0;
  const agreeing = counts.filter((count) => count === first).length / counts.length;
  if (!hasHeader && agreeing < 0.9) return 0;
  return agreeing + Math.min(first, 50) / 1000;
}

/** Delimiters outside quotes, for each non-empty record of the sample. */
function countPerRecord(sample: string): Map<string, number>[] {
  const records: Map<string, number>[] = [];
  let record = new Map<string, number>();
  let quoted = false;
  let isEmpty = true;
  const finish = () => {
    if (!isEmpty) records.push(record);
    record = new Map();
    isEmpty = true;
  };
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) finish();
    else if (character.trim() !== '' || character === '\t') isEmpty = false;
    if (!quoted && (CANDIDATES as readonly string[]).includes(character)) {
      record.set(character, (record.get(character) ?? 0) + 1);
    }
    if (records.length >= SAMPLE_RECORDS) return records;
  }
  finish();
  return records;
}
