import type { CreateSchedule, Schedule, UpdateSchedule } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { type CapOptions, toCap, withCapOption } from '../api/start-options.ts';
import type { World } from '../context.ts';
import { confirm } from '../dialog/prompt.ts';
import { wholeNumber } from '../option-values.ts';
import { handle } from './command.ts';

interface CreateOptions extends CapOptions {
  cron: string;
  timeZone?: string;
  name?: string;
  language?: string;
  skipIfUnchanged?: boolean;
}

/** What happened at the last due time. */
function lastText({ last_run }: Schedule): string | null {
  if (!last_run) return null;
  const { outcome, reason, due_at } = last_run;
  return `${outcome}${reason === null ? '' : ` (${reason})`} ${due_at}`;
}

/** schedules list, create, history, enable, disable and delete. */
export function addScheduleCommands(program: Command, world: World): void {
  const schedules = program
    .command('schedules')
    .description('Start runs of a workflow at fixed times. Changes require a token.');
  const list = schedules
    .command('list')
    .description('List schedules.')
    .option('--workflow <workflow-id>', 'only those of this workflow')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 100);
  handle<{ workflow?: string; limit: number }>(list, world, async (context, { options }) => {
    const { workflow, limit } = options;
    const query = workflow === undefined ? {} : { workflow_id: workflow };
    const pages = (await context.client()).schedules.list(query, { signal: world.signal });
    context.list(await pages.toArray({ limit }), [
      'id',
      'name',
      ['workflow', 'workflow_id'],
      'cron',
      ['zone', 'time_zone'],
      ['next', ({ next_run_at, disabled_reason }) => next_run_at ?? `disabled (${disabled_reason})`],
      ['last', lastText],
    ]);
  });
  const create = withCapOption(schedules.command('create <workflow-id>'))
    .description('Create a schedule and print its ID.')
    .requiredOption('--cron <fields>', 'minute, hour, day of month, month and day of week: "0 6 * * 1-5"')
    .option('--time-zone <zone>', 'IANA time zone of the fields (default: the zone of this machine)')
    .option('--name <name>', 'name (default: the cron expression)')
    .option('--language <locale>', 'locale of lines without one')
    .option('--skip-if-unchanged', 'start no run if nothing has changed since the last one');
  handle<CreateOptions, [string]>(create, world, async (context, { args: [workflow_id], options }) => {
    const { cron, language, skipIfUnchanged = false } = options;
    const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone, name = cron } = options;
    const input: CreateSchedule['input'] = toCap(options);
    if (language !== undefined) input.source_language = language;
    const client = await context.client();
    const schedule = await client.schedules.create(
      { workflow_id, name, cron, time_zone: timeZone, input, skip_if_unchanged: skipIfUnchanged },
      { signal: world.signal },
    );
    context.note(`Next run: ${schedule.next_run_at} (${cron} in ${timeZone})`);
    context.show(schedule, () => schedule.id);
  });
  const history = schedules
    .command('history <schedule-id>')
    .alias('occurrences')
    .description('List past due times and what happened, latest first.')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 20);
  handle<{ limit: number }, [string]>(history, world, async (context, { args: [id], options }) => {
    const pages = (await context.client()).schedules.occurrences(id, {}, { signal: world.signal });
    context.list(await pages.toArray(options), [
      ['due', 'due_at'],
      'outcome',
      ['run', 'run_id'],
      'reason',
      'message',
    ]);
  });
  const change = (name: string, description: string, body: UpdateSchedule): void => {
    const command = schedules.command(`${name} <schedule-id>`).description(description);
    handle<object, [string]>(command, world, async (context, { args: [id] }) => {
      const client = await context.client();
      const schedule = await client.schedules.update(id, body, { signal: world.signal });
      context.show(schedule, () => `Next run: ${schedule.next_run_at ?? 'none'}`);
    });
  };
  change('enable', 'Enable a schedule again, regardless of why it was disabled.', { enabled: true });
  change('disable', 'Disable a schedule until it is enabled again.', { enabled: false });
  const remove = schedules.command('delete <schedule-id>').description('Delete a schedule. Its runs stay.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the schedule ${id}?`);
    await (await context.client()).schedules.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}
