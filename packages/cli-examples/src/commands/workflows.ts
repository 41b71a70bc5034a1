import { basename } from 'node:path';
import type { CreateWorkflow, WorkflowDefinitionInput } from '@voiceloom/sdk';
import { findOperation } from '@voiceloom/sdk/catalog';
import type { Command } from 'commander';
import { tellUnknownFields, unknownFields } from '../api/unknown-fields.ts';
import { confirm } from '../confirm.ts';
import type { Context, World } from '../context.ts';
import { UsageError } from '../failures.ts';
import { readText } from '../read-text.ts';
import { handle, wholeNumber } from './command.ts';

type ListOptions = { search?: string; limit: number };

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** A file holds a workflow (`{name, definition}`) or a definition alone (`{graph}`). */
function workflowIn(content: unknown, path: string, name: string | undefined): CreateWorkflow {
  if (typeof content !== 'object' || content === null) throw new UsageError(`${path} holds no object.`);
  const isDefinition = 'graph' in content && !('definition' in content);
  const body = (isDefinition ? { definition: content } : content) as Partial<CreateWorkflow>;
  return { ...body, name: name ?? body.name ?? basename(path).replace(/\.json$/, '') };
}

function addReads(workflows: Command, world: World): void {
  const list = workflows
    .command('list')
    .description('List workflows.')
    .option('--search <text>', 'part of the name or description')
    .option('--limit <n>', 'at most so many', wholeNumber(1), 100);
  handle<ListOptions>(list, world, async (context, { options: { limit, ...query } }) => {
    const client = await context.client();
    const pages = client.workflows.list({ ...query, limit: Math.min(limit, 100) }, { signal: world.signal });
    const rows = await pages.toArray({ limit });
    const columns = ['id', 'name', 'runs', 'last run', 'changed'].map((title) => ({ title }));
    context.show(rows, () =>
      context.table(
        columns,
        rows.map((row) => [row.id, row.name, row.runs_count, row.last_run_status ?? '-', row.updated_at]),
      ),
    );
  });
  const get = workflows.command('get <workflow-id>').description('Show a workflow with its definition.');
  handle<object, [string]>(get, world, async (context, { args: [id] }) => {
    const workflow = await (await context.client()).workflows.get(id, { signal: world.signal });
    context.show(workflow, () => JSON.stringify(workflow, null, 2));
  });
}

function addValidate(workflows: Command, world: World): void {
  const command = workflows
    .command('validate <file>')
    .description('Check the definition in a JSON file without saving it; exit code 1 when it is wrong.');
  handle<object, [string]>(command, world, async (context, { args: [file] }) => {
    const { definition } = workflowIn(await readJson(file), file, undefined);
    const client = await context.client();
    const report = await client.workflows.validate({ definition }, { signal: world.signal });
    const lines = [
      ...report.errors.map(({ path, message }) => `error    ${path}: ${message}`),
      ...report.warnings.map(({ path, message }) => `warning  ${path}: ${message}`),
    ];
    context.show(report, () => (lines.length === 0 ? 'The definition is right.' : lines.join('\n')));
    return report.valid ? 0 : 1;
  });
}

/** What a file holds for an operation; fields that the service would ignore are named. */
async function fromFile(
  context: Context,
  id: string,
  { file, name }: { file: string; name?: string | undefined },
) {
  const body = workflowIn(await readJson(file), file, name);
  const schema = findOperation(id)?.body?.schema;
  if (schema) tellUnknownFields(context, unknownFields(schema, body, file));
  const definition = body.definition as WorkflowDefinitionInput | undefined;
  return { ...body, ...(definition && { definition }) };
}

function addReplace(workflows: Command, world: World): void {
  const replace = workflows
    .command('replace <workflow-id> <file>')
    .alias('put')
    .description('Put what a JSON file holds in the place of a workflow.')
    .option('--name <name>', 'instead of the name in the file');
  handle<{ name?: string }, [string, string]>(
    replace,
    world,
    async (context, { args: [id, file], options }) => {
      const { definition = {}, ...body } = await fromFile(context, 'workflows.replace', { file, ...options });
      const client = await context.client();
      const workflow = await client.workflows.replace(id, { ...body, definition }, { signal: world.signal });
      context.show(workflow, () => workflow.id);
    },
  );
}

function addPreview(workflows: Command, world: World): void {
  const preview = workflows
    .command('preview <workflow-id>')
    .alias('estimate')
    .description('What a run would cost, and what stands in its way; exit code 1 where it could not start.');
  handle<object, [string]>(preview, world, async (context, { args: [id] }) => {
    const found = await (await context.client()).workflows.preview(id, { signal: world.signal });
    const { min_credits, expected_credits, max_credits, new_takes, reused_takes } = found;
    const lines = [
      `${expected_credits} credits (${min_credits} to ${max_credits}) for ${new_takes} new takes; ${reused_takes} are there already.`,
      ...found.problems.map(({ path, message }) => `error    ${path}: ${message}`),
      ...found.notes.map(({ message }) => `note     ${message}`),
      ...(found.can_run ? [] : ['It could not start now.']),
    ];
    context.show(found, () => lines.join('\n'));
    return found.can_run ? 0 : 1;
  });
}

/** workflows list, get, create, replace, delete, validate, preview. */
export function addWorkflowCommands(program: Command, world: World): void {
  const workflows = program.command('workflows').description('Workflows of the workspace.');
  addReads(workflows, world);
  const create = workflows
    .command('create <file>')
    .description('Create a workflow from a JSON file: a workflow, or a definition alone.')
    .option('--name <name>', 'instead of the name in the file');
  handle<{ name?: string }, [string]>(create, world, async (context, { args: [file], options }) => {
    const body = await fromFile(context, 'workflows.create', { file, ...options });
    const workflow = await (await context.client()).workflows.create(body, { signal: world.signal });
    context.show(workflow, () => workflow.id);
  });
  const remove = workflows
    .command('delete <workflow-id>')
    .description('Delete a workflow; an active run is cancelled.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the workflow ${id}?`);
    await (await context.client()).workflows.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
  addReplace(workflows, world);
  addValidate(workflows, world);
  addPreview(workflows, world);
}
