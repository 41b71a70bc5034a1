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

const MAX_DESCRIPTION = 500;

/** Creates a voice from the provider's description. Drops unknown attributes. */
export function voiceOf(facts: Facts): ProviderVoice {
  const { id, name, locales = [], models } = facts;
  const description =
    typeof facts.description === 'string' ? facts.description.trim().slice(0, MAX_DESCRIPTION) : '';
  return {
    provider_voice_id: id,
    name: (name?.trim() || titled(id)).slice(0, 120),
    locale_codes: [...new Set(locales.flatMap(localeCode))],
    gender: readGender(facts.gender),
    age: readAge(facts.age),
    accent: findLabel(ACCENTS, facts.accent),
    category: findLabel(CATEGORIES, facts.category),
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

const toWord = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase().trim() : '');

function readGender(value: unknown): ProviderVoice['gender'] {
  const name = toWord(value);
  if (/^(?:female|feminine|f|woman)$/.test(name)) return 'female';
  if (/^(?:male|masculine|m|man)$/.test(name)) return 'male';
  return /^(?:neutral|gender_neutral|non-?binary)$/.test(name) ? 'neutral' : null;
}

function readAge(value: unknown): ProviderVoice['age'] {
  const name = toWord(value).replace(/[\s-]/g, '_');
  if (/^(?:young|young_adult|youth|child|teen|teenager)$/.test(name)) return 'young';
  if (/^(?:middle_aged|middle|adult|mature)$/.test(name)) return 'middle_aged';
  return /^(?:old|senior|elderly|elder)$/.test(name) ? 'old' : null;
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

/** The label of the first pattern that the description matches. */
function findLabel(labels: readonly [RegExp, string][], value: unknown): string | null {
  const description = toWord(value);
  return labels.find(([pattern]) => pattern.test(description))?.[1] ?? null;
}
