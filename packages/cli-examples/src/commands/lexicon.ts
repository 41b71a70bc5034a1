import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { LexiconFormat } from '@voiceloom/sdk';
import { type Command, Option } from 'commander';
import type { World } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { readText } from '../files/read-text.ts';
import { countText } from '../terminal/count-text.ts';
import { handle } from './command.ts';

const FORMATS: readonly LexiconFormat[] = ['pls', 'tbx', 'csv'];
const formatOption = (description: string) => new Option('--format <format>', description).choices(FORMATS);

/** dictionary import, export and effects. */
export function addLexiconCommands(dictionary: Command, world: World): void {
  const load = dictionary
    .command('import <file>')
    .description('Create or replace entries from a PLS, TBX or CSV file.')
    .addOption(formatOption('file format (default: the extension of the file)'))
    .option(
      '--language <locale>',
      'language of entries for which the file names none; "*" applies to every locale',
    )
    .option('--keep', 'keep the entries that the dictionary already has');
  handle<{ format?: LexiconFormat; language?: string; keep?: true }, [string]>(
    load,
    world,
    async (context, { args: [file], options }) => {
      const { language, keep, format = formatOf(file) } = options;
      const body = {
        ...{ format, content: await readText(file) },
        ...(language !== undefined && { language }),
        ...(keep && { on_conflict: 'keep' as const }),
      };
      const done = await (await context.client()).dictionary.import(body, { signal: world.signal });
      const { created_count, replaced_count, unchanged_count, problems, problems_count } = done;
      for (const { row, message } of problems) context.warn(`${file}, row ${row}: ${message}`);
      if (problems_count > problems.length)
        context.warn(`${problems_count - problems.length} more problems.`);
      context.show(
        done,
        () => `${created_count} new, ${replaced_count} replaced, ${unchanged_count} unchanged.`,
      );
      if (created_count + replaced_count + unchanged_count === 0 && problems_count > 0) return 1;
      return 0;
    },
  );
  const save = dictionary
    .command('export')
    .description('Write the entries to a PLS, TBX or CSV file and print its name.')
    .addOption(formatOption('file format').default('pls'))
    .option('--language <locale>', 'only entries of exactly this language')
    .option('-o, --output <path>', 'output file (default: the name from the service)')
    .option('--force', 'overwrite an existing file');
  handle<{ format: LexiconFormat; language?: string; output?: string; force?: true }>(
    save,
    world,
    async (context, { options: { output, force, ...query } }) => {
      const client = await context.client();
      const { content, ...summary } = await client.dictionary.export(query, { signal: world.signal });
      const path = output ?? basename(summary.filename);
      await writeFile(path, content, { flag: force ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(
          `${path} cannot be written: ${error.code === 'EEXIST' ? 'it exists; --force overwrites it' : error.message}.`,
        );
      });
      if (summary.omitted_count > 0)
        context.warn(
          `${countText(summary.omitted_count, 'entry', 'entries')} cannot be in the file: recordings, and in a PLS file also entries with a context.`,
        );
      context.show({ path, ...summary }, () => path);
    },
  );
  const effects = dictionary
    .command('effects <word>')
    .description('Show the lines that an entry for the word changes, and the cost of new takes.')
    .option('--language <locale>', 'language of the entry; "*" applies to every locale', '*');
  handle<{ language: string }, [string]>(effects, world, async (context, { args: [word], options }) => {
    const effects = await (await context.client()).dictionary.effects(
      { word, ...options },
      { signal: world.signal },
    );
    const { lines, lines_count, takes_count, credits, is_complete } = effects;
    if (context.flags.json) context.show(effects, () => '');
    else context.list(lines, ['line_id', 'locale_code', 'credits', 'script']);
    const most = is_complete ? '' : 'At least ';
    context.note(
      `${most}${countText(lines_count, 'line')} with ${countText(takes_count, 'take')}: ${countText(credits, 'credit')} for new takes.`,
    );
  });
}

function formatOf(file: string): LexiconFormat {
  const extension = extname(file).slice(1).toLowerCase();
  const knownFormat = FORMATS.find((format) => format === extension);
  if (!knownFormat)
    throw new UsageError(
      `The extension of ${file} does not identify its format. Set --format to pls, tbx or csv.`,
    );
  return knownFormat;
}
