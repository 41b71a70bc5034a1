import type { HttpProviderOptions } from '../http-provider.ts';
import { deepgram } from './deepgram.ts';
import { elevenlabs } from './elevenlabs.ts';
import { createHttpTranscription } from './http-transcription.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { TranscriptionAdapter, TranscriptionProviders } from './transcriber.ts';

export {
  findTranscriptionModel,
  type TranscribedSegment,
  type TranscribedWord,
  type Transcription,
  type TranscriptionModel,
  type TranscriptionProvider,
  type TranscriptionProviders,
  type TranscriptionRequest,
} from './transcriber.ts';

/** The order in which the service searches for a key of the workspace. */
export const ADAPTERS: readonly TranscriptionAdapter[] = [openaiCompatible, elevenlabs, deepgram];

/** Creates every provider. A new one needs only one line here. */
export function createTranscriptionProviders(options: HttpProviderOptions): TranscriptionProviders {
  return new Map(ADAPTERS.map((adapter) => [adapter.id, createHttpTranscription(adapter, options)]));
}
