// SPDX-License-Identifier: GPL-3.0-or-later
import type { EngineErrorCode } from './protocol.ts';

/** Why the engine did not speak a line; the message is safe to show. */
export class SpeechEngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string) {
    super(message);
    this.name = 'SpeechEngineError';
    this.code = code;
  }
}
