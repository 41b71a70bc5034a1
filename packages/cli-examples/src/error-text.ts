import { VoiceloomError } from '@voiceloom/sdk';

/** An error for a person: what happened, the fields at fault, and the id to quote. */
export function errorText(error: unknown): string {
  if (!(error instanceof VoiceloomError)) return error instanceof Error ? error.message : String(error);
  const lines = [`${error.message} (${error.code})`];
  for (const { field, message } of error.details) lines.push(`  ${field}: ${message}`);
  if (error.requestId !== undefined) lines.push(`  request id: ${error.requestId}`);
  return lines.join('\n');
}
