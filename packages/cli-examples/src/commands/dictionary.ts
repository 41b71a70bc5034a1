import type { DictionaryEntryInput } from '@voiceloom/sdk';
import { type Command, Option } from 'commander';
import type { Context, World } from '../context.ts';
import { confirm } from '../dialog/prompt.ts';
import { UsageError } from '../errors/failures.ts';
import { wholeNumber } from '../option-values.ts';
import { handle } from './command.ts';
import { addLexiconCommands } from './lexicon.ts';
import { uploadFile } from './uploads.ts';

interface AddOptions {
  language?: string;
  method?: 'spelled' | 'ipa';
  recording?: string;
  workflow?: string;
  description?: string;
  before?: string;
  after?: string;
}

/** The words of an option: `lead; tin` is `lead` and `tin`. */
const wordsOf = (list = ''): string[] =>
  list
    .split(';')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The pronunciation of an entry: as written, or a recording, which is uploaded first. */
async function readPronunciation(
  context: Context,
  pronunciation: string | undefined,
  options: AddOptions,
): Promise<Partial<DictionaryEntryInput>> {
  const { recording, workflow, method = 'spelled' } = options;
  if (recording === undefined) {
    if (pronunciation === undefined)
      throw new UsageError('Specify the pronunciation, or a file with --recording.');
    if (workflow !== undefined) throw new UsageError('--workflow is only for --recording.');
    if (method === 'ipa') return { method, ipa: pronunciation };
    return { method, pronunciation };
  }
  if (method === 'ipa') throw new UsageError('A recording has no IPA. Omit --method.');
  if (workflow === undefined)
    throw new UsageError('--recording requires --workflow, the workflow to upload the file to.');
  const { signal } = context.world;
  const upload = await uploadFile(context, { path: recording, category: 'dictionary', workflow, signal });
  const fields: Partial<DictionaryEntryInput> = { method: 'recorded', upload_id: upload.id };
  if (pronunciation !== undefined) fields.pronunciation = pronunciation;
  return fields;
}

/** dictionary list, add, preview, delete, import, export and effects. */
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
      'method',
      ['said', ({ method, pronunciation, ipa }) => (method === 'ipa' ? ipa : pronunciation)],
      ['before', ({ context: around }) => around?.before.join('; ') || null],
      ['after', ({ context: around }) => around?.after.join('; ') || null],
    ]);
  });
  const add = dictionary
    .command('add <word> [said]')
    .alias('create')
    .description('Set the pronunciation of a word and print the ID of the entry.')
    .option(
      '--language <locale>',
      'a language with all its regions, such as en, or one region, such as en-us (default: the language of this machine)',
    )
    .addOption(
      new Option('--method <method>', 'notation of the pronunciation (default: spelled)').choices([
        'spelled',
        'ipa',
      ]),
    )
    .option('--recording <file>', 'audio file of the word, which takes use instead of the voice')
    .option('--workflow <workflow-id>', 'workflow that the recording is uploaded to')
    .option('--before <words>', 'words separated by ";"; one of them must occur directly before the word')
    .option('--after <words>', 'words separated by ";"; one of them must occur directly after the word')
    .option('--description <text>', 'note about the entry');
  handle<AddOptions, [string, string | undefined]>(
    add,
    world,
    async (context, { args: [word, pronunciation], options }) => {
      const { LC_ALL, LC_MESSAGES, LANG } = world.env;
      // The language of this machine's messages, without region.
      const [, machineLanguage = 'en'] = /^([a-z]{2,3})[_-]/.exec(LC_ALL || LC_MESSAGES || LANG || '') ?? [];
      const { description, language = machineLanguage } = options;
      const entryFields = await readPronunciation(context, pronunciation, options);
      if (!options.language)
        context.note(
          `The entry is for ${language} in all regions. --language sets another language or a region.`,
        );
      const [before, after] = [wordsOf(options.before), wordsOf(options.after)];
      const body: DictionaryEntryInput = { word, language, ...entryFields };
      if (before.length + after.length > 0) body.context = { before, after };
      if (description !== undefined) body.description = description;
      const entry = await (await context.client()).dictionary.create(body, { signal: world.signal });
      context.show(entry, () => entry.id);
    },
  );
  const remove = dictionary.command('delete <entry-id>').description('Delete an entry.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the entry ${id}?`);
    await (await context.client()).dictionary.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
  const preview = dictionary
    .command('preview <entry-id>')
    .description('Speak an entry in each voice of a workflow and print links to the audio.')
    .requiredOption('--workflow <workflow-id>', 'workflow with the voices to use')
    .requiredOption('--locale <locale>', 'use the voices of the lines in this locale')
    .option('--text <text>', 'text that contains the word (default: the word alone)');
  handle<{ workflow: string; locale: string; text?: string }, [string]>(
    preview,
    world,
    async (context, { args: [entry_id], options }) => {
      const { workflow, ...more } = options;
      const body = { entry_id, workflow_id: workflow, ...more };
      const previewData = await (await context.client()).dictionary.preview(body, { signal: world.signal });
      if (context.flags.json) context.show(previewData, () => '');
      else
        context.list(previewData.voices, [
          ['voice', 'voice_name'],
          'provider',
          'model',
          ['audio', ({ link, reason }) => link?.url ?? reason],
        ]);
      context.note(`Spoken: ${previewData.text}`);
    },
  );
  addLexiconCommands(dictionary, world);
}
