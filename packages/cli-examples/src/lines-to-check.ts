import { type Run, VoiceloomError } from '@voiceloom/sdk';
import type { Context } from './context.ts';
import { countText } from './terminal/count-text.ts';

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

type Pickups = { lines: { reasons: string[] }[] };

/**
 * Delivered lines of an ended run that a person should check, as in the report. Undefined if there are none
 * or the list cannot be read; the command still reports the run.
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
    return checkText(lines, `voiceloom download ${workflow_id} ${id} --format pickups`);
  } catch (error) {
    if (error instanceof VoiceloomError && !signal.aborted) return undefined;
    throw error;
  }
}

function checkText(lines: Pickups['lines'], command: string): string | undefined {
  const having = (reason: string) => lines.filter(({ reasons }) => reasons.includes(reason)).length;
  const [exhausted, tooLong] = [having('exhausted'), having('too_long')];
  if (exhausted + tooLong === 0) return undefined;
  const found = [
    ...(exhausted > 0 ? [`${countText(exhausted, 'line')} exhausted (best of bad takes)`] : []),
    ...(tooLong > 0 ? [`${countText(tooLong, 'line')} over the limit (too_long)`] : []),
  ];
  return `Delivered, but check these lines: ${found.join(', ')}. See report.html in the ZIP, or: ${command}`;
}
