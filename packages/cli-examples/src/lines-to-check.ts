import { type Run, VoiceloomError } from '@voiceloom/sdk';
import type { Context } from './context.ts';
import { countText } from './terminal/count-text.ts';

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

type Pickups = { lines: { reasons: string[] }[] };

/** Why a line has no audio in the result. */
const NOT_DELIVERED: Record<string, string> = {
  dropped: 'dropped after a check rejected every take',
  failed: 'failed',
  missing: 'not reached',
};
/** Why a person should listen to a delivered line. */
const TO_CHECK: Record<string, string> = {
  exhausted: 'with no passing take (exhausted)',
  too_long: 'over the limit (too_long)',
  outlier: 'unlike the other takes of the voice (outlier)',
  suspect: 'suspect',
};

/**
 * Lines of an ended run that are missing from the result or that a person should check, as in the report. Undefined
 * if there are none or the list cannot be read; the command still reports the run.
 */
export async function linesToCheck(context: Context, run: Run): Promise<string | undefined> {
  if (!run.has_export || !ENDED.has(run.status)) return undefined;
  const { workflow_id, id } = run;
  const { signal } = context.world;
  try {
    const client = await context.client();
    const link = await client.runs.download(workflow_id, id, { format: 'pickups-json' }, { signal });
    const file = await client.download(link, { signal });
    const { lines } = (await new Response(file.stream()).json()) as Pickups;
    return describeLines(lines, `voiceloom download ${workflow_id} ${id} --format pickups`);
  } catch (error) {
    if (error instanceof VoiceloomError && !signal.aborted) return undefined;
    throw error;
  }
}

/** How many lines are missing or should be checked, and why; undefined if there are none. */
function describeLines(lines: Pickups['lines'], command: string): string | undefined {
  const lost = group(lines, NOT_DELIVERED);
  const doubtful = group(lines, TO_CHECK);
  if (lost.count + doubtful.count === 0) return undefined;
  const remarks: string[] = [];
  if (lost.count > 0) remarks.push(`Not delivered: ${countText(lost.count, 'line')} (${lost.reasons}).`);
  if (doubtful.count > 0)
    remarks.push(
      `Delivered, but should be checked: ${countText(doubtful.count, 'line')} (${doubtful.reasons}).`,
    );
  return [...remarks, `See report.html in the ZIP, or: ${command}`].join('\n');
}

/** Counts the lines that have at least one of these reasons, and the lines for each reason. A line can have several. */
function group(lines: Pickups['lines'], names: Record<string, string>): { count: number; reasons: string } {
  const reasons: string[] = [];
  for (const [reason, name] of Object.entries(names)) {
    const lineCount = lines.filter((line) => line.reasons.includes(reason)).length;
    if (lineCount > 0) reasons.push(`${lineCount} ${name}`);
  }
  const count = lines.filter((line) => line.reasons.some((reason) => reason in names)).length;
  return { count, reasons: reasons.join(', ') };
}
