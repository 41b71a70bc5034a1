import { StorageError } from './storage-error.ts';

export const CHECK_DEADLINE_MS = 2_000;
const MAX_TICKET_S = 7 * 24 * 60 * 60;

/** Stops waiting, for work without an abort signal, such as a mounted folder that hangs. */
export async function within<T>(deadline_ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const fail = () =>
      reject(new StorageError('UNAVAILABLE', `The store did not respond within ${deadline_ms} ms.`));
    timer = setTimeout(fail, deadline_ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The end of a ticket's life; a week is the most that any S3 signs for. */
export function ticketExpiry(now: Date, expires_in_s: number): Date {
  if (!Number.isInteger(expires_in_s) || expires_in_s < 1 || expires_in_s > MAX_TICKET_S) {
    throw new RangeError(
      `A ticket must expire after 1 to ${MAX_TICKET_S} whole seconds, not ${expires_in_s}.`,
    );
  }
  return new Date(now.getTime() + expires_in_s * 1000);
}
