import { type Starter, type StarterLink, starterNode, voice } from './starter.ts';

interface Language {
  name: string;
  voice: string;
  script: string;
}

const LANGUAGES: Record<string, Language> = {
  'en-us': {
    name: 'English',
    voice: voice('gmw/en-US+m3'),
    script: `Welcome to the museum of small inventions.
This room began with a paper clip.
Thank you for your visit.`,
  },
  'de-de': {
    name: 'German',
    voice: voice('gmw/de+f2'),
    script: `Willkommen im Museum der kleinen Erfindungen.
Dieser Raum begann mit einer Büroklammer.
Vielen Dank für Ihren Besuch.`,
  },
  'fr-fr': {
    name: 'French',
    voice: voice('roa/fr+f2'),
    script: `Bienvenue au musée des petites inventions.
Cette salle a commencé par un trombone.
Merci de votre visite.`,
  },
  'es-es': {
    name: 'Spanish',
    voice: voice('roa/es+m3'),
    script: `Bienvenidos al museo de los pequeños inventos.
Esta sala empezó con un clip de papel.
Gracias por su visita.`,
  },
  'ja-jp': {
    name: 'Japanese',
    voice: voice('jpx/ja+f2'),
    script: `小さな発明の博物館へようこそ。
この部屋は一つのクリップから始まりました。
ご来館ありがとうございました。`,
  },
};

const LOCALES = Object.entries(LANGUAGES);

export const multiLanguageNarration: Starter = {
  slug: 'multi-language-narration',
  name: 'Multi-language narration',
  description:
    'The same text in several languages: a script for each, a narrator for each. Every language comes out equally loud, in a folder of its own, with subtitles. One csv with a column for each locale can stand in for all scripts.',
  category: 'media',
  nodes: [
    ...LOCALES.map(([locale, { name, script }], row) =>
      starterNode(`script-${locale}`, 'source_script', {
        name: `${name} script`,
        at: [0, row],
        config: { text: script, source_language: locale },
      }),
    ),
    starterNode('narrators', 'operator_generator', {
      name: 'Narrators',
      at: [1, 2],
      config: {
        voices_by_locale: Object.fromEntries(LOCALES.map(([locale, language]) => [locale, language.voice])),
      },
    }),
    starterNode('noise', 'validator_noise', { name: 'Noise check', at: [2, 2] }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Mastering',
      at: [3, 2],
      config: { preset: 'standard', padding_ms: 200 },
    }),
    starterNode('loudness', 'validator_loudness', {
      name: 'Loudness check',
      at: [4, 2],
      config: { target_lufs: -16, tolerance_lu: 1 },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [5, 2],
      config: { file_pattern: '{locale}/{line_id}.{ext}', subtitles: ['srt', 'vtt'] },
    }),
  ],
  links: [
    ...LOCALES.map(([locale]): StarterLink => [`script-${locale}`, 'lines', 'narrators']),
    ['narrators', 'audio', 'noise'],
    ['noise', 'pass', 'mastering'],
    ['noise', 'fail', 'narrators'],
    ['mastering', 'audio', 'loudness'],
    ['loudness', 'pass', 'delivery'],
  ],
};
