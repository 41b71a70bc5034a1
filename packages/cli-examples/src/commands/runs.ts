import type { RetryRun, RunActions, RunHandle } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { type CapOptions, toCap, withCapOption } from '../api/start-options.ts';
import type { World } from '../context.ts';
import { confirm } from '../dialog/prompt.ts';
import { UsageError } from '../errors/failures.ts';
import { several, wholeNumber } from '../option-values.ts';
import { safeJson, safeText } from '../terminal/terminal-text.ts';
import { handle, writeLine } from './command.ts';
import { runText, showRun, watchToEnd } from './run.ts';

type RetryOptions = CapOptions & { line?: string[]; locale?: string[]; respeak?: boolean; watch?: boolean };

const CONTROLS = {
  cancel: 'Cancel a run. Finished lines and their charges remain.',
  pause: 'Pause a run. No new work starts.',
} as const;

/** The body of a retry: every named line in every named locale, or no lines for all that failed. */
function retryBody({ line, locale, respeak, ...cap }: RetryOptions): RetryRun {
  if (locale && !line) throw new UsageError('--locale requires --line.');
  const body: RetryRun = toCap(cap);
  if (respeak) body.respeak = respeak;
  if (!line) return body;
  const lines: NonNullable<RetryRun['lines']> = [];
  for (const line_id of line) {
    if (!locale) lines.push({ line_id });
    for (const locale_code of locale ?? []) lines.push({ line_id, locale_code });
  }
  return { ...body, lines };
}

/** runs list, get, watch, events, cancel, pause, resume, retry. */
export function addRunsCommands(program: Command, world: World): Command {
  const runs = program.command('runs').description('Manage the runs of a workflow.');
  const list = runs
    .command('list <workflow-id>')
    .description('List runs, newest first.')
    .option('--status <statuses>', 'comma-separated statuses, such as failed,cancelled')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 20);
  handle<{ status?: string; limit: number }, [string]>(
    list,
    world,
    async (context, { args: [id], options: { limit, status } }) => {
      const query = { limit: Math.min(limit, 100), ...(status && { status }) };
      const pages = (await context.client()).runs.list(id, query, { signal: world.signal });
      context.list(await pages.toArray({ limit }), [
        ['number', 'run_number'],
        'id',
        'status',
        ['lines', (run) => run.usage_summary.lines],
        'credits',
        ['created', 'created_at'],
      ]);
    },
  );
  const get = runs.command('get <workflow-id> <run-id>').alias('status').description('Show a run.');
  handle<object, [string, string]>(get, world, async (context, { args: [workflowId, runId] }) => {
    const run = await (await context.client()).runs.status(workflowId, runId, { signal: world.signal });
    await showRun(context, run);
  });
  const follow = runs
    .command('watch <workflow-id> <run-id>')
    .description('Follow a run until it ends. The exit code is 1 if it does not complete.');
  handle<object, [string, string]>(follow, world, async (context, { args: [workflowId, runId] }) => {
    const actions = (await context.client()).runs.handle(workflowId, runId);
    return watchToEnd(context, await actions.refresh({ signal: world.signal }));
  });
  const events = runs
    .command('events <workflow-id> <run-id>')
    .description('Print the events of a run until it ends, one per line. With --json, each line is JSON.')
    .option('--after <event-id>', 'only events after this one', wholeNumber(0));
  handle<{ after?: number }, [string, string]>(events, world, async (context, { args, options }) => {
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
  for (const [name, description] of Object.entries(CONTROLS)) {
    const command = runs.command(`${name} <workflow-id> <run-id>`).description(description);
    handle<object, [string, string]>(command, world, async (context, { args: [workflowId, runId] }) => {
      if (name === 'cancel') await confirm(context, `Cancel the run ${runId}?`);
      const actions: RunActions = (await context.client()).runs.handle(workflowId, runId);
      const run: RunHandle = await actions[name as keyof typeof CONTROLS]({ signal: world.signal });
      context.show(run, () => runText(run));
    });
  }
  addRestartCommands(runs, world);
  return runs;
}

/** runs resume and retry, which spend more credits. */
function addRestartCommands(runs: Command, world: World): void {
  const resume = runs
    .command('resume <workflow-id> <run-id>')
    .description('Resume a paused run. --max-credits raises its cap.');
  withCapOption(resume);
  handle<CapOptions, [string, string]>(resume, world, async (context, { args, options }) => {
    const [workflowId, runId] = args;
    const client = await context.client();
    const run = await client.runs.resume(workflowId, runId, toCap(options), { signal: world.signal });
    context.show(run, () => runText(run));
  });
  const retry = runs
    .command('retry <workflow-id> <run-id>')
    .description('Start a new run for failed and dropped lines. All other takes are reused.')
    .option('--line <line-id>', 'only this line; may be repeated', several)
    .option('--locale <locale-code>', 'with --line: only in this locale; may be repeated', several)
    .option(
      '--respeak',
      'also make new takes of lines that have no retries left, or that failed after they were spoken',
    )
    .option('-w, --watch', 'show the progress until the run ends');
  withCapOption(retry);
  handle<RetryOptions, [string, string]>(retry, world, async (context, { args, options }) => {
    const [workflowId, runId] = args;
    const client = await context.client();
    const body = retryBody(options);
    const run = await client.runs.retry(workflowId, runId, body, { signal: world.signal });
    if (options.watch) return watchToEnd(context, run);
    return showRun(context, run);
  });
}
