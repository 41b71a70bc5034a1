export type AudioErrorCode =
  | 'unsupported'
  | 'broken'
  | 'too_long'
  | 'invalid_settings'
  | 'timeout'
  | 'aborted'
  | 'crashed'
  | 'closed';

/** A fault of the audio itself or of its processing; the message is short enough to show to a user. */
export class AudioError extends Error {
  readonly code: AudioErrorCode;

  constructor(code: AudioErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AudioError';
    this.code = code;
  }
}
