import { readFile, writeFile } from 'node:fs/promises';
import { createEspeakProvider } from '../src/providers/speech/embedded/espeak.ts';
import { type MeasuredVoice, measureVoices } from './measure-voices.ts';

/**
 * Writes the features of the embedded voices, by which similar voices are found. Only voices that are new or whose
 * sample changed are measured; `--all` measures every voice, for a change of the engine or of the measurements.
 */
const target = new URL('../src/db/generated/voice-features.json', import.meta.url);
const known: Record<string, MeasuredVoice> = process.argv.includes('--all')
  ? {}
  : JSON.parse(await readFile(target, 'utf8').catch(() => '{}'));
const provider = createEspeakProvider({ deterministic: true });
try {
  const voices = Object.entries(await measureVoices(provider, known));
  const lines = voices.map(([id, voice]) => `  ${JSON.stringify(id)}: ${JSON.stringify(voice)}`);
  await writeFile(target, `{\n${lines.join(',\n')}\n}\n`);
} finally {
  await provider.close();
}
