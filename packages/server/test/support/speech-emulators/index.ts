import { glob } from 'node:fs/promises';
import type { KeyedProviderId } from '@voiceloom/contract';
import type { SpeechEmulator } from './emulator.ts';

const isEmulator = (value: unknown): value is SpeechEmulator =>
  typeof value === 'object' && value !== null && 'isSpeech' in value;

/** A provider for every speech provider. Each file of this folder exports one. */
export const SPEECH_EMULATORS: ReadonlyMap<KeyedProviderId, SpeechEmulator> = new Map(
  (await exportsOf(new URL('./', import.meta.url)))
    .filter(isEmulator)
    .map((emulator) => [emulator.id, emulator]),
);

async function exportsOf(folder: URL): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const file of glob('*.ts', { cwd: folder, exclude: ['index.ts'] })) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    found.push(...Object.values(exported));
  }
  return found;
}
