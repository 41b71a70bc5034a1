import { type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { confirm } from '../terminal/prompt.ts';
import { handle, wholeNumber } from './command.ts';
import { addLexiconCommands } from './lexicon.ts';

interface AddOptions {
  language?: string;
  method: 'spelled' | 'ipa';
  description?: string;
  before?: string;
  after?: string;
}

const wordsOf = (list = ''): string[] =>
  list
    .split(';')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The language of this machine's messages, without region; English if not set. */
function machineLanguage({ env }: World): string {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^([a-z]{2,3})[_-]/.exec(locale)?.[1] ?? 'en';
}

/** dictionary list, add, delete, import, export and effects. */
export function addDictionaryCommands(program: Command, world: World): void {
  const dictionary = program.command('dictionary').description('Manage the pronunciation of words.');
  const list = dictionary
    .command('list')
    .description('List entries.')
    .option('--language <locale>', 'only entries of this language')
    .option('--limit <n>', 'maximum number of results', wholeNumber(1), 100);
  handle<{ language?: string; limit: number }>(list, world, async (context, { options }) => {
    const { limit, ...query } = options;
    const pages = (await context.client()).dictionary.list(query, { signal: world.signal });
    context.list(await pages.toArray({ limit }), [
      'id',
      'language',
      'word',
      ['said', ({ pronunciation, ipa }) => pronunciation ?? ipa ?? '(recorded)'],
    ]);
  });
  const add = dictionary
    .command('add <word> <said>')
    .alias('create')
    .description('Set the pronunciation of a word and print the ID of the entry.')
    .option(
      '--language <locale>',
      'a language with all its regions, such as en, or one region, such as en-us (default: the language of this machine)',
    )
    .addOption(
      new Option('--method <method>', 'notation of the pronunciation')
        .choices(['spelled', 'ipa'])
        .default('spelled'),
    )
    .option('--before <words>', 'words separated by ";", one of which must stand directly before the word')
    .option('--after <words>', 'words separated by ";", one of which must stand directly after the word')
    .option('--description <text>', 'note about the entry');
  handle<AddOptions, [string, string]>(add, world, async (context, { args: [word, said], options }) => {
    const { method, description, language = machineLanguage(world) } = options;
    if (!options.language)
      context.note(
        `The entry is for ${language} in all regions. --language sets another language or a region.`,
      );
    const spoken = method === 'ipa' ? { ipa: said } : { pronunciation: said };
    const [before, after] = [wordsOf(options.before), wordsOf(options.after)];
    const where = before.length + after.length > 0 ? { context: { before, after } } : {};
    const body = {
      word,
      method,
      language,
      ...spoken,
      ...where,
      ...(description !== undefined && { description }),
    };
    const entry = await (await context.client()).dictionary.create(body, { signal: world.signal });
    context.show(entry, () => entry.id);
  });
  const remove = dictionary.command('delete <entry-id>').description('Delete an entry.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the entry ${id}?`);
    await (await context.client()).dictionary.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
  addLexiconCommands(dictionary, world);
}
