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
export function createVoice(facts: Facts): ProviderVoice {
  const { id, name, locales = [], models, preview } = facts;
  const voice: ProviderVoice = {
    provider_voice_id: id,
    name: (name?.trim() || capitalize(id)).slice(0, 120),
    locale_codes: [...new Set(locales.flatMap(localeCode))],
    gender: findLabel(GENDERS, facts.gender),
    age: findLabel(AGES, facts.age),
    accent: findLabel(ACCENTS, facts.accent),
    category: findLabel(CATEGORIES, facts.category),
    description: null,
  };
  if (typeof facts.description === 'string')
    voice.description = facts.description.trim().slice(0, MAX_DESCRIPTION) || null;
  if (models) voice.models = models;
  // A link that may be shown to users.
  if (typeof preview === 'string' && preview.startsWith('https://') && URL.canParse(preview))
    voice.preview_url = preview;
  return voice;
}

/** The text with a capital first letter. */
export const capitalize = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

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

type Labels<Label> = readonly (readonly [RegExp, Label])[];

const GENDERS: Labels<NonNullable<ProviderVoice['gender']>> = [
  [/^(?:female|feminine|f|woman)$/, 'female'],
  [/^(?:male|masculine|m|man)$/, 'male'],
  [/^(?:neutral|gender_neutral|non-?binary)$/, 'neutral'],
];

const AGES: Labels<NonNullable<ProviderVoice['age']>> = [
  [/^(?:young|young[\s_-]adult|youth|child|teen|teenager)$/, 'young'],
  [/^(?:middle[\s_-]aged|middle|adult|mature)$/, 'middle_aged'],
  [/^(?:old|senior|elderly|elder)$/, 'old'],
];

const ACCENTS: Labels<string> = [
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

const CATEGORIES: Labels<string> = [
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
function findLabel<Label>(labels: Labels<Label>, value: unknown): Label | null {
  const description = typeof value === 'string' ? value.toLowerCase().trim() : '';
  return labels.find(([pattern]) => pattern.test(description))?.[1] ?? null;
}
