import { glob } from 'node:fs/promises';
import type { KeyedProviderId } from '@voiceloom/contract';
import type { SpeechPartner } from './partner.ts';

const isPartner = (value: unknown): value is SpeechPartner =>
  typeof value === 'object' && value !== null && 'isSpeech' in value;

/** A partner for every speech provider. Each file of this folder exports one. */
export const SPEECH_PARTNERS: ReadonlyMap<KeyedProviderId, SpeechPartner> = new Map(
  (await exportsOf(new URL('./', import.meta.url))).filter(isPartner).map((partner) => [partner.id, partner]),
);

async function exportsOf(folder: URL): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const file of glob('*.ts', { cwd: folder, exclude: ['index.ts'] })) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    found.push(...Object.values(exported));
  }
  return found;
}
