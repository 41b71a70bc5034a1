import { createHash } from 'node:crypto';
import { normalizeText } from '@voiceloom/normalizer';
import { findMarkup } from '@voiceloom/text';
import { edge, node } from './workflows.ts';

/** The characters of the game. */
export const CHARACTERS = [
  'Mara',
  'Tobias',
  'The Ferryman',
  'Captain Roe',
  'Ilse',
  'Old Henrik',
  'Kaya',
  'Sister Agnes',
  'Dr. Voss',
  'Pim',
  'Warden Hale',
  'The Voice',
] as const;

/** A line of the game in each language. The number makes every line different. */
const SCENES: Readonly<Record<string, (count: number) => string>> = {
  'en-us': (count) => `Gate ${count} is closed, and nobody leaves.`,
  'de-de': (count) => `Tor ${count} ist zu, und keiner geht.`,
  'fr-fr': (count) => `La porte ${count} est fermée, personne ne sort.`,
  'es-es': (count) => `La puerta ${count} está cerrada y nadie sale.`,
  'it-it': (count) => `La porta ${count} è chiusa e nessuno esce.`,
  'pt-br': (count) => `O portão ${count} está fechado e ninguém sai.`,
  'ja-jp': (count) => `第${count}の門は閉まっている。`,
  'ko-kr': (count) => `${count}번 문은 닫혀 있다.`,
};

export const LOCALES: readonly string[] = Object.keys(SCENES);

/** Every fortieth row is longer, so that it costs more than one credit. */
const MORE = ' … '.repeat(24);

export interface GameLine {
  line_id: string;
  locale_code: string;
  character_name: string;
  script: string;
  max_duration_ms: number | null;
}

/** The duration of a text at the game's provider. No two texts have exactly the same audio. */
export function gameSeconds(text: string, speed = 1): number {
  const own = createHash('sha256').update(text).digest().readUInt16BE(0) % 997;
  return (0.3 + 0.008 * [...text].length + own / 24_000) / speed;
}

/**
 * Rows in every language. Some have a maximum duration that the first take of the longest language exceeds.
 */
export function gameLines(rows: number): GameLine[] {
  return Array.from({ length: rows }, (_, row) => lineGroup(row)).flat();
}

function lineGroup(row: number): GameLine[] {
  const character_name = CHARACTERS[row % CHARACTERS.length] ?? '';
  const scripts = Object.entries(SCENES).map(([locale, write]): [string, string] => [
    locale,
    write(row + 1) + (row % 40 === 7 ? MORE : ''),
  ]);
  const longest = Math.max(...scripts.map(([locale, script]) => gameSeconds(spokenOf(script, locale))));
  const max_duration_ms = row % 20 === 3 ? Math.floor((longest * 1_000) / 1.13) : null;
  return scripts.map(([locale_code, script]) => ({
    line_id: `gate_${row + 1}`,
    locale_code,
    character_name,
    script,
    max_duration_ms,
  }));
}

export const spokenOf = (script: string, locale: string): string =>
  normalizeText(script, locale, { markup: findMarkup }).spoken;

/** The csv that a studio would send: one row per line, one column per language. */
export function gameSheet(lines: readonly GameLine[]): string {
  const rows = Map.groupBy(lines, ({ line_id }) => line_id);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const body = Array.from(rows, ([id, own]) => {
    const [first] = own;
    const scripts = LOCALES.map((locale) =>
      quoted(own.find(({ locale_code }) => locale_code === locale)?.script ?? ''),
    );
    return [id, quoted(first?.character_name ?? ''), first?.max_duration_ms ?? '', ...scripts].join(',');
  });
  return `${['id', 'character', 'max_duration_ms', ...LOCALES].join(',')}\n${body.join('\n')}\n`;
}

/** csv -> normalizer -> voices -> checks with retries -> mastering -> delivery. */
export function gameDefinition(upload: string, voices_by_character: object) {
  const source = node('source_script', { input_type: 'file', upload_ids: [upload] });
  const normalizer = node('operator_normalizer');
  const casting = { provider: 'elevenlabs', voices_by_character, concurrency: 6 };
  const generator = node('operator_generator', casting);
  const noise = node('validator_noise');
  const pacing = node('validator_pacing');
  const mastering = node('operator_mastering', { sample_rate: 16_000 });
  const sink = node('sink_preview');
  const edges = [
    edge([source, 'lines'], [normalizer, 'lines']),
    edge([normalizer, 'lines'], [generator, 'lines']),
    edge([generator, 'audio'], [noise, 'audio']),
    edge([noise, 'pass'], [pacing, 'audio']),
    edge([noise, 'fail'], [generator, 'lines']),
    edge([pacing, 'pass'], [mastering, 'audio']),
    edge([pacing, 'fail'], [generator, 'lines']),
    edge([mastering, 'audio'], [sink, 'audio']),
  ];
  return { graph: { nodes: [source, normalizer, generator, noise, pacing, mastering, sink], edges } };
}
