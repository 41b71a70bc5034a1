import type { Budget, BudgetAction, BudgetPeriod, BudgetScope, CreateBudget } from '@voiceloom/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, World } from '../../context.ts';
import { confirm } from '../../dialog/prompt.ts';
import { UsageError } from '../../errors/failures.ts';
import { wholeNumber } from '../../option-values.ts';
import { handle } from '../command.ts';

interface SetOptions {
  credits?: number;
  usd?: number;
  action?: BudgetAction;
  period?: BudgetPeriod;
  member?: string;
  apiKey?: string;
  workflow?: string;
}

/** Parses an amount in US dollars to millionths, exactly. */
function usdMicros(text: string): number {
  const [, dollars = '', cents = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  const micros = Number(dollars) * 1_000_000 + Number(cents.padEnd(6, '0'));
  if (dollars === '' || micros < 1)
    throw new InvalidArgumentError('It must be an amount in US dollars, such as 50 or 12.50.');
  return micros;
}

const formatUsd = (micros: number): string => (micros / 1_000_000).toFixed(2);

/** What is used of a limit. */
function usedText(used: number | string, limit: number | string | null): string {
  return limit === null ? '-' : `${used} of ${limit}`;
}

async function findBudget(context: Context, nameOrId: string): Promise<Budget | undefined> {
  const client = await context.client();
  // A workspace has at most 100 budgets.
  const budgets = await client.budgets.list({ limit: 100 }, { signal: context.world.signal }).toArray();
  const matches = budgets.filter(({ id, name }) => id === nameOrId || name === nameOrId);
  if (matches.length > 1)
    throw new UsageError(
      `There are ${matches.length} budgets named ${JSON.stringify(nameOrId)}. Use the ID of one: ${matches.map(({ id }) => id).join(', ')}.`,
    );
  return matches[0];
}

/** The scope that the options name. Undefined if they name none. */
function scopeIn({
  member,
  apiKey,
  workflow,
}: SetOptions): Pick<CreateBudget, 'scope' | 'scope_id'> | undefined {
  const scopes: [BudgetScope, string][] = [];
  if (member !== undefined) scopes.push(['member', member]);
  if (apiKey !== undefined) scopes.push(['api_key', apiKey]);
  if (workflow !== undefined) scopes.push(['workflow', workflow]);
  if (scopes.length > 1) throw new UsageError('Use only one of --member, --api-key and --workflow.');
  const [scope] = scopes;
  return scope && { scope: scope[0], scope_id: scope[1] };
}

/** budgets list, set and remove. */
export function addBudgetCommands(program: Command, world: World): void {
  const budgets = program
    .command('budgets')
    .description('Manage the budgets of the workspace. Changes require a token.');
  const list = budgets.command('list').description('List budgets with what they have used.');
  handle(list, world, async (context) => {
    const pages = (await context.client()).budgets.list({}, { signal: world.signal });
    context.list(await pages.toArray(), [
      'id',
      'name',
      ['scope', ({ scope, scope_id }) => (scope_id === null ? scope : `${scope} ${scope_id}`)],
      'period',
      'action',
      ['credits', ({ current, limit_credits }) => usedText(current.credits, limit_credits)],
      [
        'US dollars',
        ({ current, limit_usd_micros: limit }) =>
          usedText(formatUsd(current.provider_usd_micros), limit === null ? null : formatUsd(limit)),
      ],
    ]);
  });
  const set = budgets
    .command('set <name>')
    .alias('create')
    .description('Create a budget, or change the limits and the action of the one with this name or ID.')
    .option('--credits <n>', 'credits per period', wholeNumber(1))
    .option('--usd <amount>', 'US dollars per period that providers bill to your own keys', usdMicros)
    .addOption(
      new Option('--action <action>', 'what happens when it is used up (default: pause)').choices([
        'warn',
        'pause',
        'deny',
      ]),
    )
    .addOption(
      new Option('--period <period>', 'day or month, in UTC (default: month)').choices(['day', 'month']),
    )
    .option('--member <user-id>', 'only runs that this member starts')
    .option('--api-key <key-id>', 'only runs that this API key starts')
    .option('--workflow <workflow-id>', 'only runs of this workflow');
  handle<SetOptions, [string]>(set, world, async (context, { args: [name], options }) => {
    const { credits, usd, action, period } = options;
    const limits: Pick<CreateBudget, 'limit_credits' | 'limit_usd_micros' | 'action'> = {};
    if (credits !== undefined) limits.limit_credits = credits;
    if (usd !== undefined) limits.limit_usd_micros = usd;
    if (action !== undefined) limits.action = action;
    const scope = scopeIn(options);
    const client = await context.client();
    const existingBudget = await findBudget(context, name);
    let budget: Budget;
    if (existingBudget) {
      const isOther =
        (period !== undefined && period !== existingBudget.period) ||
        (scope && (scope.scope !== existingBudget.scope || scope.scope_id !== existingBudget.scope_id));
      if (isOther)
        throw new UsageError(
          `The budget ${existingBudget.id} has another period or scope, which cannot change. Remove it, or choose another name.`,
        );
      budget = await client.budgets.update(existingBudget.id, limits, { signal: world.signal });
    } else {
      if (credits === undefined && usd === undefined)
        throw new UsageError('A new budget requires --credits, --usd, or both.');
      const body: CreateBudget = { name, ...limits, ...scope };
      if (period !== undefined) body.period = period;
      budget = await client.budgets.create(body, { signal: world.signal });
    }
    context.show(budget, () => budget.id);
  });
  const remove = budgets
    .command('remove <budget>')
    .alias('delete')
    .description('Delete a budget, by its name or ID.');
  handle<object, [string]>(remove, world, async (context, { args: [nameOrId] }) => {
    const budget = await findBudget(context, nameOrId);
    const id = budget?.id ?? nameOrId;
    await confirm(context, `Delete the budget ${budget?.name ?? nameOrId}?`);
    await (await context.client()).budgets.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}
