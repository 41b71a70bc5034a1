import { ConflictError } from '../errors/errors.ts';
import type { Run } from '../generated/types.ts';

/** Replaces an error that only states that a run is not completed by one with the reason why it failed. */
export async function reasonOf(
  error: unknown,
  status: () => PromiseLike<Pick<Run, 'status' | 'error_details'>>,
): Promise<unknown> {
  if (!(error instanceof ConflictError)) return error;
  const run = await Promise.resolve(status()).catch(() => undefined);
  if (!run?.error_details) return error;
  const { status: state, error_details: reason } = run;
  const explained = new ConflictError({
    ...{ code: error.code, status: error.status, requestId: error.requestId },
    ...{ message: `The run is ${state}: ${reason.code}, ${reason.message}`, details: error.details },
    cause: error,
  });
  explained.operation = error.operation;
  return explained;
}
