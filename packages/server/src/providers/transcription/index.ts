import type { HttpProviderOptions } from '../http-provider.ts';
import type { LocalSpeech } from '../local/local-models.ts';
import { createLocalRecognizer } from '../local/local-recognizer.ts';
import { deepgram } from './deepgram.ts';
import { elevenlabs } from './elevenlabs.ts';
import { createHttpTranscription } from './http-transcription.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { TranscriptionAdapter, TranscriptionProvider, TranscriptionProviders } from './transcriber.ts';

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

/** Creates every provider: those with keys, and the local models if there is a program for them. */
export function createTranscriptionProviders(
  options: HttpProviderOptions,
  local?: LocalSpeech,
): TranscriptionProviders {
  const providers: TranscriptionProvider[] = ADAPTERS.map((adapter) =>
    createHttpTranscription(adapter, options),
  );
  if (local) providers.push(createLocalRecognizer(local));
  return new Map(providers.map((provider) => [provider.id, provider]));
}
