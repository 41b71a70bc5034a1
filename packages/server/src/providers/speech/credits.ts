import type { ModelPrice } from './provider.ts';

/** What a credit is worth at the dearest plan that sells them: 50,000 for 19 dollars. */
const CREDIT_USD = 19 / 50_000;
/** Seconds that 1,000 characters of ordinary speech take, at about 15 a second. */
const SECONDS_PER_1000_CHARACTERS = 66;
/** Where a provider's price is not known. */
const UNPRICED = 50;
/** As the embedded engine: our own work, which is all that is left to pay. */
const OWN_KEY = 10;

/** What 1,000 characters cost: the provider's price in credits, or our own part where the customer pays it. */
export function rates(price?: ModelPrice) {
  return {
    credits_per_1000_characters: price
      ? Math.max(OWN_KEY, Math.ceil(usdPer1000(price) / CREDIT_USD))
      : UNPRICED,
    own_key_credits_per_1000_characters: OWN_KEY,
    ...(price && { price }),
  };
}

function usdPer1000({ usd, per, unit }: ModelPrice): number {
  return (usd / per) * (unit === 'seconds' ? SECONDS_PER_1000_CHARACTERS : 1_000);
}

/** What 1,000 characters of a locale cost at the provider: where bytes are billed, its letters count as such. */
export function usdPer1000In(price: ModelPrice, locale: string): number {
  return usdPer1000(price) * (price.unit === 'bytes' ? bytesPerLetter(locale) : 1);
}

/** Of UTF-8, by the script that the language is written in. */
function bytesPerLetter(locale: string): number {
  const script = new Intl.Locale(locale).maximize().script ?? '';
  if (script === 'Latn') return 1;
  return ['Cyrl', 'Grek', 'Arab', 'Hebr', 'Armn'].includes(script) ? 2 : 3;
}
