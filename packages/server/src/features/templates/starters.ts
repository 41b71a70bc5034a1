import { espeakVoiceId as voice } from '../voices/index.ts';
import { chain, joinChains, node, retryNode, type Starter, script } from './starter.ts';

const singleNarration: Starter = {
  slug: 'single-narration',
  name: 'Single narration',
  description:
    'One narrator, one language: paste a text, one paragraph per line. Takes are checked for noise and mastered to mp3 at -16 LUFS, the usual level of podcasts.',
  category: 'media',
  ...chain([
    script(
      'script',
      'Script',
      `The lighthouse keeper wrote one line every evening.
Some nights it was only the weather. Some nights it was a name.
After thirty years the lines had become a book that nobody had planned.
Tonight we read from its first page.`,
    ),
    node('narrator', 'operator_generator', 'Narrator', { voice_id: voice('gmw/en-US+f2') }),
    retryNode('noise', 'validator_noise', 'Noise check'),
    node('mastering', 'operator_mastering', 'Mastering', { preset: 'podcast' }),
    node('delivery', 'sink_preview', 'Delivery', { file_pattern: '{line_index}-{line_id}.{ext}' }),
  ]),
};

const LANGUAGES: Record<string, { name: string; voice: string; script: string }> = {
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
const VOICES = Object.fromEntries(LOCALES.map(([locale, language]) => [locale, language.voice]));

const multiLanguageNarration: Starter = {
  slug: 'multi-language-narration',
  name: 'Multi-language narration',
  description:
    'The same text in several languages, with a script and a narrator for each. Every language has the same loudness, its own folder, and subtitles. One csv with a column for each locale can replace all scripts.',
  category: 'media',
  ...joinChains(
    LOCALES.map(([locale, { name, script: text }], row) =>
      chain([script(`script-${locale}`, `${name} script`, text, locale)], { row }),
    ),
    chain(
      [
        node('narrators', 'operator_generator', 'Narrators', { voices_by_locale: VOICES }),
        retryNode('noise', 'validator_noise', 'Noise check'),
        node('mastering', 'operator_mastering', 'Mastering', { preset: 'standard', padding_ms: 200 }),
        retryNode('loudness', 'validator_loudness', 'Loudness check', { target_lufs: -16, tolerance_lu: 1 }),
        node('delivery', 'sink_preview', 'Delivery', {
          file_pattern: '{locale}/{line_id}.{ext}',
          subtitles: ['srt', 'vtt'],
        }),
      ],
      { column: 1, row: 2 },
    ),
  ),
};

const CHARACTERS = [
  {
    key: 'captain',
    name: 'Captain',
    voice: { voice_id: voice('gmw/en-US+quincy'), speed: 0.95 },
    script: `Hold the lantern higher. There is something behind the gate.
Then tell us what it wants.`,
  },
  {
    key: 'scout',
    name: 'Scout',
    voice: { voice_id: voice('gmw/en-US+rob'), speed: 1.1, pitch: 1 },
    script: `That is not the wind, Captain. The wind does not knock.
I vote we leave the gate closed.`,
  },
  {
    key: 'oracle',
    name: 'Oracle',
    voice: { voice_id: voice('gmw/en-US+grandma'), speed: 0.85 },
    script: `It has knocked for a hundred years. You are the first to listen.
It wants to be let out. It does not say of what.`,
  },
];
/** Contains all characters, so that a csv with a character column can replace any script. */
const CAST = Object.fromEntries(CHARACTERS.map((character) => [character.name, character.voice]));

const gameDialogue: Starter = {
  slug: 'game-dialogue',
  name: 'Game dialogue by character',
  description:
    'A voice for each character, in one or several languages; files are sorted by language and speaker, ready for a game engine. A csv with a character column can replace the scripts.',
  category: 'creative',
  ...joinChains(
    CHARACTERS.map(({ key, name, script: lines, voice: own }, row) => {
      const config = { ...own, voices_by_character: CAST };
      const speaker = node(`voice-${key}`, 'operator_generator', name, config);
      // A returned line goes to every generator that its check leads to, so each generator has its own check.
      const check = retryNode(`noise-${key}`, 'validator_noise', 'Noise check');
      return chain([script(`lines-${key}`, `Lines of the ${name}`, lines), speaker, check], { row });
    }),
    chain(
      [
        node('mastering', 'operator_mastering', 'Mastering for games', { preset: 'game' }),
        node('delivery', 'sink_preview', 'Delivery', { file_pattern: '{locale}/{voice}/{line_id}.{ext}' }),
      ],
      { column: 3, row: 1 },
    ),
  ),
};

const eLearning: Starter = {
  slug: 'e-learning',
  name: 'E-learning with pacing check',
  description:
    'Course narration in a calm voice, at a pace that learners can follow. Checks the speaking rate. If the script sets a maximum time for a slide, checks that too. Lines that are too fast or too long for their slide are spoken again at another speed.',
  category: 'education',
  ...chain([
    script(
      'slides',
      'Slides',
      `In this module you will learn how to read a circuit diagram.
Every symbol stands for one part. A zigzag line, for example, is a resistor.
Follow the line from the battery, and name each part that you meet.
Which part would you measure first? Take your time.`,
    ),
    node('teacher', 'operator_generator', 'Teacher', { voice_id: voice('gmw/en-US+f4'), speed: 0.9 }),
    retryNode('pacing', 'validator_pacing', 'Pacing check', {
      max_syllables_per_second: 5.5,
      enforce_max_duration: true,
      max_retry: 3,
    }),
    retryNode('noise', 'validator_noise', 'Noise check'),
    node('mastering', 'operator_mastering', 'Mastering', { preset: 'podcast' }),
    node('delivery', 'sink_preview', 'Delivery', { file_pattern: '{line_id}.{ext}', subtitles: ['vtt'] }),
  ]),
};

const phonePrompts: Starter = {
  slug: 'phone-prompts',
  name: 'Phone prompts',
  description:
    'Announcements for a telephone system: a firm voice, no long pauses, mu-law at 8 kHz, the same loudness for all prompts, one file per prompt.',
  category: 'business',
  ...chain([
    script(
      'prompts',
      'Prompts',
      `Welcome to the service line. This call may be recorded.
For orders, press one. For invoices, press two. To speak to us, stay on the line.
All of our colleagues are busy. You are next in line.
We are closed now. You can reach us Monday to Friday, from nine to five.`,
    ),
    node('speaker', 'operator_generator', 'Speaker', { voice_id: voice('gmw/en-US+m7') }),
    retryNode('noise', 'validator_noise', 'Noise check', {
      max_inner_silence_ms: 1200,
      max_lead_silence_ms: 500,
      max_tail_silence_ms: 800,
    }),
    node('mastering', 'operator_mastering', 'Telephone, mu-law at 8 kHz', {
      preset: 'phone_mulaw',
      padding_ms: 150,
    }),
    retryNode('loudness', 'validator_loudness', 'Loudness check', {
      target_lufs: -19,
      tolerance_lu: 1.5,
      max_true_peak_dbtp: -2,
    }),
    node('delivery', 'sink_preview', 'Delivery', { file_pattern: '{locale}/{line_id}.{ext}', subtitles: [] }),
  ]),
};

const adSpot: Starter = {
  slug: 'ad-spot',
  name: 'Ad spot with retry loop',
  description:
    'Airtime is sold by the second: a take that is too slow or longer than the script allows is spoken again, faster, up to four times. The mix is as loud as other commercials, and checked at the end.',
  category: 'business',
  ...chain([
    script(
      'copy',
      'Copy',
      `Fresh bread at seven. Yours at five past.
Order tonight, and the first loaf of every week is on the house.
Morning Mill. The bakery that wakes up before you do.`,
    ),
    node('speaker', 'operator_generator', 'Speaker', { voice_id: voice('gmw/en-US+Annie') }),
    retryNode('pacing', 'validator_pacing', 'Brisk enough', {
      min_syllables_per_second: 5.2,
      max_syllables_per_second: 8,
      threshold: 95,
      max_retry: 4,
    }),
    retryNode('noise', 'validator_noise', 'Noise check', { max_retry: 2 }),
    node('mastering', 'operator_mastering', 'Loud master', { preset: 'ad' }),
    retryNode('loudness', 'validator_loudness', 'Loudness check', { target_lufs: -15, tolerance_lu: 1 }),
    node('delivery', 'sink_preview', 'Delivery', {
      file_pattern: '{workflow}/{line_id}.{ext}',
      subtitles: ['srt'],
    }),
  ]),
};

const guidedRelaxation: Starter = {
  slug: 'guided-relaxation',
  name: 'Guided relaxation',
  description:
    'Slow, low and quiet: a warm voice well below its usual speed, a pacing check that keeps it slow, two seconds of silence around every line, and low loudness for headphones.',
  category: 'wellness',
  ...chain([
    script(
      'script',
      'Exercise',
      `Sit comfortably, and let your shoulders drop.
Breathe in through the nose, slowly, and count to four.
Hold the breath for a moment. There is nothing to do.
Breathe out, longer than you breathed in, and let the day go with it.`,
    ),
    node('voice', 'operator_generator', 'Warm voice', {
      voice_id: voice('gmw/en-US+f4'),
      speed: 0.75,
      pitch: -1,
    }),
    retryNode('pacing', 'validator_pacing', 'Unhurried', {
      min_syllables_per_second: 1.5,
      max_syllables_per_second: 4.5,
    }),
    node('mastering', 'operator_mastering', 'Soft master', {
      preset: 'podcast',
      loudness_lufs: -20,
      padding_ms: 2000,
      tail_padding_ms: 2000,
      fade_ms: 200,
      bitrate_kbps: 160,
    }),
    node('delivery', 'sink_preview', 'Delivery', { file_pattern: '{line_id}.{ext}' }),
  ]),
};

/** All templates that come with the service. */
export const STARTERS: readonly Starter[] = [
  singleNarration,
  multiLanguageNarration,
  gameDialogue,
  eLearning,
  phonePrompts,
  adSpot,
  guidedRelaxation,
];
