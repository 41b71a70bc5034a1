import type { RunError } from '@voiceloom/contract';

/** How responses, events and webhooks show an error: the message, and beside it the code and the places. */
export function errorFields(error: RunError | null): {
  error: string | null;
  error_details: RunError | null;
} {
  return { error: error?.message ?? null, error_details: error };
}

/** The same for a line, which never fails without an error. */
export function lineErrorFields(error: RunError): { error: string; error_details: RunError } {
  return { error: error.message, error_details: error };
}
