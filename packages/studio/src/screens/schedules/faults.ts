import { VoiceloomError } from '@voiceloom/sdk';

const FIELDS = ['name', 'cron', 'time_zone', 'max_credits'] as const;
export type FieldFaults = Partial<Record<(typeof FIELDS)[number], string>>;

/** What the service says about the fields of the form. Undefined if an error is about anything else. */
export function findFaults(error: unknown): FieldFaults | undefined {
  if (!(error instanceof VoiceloomError) || error.status !== 422 || error.details.length === 0)
    return undefined;
  const faults: FieldFaults = {};
  for (const { field: path, message } of error.details) {
    const field = FIELDS.find((name) => path === `body.${name}` || path === `body.input.${name}`);
    if (!field) return undefined;
    faults[field] = message;
  }
  return faults;
}
