import type { ModelPrice, SpeechModel } from './provider.ts';

/** The price of a credit in the plan with the most expensive credits: 50,000 for 19 dollars. */
const CREDIT_USD = 19 / 50_000;
/** The duration of 1,000 characters of ordinary speech, at about 15 characters per second. */
const SECONDS_PER_1000_CHARACTERS = 66;
/** The credits for 1,000 characters of a model without a known price. */
const UNPRICED = 50;
/** The price of our own work, and thus of the embedded engine. It remains if the customer pays the provider. */
const OWN_KEY = 10;

/** The price for a million characters or bytes. */
export const perMillion = (
  usd: number,
  as_of: string,
  unit: 'characters' | 'bytes' = 'characters',
): ModelPrice => ({ usd, per: 1_000_000, unit, as_of });

type ModelFacts = Omit<SpeechModel, 'is_default' | 'locales' | `${string}credits_per_1000_characters`> &
  Partial<Pick<SpeechModel, 'locales'>>;

/** The models of a provider with keys. `common` applies to all of them. The first one is the default. */
export function modelsOf<Common extends Partial<ModelFacts>>(
  common: Common,
  models: readonly (Omit<ModelFacts, keyof Common> & Partial<ModelFacts>)[],
): SpeechModel[] {
  return models.map((model, index) => {
    const facts = { locales: null, ...common, ...model } as ModelFacts & Pick<SpeechModel, 'locales'>;
    return { ...facts, is_default: index === 0, ...rates(facts.price) };
  });
}

/**
 * The price of 1,000 characters: the provider's price in credits, or only our own work if the customer pays the
 * provider.
 */
export function rates(price?: ModelPrice) {
  return {
    credits_per_1000_characters: price
      ? Math.max(OWN_KEY, Math.ceil(usdPer1000(price) / CREDIT_USD))
      : UNPRICED,
    own_key_credits_per_1000_characters: OWN_KEY,
  };
}

function usdPer1000({ usd, per, unit }: ModelPrice): number {
  return (usd / per) * (unit === 'seconds' ? SECONDS_PER_1000_CHARACTERS : 1_000);
}

/** The provider's price for 1,000 characters of a locale. If the provider bills bytes, it depends on the script. */
export function usdPer1000In(price: ModelPrice, locale: string): number {
  return usdPer1000(price) * (price.unit === 'bytes' ? bytesPerLetter(locale) : 1);
}

/** The UTF-8 bytes of a letter in the script of the language. */
function bytesPerLetter(locale: string): number {
  const script = new Intl.Locale(locale).maximize().script ?? '';
  if (script === 'Latn') return 1;
  return ['Cyrl', 'Grek', 'Arab', 'Hebr', 'Armn'].includes(script) ? 2 : 3;
}
