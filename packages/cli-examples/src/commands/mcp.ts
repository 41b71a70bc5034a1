import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Voiceloom } from '@voiceloom/sdk';
import { type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { UsageError } from '../failures.ts';
import { linesOf } from '../mcp/lines.ts';
import { type LocalTool, localTools } from '../mcp/local-files.ts';
import { createMcpServer } from '../mcp/server.ts';
import { AREAS, TOOL_SETS, toolsOf } from '../mcp/sets.ts';
import { handle } from './command.ts';

/** More than are worked on at once: what is beyond waits for a peer that reads. */
const MOST_UNDER_WAY = 256;

type McpOptions = { tools: string; readOnly?: boolean; files?: string };
type Answering = ReturnType<typeof createMcpServer>;

/** Answers line by line until the peer is gone or the program is stopped; what is under way is finished. */
async function serve(answer: Answering, { stdin, stdout, signal }: World): Promise<void> {
  const working = new Set<Promise<void>>();
  let written = Promise.resolve();
  const write = (reply: unknown): Promise<void> => {
    written = written.then(async () => {
      if (!stdout.write(`${JSON.stringify(reply)}\n`)) await once(stdout, 'drain', { signal });
    });
    return written;
  };
  addAbortSignal(signal, stdin as Readable);
  try {
    for await (const line of linesOf(stdin as AsyncIterable<Uint8Array>)) {
      if (typeof line === 'string' && line.trim() === '') continue;
      const work = answer(line).then(async (reply) => {
        if (reply) await write(reply);
      });
      working.add(work);
      void work.finally(() => working.delete(work)).catch(() => {});
      // A peer that asks and does not read is not read, either.
      if (working.size >= MOST_UNDER_WAY) await Promise.race(working);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await Promise.allSettled(working);
}

async function localOf(client: Voiceloom, { files, readOnly }: McpOptions): Promise<LocalTool[]> {
  if (files === undefined) return [];
  if (readOnly) throw new UsageError('--files changes something: it does not go with --read-only.');
  if (!(await stat(files).catch(() => undefined))?.isDirectory())
    throw new UsageError(`--files ${files}: there is no such folder.`);
  return localTools(client, files);
}

/** mcp: the API as tools for language models, over stdin and stdout. */
export function addMcpCommand(program: Command, world: World): void {
  const command = program
    .command('mcp')
    .description('Serve the API as tools of the Model Context Protocol, on stdin and stdout.')
    .addOption(
      new Option('--tools <sets>', 'sets, areas and operations, with commas')
        .default('default')
        .choices([...TOOL_SETS, ...AREAS])
        // Offered for completion; a list of them is taken, too.
        .argParser((text) => text),
    )
    .option('--read-only', 'only tools that change nothing')
    .option(
      '--files <folder>',
      'tools that upload files of this folder and save audio into it; none without it',
    );
  handle<McpOptions>(command, world, async (context, { options }) => {
    const tools = toolsOf(options.tools, { readOnly: options.readOnly === true });
    const client = await context.client();
    if (world.stdin.isTTY)
      context.note('Waiting for a client of the protocol on stdin; Ctrl-C ends it. See docs/guides/mcp.md.');
    const caller = { usesKey: context.usesKey() };
    const local = await localOf(client, options);
    await serve(createMcpServer({ client, tools, signal: world.signal, caller, local }), world);
  });
}
