import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { saveTo } from '@voiceloom/sdk/node';
import { type Command, Option } from 'commander';
import type { Context, World } from '../context.ts';
import { transferNote } from '../dialog/progress.ts';
import { UsageError } from '../errors/failures.ts';
import { saveMissing } from '../files/run-files.ts';
import { countText } from '../terminal/count-text.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { handle } from './command.ts';

type Format = 'zip' | 'pickups' | 'pickups-json';
type DownloadOptions = { output?: string; node?: string; force?: boolean; files?: boolean; format: Format };
type Ids = [workflowId: string, runId: string];
const FORMATS: readonly Format[] = ['zip', 'pickups', 'pickups-json'];

/** A safe local file name: no folders, not hidden, no terminal control characters. */
export function fileNameOf(name: string): string {
  const last = safeLine(name.split(/[\\/:]/).at(-1) ?? '').replace(/^[.\s]+/, '');
  return last || 'run.zip';
}

/** Where to write. Overwrites a file only if the caller named it. */
async function placeOf(name: string, { output, force }: DownloadOptions): Promise<string> {
  const kindOf = (path: string) => stat(path).catch(() => undefined);
  const isFolder = output !== undefined && (await kindOf(output))?.isDirectory();
  if (output !== undefined && !isFolder) return resolve(output);
  const path = resolve(join(output ?? '.', fileNameOf(name)));
  if (force !== true && (await kindOf(path)))
    throw new UsageError(
      `${path} already exists. Overwrite it with --force, or choose another path with -o.`,
    );
  return path;
}

/** Saves every audio file separately. */
async function saveAll(context: Context, [workflowId, runId]: Ids, { output, node }: DownloadOptions) {
  const folderOf = (filename: string) => output ?? fileNameOf(filename).replace(/\.\w+$/, '');
  const request = { workflowId, runId, nodeId: node, folderOf, signal: context.world.signal };
  const files = await saveMissing(await context.client(), request);
  const existingCount = files.filter((one) => one.kept).length;
  if (existingCount > 0)
    context.note(
      `${existingCount} of ${countText(files.length, 'file')} already ${existingCount === 1 ? 'exists' : 'exist'}.`,
    );
  context.show({ files }, () => files.map(({ path }) => path).join('\n'));
}

/** Saves one file in the requested format. */
async function saveOne(context: Context, [workflowId, runId]: Ids, options: DownloadOptions): Promise<void> {
  const client = await context.client();
  const { signal } = context.world;
  const query = { format: options.format };
  const link = options.node
    ? await client.runs.downloadNode(workflowId, runId, options.node, query, { signal })
    : await client.runs.download(workflowId, runId, query, { signal });
  const path = await placeOf(link.filename, options);
  const file = await client.download(link, { signal, onProgress: transferNote(context, 'Downloading') });
  await saveTo(file, path);
  context.show({ path }, () => path);
}

/** download; `runs download` is the same. */
export function addDownloadCommand(place: Command, world: World, { hidden = false } = {}): void {
  const download = place
    .command('download <workflow-id> <run-id>', { hidden })
    .description('Download the ZIP of a finished run and print its path.')
    .option('-o, --output <path>', 'output file or folder (default: the name from the service)')
    .addOption(
      new Option(
        '--files',
        'save each audio file into a folder; existing files are not downloaded again',
      ).conflicts('format'),
    )
    .addOption(new Option('--format <format>', 'type of the download').choices(FORMATS).default('zip'))
    .option('--node <node-id>', 'only the output of this node')
    .option('--force', 'overwrite an existing file');
  handle<DownloadOptions, Ids>(download, world, (context, { args, options }) =>
    options.files ? saveAll(context, args, options) : saveOne(context, args, options),
  );
}
