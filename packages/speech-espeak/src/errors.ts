// SPDX-License-Identifier: Apache-2.0 OR GPL-3.0-or-later

/** Why a line was not spoken. */
export type SpeechEngineErrorCode =
  | 'VOICE_NOT_FOUND'
  | 'UNSPEAKABLE'
  | 'TEXT_TOO_LONG'
  | 'INVALID_REQUEST'
  | 'TIMEOUT'
  | 'CRASHED'
  | 'ENGINE_FAILED'
  | 'ABORTED'
  | 'CLOSED';

/** Every failure of the embedded engine; `code` says which, the message is safe to show. */
export class SpeechEngineError extends Error {
  readonly code: SpeechEngineErrorCode;

  constructor(code: SpeechEngineErrorCode, message: string) {
    super(message);
    this.name = 'SpeechEngineError';
    this.code = code;
  }
}
