import { LANGUAGE_VOICES, type LanguageVoice } from './language-voices.ts';

/** A named voice of the embedded engine. */
export interface EspeakVoice {
  /** The identifier in the engine, with a variant unless the voice is plain, such as `gmw/en-US+f3`. */
  provider_voice_id: string;
  name: string;
  /** Lowercase BCP-47. */
  locale_code: string;
  /** Other locales that the voice speaks, with another language code. */
  other_locale_codes: readonly string[];
  gender: 'male' | 'female';
  age: 'young' | 'middle_aged' | 'old';
  /** Null if the product has no name for the accent. */
  accent: string | null;
  category: 'news' | 'narration' | 'story' | 'podcast' | 'conversational' | 'educational' | 'business';
  description: string;
}

interface Variant {
  name: string;
  gender: EspeakVoice['gender'];
  age: EspeakVoice['age'];
  category: EspeakVoice['category'];
  sound: string;
}

const female = (variant: Omit<Variant, 'gender'>): Variant => ({ gender: 'female', ...variant });
const male = (variant: Omit<Variant, 'gender'>): Variant => ({ gender: 'male', ...variant });

// Variants with clearly different measured pitch or timbre, and with peaks below full scale.
const VARIANTS = {
  clear: female({ name: 'f2', age: 'middle_aged', category: 'narration', sound: 'clear and even' }),
  warm: female({ name: 'f4', age: 'middle_aged', category: 'educational', sound: 'low and calm' }),
  bright: female({ name: 'Annie', age: 'young', category: 'conversational', sound: 'bright and lively' }),
  light: female({ name: 'belinda', age: 'young', category: 'story', sound: 'light and soft' }),
  aged: female({ name: 'grandma', age: 'old', category: 'story', sound: 'thin and elderly' }),
  steady: male({ name: 'm3', age: 'middle_aged', category: 'narration', sound: 'steady and neutral' }),
  firm: male({ name: 'm7', age: 'middle_aged', category: 'business', sound: 'firm and resonant' }),
  deep: male({ name: 'quincy', age: 'middle_aged', category: 'podcast', sound: 'deep and relaxed' }),
  young: male({ name: 'rob', age: 'young', category: 'conversational', sound: 'young and direct' }),
  announcer: male({ name: 'announcer', age: 'old', category: 'news', sound: 'very deep, like an announcer' }),
} satisfies Record<string, Variant>;

type VariantKey = keyof typeof VARIANTS;

interface LocaleVoices {
  locale_code: string;
  language: string;
  accent: string;
  identifier: string;
  names: Partial<Record<VariantKey, string>>;
}

const LOCALES: readonly LocaleVoices[] = [
  {
    locale_code: 'en-us',
    language: 'American English',
    accent: 'american',
    identifier: 'gmw/en-US',
    names: {
      clear: 'Emily',
      warm: 'Grace',
      bright: 'Chloe',
      aged: 'Dorothy',
      steady: 'James',
      firm: 'Marcus',
      deep: 'Walter',
      young: 'Tyler',
    },
  },
  {
    locale_code: 'en-gb',
    language: 'British English',
    accent: 'british',
    identifier: 'gmw/en',
    names: { clear: 'Charlotte', bright: 'Poppy', steady: 'Oliver', deep: 'Edmund', announcer: 'Alistair' },
  },
  {
    locale_code: 'de-de',
    language: 'German',
    accent: 'german',
    identifier: 'gmw/de',
    names: {
      clear: 'Hannah',
      warm: 'Katharina',
      bright: 'Lena',
      steady: 'Lukas',
      deep: 'Friedrich',
      young: 'Jonas',
    },
  },
  {
    locale_code: 'fr-fr',
    language: 'French',
    accent: 'french',
    identifier: 'roa/fr',
    names: {
      clear: 'Camille',
      warm: 'Hélène',
      bright: 'Manon',
      steady: 'Julien',
      deep: 'Bernard',
      young: 'Théo',
    },
  },
  {
    locale_code: 'es-es',
    language: 'Spanish',
    accent: 'spanish',
    identifier: 'roa/es',
    names: { clear: 'Lucía', warm: 'Carmen', bright: 'Alba', steady: 'Javier', deep: 'Ramón', young: 'Hugo' },
  },
  {
    locale_code: 'it-it',
    language: 'Italian',
    accent: 'italian',
    identifier: 'roa/it',
    names: { clear: 'Giulia', bright: 'Martina', steady: 'Marco', deep: 'Salvatore' },
  },
  {
    locale_code: 'pt-br',
    language: 'Brazilian Portuguese',
    accent: 'portuguese',
    identifier: 'roa/pt-BR',
    names: { clear: 'Mariana', bright: 'Beatriz', steady: 'Rafael', deep: 'Antônio' },
  },
  {
    locale_code: 'ja-jp',
    language: 'Japanese',
    accent: 'japanese',
    identifier: 'jpx/ja',
    names: { clear: 'Yuki', warm: 'Keiko', bright: 'Sakura', steady: 'Haruto', deep: 'Kenji', young: 'Ren' },
  },
  {
    locale_code: 'ko-kr',
    language: 'Korean',
    accent: 'korean',
    identifier: 'ko',
    names: { clear: 'Ji-woo', bright: 'Seo-yeon', steady: 'Min-jun', deep: 'Sang-hoon' },
  },
  {
    locale_code: 'zh-cn',
    language: 'Mandarin Chinese',
    accent: 'chinese',
    identifier: 'sit/cmn',
    names: { clear: 'Mei', bright: 'Xiaoyu', steady: 'Wei', deep: 'Guoqiang' },
  },
];

/**
 * The plain voice of each language in the data, then the named voices of ten locales, with at least two female and two
 * male ones each. The first voice of a locale is its default. A plain voice is the engine's own reference for its
 * language, with the formants for which the phoneme data was tuned. Variants change the formants, and most add breath,
 * echo or roughness, so the plain voice is the most intelligible one.
 */
export const ESPEAK_VOICES: readonly EspeakVoice[] = [
  ...LANGUAGE_VOICES.map(toPlainVoice),
  ...LOCALES.flatMap((locale) =>
    Object.entries(locale.names).map(([key, name]) =>
      toNamedVoice(locale, VARIANTS[key as VariantKey], name),
    ),
  ),
];

function toPlainVoice([identifier, name, locale_code, ...other_locale_codes]: LanguageVoice): EspeakVoice {
  return {
    provider_voice_id: identifier,
    name,
    locale_code,
    other_locale_codes,
    gender: 'male',
    age: 'middle_aged',
    accent: LOCALES.find((locale) => locale.identifier === identifier)?.accent ?? null,
    category: 'narration',
    description: `Synthetic draft voice for ${name}: the engine's plain voice for this language.`,
  };
}

function toNamedVoice(locale: LocaleVoices, variant: Variant, name: string): EspeakVoice {
  return {
    provider_voice_id: `${locale.identifier}+${variant.name}`,
    name,
    locale_code: locale.locale_code,
    other_locale_codes: [],
    gender: variant.gender,
    age: variant.age,
    accent: locale.accent,
    category: variant.category,
    description: `Synthetic ${locale.language} draft voice, ${variant.sound}.`,
  };
}
