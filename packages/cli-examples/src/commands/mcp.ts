import { stat } from 'node:fs/promises';
import type { Voiceloom } from '@voiceloom/sdk';
import { type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { type LocalTool, localTools } from '../mcp/local-files.ts';
import { AREAS, TOOL_SETS, toolsOf } from '../mcp/sets.ts';
import { handle } from './command.ts';

type McpOptions = { tools: string; readOnly?: boolean; files?: string };
async function openLocalTools(client: Voiceloom, { files, readOnly }: McpOptions): Promise<LocalTool[]> {
  if (files === undefined) return [];
  if (readOnly) throw new UsageError('--files cannot be combined with --read-only.');
  if (!(await stat(files).catch(() => undefined))?.isDirectory())
    throw new UsageError(`--files ${files}: the folder does not exist.`);
  return localTools(client, files);
}

/** mcp: the API as tools for language models, over stdin and stdout. */
export function addMcpCommand(program: Command, world: World): void {
  const command = program
    .command('mcp')
    .description('Start an MCP server on stdin and stdout, with the API as tools.')
    .addOption(
      new Option('--tools <sets>', 'comma-separated sets, areas and operations')
        .default('default')
        .choices([...TOOL_SETS, ...AREAS])
        // The choices are for completion; a list is accepted as well.
        .argParser((text) => text),
    )
    .option('--read-only', 'only tools that do not change anything')
    .option('--files <folder>', 'add tools that upload files from this folder and save audio into it');
  handle<McpOptions>(command, world, async (context, { options }) => {
    const tools = toolsOf(options.tools, { readOnly: options.readOnly === true });
    const client = await context.client();
    if (world.stdin.isTTY)
      context.note('Waiting for an MCP client on stdin. Press Ctrl-C to stop. See docs/guides/mcp.md.');
    const caller = { usesKey: context.usesKey() };
    const local = await openLocalTools(client, options);
    // Imported on first use, because only this command uses the protocol library.
    const { serve } = await import('../mcp/stdio.ts');
    await serve({ client, tools, signal: world.signal, caller, local }, world, ({ message }) =>
      context.warn(message),
    );
  });
}
