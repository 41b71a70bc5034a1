import { countText } from '../count-text.ts';
import { detectLanguage } from '../locales/detect-language.ts';
import { quoteForMessage, ScriptError } from './script-error.ts';
import type { ScriptLine } from './script-lines.ts';
import type { ReadingNotes } from './script-reading.ts';

/** The ambiguous id column is not unique, so it does not contain ids. */
export class WeakIdError extends Error {}

/** A line whose locale is empty until the whole file is read, if its language cannot be detected. */
type LocaleLine = Pick<ScriptLine, 'line_id' | 'locale_code' | 'script' | 'row'>;

const SAMPLE_LENGTH = 400;

/** Gives each line a locale, in which its ID is unique. */
export function createLineLocales(notes: Pick<ReadingNotes, 'doubtful'>) {
  /** The rows of the lines, by locale and ID. */
  const rows = new Map<string, number>();
  /** The number of lines of each locale. */
  const counts = new Map<string, number>();
  const linesWithoutLocale: LocaleLine[] = [];
  let has_weak_ids = false;

  /** Counts a line whose locale is known. Throws if its locale already has its ID. */
  const count = ({ line_id, locale_code, row }: LocaleLine): void => {
    const key = `${locale_code}\u0000${line_id}`;
    const earlier = rows.get(key);
    if (earlier !== undefined) {
      if (has_weak_ids) throw new WeakIdError();
      const where = earlier === row ? `twice in row ${row}` : `in rows ${earlier} and ${row}`;
      const message = `Line ${quoteForMessage(line_id)} in ${locale_code} is a duplicate: it is ${where}.`;
      throw new ScriptError(message, { code: 'DUPLICATE_LINE_ID', row });
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
      if (line.locale_code === '') linesWithoutLocale.push(line);
      else count(line);
    },
    /** Lines whose language cannot be detected are in the language of the file: that of most of its lines. */
    finish(): void {
      const [first] = linesWithoutLocale;
      if (first === undefined) return;
      const { line_id, script, row } = first;
      const [mostFrequent] = [...counts].sort(([, one], [, other]) => other - one);
      let sample = '';
      for (const line of linesWithoutLocale) {
        if (sample.length >= SAMPLE_LENGTH) break;
        sample += `${line.script.slice(0, SAMPLE_LENGTH)}\n`;
      }
      const locale_code = mostFrequent?.[0] ?? detectLanguage(sample);
      if (locale_code === null)
        throw new ScriptError(
          `The language of line ${quoteForMessage(line_id)} (${quoteForMessage(script)}) cannot be detected, and no other line shows it. ` +
            'Set the source language, or give the script a locale column.',
          { code: 'UNDECIDABLE_LOCALE', row },
        );
      for (const line of linesWithoutLocale) {
        line.locale_code = locale_code;
        count(line);
      }
      const lineCount = linesWithoutLocale.length;
      const message = `The language of ${countText(lineCount, 'line')} cannot be detected. ${lineCount === 1 ? 'It is' : 'They are'} read as ${locale_code}, the language of the file. To choose another one, set the source language.`;
      notes.doubtful({ row, code: 'guessed_locale', message });
    },
  };
}
