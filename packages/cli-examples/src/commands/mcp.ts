import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { createMcpServer } from '../mcp/server.ts';
import { TOOL_SETS, type ToolSet } from '../mcp/tools.ts';
import { handle } from './command.ts';

/** mcp: the API as tools for language models, over stdin and stdout. */
export function addMcpCommand(program: Command, world: World): void {
  const command = program
    .command('mcp')
    .description('Serve the API as tools of the Model Context Protocol, on stdin and stdout.')
    .addOption(
      new Option('--tools <set>', 'read: what changes nothing; all: keys, members and money too')
        .choices(TOOL_SETS)
        .default('default'),
    );
  handle<{ tools: ToolSet }>(command, world, async (context, { options }) => {
    const answer = createMcpServer({
      client: await context.client(),
      set: options.tools,
      signal: world.signal,
    });
    const lines = createInterface({ input: world.stdin, signal: world.signal });
    const working = new Set<Promise<void>>();
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const work = answer(line).then((reply) => {
        if (reply) world.stdout.write(`${JSON.stringify(reply)}\n`);
      });
      working.add(work);
      void work.finally(() => working.delete(work));
    }
    await Promise.all(working);
  });
}
