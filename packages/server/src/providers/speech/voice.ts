import type { ProviderVoice } from './provider.ts';

interface Facts {
  id: string;
  name?: string | null | undefined;
  locales?: readonly string[];
  gender?: unknown;
  age?: unknown;
  accent?: unknown;
  category?: unknown;
  description?: unknown;
  models?: readonly string[] | undefined;
  /** The URL of a sample. */
  preview?: unknown;
}

const LONGEST = 500;

/** Creates a voice from the provider's description. Drops unknown attributes. */
export function voiceOf(facts: Facts): ProviderVoice {
  const { id, name, locales = [], models } = facts;
  const description = typeof facts.description === 'string' ? facts.description.trim().slice(0, LONGEST) : '';
  return {
    provider_voice_id: id,
    name: (name?.trim() || titled(id)).slice(0, 120),
    locale_codes: [...new Set(locales.flatMap(localeCode))],
    gender: genderOf(facts.gender),
    age: ageOf(facts.age),
    accent: accentOf(facts.accent),
    category: categoryOf(facts.category),
    description: description || null,
    ...(models && { models }),
    ...(isPublicUrl(facts.preview) && { preview_url: facts.preview }),
  };
}

/** Whether a value is a link that may be shown to users. */
function isPublicUrl(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('https://') && URL.canParse(value);
}

/** The text with a capital first letter. */
export const titled = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** The normalized locale in a list, which is empty if the tag is invalid. Google uses `cmn` for Mandarin. */
export function localeCode(tag: unknown): string[] {
  if (typeof tag !== 'string' || tag === '') return [];
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-')).map((code) => code.toLowerCase());
  } catch {
    return [];
  }
}

/** Converts `en-us` to `en-US`. */
export function canonicalLocale(code: string): string {
  return Intl.getCanonicalLocales(code)[0] ?? code;
}

const word = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase().trim() : '');

function genderOf(value: unknown): ProviderVoice['gender'] {
  const said = word(value);
  if (/^(?:female|feminine|f|woman)$/.test(said)) return 'female';
  if (/^(?:male|masculine|m|man)$/.test(said)) return 'male';
  return /^(?:neutral|gender_neutral|non-?binary)$/.test(said) ? 'neutral' : null;
}

function ageOf(value: unknown): ProviderVoice['age'] {
  const said = word(value).replace(/[\s-]/g, '_');
  if (/^(?:young|young_adult|youth|child|teen|teenager)$/.test(said)) return 'young';
  if (/^(?:middle_aged|middle|adult|mature)$/.test(said)) return 'middle_aged';
  return /^(?:old|senior|elderly|elder)$/.test(said) ? 'old' : null;
}

const ACCENTS: readonly [RegExp, string][] = [
  [/americ|^us$|united states/, 'american'],
  [/british|english|^gb$|^uk$/, 'british'],
  [/austral/, 'australian'],
  [/indian/, 'indian'],
  [/canad/, 'canadian'],
  [/irish/, 'irish'],
  [/german/, 'german'],
  [/french/, 'french'],
  [/spanish|castil/, 'spanish'],
  [/ital/, 'italian'],
  [/portug|brazil/, 'portuguese'],
  [/japan/, 'japanese'],
  [/korea/, 'korean'],
  [/chin|mandarin|beijing/, 'chinese'],
  [/latin|mexic|colomb|argentin|peru/, 'latin_american'],
  [/african|nigeria/, 'african'],
];

function accentOf(value: unknown): string | null {
  const said = word(value);
  return said === '' ? null : (ACCENTS.find(([pattern]) => pattern.test(said))?.[1] ?? null);
}

const CATEGORIES: readonly [RegExp, string][] = [
  [/news/, 'news'],
  [/story|character|animation/, 'story'],
  [/narrat|audiobook/, 'narration'],
  [/podcast/, 'podcast'],
  [/convers|chat|assistant|casual/, 'conversational'],
  [/social/, 'social_media'],
  [/educat|informat|training/, 'educational'],
  [/business|ivr|customer|advert|interview/, 'business'],
];

function categoryOf(value: unknown): string | null {
  const said = word(value);
  return said === '' ? null : (CATEGORIES.find(([pattern]) => pattern.test(said))?.[1] ?? null);
}
