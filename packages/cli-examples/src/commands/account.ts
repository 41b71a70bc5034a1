import { type PlanLimits, type UsageRange, VoiceloomError } from '@voiceloom/sdk';
import { type Command, Option } from 'commander';
import type { Context, World } from '../context.ts';
import type { Cells } from '../terminal/table.ts';
import { handle } from './command.ts';

const FACTS = [{ title: 'what' }, { title: 'how much', isNumber: true }];

const showFacts = (context: Context, data: unknown, rows: Cells): void =>
  context.show(data, () => context.table(FACTS, rows));

/** An API key cannot read personal data. For a key, shows the usage of the workspace instead, with a note. */
async function orUsage(context: Context, ask: () => Promise<void>): Promise<void> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof VoiceloomError && error.code === 'FORBIDDEN' && context.usesKey())) throw error;
  }
  const { signal } = context.world;
  const { credits, period } = await (await context.client()).usage.summary({ range: '30d' }, { signal });
  context.note(
    "Balance and limits are for signed-in users. An API key may read this workspace's usage of 30 days:",
  );
  showFacts(context, { source: 'usage.summary', period, ...credits }, [
    ['used in 30 days', credits.used],
    ['granted per month', credits.quota ?? 'unlimited'],
  ]);
}

const LIMIT_TEXTS: Readonly<Record<keyof PlanLimits, string>> = {
  monthly_credits: 'credits per month',
  workspaces_per_owner: 'workspaces',
  concurrent_runs_per_user: 'concurrent runs',
  storage_bytes_per_workspace: 'bytes of uploads per workspace',
  retention_days: 'days until audio is deleted',
  byok_enabled: 'whether you can use your own provider keys (1: yes)',
  seats: 'members per workspace',
};

/** usage, credits and limits. */
export function addAccountCommands(program: Command, world: World): void {
  const usage = program
    .command('usage')
    .description('Show the usage of the workspace.')
    .addOption(
      new Option('--range <days>', 'period of the report').choices(['30d', '60d', '90d']).default('30d'),
    )
    .option('--timezone <zone>', 'time zone of the report, such as Europe/Berlin');
  handle<{ range: UsageRange; timezone?: string }>(usage, world, async (context, { options }) => {
    const summary = await (await context.client()).usage.summary(options, { signal: world.signal });
    const { credits, characters, lines, runs } = summary;
    showFacts(context, summary, [
      ['credits', credits.used],
      ['characters', characters.total],
      ['lines', lines.total],
      ['runs', runs.total],
      ['  completed', runs.completed],
      ['  failed', runs.failed],
    ]);
  });
  const credits = program
    .command('credits')
    .description('Show the remaining credits. With an API key, shows the usage of the workspace.');
  handle(credits, world, (context) =>
    orUsage(context, async () => {
      const credits = await (await context.client()).users.getCredits({ signal: world.signal });
      showFacts(context, credits, [
        ['remaining', credits.remaining ?? 'unlimited'],
        ['used in this period', credits.used],
        ['granted per period', credits.plan_grant],
        ['period ends', credits.period_end],
      ]);
    }),
  );
  const limits = program
    .command('limits')
    .description('Show the limits of your plan. With an API key, shows the usage of the workspace.');
  handle(limits, world, (context) =>
    orUsage(context, async () => {
      const limits = await (await context.client()).users.getLimits({ signal: world.signal });
      const names = Object.keys(LIMIT_TEXTS) as (keyof PlanLimits)[];
      const rows = names.map((name) => [LIMIT_TEXTS[name], limits[name]]);
      showFacts(context, limits, rows);
    }),
  );
}
