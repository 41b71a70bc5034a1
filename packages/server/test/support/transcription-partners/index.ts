import type { TranscriptionProviderId } from '@voiceloom/contract';
import { deepgramPartner } from './deepgram.ts';
import { elevenlabsPartner } from './elevenlabs.ts';
import { openaiCompatiblePartner } from './openai-compatible.ts';
import type { TranscriptionPartner } from './partner.ts';

/** A partner for every transcription provider. */
export const TRANSCRIPTION_PARTNERS: ReadonlyMap<TranscriptionProviderId, TranscriptionPartner> = new Map(
  [deepgramPartner, elevenlabsPartner, openaiCompatiblePartner].map((partner) => [partner.id, partner]),
);
