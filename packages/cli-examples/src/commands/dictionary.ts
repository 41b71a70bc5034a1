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

interface Said {
  said: string | undefined;
  options: AddOptions;
  signal: AbortSignal;
}

/** The pronunciation of an entry: as written, or a recording, which is uploaded first. */
async function spokenOf(
  context: Context,
  { said, options: { method = 'spelled', ...options }, signal }: Said,
): Promise<Pick<DictionaryEntryInput, 'method' | 'ipa' | 'pronunciation' | 'upload_id'>> {
  const { recording, workflow } = options;
  if (recording === undefined) {
    if (said === undefined) throw new UsageError('Specify the pronunciation, or a file with --recording.');
    if (workflow !== undefined) throw new UsageError('--workflow is only for --recording.');
    return method === 'ipa' ? { method, ipa: said } : { method, pronunciation: said };
  }
  if (method === 'ipa') throw new UsageError('A recording has no IPA. Omit --method.');
  if (workflow === undefined)
    throw new UsageError('--recording requires --workflow, the workflow to upload the file to.');
  const upload = await uploadFile(context, { path: recording, category: 'dictionary', workflow, signal });
  return { method: 'recorded', upload_id: upload.id, ...(said !== undefined && { pronunciation: said }) };
}

interface PreviewOptions {
  workflow: string;
  locale: string;
  text?: string;
}

function addPreview(dictionary: Command, world: World): void {
  const preview = dictionary
    .command('preview <entry-id>')
    .description('Speak an entry in each voice of a workflow and print links to the audio.')
    .requiredOption('--workflow <workflow-id>', 'workflow with the voices to use')
    .requiredOption('--locale <locale>', 'use the voices of the lines in this locale')
    .option('--text <text>', 'text that contains the word (default: the word alone)');
  handle<PreviewOptions, [string]>(preview, world, async (context, { args: [entry_id], options }) => {
    const { workflow, ...more } = options;
    const body = { entry_id, workflow_id: workflow, ...more };
    const heard = await (await context.client()).dictionary.preview(body, { signal: world.signal });
    if (context.flags.json) context.show(heard, () => '');
    else
      context.list(heard.voices, [
        ['voice', 'voice_name'],
        'provider',
        'model',
        ['audio', ({ link, reason }) => link?.url ?? reason],
      ]);
    context.note(`Spoken: ${heard.text}`);
  });
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
    async (context, { args: [word, said], options }) => {
      const { description, language = machineLanguage(world) } = options;
      const spoken = await spokenOf(context, { said, options, signal: world.signal });
      if (!options.language)
        context.note(
          `The entry is for ${language} in all regions. --language sets another language or a region.`,
        );
      const [before, after] = [wordsOf(options.before), wordsOf(options.after)];
      const where = before.length + after.length > 0 ? { context: { before, after } } : {};
      const body = { word, language, ...spoken, ...where, ...(description !== undefined && { description }) };
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
  addPreview(dictionary, world);
  addLexiconCommands(dictionary, world);
}
