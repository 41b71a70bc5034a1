export type StorageFault =
  | 'NOT_FOUND'
  | 'INVALID_KEY'
  | 'RANGE_NOT_SATISFIABLE'
  | 'SIZE_MISMATCH'
  | 'TOO_LARGE'
  | 'CHECKSUM_MISMATCH'
  | 'UNAVAILABLE';

/** Every fault a blob store raises by itself; a caller's own broken stream keeps its own error. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

export function isStorageError(error: unknown, fault?: StorageFault): error is StorageError {
  return error instanceof StorageError && (fault === undefined || error.fault === fault);
}
