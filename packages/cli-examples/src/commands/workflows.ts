import { basename } from 'node:path';
import type { CreateWorkflow, RunLimit, WorkflowDefinitionInput } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { readStartBody, type StartOptions, withStartOptions } from '../api/start-options.ts';
import {
  ignoredFieldText,
  ignoredInFile,
  rejectMisplaced,
  reportIgnoredFields,
} from '../api/unknown-fields.ts';
import { checkWritten, WRITTEN_EXAMPLE, withIds } from '../api/written-graph.ts';
import type { Context, World } from '../context.ts';
import { confirm } from '../dialog/prompt.ts';
import { UsageError } from '../errors/failures.ts';
import { parseJson, readText } from '../files/read-text.ts';
import { wholeNumber } from '../option-values.ts';
import { countText } from '../terminal/count-text.ts';
import { handle } from './command.ts';

/** What happens to a run that would pass a limit. `deny` also prevents a start that cannot end below it. */
const EFFECTS: Readonly<Record<RunLimit['action'], string>> = {
  warn: 'It only warns: the run continues.',
  pause: 'The run pauses before it passes it.',
  deny: 'Lines that do not fit fail.',
};

/** The limits that a run would pass, and what follows. */
function limitText({ source, name, action, available_credits, exceeded_by }: RunLimit): string[] {
  if (exceeded_by === 'none' || available_credits === null) return [];
  const left = countText(available_credits, 'credit');
  let effect = EFFECTS[action];
  if (action === 'deny' && exceeded_by === 'minimum') effect = 'The run cannot start.';
  let limit = `the cap of ${left}`;
  if (source === 'budget') limit = `what is left of the budget ${JSON.stringify(name)} (${left})`;
  return [`note     The ${exceeded_by} cost is over ${limit}. ${effect}`];
}

const readJson = async (path: string): Promise<unknown> => parseJson(await readText(path), path);

/**
 * A file contains a workflow (`{name, definition}`) or only a definition (`{graph}`), beside which a name and a
 * description are those of the workflow.
 */
function workflowIn(content: unknown, path: string, name: string | undefined): CreateWorkflow {
  if (typeof content !== 'object' || content === null)
    throw new UsageError(`${path} does not contain a JSON object.`);
  let body = content as Partial<CreateWorkflow>;
  if ('graph' in content && !('definition' in content)) {
    const { name, description, ...definition } = content as Partial<CreateWorkflow>;
    body = { definition: definition as WorkflowDefinitionInput };
    if (name !== undefined) body.name = name;
    if (description !== undefined) body.description = description;
  }
  return { ...body, name: name ?? body.name ?? basename(path).replace(/\.json$/, '') };
}

const RUN_WARNING =
  'Warnings can prevent a run. `voiceloom workflows preview <workflow-id>` shows whether a run can start.';

type FileOptions = { name?: string; strict?: boolean };

/** Options of commands that send the content of a file. */
const withFileOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'name to use instead of the one in the file')
    .option('--strict', 'reject unknown fields');

/** Reads a file for an operation, and reports fields that the service would ignore. */
async function fromFile(context: Context, id: string, { file, ...options }: FileOptions & { file: string }) {
  const body = workflowIn(await readJson(file), file, options.name);
  const fields = ignoredInFile(id, body);
  rejectMisplaced(body, fields, file);
  reportIgnoredFields(context, fields, { strict: options.strict === true, source: file });
  const definition = body.definition as WorkflowDefinitionInput | undefined;
  return { ...body, ...(definition && { definition: withIds(definition) }) };
}

/** Adds `workflows validate`. */
function addValidate(workflows: Command, world: World): void {
  const command = workflows
    .command('validate <file>')
    .description(
      'Check the definition in a JSON file without saving it. The exit code is 1 if it is invalid or has unknown fields.',
    );
  handle<object, [string]>(command, world, async (context, { args: [file] }) => {
    const body = workflowIn(await readJson(file), file, undefined);
    const ignored = ignoredInFile('workflows.create', body);
    // Reports misplaced fields, not just the missing definition.
    const definition = body.definition ?? (ignored.length > 0 ? {} : undefined);
    const report = await checkWritten(await context.client(), definition, world.signal);
    const lines = [
      ...ignored.map((field) => `error    ${ignoredFieldText(field, file)}`),
      ...report.errors.map(({ path, message }) => `error    ${path}: ${message}`),
      ...report.warnings.map(({ path, message }) => `warning  ${path}: ${message}`),
    ];
    const result = { ...report, ...(ignored.length > 0 && { ignored }) };
    const isValid = report.valid && ignored.length === 0;
    const { length } = report.warnings;
    if (isValid)
      lines.push(length === 0 ? 'The definition is valid.' : `The definition is valid. ${RUN_WARNING}`);
    context.show(result, () => lines.join('\n'));
    if (isValid) return 0;
    return 1;
  });
}

/** workflows list, get, create, replace, delete, validate, preview. */
export function addWorkflowCommands(program: Command, world: World): void {
  const workflows = program.command('workflows').description('Manage workflows.');
  const list = workflows
    .command('list')
    .description('List workflows.')
    .option('--search <text>', 'text in the name or description')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 100);
  handle<{ search?: string; limit: number }>(
    list,
    world,
    async (context, { options: { limit, ...query } }) => {
      const client = await context.client();
      const pages = client.workflows.list(
        { ...query, limit: Math.min(limit, 100) },
        { signal: world.signal },
      );
      context.list(await pages.toArray({ limit }), [
        'id',
        'name',
        ['runs', 'runs_count'],
        ['last run', 'last_run_status'],
        ['changed', 'updated_at'],
      ]);
    },
  );
  const get = workflows.command('get <workflow-id>').description('Show a workflow with its definition.');
  handle<object, [string]>(get, world, async (context, { args: [id] }) => {
    const workflow = await (await context.client()).workflows.get(id, { signal: world.signal });
    context.show(workflow, () => JSON.stringify(workflow, null, 2));
  });
  const create = withFileOptions(workflows.command('create <file>'))
    .description('Create a workflow from a JSON file that contains a workflow or only its definition.')
    .addHelpText(
      'after',
      `\nIn the file, node IDs can be names of your choice, and edges can be strings such as "voice.audio -> delivery.audio":\n${JSON.stringify(WRITTEN_EXAMPLE)}`,
    );
  handle<FileOptions, [string]>(create, world, async (context, { args: [file], options }) => {
    const body = await fromFile(context, 'workflows.create', { file, ...options });
    const workflow = await (await context.client()).workflows.create(body, { signal: world.signal });
    context.show(workflow, () => workflow.id);
  });
  const remove = workflows
    .command('delete <workflow-id>')
    .description('Delete a workflow; an active run is canceled.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the workflow ${id}?`);
    await (await context.client()).workflows.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
  const replace = withFileOptions(workflows.command('replace <workflow-id> <file>'))
    .alias('put')
    .description('Replace a workflow with the contents of a JSON file.');
  handle<FileOptions, [string, string]>(replace, world, async (context, { args: [id, file], options }) => {
    const { definition = {}, ...body } = await fromFile(context, 'workflows.replace', { file, ...options });
    const client = await context.client();
    const workflow = await client.workflows.replace(id, { ...body, definition }, { signal: world.signal });
    context.show(workflow, () => workflow.id);
  });
  addValidate(workflows, world);
  const preview = workflows
    .command('preview <workflow-id>')
    .alias('estimate')
    .description(
      'Show the cost of a run and the problems that would prevent it. The exit code is 1 if it cannot start.',
    );
  withStartOptions(preview);
  handle<StartOptions, [string]>(preview, world, async (context, { args: [id], options }) => {
    const client = await context.client();
    const body = await readStartBody(options);
    const forecast = await client.workflows.preview(id, body, { signal: world.signal });
    const { min_credits, expected_credits, max_credits, new_takes, reused_takes } = forecast;
    const lines = [
      `Expected cost: ${countText(expected_credits, 'credit')} (minimum ${min_credits}, maximum ${max_credits}). ` +
        `New takes: ${new_takes}. Reused takes: ${reused_takes}.`,
      ...forecast.problems.map(({ path, message }) => `error    ${path}: ${message}`),
      ...forecast.notes.map(({ message }) => `note     ${message}`),
      ...forecast.limits.flatMap(limitText),
      ...(forecast.can_run ? [] : ['The run cannot start now.']),
    ];
    context.show(forecast, () => lines.join('\n'));
    if (forecast.can_run) return 0;
    return 1;
  });
}
