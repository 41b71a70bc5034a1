import type { Form, Noun, Rule } from '../types.ts';
import { EDGE, rule, SPACE } from './rules.ts';

export interface SpanWords {
  cardinal(value: number, form: Form): string;
  /** Joins a number and its noun, if not with a space. */
  joinNoun?(number: string, noun: string): string;
  hour: Noun;
  minute: Noun;
  second: Noun;
  /** The word before the last part: `dos horas y quince minutos`. Empty in languages without one. */
  and: string;
  /** Words before a time of day, which is no span: `a las`. */
  at: string;
  /** Words before and after a span whose minutes have no unit: `dura 2h10`, `2h10 de viaje`. Else it is a time of day. */
  lasting: { before: string; after: string };
}

/** Spans of time in several units, `2 h 15 min`, and with seconds, `1:42:33`. */
export function spanRules(words: SpanWords): Rule[] {
  const units: readonly (readonly [string, Noun])[] = [
    ['hours', words.hour],
    ['minutes', words.minute],
    ['seconds', words.second],
  ];
  const say: Rule['say'] = ({ groups }) => {
    const parts: string[] = [];
    for (const [name, [singular, plural, gender]] of units) {
      const value = Number(groups[name] ?? 0);
      const form: Form = { gender: gender ?? 'm', before_noun: true };
      if (value === 0) continue;
      const [number, noun] = [words.cardinal(value, form), value === 1 ? singular : plural];
      parts.push(words.joinNoun?.(number, noun) ?? `${number} ${noun}`);
    }
    const lastPart = parts.pop();
    if (lastPart === undefined) return undefined;
    if (parts.length === 0) return lastPart;
    return `${parts.join(' ')} ${words.and} ${lastPart}`;
  };
  const before = `(?<!(?<!\\p{L})(?:${words.at})${SPACE})${EDGE}`;
  const dot = '(?:\\.(?=,| \\p{Ll}| ?\\d))?';
  const hours = `(?<hours>\\d{1,3})${SPACE}?h(?:rs?|s)?${dot}`;
  const minutes = `(?<minutes>[0-5]?\\d)${SPACE}?min${dot}`;
  const seconds = `(?<seconds>[0-5]?\\d)${SPACE}?(?:s|segs?|secs?)(?!\\p{L})(?:\\.(?=,| \\p{Ll}))?`;
  const end = '(?![\\p{L}\\p{N}])';
  const shortSpan = `${EDGE}(?<hours>\\d{1,3})${SPACE}?h${SPACE}?(?<minutes>[0-5]\\d)`;
  const lasting = words.lasting;
  return [
    // `2 h 15 min`, `2 h 15 min 30 s`
    `${before}${hours}${SPACE}?${minutes}(?:${SPACE}?${seconds})?${end}`,
    // `15 min 30 s`
    `${before}(?<minutes>\\d{1,3})${SPACE}?min${dot}${SPACE}?${seconds}${end}`,
    // `1:42:33`
    `${before}(?<![:.,])(?<hours>\\d{1,2}):(?<minutes>[0-5]\\d):(?<seconds>[0-5]\\d)(?![\\p{L}\\p{N}:]|[.,]\\d|${SPACE}?[ap]\\.?${SPACE}?m)`,
    // `dura 2h10`
    `(?=\\d)(?<=(?<!\\p{L})(?:${lasting.before}):? )${shortSpan}${end}`,
    // `2h10 de viaje`
    `${before}${shortSpan}(?= (?:${lasting.after})(?!\\p{L}))`,
  ].map((source) => rule('time', source, say, 'giu'));
}
