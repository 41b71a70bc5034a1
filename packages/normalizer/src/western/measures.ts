import { alternation } from '../numbers.ts';
import type { Noun, Rule } from '../types.ts';
import { sayCounted, sayMagnitude } from './amounts.ts';
import { DASH, EDGE, END, rule, SPACE } from './rules.ts';
import type { Western } from './western.ts';

/** `5 km`, `-3 °C`, `50 %`, `10–12 kg`, `5-km`, and numbers with a magnitude: `3 Mio.`. */
export function measureRules(language: Western): Rule[] {
  const { format, lexicon } = language;
  const { number, start, end } = format;
  // A decimal point, which is no mark of groups here: `2.5 km`.
  const pointed = format.decimal === ',' ? '|\\d{1,6}\\.\\d{1,2}' : '';
  // The unit of the lower end: `5%–10%`.
  const lowerUnit = `(?:${SPACE}?(?:%|°[CF]?))?`;
  const low = `(?:(?<from>${number})${lowerUnit}${SPACE}?${DASH}${SPACE}?)?`;
  const amount = `(?<sign>(?<![\\p{L}\\p{N}%°.,)])-)?${EDGE}${start}${low}(?<number>${number}${pointed})${end}`;
  const unit = alternation(Object.keys(lexicon.units));
  const magnitude = alternation(
    Object.keys(lexicon.magnitudes).filter((key) =>
      (format.decimal === '.' ? /^(?:..+|[MB])$/u : /^..+$/u).test(key),
    ),
  );
  /** `2.5` with the decimal mark of the locale. */
  const readPoint = (text: string | undefined): string | undefined =>
    text?.replace(/^(\d+)\.(\d{1,2})$/, `$1${format.decimal}$2`);
  return [
    // `5 km`, `3–5 kg`, `a 5-km run`
    rule(
      'unit',
      `${amount}(?<gap>[ \\u00a0\\u202f-]?)(?<unit>${unit})(?:\\.(?=,|[ ]\\p{Ll})|${END}(?![’']\\p{L}))`,
      ({ groups, before, after }) => {
        const { from, sign, unit: key = '', gap } = groups;
        const text = readPoint(groups.number);
        const noun = lexicon.units[key];
        if (text === undefined || !noun) return undefined;
        // `a 5-km run`: before another word, the unit is singular.
        const attribute = gap === '-' || (language.isAttribute?.({ before, after }) ?? false);
        const inCase = language.caseAt?.(before, after);
        return sayCounted(
          language,
          { text, from, negative: sign !== undefined, attribute, case: inCase },
          noun,
        );
      },
    ),
    // `3 Mio.`, `3–5 Mio.`
    rule('number', `${amount}${SPACE}?(?<magnitude>${magnitude})${END}`, ({ groups, after }) => {
      const { from, sign, magnitude: key = '' } = groups;
      const text = readPoint(groups.number);
      const noun = lexicon.magnitudes[key];
      if (text === undefined || !noun) return undefined;
      // `1.2M` is millions; `221B` is a house, `4M` a gate.
      if (key.length === 1 && (!text.includes(format.decimal) || /^[-–]?\p{L}/u.test(after)))
        return undefined;
      // Thousands agree with the noun after them: `duas mil casas`.
      const isFeminine = noun[0] === 'mil' && language.formBefore(after).gender === 'f';
      const magnitude: Noun = isFeminine ? [noun[0], noun[1], 'f'] : noun;
      return sayMagnitude(language, { text, from, negative: sign !== undefined }, { magnitude });
    }),
  ];
}
