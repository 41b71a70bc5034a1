import type { RunError } from '../../generated/types.ts';

/** The message of an error, and beside it the error with its code and places. */
export const errorFields = (error_details: RunError | null) => ({
  error: error_details?.message ?? null,
  error_details,
});

/** The error of a line that the test let fail. */
export function failedLineError(node_id: string) {
  const error = 'The test let this line fail.';
  return { error, error_details: { code: 'line_failed', message: error, node_id, details: [] } };
}
