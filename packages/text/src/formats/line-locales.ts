import { countText } from '../count-text.ts';
import { detectLanguage } from '../locales/detect-language.ts';
import { quoteForMessage, ScriptError } from './script-error.ts';
import type { ScriptLine } from './script-lines.ts';
import type { ReadingNotes } from './script-reading.ts';

/** The ambiguous id column is not unique, so it does not contain ids. */
export class WeakIdError extends Error {}

/** A line whose locale is empty until the whole file is read, if its language cannot be detected. */
type LocaleLine = Pick<ScriptLine, 'line_id' | 'locale_code' | 'script' | 'row'>;

/** Gives each line a locale, in which its ID is unique. */
export function createLineLocales(notes: Pick<ReadingNotes, 'doubtful'>) {
  const rows = new Map<string, number>();
  /** The number of lines of each locale. */
  const counts = new Map<string, number>();
  const undecided: LocaleLine[] = [];
  let has_weak_ids = false;

  const place = ({ line_id, locale_code, row }: LocaleLine): void => {
    const key = `${locale_code}\u0000${line_id}`;
    const earlier = rows.get(key);
    if (earlier !== undefined) {
      if (has_weak_ids) throw new WeakIdError();
      throw duplicateLine({ line_id, locale_code, earlier, row });
    }
    rows.set(key, row);
    counts.set(locale_code, (counts.get(locale_code) ?? 0) + 1);
  };

  return {
    /** Duplicate IDs mean that the column does not contain IDs. */
    expectDuplicates(): void {
      has_weak_ids = true;
    },
    add(line: LocaleLine): void {
      if (line.locale_code === '') undecided.push(line);
      else place(line);
    },
    /** Lines whose language cannot be detected are in the language of the file: that of most of its lines. */
    finish(): void {
      const [first] = undecided;
      if (first === undefined) return;
      const [most] = [...counts].sort(([, one], [, other]) => other - one);
      const locale_code = most?.[0] ?? detectLanguage(sampleOf(undecided)) ?? undecidable(first);
      for (const line of undecided) {
        line.locale_code = locale_code;
        place(line);
      }
      const count = undecided.length;
      const message = `The language of ${countText(count, 'line')} cannot be detected. ${count === 1 ? 'It is' : 'They are'} read as ${locale_code}, the language of the file. To choose another one, set the source language.`;
      notes.doubtful({ row: first.row, code: 'guessed_locale', message });
    },
  };
}

const SAMPLE_LENGTH = 400;

/** The beginning of a text that consists of short lines. */
function sampleOf(lines: readonly LocaleLine[]): string {
  let sample = '';
  for (const { script } of lines) {
    if (sample.length >= SAMPLE_LENGTH) break;
    sample += `${script.slice(0, SAMPLE_LENGTH)}\n`;
  }
  return sample;
}

function undecidable({ line_id, script, row }: LocaleLine): never {
  throw new ScriptError(
    `The language of line ${quoteForMessage(line_id)} (${quoteForMessage(script)}) cannot be detected, and no other line shows it. ` +
      'Set the source language, or give the script a locale column.',
    { code: 'UNDECIDABLE_LOCALE', row },
  );
}

type Duplicate = { line_id: string; locale_code: string; earlier: number; row: number };

function duplicateLine({ line_id, locale_code, earlier, row }: Duplicate): ScriptError {
  const where = earlier === row ? `twice in row ${row}` : `in rows ${earlier} and ${row}`;
  const message = `Line ${quoteForMessage(line_id)} in ${locale_code} is a duplicate: it is ${where}.`;
  return new ScriptError(message, { code: 'DUPLICATE_LINE_ID', row });
}
