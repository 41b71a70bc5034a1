import type { ReviewDecision, ReviewFilter } from '@voiceloom/sdk';
import { Argument, type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { several, wholeNumber } from '../option-values.ts';
import { countText } from '../terminal/count-text.ts';
import { handle } from './command.ts';

interface FilterOptions {
  locale?: string[];
  character?: string[];
  decision?: string[];
  verdict?: string[];
  search?: string;
}

const DECISIONS = ['approved', 'rejected', 'needs_work', 'waived', 'open'] as const;

/** Adds the options that select lines. */
const withFilter = (command: Command): Command =>
  command
    .option('--locale <locale>', 'only lines in this locale; may be repeated', several)
    .option('--character <name>', 'only lines of this character; may be repeated', several)
    .option('--decision <decision>', 'only lines with this decision, or open ones; may be repeated', several)
    .option('--verdict <verdict>', 'only lines with this result of checks; may be repeated', several)
    .option('--search <text>', 'only lines with this text, ID or character');

/** The filter that the options select. Passes values unchecked, because the service reports unknown ones. */
function filterOf({ locale, character, decision, verdict, search }: FilterOptions): ReviewFilter {
  const options = { locale, character, decision, verdict, search };
  const selection = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(selection) as ReviewFilter;
}

/** The lines that a command selects, by position or by filter. Undefined if it selects none. */
function targetOf(lineIds: string[], options: FilterOptions) {
  const nos = lineIds.map((text) => {
    if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
    throw new UsageError(`${text} is not the position of a line, a number from 1.`);
  });
  const filter = filterOf(options);
  const isFiltered = Object.keys(filter).length > 0;
  if (nos.length > 0 && isFiltered)
    throw new UsageError('Name lines, or select them with options, not both.');
  if (nos.length > 0) return { nos };
  if (isFiltered) return { filter };
  return undefined;
}

const lines = new Argument('[line...]', 'positions of lines, as `review items` lists them');

interface DecideOptions extends FilterOptions {
  reason?: string;
  note?: string;
  unlock?: true;
}

/** Adds `review decide`, for lines by position or by filter. */
function addDecide(review: Command, world: World): void {
  const decide = withFilter(
    review
      .command('decide <review-id>')
      .addArgument(new Argument('<verdict>', 'the decision').choices(DECISIONS))
      .addArgument(lines),
  )
    .description('Decide about lines. `open` withdraws a decision.')
    .option('--reason <text>', 'a short reason')
    .option(
      '--note <text>',
      'instructions for the next take; a retry sends them to models that support directions',
    )
    .option('--unlock', 'also withdraw approvals with a locked take');
  handle<DecideOptions, [string, (typeof DECISIONS)[number], string[]]>(
    decide,
    world,
    async (context, { args: [id, choice, lineIds], options }) => {
      const target = targetOf(lineIds, options);
      if (!target) throw new UsageError('Name lines, or select them with options.');
      const { reason, note, unlock } = options;
      const fields: { decision: ReviewDecision | null; reason?: string; note?: string; unlock?: true } = {
        decision: choice === 'open' ? null : choice,
      };
      if (reason) fields.reason = reason;
      if (note) fields.note = note;
      if (unlock) fields.unlock = unlock;
      const entries = target.nos?.map((no) => ({ no, ...fields }));
      const body = entries ? { entries } : { ...target, ...fields };
      const client = await context.client();
      const result = await client.reviews.decideMany(id, body, { signal: world.signal });
      const { saved_count, conflicts_count, conflicts } = result;
      let text = `Saved: ${saved_count}.`;
      if (conflicts_count > 0) text += ` Conflicts: ${conflicts_count}.`;
      if (!unlock && conflicts.some(({ is_locked }) => is_locked))
        text += ' To change approvals with a locked take, add --unlock.';
      context.show(result, () => text);
      if (conflicts_count > 0) return 1;
      return 0;
    },
  );
}

interface AssignOptions extends FilterOptions {
  to?: string;
  guests?: string;
  due?: string;
}

/** Adds `review assign`, to a member or to guests. */
function addAssign(review: Command, world: World): void {
  const assign = withFilter(review.command('assign <review-id>').addArgument(lines))
    .description('Assign lines to a member of the workspace, or to the guests of a share link.')
    .option('--to <user-id>', 'the member')
    .option('--guests <link-id>', 'the share link')
    .option('--due <time>', 'due date, in ISO 8601');
  handle<AssignOptions, [string, string[]]>(
    assign,
    world,
    async (context, { args: [id, lineIds], options }) => {
      const { to, guests, due } = options;
      const hasOneAssignee = (to === undefined) !== (guests === undefined);
      if (!hasOneAssignee)
        throw new UsageError('Name either a member with --to or a share link with --guests.');
      const target = targetOf(lineIds, options);
      if (!target) throw new UsageError('Name lines, or select them with options.');
      const assignee = to === undefined ? { link_id: guests } : { user_id: to };
      const body = { ...assignee, ...target, ...(due && { due_at: due }) };
      const client = await context.client();
      const assignment = await client.reviews.assign(id, body, { signal: world.signal });
      const count = countText(assignment.items_count, 'line');
      context.show(assignment, () => `Assigned ${count} to ${assignment.assignee.name}.`);
    },
  );
}

const PERMISSIONS = ['listen', 'comment', 'decide'] as const;

interface ShareOptions {
  label: string;
  permission: (typeof PERMISSIONS)[number];
  locale?: string[];
  character?: string[];
  expires?: string;
}

/** Adds `review share`, which creates a link for guests. */
function addShare(review: Command, world: World): void {
  const share = review
    .command('share <review-id>')
    .description('Create a link for people without an account, and print its URL, which is shown only once.')
    .requiredOption('--label <text>', 'label of the link, such as the recipient')
    .addOption(
      new Option('--permission <permission>', 'what guests may do').choices(PERMISSIONS).default('comment'),
    )
    .option('--locale <locale>', 'show only lines in this locale; may be repeated', several)
    .option('--character <name>', 'show only lines of this character; may be repeated', several)
    .option('--expires <time>', 'when the link ends, in ISO 8601; by default in 14 days');
  handle<ShareOptions, [string]>(share, world, async (context, { args: [id], options }) => {
    const { label, permission, locale, character, expires } = options;
    const scope = { ...(locale && { locales: locale }), ...(character && { characters: character }) };
    const body = { label, permission, ...scope, ...(expires && { expires_at: expires }) };
    const client = await context.client();
    const link = await client.reviews.createLink(id, body, { signal: world.signal });
    context.show(link, () => link.url);
  });
}

/** review open, items, decide, retry, unlock, assign and share. */
export function addReviewCommands(program: Command, world: World): void {
  const review = program.command('review').alias('reviews').description('Review the lines of a run.');
  const open = review
    .command('open <workflow-id> <run-id>')
    .description('Open the review of a run that has ended, and print its ID.');
  handle<object, [string, string]>(open, world, async (context, { args: [workflowId, runId] }) => {
    const client = await context.client();
    const newReview = await client.reviews.open(workflowId, runId, { signal: world.signal });
    context.show(newReview, () => newReview.id);
  });
  const items = withFilter(review.command('items <review-id>'))
    .description('List the lines of a review.')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 100);
  handle<FilterOptions & { limit: number }, [string]>(items, world, async (context, { args, options }) => {
    const client = await context.client();
    const [id] = args;
    const query = { ...filterOf(options), limit: Math.min(options.limit, 500) };
    const page = await client.reviews.items(id, query, { signal: world.signal });
    if (page.total > page.items.length)
      context.note(`${page.items.length} of ${page.total} lines. Options select others.`);
    context.list(page.items, [
      'no',
      ['line', 'line_id'],
      ['locale', 'locale_code'],
      'verdict',
      ['decision', ({ decision, is_locked }) => `${decision ?? 'open'}${is_locked ? ' (locked)' : ''}`],
      ['text', 'script'],
    ]);
  });
  addDecide(review, world);
  const retry = withFilter(review.command('retry <review-id>').addArgument(lines))
    .description('Speak lines again, by default those that are rejected or need work, and print the run ID.')
    .option('--preview', 'only show the cost');
  handle<FilterOptions & { preview?: true }, [string, string[]]>(
    retry,
    world,
    async (context, { args: [id, lineIds], options }) => {
      const { reviews } = await context.client();
      const body = targetOf(lineIds, options) ?? {};
      if (options.preview) {
        const estimate = await reviews.retryPreview(id, body, { signal: world.signal });
        const { expected_credits, max_credits, new_takes, notes } = estimate;
        const cost = `Expected cost: ${expected_credits} (maximum ${max_credits}). New takes: ${new_takes}.`;
        context.show(estimate, () => [cost, ...notes.map(({ message }) => `note     ${message}`)].join('\n'));
        return;
      }
      const run = await reviews.retry(id, body, { signal: world.signal });
      context.show(run, () => run.id);
    },
  );
  const unlock = withFilter(review.command('unlock <review-id>').addArgument(lines)).description(
    'Allow later runs to speak approved lines again. Their decisions remain.',
  );
  handle<FilterOptions, [string, string[]]>(
    unlock,
    world,
    async (context, { args: [id, lineIds], options }) => {
      const target = targetOf(lineIds, options);
      if (!target) throw new UsageError('Name lines, or select them with options.');
      const result = await (await context.client()).reviews.unlock(id, target, { signal: world.signal });
      context.show(result, () => `Unlocked: ${result.unlocked_count}.`);
    },
  );
  addAssign(review, world);
  addShare(review, world);
}
