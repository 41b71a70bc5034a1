import type { Command } from 'commander';
import type { World } from '../context.ts';
import { safeJson, safeText } from '../terminal/terminal-text.ts';
import { handle, wholeNumber, writeLine } from './command.ts';

/** runs events: a line for each event. */
export function addRunEvents(runs: Command, world: World): void {
  const command = runs
    .command('events <workflow-id> <run-id>')
    .description('Print the events of a run until it ends, one per line. With --json, each line is JSON.')
    .option('--after <event-id>', 'only events after this one', wholeNumber(0));
  handle<{ after?: number }, [string, string]>(command, world, async (context, { args, options }) => {
    const [workflowId, runId] = args;
    const from = { signal: world.signal, ...(options.after !== undefined && { lastEventId: options.after }) };
    for await (const event of (await context.client()).runs.events(workflowId, runId, from)) {
      const { id, at, type, data } = event;
      const text = context.flags.json
        ? safeJson(event)
        : safeText(`${id}\t${at}\t${type}\t${safeJson(data)}`);
      await writeLine(world, text);
    }
  });
}
