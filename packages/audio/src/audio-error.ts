export type AudioErrorCode =
  | 'unsupported'
  | 'broken'
  | 'too_long'
  | 'invalid_settings'
  | 'timeout'
  | 'aborted'
  | 'crashed'
  | 'closed';

/** An error in the audio or its processing. The message is short enough to show to a user. */
export class AudioError extends Error {
  readonly code: AudioErrorCode;

  constructor(code: AudioErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AudioError';
    this.code = code;
  }
}

/** The message of an error that the audio did not cause. */
export const INTERNAL_ERROR = 'An internal error occurred while the audio was processed.';
