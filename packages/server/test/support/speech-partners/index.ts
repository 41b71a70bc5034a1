import type { KeyedProviderId } from '@voiceloom/contract';
import { azurePartner } from './azure.ts';
import { cartesiaPartner } from './cartesia.ts';
import { deepgramPartner } from './deepgram.ts';
import { elevenlabsPartner } from './elevenlabs.ts';
import { fishAudioPartner } from './fish-audio.ts';
import { googlePartner } from './google.ts';
import { inworldPartner } from './inworld.ts';
import { minimaxPartner } from './minimax.ts';
import { naverPartner } from './naver.ts';
import { openaiCompatiblePartner } from './openai-compatible.ts';
import type { SpeechPartner } from './partner.ts';
import { pollyPartner } from './polly.ts';
import { respeecherPartner } from './respeecher.ts';
import { rimePartner } from './rime.ts';

/** A partner for every provider that can be spoken with. */
export const SPEECH_PARTNERS: ReadonlyMap<KeyedProviderId, SpeechPartner> = new Map(
  [
    azurePartner,
    cartesiaPartner,
    deepgramPartner,
    elevenlabsPartner,
    fishAudioPartner,
    googlePartner,
    inworldPartner,
    minimaxPartner,
    naverPartner,
    openaiCompatiblePartner,
    pollyPartner,
    respeecherPartner,
    rimePartner,
  ].map((partner) => [partner.id, partner]),
);
