import { countCharacters } from '../locales/characters.ts';
import { cleanText } from '../markup/speech-text.ts';

/** By how many characters the text of a line on a screen exceeds its limit. Null if it does not, or has no limit. */
export function charactersOver(line: {
  script: string;
  locale_code: string;
  max_characters: number | null;
}): number | null {
  if (line.max_characters === null) return null;
  const over = countCharacters(cleanText(line.script, { locale: line.locale_code })) - line.max_characters;
  return over > 0 ? over : null;
}

/** The limits of a line, with what is measured. */
export interface LimitedLine {
  duration_ms: number | null;
  max_duration_ms?: number | null | undefined;
  max_characters?: number | null | undefined;
  characters_over?: number | null | undefined;
}

/** The message for a line whose file or text exceeds its limit, or null. */
export function overLimit(line: LimitedLine): string | null {
  const { duration_ms, max_duration_ms, max_characters, characters_over } = line;
  const messages: string[] = [];
  if (duration_ms !== null && max_duration_ms && duration_ms > max_duration_ms) {
    const over = duration_ms - max_duration_ms;
    messages.push(`The file lasts ${duration_ms} ms, ${over} ms over its limit of ${max_duration_ms} ms.`);
  }
  if (max_characters && characters_over) {
    const length = max_characters + characters_over;
    messages.push(
      `The text has ${length} characters, ${characters_over} over its limit of ${max_characters} characters.`,
    );
  }
  return messages.join(' ') || null;
}
