import { deeplEmulator } from './deepl.ts';
import type { TranslationEmulator } from './emulator.ts';
import { googleEmulator } from './google.ts';
import { anthropicEmulator, openaiEmulator } from './language-models.ts';

/** A provider for every translation provider. */
export const TRANSLATION_EMULATORS: ReadonlyMap<string, TranslationEmulator> = new Map(
  [deeplEmulator, googleEmulator, openaiEmulator, anthropicEmulator].map((emulator) => [
    emulator.id,
    emulator,
  ]),
);
