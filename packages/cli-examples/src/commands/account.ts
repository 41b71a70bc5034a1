import type { UsageRange } from '@voiceloom/sdk';
import { type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { table } from '../table.ts';
import { handle } from './command.ts';

const FACTS = [{ title: 'what' }, { title: 'how much', isNumber: true }];

/** usage, credits and limits. */
export function addAccountCommands(program: Command, world: World): void {
  const usage = program
    .command('usage')
    .description('What the workspace used.')
    .addOption(new Option('--range <days>', 'how far back').choices(['30d', '60d', '90d']).default('30d'))
    .option('--timezone <zone>', 'where days begin, such as Europe/Berlin');
  handle<{ range: UsageRange; timezone?: string }>(usage, world, async (context, { options }) => {
    const summary = await (await context.client()).usage.summary(options, { signal: world.signal });
    const { credits, characters, lines, runs } = summary;
    context.show(summary, () =>
      table(FACTS, [
        ['credits', credits.used],
        ['characters', characters.total],
        ['lines', lines.total],
        ['runs', runs.total],
        ['  completed', runs.completed],
        ['  failed', runs.failed],
      ]),
    );
  });
  const credits = program.command('credits').description('What the account has left; needs a token.');
  handle(credits, world, async (context) => {
    const found = await (await context.client()).users.getCredits({ signal: world.signal });
    context.show(found, () =>
      table(FACTS, [
        ['remaining', found.remaining],
        ['used in this period', found.used],
        ['granted for a period', found.plan_grant],
        ['period ends', found.period_end],
      ]),
    );
  });
}
