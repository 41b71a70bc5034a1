import type { TranscriptionProviderId } from '@voiceloom/contract';
import { deepgramEmulator } from './deepgram.ts';
import { elevenlabsEmulator } from './elevenlabs.ts';
import type { TranscriptionEmulator } from './emulator.ts';
import { openaiCompatibleEmulator } from './openai-compatible.ts';

/** A provider for every transcription provider. */
export const TRANSCRIPTION_EMULATORS: ReadonlyMap<TranscriptionProviderId, TranscriptionEmulator> = new Map(
  [deepgramEmulator, elevenlabsEmulator, openaiCompatibleEmulator].map((emulator) => [emulator.id, emulator]),
);
