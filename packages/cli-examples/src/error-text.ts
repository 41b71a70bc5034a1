import { VoiceloomError } from '@voiceloom/sdk';

type Detail = { field: string; message: string };

/** The places at fault; a single one whose message was said already is named alone, or not at all where it was named, too. */
export function detailLines(said: string, details: readonly Detail[]): string[] {
  const [only] = details;
  if (details.length === 1 && only?.message === said) return [`  at ${only.field}`];
  if (details.length === 1 && said === `${only?.field}: ${only?.message}`) return [];
  return details.map(({ field, message }) => `  ${field}: ${message}`);
}

/** An error for a person: what happened, the fields at fault, and the id to quote. */
export function errorText(error: unknown): string {
  if (!(error instanceof VoiceloomError)) return error instanceof Error ? error.message : String(error);
  const lines = [`${error.message} (${error.code})`];
  lines.push(...detailLines(error.message, error.details));
  if (error.requestId !== undefined) lines.push(`  request id: ${error.requestId}`);
  return lines.join('\n');
}
