import { stat } from 'node:fs/promises';
import type { UploadCategory } from '@voiceloom/sdk';
import { fileFrom } from '@voiceloom/sdk/node';
import { type Command, Option } from 'commander';
import { confirm } from '../confirm.ts';
import type { World } from '../context.ts';
import { UsageError } from '../failures.ts';
import { transferNote } from '../transfer-note.ts';
import { handle } from './command.ts';

type AddOptions = { workflow: string; category: UploadCategory };
const CATEGORIES: readonly UploadCategory[] = ['script', 'audio', 'dictionary'];

/** uploads add, list, delete. */
export function addUploadCommands(program: Command, world: World): void {
  const uploads = program.command('uploads').description('Files that scripts and audio come from.');
  const add = uploads
    .command('add <file>')
    .alias('create')
    .description('Upload a file for a workflow.')
    .requiredOption('--workflow <workflow-id>', 'the workflow that it belongs to')
    .addOption(new Option('--category <category>', 'what is in it').choices(CATEGORIES).default('script'));
  handle<AddOptions, [string]>(add, world, async (context, { args: [path], options }) => {
    if (!(await stat(path).catch(() => undefined))?.isFile())
      throw new UsageError(`There is no file ${path}.`);
    const upload = await (await context.client()).uploads.upload({
      file: await fileFrom(path),
      category: options.category,
      workflowId: options.workflow,
      onProgress: transferNote(context, 'Uploading'),
      signal: world.signal,
    });
    context.show(upload, () => upload.id);
  });
  const list = uploads.command('list <workflow-id>').description('List the uploads of a workflow.');
  handle<object, [string]>(list, world, async (context, { args: [id] }) => {
    const rows = await (await context.client()).workflows.uploads(id, {}, { signal: world.signal }).toArray();
    const columns = ['id', 'file', 'category', 'bytes'].map((title) => ({ title }));
    context.show(rows, () =>
      context.table(
        columns,
        rows.map((row) => [row.id, row.filename, row.category, row.size_bytes ?? '-']),
      ),
    );
  });
  const remove = uploads.command('delete <upload-id>').description('Delete an upload.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the upload ${id}?`);
    await (await context.client()).uploads.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}
