import { expect, test } from 'vitest';
import { docxOf, paragraph } from './support/docx.ts';
import { faultOf, parse } from './support/script-parse.ts';

const MAX_LINES = 100_000;

const linesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `Line ${index}`);

/** The content of a script with so many lines, and the row of its last line. */
const FORMATS = {
  csv: {
    write: (lines: string[]) => `id,text\n${lines.map((line, at) => `l${at},${line}`).join('\n')}`,
    header: 1,
  },
  docx: { write: (lines: string[]) => docxOf(lines.map(paragraph).join('')), header: 0 },
  json: { write: (lines: string[]) => JSON.stringify(lines), header: 0 },
} as const;

test.each(['csv', 'docx', 'json'] as const)(
  '100,000 lines of %s are accepted, and one more is not',
  (format) => {
    const { write, header } = FORMATS[format];
    expect(parse(write(linesOf(MAX_LINES)), { format })).toHaveLength(MAX_LINES);
    expect(faultOf(write(linesOf(MAX_LINES + 1)), { format })).toMatchObject({
      code: 'TOO_MANY_LINES',
      row: MAX_LINES + 1 + header,
    });
  },
);
