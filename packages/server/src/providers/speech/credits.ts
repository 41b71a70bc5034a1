import type { ModelPrice, SpeechModel, SpeechProvider, SpeechResult } from './provider.ts';

/** The price of a credit in the plan with the most expensive credits: 50,000 for 19 dollars. */
export const CREDIT_USD = 19 / 50_000;
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
export function createModels<Common extends Partial<ModelFacts>>(
  commonFacts: Common,
  models: readonly (Omit<ModelFacts, keyof Common> & Partial<ModelFacts>)[],
): SpeechModel[] {
  return models.map((model, index) => {
    const facts = { locales: null, ...commonFacts, ...model } as ModelFacts & Pick<SpeechModel, 'locales'>;
    return { ...facts, is_default: index === 0, ...rates(facts.price) };
  });
}

/**
 * The price of 1,000 characters: the provider's price in credits, or only our own work if the customer pays the
 * provider.
 */
export function rates(price?: ModelPrice) {
  let credits = UNPRICED;
  if (price) credits = Math.max(OWN_KEY, Math.ceil(usdPer1000(price) / CREDIT_USD));
  return { credits_per_1000_characters: credits, own_key_credits_per_1000_characters: OWN_KEY };
}

function usdPer1000({ usd, per, unit }: ModelPrice): number {
  return (usd / per) * (unit === 'seconds' ? SECONDS_PER_1000_CHARACTERS : 1_000);
}

/**
 * What a take costs at its provider by price list, in millionths of a US dollar: by the units that the provider billed,
 * or else by the characters. Null if the price is not known, and 0 for an engine that bills nothing.
 */
export function computeUsdMicros(
  { provider, model }: { provider: Pick<SpeechProvider, 'listVoices'>; model: Pick<SpeechModel, 'price'> },
  take: Pick<SpeechResult, 'billed' | 'duration_ms'> & { characters: number; locale_code: string },
): number | null {
  const { price } = model;
  if (!price) return provider.listVoices ? null : 0;
  const { billed, characters, duration_ms, locale_code } = take;
  let usd = (usdPer1000In(price, locale_code) * characters) / 1_000;
  if (price.unit === 'seconds') usd = (price.usd / price.per) * (duration_ms / 1_000);
  if (billed?.unit === price.unit) usd = (price.usd / price.per) * billed.amount;
  return Math.round(usd * 1_000_000);
}

/**
 * The list price of so many units, in millionths of a US dollar, rounded up. The seconds of a take are estimated from its
 * characters. Unknown prices count as 0.
 */
export function estimateUsdMicros({ price }: Pick<SpeechModel, 'price'>, units: number): number {
  if (!price) return 0;
  // Rounds to a whole number of the smallest unit, without the error of binary fractions.
  return Math.ceil(Number((units * usdPer1000(price) * 1_000).toFixed(6)));
}

/** Whether the cost of a text is known before it is spoken: seconds are not. */
export const hasPriceOfText = ({ price }: Pick<SpeechModel, 'price'>): boolean =>
  price !== undefined && price.unit !== 'seconds';

/** The UTF-8 bytes of a letter, by script. */
const BYTES_PER_LETTER: Readonly<Record<string, number>> = {
  Latn: 1,
  Cyrl: 2,
  Grek: 2,
  Arab: 2,
  Hebr: 2,
  Armn: 2,
};

const findScript = (locale: string): string => new Intl.Locale(locale).maximize().script ?? '';

/** The provider's price for 1,000 characters of a locale. If the provider bills bytes, it depends on the script. */
export function usdPer1000In(price: ModelPrice, locale: string): number {
  if (price.unit !== 'bytes') return usdPer1000(price);
  return usdPer1000(price) * (BYTES_PER_LETTER[findScript(locale)] ?? 3);
}

const HAN = new Set(['Hans', 'Hant', 'Hani', 'Jpan', 'Kore', 'Hanb']);

/** So many letters of the script of a locale, as a text whose words are not known yet. `isWidest`: with accents. */
export function writeSample(locale: string, characters: number, isWidest: boolean): string {
  const script = findScript(locale);
  const bytes = BYTES_PER_LETTER[script] ?? 3;
  let letter = 'ก';
  if (HAN.has(script)) letter = '字';
  else if (bytes === 2 || isWidest) letter = 'é';
  if (bytes === 1 && !isWidest) letter = 'a';
  if (bytes === 3 && !HAN.has(script)) letter = 'ก';
  return letter.repeat(characters);
}
