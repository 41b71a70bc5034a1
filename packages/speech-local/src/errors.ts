import type { EngineErrorCode } from './protocol.ts';

/** Why the program did not do what a request asks for; the message is safe to show. */
export class LocalSpeechError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = 'LocalSpeechError';
    this.code = code;
  }
}
