import { Readable } from 'node:stream';
import type { ExportItem, ExportRun, ExportVerdict } from '../../src/export/export-line.ts';

export const sampleRun: ExportRun = {
  workflow_name: 'Harbor Lights, chapter 2',
  run_id: '3f0c6a52-9d0e-4a55-8f0b-1d2c3e4f5a6b',
  run_number: 12,
  status: 'completed',
  started_at: '2026-03-04T09:10:00Z',
  completed_at: '2026-03-04T09:13:20Z',
  loudness_target_lufs: -16,
};

const SCRIPTS: Record<string, string[]> = {
  'en-us': [
    'Welcome aboard, captain. The storm is an hour away.',
    'Hold the line, please.',
    'Who left the lamp burning?',
  ],
  'de-de': [
    'Willkommen an Bord, Kapitän. Der Sturm ist eine Stunde entfernt.',
    'Bitte bleiben Sie dran.',
    'Wer hat die Lampe brennen lassen?',
  ],
  'fr-fr': [
    'Bienvenue à bord, capitaine. La tempête est à une heure.',
    'Ne quittez pas.',
    'Qui a laissé la lampe allumée ?',
  ],
  'ja-jp': [
    'ようこそ、船長。嵐まであと一時間です。',
    '少々お待ちください。',
    '誰が灯りをつけたままにしたのですか？',
  ],
  'ar-eg': ['مرحبا بك على متن السفينة أيها القبطان.', 'انتظر من فضلك.', 'من ترك المصباح مضاء؟'],
};
const LOCALES = Object.keys(SCRIPTS);
const CHARACTERS = ['Ada', 'Captain Bell', null, 'Narrator'];

function verdictsOf(index: number): ExportVerdict[] {
  const noise = index % 11 === 3 ? 'exhausted' : 'pass';
  const pacing = index % 17 === 5 ? 'fail' : 'pass';
  return [
    {
      kind: 'noise',
      score: noise === 'pass' ? 96.25 : 71,
      threshold: 85,
      status: noise,
      reason: noise === 'pass' ? null : '3 clipped samples at 0.42 s',
    },
    {
      kind: 'pacing',
      score: pacing === 'pass' ? 91 : 62,
      threshold: 80,
      status: pacing,
      reason: pacing === 'pass' ? null : '7.9 syllables per second, the norm ends at 6.8',
      retry_count: index % 17 === 5 ? 2 : 0,
    },
    {
      kind: 'error_rate',
      score: null,
      threshold: 85,
      status: 'unscored',
      reason: 'No speech-to-text key is set',
    },
  ];
}

/** The same line for the same index, so that all passes over the items agree. */
export function sampleItem(index: number, audio: Buffer = Buffer.from(`audio ${index}`)): ExportItem {
  const locale_code = LOCALES[index % LOCALES.length] ?? 'en-us';
  const number = Math.floor(index / LOCALES.length);
  const status = index % 29 === 7 ? 'dropped' : index % 41 === 9 ? 'failed' : 'delivered';
  const script = SCRIPTS[locale_code]?.[number % 3] ?? '';
  return {
    locale_code,
    line_id: `ch2_${String(number + 1).padStart(4, '0')}`,
    line_index: number,
    source_line_id: null,
    character_name: CHARACTERS[number % CHARACTERS.length] ?? null,
    script,
    status,
    reason: status === 'delivered' ? null : 'Every try ran longer than the limit of 1.8 s.',
    start_ms: null,
    voice_name: `${locale_code.slice(0, 2)}-draft-${(number % 3) + 1}`,
    provider: 'espeak',
    model: 'espeak-ng',
    duration_ms: 1800 + ((index * 379) % 2600),
    lufs: -16 + ((index * 7) % 19) / 10 - 0.9,
    true_peak_dbtp: -1.2 - ((index * 3) % 10) / 10,
    peaks: Array.from({ length: 200 }, (_, at) =>
      Math.abs(Math.sin(at / 9 + index) * Math.sin(at / 31 + 1) * Math.cos(at / 3)),
    ),
    syllables_per_second: 4 + ((index * 5) % 23) / 10,
    pitch_median_hz: 110 + ((index * 11) % 30),
    speech: { start_ms: 100, end_ms: 1700 + ((index * 379) % 2600) },
    words: [],
    word_times: status === 'delivered' ? 'estimated' : null,
    characters: [...script].length,
    credits: index % 3 === 0 ? 0 : [...script].length / 1000,
    reused: index % 3 === 0,
    retry_count: index % 11 === 3 ? 2 : 0,
    verdicts: verdictsOf(index),
    ext: 'wav',
    openAudio: status === 'delivered' ? () => Promise.resolve(Readable.from([audio])) : null,
  };
}

export function sampleItems(
  count: number,
  change: (item: ExportItem, index: number) => ExportItem = (item) => item,
) {
  return async function* (): AsyncGenerator<ExportItem> {
    for (let index = 0; index < count; index += 1) yield change(sampleItem(index), index);
  };
}
