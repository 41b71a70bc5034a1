import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TransferProgress, UploadCategory } from '@voiceloom/sdk';
import { fileFrom, saveTo } from '@voiceloom/sdk/node';
import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { type Context, UsageError, type World } from '../context.ts';
import { handle } from './command.ts';

type AddOptions = { workflow: string; category: UploadCategory };
type DownloadOptions = { output?: string; node?: string };

/** One line in a terminal that says how far a transfer is. */
function transferNote({ world, flags }: Context, what: string) {
  const { stderr } = world;
  return ({ bytes, totalBytes }: TransferProgress) => {
    if (!stderr.isTTY || flags.json) return;
    const share = totalBytes === null ? '' : ` (${Math.round((bytes / Math.max(totalBytes, 1)) * 100)} %)`;
    stderr.write(
      `\r\x1b[2K${what} ${(bytes / 1_048_576).toFixed(1)} MiB${share}${bytes === totalBytes ? '\n' : ''}`,
    );
  };
}

function addUploads(program: Command, world: World): void {
  const uploads = program.command('uploads').description('Files that scripts and audio come from.');
  const add = uploads
    .command('add <file>')
    .description('Upload a file for a workflow.')
    .requiredOption('--workflow <workflow-id>', 'the workflow that it belongs to')
    .option('--category <category>', 'script, audio or dictionary', 'script');
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
    context.show(rows, () =>
      rows.map((row) => `${row.id}  ${row.filename}  ${row.size_bytes ?? '?'}`).join('\n'),
    );
  });
  const remove = uploads.command('delete <upload-id>').description('Delete an upload.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the upload ${id}?`);
    await (await context.client()).uploads.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}

/** uploads add, list, delete; download. */
export function addFileCommands(program: Command, world: World): void {
  addUploads(program, world);
  const download = program
    .command('download <workflow-id> <run-id>')
    .description('Download the ZIP of a completed run and print its path.')
    .option('-o, --output <path>', 'where to write it; default: the name that the service gives')
    .option('--node <node-id>', 'only what this output node delivers');
  handle<DownloadOptions, [string, string]>(download, world, async (context, { args, options }) => {
    const [workflowId, runId] = args;
    const client = await context.client();
    const { signal } = world;
    const link = options.node
      ? await client.runs.downloadNode(workflowId, runId, options.node, {}, { signal })
      : await client.runs.download(workflowId, runId, {}, { signal });
    // The name comes from the service: only its last part is a name for a file here.
    const path = resolve(options.output ?? (link.filename.split(/[\\/]/).at(-1) || 'run.zip'));
    const file = await client.download(link, { signal, onProgress: transferNote(context, 'Downloading') });
    await saveTo(file, path);
    context.show({ path }, () => path);
  });
}
