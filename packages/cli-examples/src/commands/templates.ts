import type { Command } from 'commander';
import type { World } from '../context.ts';
import { countText } from '../terminal/count-text.ts';
import { handle, wholeNumber } from './command.ts';

/** templates list, use and estimate. */
export function addTemplateCommands(program: Command, world: World): void {
  const templates = program.command('templates').description('Workflows to start from.');
  const list = templates
    .command('list')
    .description('List templates.')
    .option('--limit <n>', 'at most so many', wholeNumber(1), 50);
  handle<{ limit: number }>(list, world, async (context, { options: { limit } }) => {
    const pages = (await context.client()).templates.list({}, { signal: world.signal });
    const rows = await pages.toArray({ limit });
    const columns = ['id', 'name', 'category', 'description'].map((title) => ({ title }));
    context.show(rows, () =>
      context.table(
        columns,
        rows.map(({ id, name, category, description }) => [id, name, category ?? '-', description ?? '']),
      ),
    );
  });
  const use = templates
    .command('use <template-id>')
    .alias('clone')
    .description('Make a workflow out of a template and print its id.')
    .option('--name <name>', 'what to call it');
  handle<{ name?: string }, [string]>(use, world, async (context, { args: [id], options }) => {
    const client = await context.client();
    const workflow = await client.templates.clone(id, options, { signal: world.signal });
    context.show(workflow, () => workflow.id);
  });
  const estimate = templates
    .command('estimate <template-id>')
    .alias('preview')
    .description('What 1,000 characters of a script would cost.');
  handle<object, [string]>(estimate, world, async (context, { args: [id] }) => {
    const found = await (await context.client()).templates.estimate(id, { signal: world.signal });
    const { credits_per_1000_characters: least, max_credits_per_1000_characters: most } = found;
    context.show(found, () =>
      least === null || most === null
        ? 'Not known: a provider of the template is not set up.'
        : `${countText(least, 'credit')} for 1,000 characters, ${most} with every retry.`,
    );
  });
}
