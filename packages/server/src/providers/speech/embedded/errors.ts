import type { EngineErrorCode } from '@voiceloom/speech-espeak/protocol';

/** Why a line was not spoken: the engine's own reason, or what happened to its process. */
export type SpeechEngineErrorCode = EngineErrorCode | 'TIMEOUT' | 'CRASHED' | 'CLOSED';

/** Every error of the embedded engine. The message is safe to show. */
export class SpeechEngineError extends Error {
  readonly code: SpeechEngineErrorCode;

  constructor(code: SpeechEngineErrorCode, message: string) {
    super(message);
    this.name = 'SpeechEngineError';
    this.code = code;
  }
}
