/** Why a model cannot be installed, verified or removed. The message is for the person at the terminal. */
export class ModelError extends Error {
  /** There was not enough space. What was downloaded is not to blame. */
  readonly isFullDisk: boolean;

  constructor(message: string, options: { cause?: unknown; isFullDisk?: boolean } = {}) {
    super(message, options);
    this.name = 'ModelError';
    this.isFullDisk = options.isFullDisk ?? false;
  }
}

/** The error of a full disk as a `ModelError`; other errors as they are. */
export function explainFullDisk(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const message = `There is not enough space in ${place}. What was downloaded stays for the next attempt.`;
  return new ModelError(message, { cause: error, isFullDisk: true });
}
