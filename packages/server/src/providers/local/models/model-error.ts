/** Why a model cannot be installed, verified or removed. The message is for the person at the terminal. */
export class ModelError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ModelError';
  }
}

/** The error of a full disk as a `ModelError`; other errors as they are. */
export function explainFullDisk(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new ModelError(
    `There is not enough space in ${place}. What was downloaded stays for the next attempt.`,
    {
      cause: error,
    },
  );
}
