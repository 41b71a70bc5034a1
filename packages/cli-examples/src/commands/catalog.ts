import type { VoicesListQuery } from '@voiceloom/sdk';
import type { Command } from 'commander';
import type { Context, World } from '../context.ts';
import { several, wholeNumber } from '../option-values.ts';
import { handle } from './command.ts';

const portText = (ports: readonly { name: string }[]): string =>
  ports.map(({ name }) => name).join(', ') || '-';

async function listNodes(context: Context): Promise<void> {
  const nodes = await (await context.client()).nodes.list({ signal: context.world.signal });
  context.list(nodes, [
    ['node type', 'node_type'],
    ['in', ({ inputs }) => portText(inputs)],
    ['out', ({ outputs }) => portText(outputs)],
    ['what it does', 'description'],
  ]);
}

/** nodes and voices. */
export function addCatalogCommands(program: Command, world: World): void {
  const nodes = program
    .command('nodes [node-type]')
    .description('List node types, or show the config of one.');
  handle<object, [string | undefined]>(nodes, world, async (context, { args: [type] }) => {
    if (type === undefined) return listNodes(context);
    const node = await (await context.client()).nodes.get(type, { signal: world.signal });
    context.show(node, () => JSON.stringify(node, null, 2));
  });
  const voices = program
    .command('voices')
    .description('List voices.')
    .option('--language <locale>', 'a locale such as de-de; may be repeated', several)
    .option('--gender <gender>', 'female, male or neutral; may be repeated', several)
    .option('--search <text>', 'text in the name or description')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 100);
  handle<{ language?: string[]; gender?: string[]; search?: string; limit: number }>(
    voices,
    world,
    async (context, { options: { limit, ...query } }) => {
      const client = await context.client();
      const pages = client.voices.list(
        { ...(query as VoicesListQuery), limit: Math.min(limit, 100) },
        { signal: world.signal },
      );
      const languages = ['languages', 'supported_languages'] as const;
      context.list(await pages.toArray({ limit }), ['id', 'name', languages, 'gender', 'age', 'provider']);
    },
  );
}
