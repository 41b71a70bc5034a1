import { type Command, Option } from 'commander';
import { confirm } from '../confirm.ts';
import type { World } from '../context.ts';
import { handle, wholeNumber } from './command.ts';

type AddOptions = { language: string; method: 'spelled' | 'ipa'; description?: string };

/** dictionary list, add and delete. */
export function addDictionaryCommands(program: Command, world: World): void {
  const dictionary = program.command('dictionary').description('How words are said.');
  const list = dictionary
    .command('list')
    .description('List entries.')
    .option('--language <locale>', 'of this language alone')
    .option('--limit <n>', 'at most so many', wholeNumber(1), 100);
  handle<{ language?: string; limit: number }>(list, world, async (context, { options }) => {
    const { limit, ...query } = options;
    const pages = (await context.client()).dictionary.list(query, { signal: world.signal });
    const rows = await pages.toArray({ limit });
    const columns = ['id', 'language', 'word', 'said'].map((title) => ({ title }));
    context.show(rows, () =>
      context.table(
        columns,
        rows.map((one) => [one.id, one.language, one.word, one.pronunciation ?? one.ipa ?? '(recorded)']),
      ),
    );
  });
  const add = dictionary
    .command('add <word> <said>')
    .alias('create')
    .description('Say how a word is said; print the id of the entry.')
    .requiredOption('--language <locale>', 'the language, such as en-us')
    .addOption(
      new Option('--method <method>', 'how it is written').choices(['spelled', 'ipa']).default('spelled'),
    )
    .option('--description <text>', 'what it is for');
  handle<AddOptions, [string, string]>(add, world, async (context, { args: [word, said], options }) => {
    const { method, ...rest } = options;
    const body = { word, method, ...rest, ...(method === 'ipa' ? { ipa: said } : { pronunciation: said }) };
    const entry = await (await context.client()).dictionary.create(body, { signal: world.signal });
    context.show(entry, () => entry.id);
  });
  const remove = dictionary.command('delete <entry-id>').description('Delete an entry.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the entry ${id}?`);
    await (await context.client()).dictionary.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}
