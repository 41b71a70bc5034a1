import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { saveTo } from '@voiceloom/sdk/node';
import type { Command } from 'commander';
import type { World } from '../context.ts';
import { UsageError } from '../failures.ts';
import { safeLine } from '../terminal-text.ts';
import { transferNote } from '../transfer-note.ts';
import { handle } from './command.ts';

type DownloadOptions = { output?: string; node?: string; force?: boolean };

/** A name of the service as one for a file here: no folders, nothing hidden, nothing that a terminal obeys. */
export function fileNameOf(name: string): string {
  const last = safeLine(name.split(/[\\/:]/).at(-1) ?? '').replace(/^[.\s]+/, '');
  return last || 'run.zip';
}

/** Where to write: what the caller names is replaced, what the service names is not. */
async function placeOf(name: string, { output, force }: DownloadOptions): Promise<string> {
  const kindOf = (path: string) => stat(path).catch(() => undefined);
  const isFolder = output !== undefined && (await kindOf(output))?.isDirectory();
  if (output !== undefined && !isFolder) return resolve(output);
  const path = resolve(join(output ?? '.', fileNameOf(name)));
  if (force !== true && (await kindOf(path)))
    throw new UsageError(`${path} is there already: replace it with --force, or name another with -o.`);
  return path;
}

/** download; `runs download` is the same. */
export function addDownloadCommand(place: Command, world: World, { hidden = false } = {}): void {
  const download = place
    .command('download <workflow-id> <run-id>', { hidden })
    .description('Download the ZIP of a completed run and print its path.')
    .option('-o, --output <path>', 'the file or folder to write to; default: the name that the service gives')
    .option('--node <node-id>', 'only what this output node delivers')
    .option('--force', 'replace a file of the name that the service gives');
  handle<DownloadOptions, [string, string]>(download, world, async (context, { args, options }) => {
    const [workflowId, runId] = args;
    const client = await context.client();
    const { signal } = world;
    const link = options.node
      ? await client.runs.downloadNode(workflowId, runId, options.node, {}, { signal })
      : await client.runs.download(workflowId, runId, {}, { signal });
    const path = await placeOf(link.filename, options);
    const file = await client.download(link, { signal, onProgress: transferNote(context, 'Downloading') });
    await saveTo(file, path);
    context.show({ path }, () => path);
  });
}
