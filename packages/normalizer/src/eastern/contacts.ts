import { SPOKEN } from '../markup.ts';
import type { Match, Rule } from '../types.ts';
import { sayAddress } from '../western/addresses.ts';
import { rule, wordRule } from '../western/rules.ts';
import type { Eastern } from './eastern.ts';

const EMAIL =
  '(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9-]{1,63}){1,5}';
const URL =
  '(?<![A-Za-z0-9.])(?:[Hh][Tt][Tt][Pp][Ss]?://|[Ww]{3}\\.)[A-Za-z0-9][A-Za-z0-9_./?=&%#:~+-]{0,300}(?<![.,;:!?])';
const DOMAIN =
  '(?<![A-Za-z0-9.@/-])[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\\.[A-Za-z0-9-]{1,63}){0,3}\\.(?:com|org|net|info|io|ai|app|dev|edu|gov|jp|kr|cn|tw|hk|tv|me|co|uk|de|fr|us|eu|cc|xyz|top|vip|site|online|shop|store|tech|blog|cloud|html|json|pdf|docx|xlsx|csv|txt|jpg|png|zip|exe|md)(?![A-Za-z0-9@]|\\.[A-Za-z0-9])(?::\\d{2,5})?(?:/[A-Za-z0-9_./?=&%#~-]{0,200}(?<![.,;:!?]))?';
const INTERNATIONAL = '(?<![A-Za-z0-9+])\\+[1-9]\\d{0,2}(?:[ .-]{0,2}\\(?\\d{1,9}\\)?){2,6}(?!\\d)';

/** The shortest telephone numbers with a country code. */
const MIN_DIGITS = 8;

/** Internet addresses, telephone numbers, and names that begin with a sign. */
export function contactRules({ address, phone, handle, hashtag }: Eastern): Rule[] {
  const sayPhone = ({ text }: Match): string | undefined => {
    // No telephone number: `+100`.
    if (text.startsWith('+') && text.replace(/\D/g, '').length < MIN_DIGITS) return undefined;
    // A zero in parentheses is not dialed from abroad.
    const groups = (text.replace('(0)', '').match(/\d+/g) ?? [])
      .flatMap(phone.split ?? ((group) => group))
      .map(phone.digits);
    return `${text.startsWith('+') ? phone.plus : ''}${groups.join(phone.between)}`;
  };
  return [
    ...[EMAIL, URL, DOMAIN].map((source) =>
      // `info@example.com`, `https://example.com/a`, `example.jp`
      wordRule('web', source, ({ text }) =>
        sayAddress(text.replace(/^https?:\/\//i, '').replace(/^www(?=\.)/i, 'www'), address),
      ),
    ),
    // `@name`
    wordRule('web', '(?<![A-Za-z0-9._@])@(?=[\\p{L}0-9_])', () => handle),
    // `#東京`
    wordRule('web', '(?<![\\p{L}\\p{N}])#(?=\\p{L})', () => hashtag),
    // Weibo closes a topic with a second sign: `#北京#`.
    wordRule('web', `(?<=${SPOKEN}[\\p{L}\\p{N}]{1,20})#`, () => ''),
    // `C#`, `C++`, `A+`
    wordRule(
      'symbol',
      '(?<=(?<![A-Za-z])[ACF])#|(?<=(?<![A-Za-z])[A-Z]\\+?)\\+(?![\\dA-Za-z])',
      ({ text }) => address.signs[text],
    ),
    // `+81 3-1234-5678`
    ...[INTERNATIONAL, ...phone.sources].map((source) => rule('phone', source, sayPhone)),
  ];
}
