import type { Command } from 'commander';
import type { World } from '../context.ts';
import { wholeNumber } from '../option-values.ts';
import { countText } from '../terminal/count-text.ts';
import { handle } from './command.ts';

/** templates list, use and estimate. */
export function addTemplateCommands(program: Command, world: World): void {
  const templates = program.command('templates').description('Create workflows from templates.');
  const list = templates
    .command('list')
    .description('List templates.')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 50);
  handle<{ limit: number }>(list, world, async (context, { options: { limit } }) => {
    const pages = (await context.client()).templates.list({}, { signal: world.signal });
    context.list(await pages.toArray({ limit }), [
      'id',
      'name',
      'category',
      ['description', (template) => template.description ?? ''],
    ]);
  });
  const use = templates
    .command('use <template-id>')
    .alias('clone')
    .description('Create a workflow from a template and print its ID.')
    .option('--name <name>', 'name of the workflow');
  handle<{ name?: string }, [string]>(use, world, async (context, { args: [id], options }) => {
    const client = await context.client();
    const workflow = await client.templates.clone(id, options, { signal: world.signal });
    context.show(workflow, () => workflow.id);
  });
  const estimate = templates
    .command('estimate <template-id>')
    .alias('preview')
    .description('Show the cost of 1,000 characters.');
  handle<object, [string]>(estimate, world, async (context, { args: [id] }) => {
    const estimate = await (await context.client()).templates.estimate(id, { signal: world.signal });
    const { credits_per_1000_characters: least, max_credits_per_1000_characters: most } = estimate;
    context.show(estimate, () =>
      least === null || most === null
        ? 'Unknown: a provider of the template is not set up.'
        : `${countText(least, 'credit')} per 1,000 characters, or ${most} if every retry is used.`,
    );
  });
}
