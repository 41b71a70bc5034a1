import { stat } from 'node:fs/promises';
import type { ScriptReading, Upload, UploadCategory, UploadScript } from '@voiceloom/sdk';
import { fileFrom } from '@voiceloom/sdk/node';
import { type Command, Option } from 'commander';
import type { Context, World } from '../context.ts';
import { transferNote } from '../dialog/progress.ts';
import { confirm } from '../dialog/prompt.ts';
import { UsageError } from '../errors/failures.ts';
import { several } from '../option-values.ts';
import { countText } from '../terminal/count-text.ts';
import { handle } from './command.ts';

type AddOptions = { workflow: string; category: UploadCategory };
const CATEGORIES: readonly UploadCategory[] = ['script', 'audio', 'dictionary'];

interface NewUpload extends AddOptions {
  path: string;
  signal: AbortSignal;
}

/** Uploads a file with a note of its progress. */
export async function uploadFile(
  context: Context,
  { path, category, workflow, signal }: NewUpload,
): Promise<Upload> {
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw new UsageError(`The file ${path} does not exist.`);
  return (await context.client()).uploads.upload({
    file: await fileFrom(path),
    category,
    workflowId: workflow,
    onProgress: transferNote(context, 'Uploading'),
    signal,
  });
}

/** uploads add, list, script, delete. */
export function addUploadCommands(program: Command, world: World): void {
  const uploads = program.command('uploads').description('Manage uploaded scripts and audio.');
  const add = uploads
    .command('add <file>')
    .alias('create')
    .description('Upload a file for a workflow.')
    .requiredOption('--workflow <workflow-id>', 'workflow of the upload')
    .addOption(
      new Option('--category <category>', 'type of the content').choices(CATEGORIES).default('script'),
    );
  handle<AddOptions, [string]>(add, world, async (context, { args: [path], options }) => {
    const upload = await uploadFile(context, { path, ...options, signal: world.signal });
    context.show(upload, () => upload.id);
  });
  const list = uploads.command('list <workflow-id>').description('List the uploads of a workflow.');
  handle<object, [string]>(list, world, async (context, { args: [id] }) => {
    const rows = await (await context.client()).workflows.uploads(id, {}, { signal: world.signal }).toArray();
    context.list(rows, ['id', ['file', 'filename'], 'category', ['bytes', 'size_bytes']]);
  });
  const script = uploads
    .command('script <upload-id>')
    .description('Preview how a run reads a script, with its first 50 lines.')
    .option('--language <locale>', 'locale of lines without one')
    .option('--no-header', 'the csv file has no header row')
    .addOption(
      new Option('--csv-column <name>', 'column that the csv file must have').choices(['character_name']),
    )
    .option(
      '--column <field=column>',
      'map a field to a column, by header or zero-based index; may be repeated',
      several,
      [],
    );
  handle<{ language?: string; header: boolean; csvColumn?: 'character_name'; column: string[] }, [string]>(
    script,
    world,
    async (context, { args: [id], options }) => {
      const query = {
        csv_has_header: options.header,
        ...(options.language && { source_language: options.language }),
        ...(options.csvColumn && { csv_column: options.csvColumn }),
        ...Object.fromEntries(options.column.map(columnParameter)),
      };
      const read = await (await context.client()).uploads.script(id, query, { signal: world.signal });
      const { reading, lines } = read;
      const columns = ['id', 'locale', 'character', 'limit', 'script'].map((title) => ({ title }));
      context.show(read, () =>
        [
          ...describeReading(reading),
          context.table(
            columns,
            lines.map((line) => [
              line.line_id,
              line.locale_code,
              line.character_name ?? '-',
              describeLimits(line),
              line.script,
            ]),
          ),
        ].join('\n'),
      );
    },
  );
  const remove = uploads.command('delete <upload-id>').description('Delete an upload.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the upload ${id}?`);
    await (await context.client()).uploads.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}

const FIELDS = [
  ...['line_id', 'script', 'character_name', 'locale', 'notes', 'direction'],
  ...['max_duration_ms', 'max_characters'],
];

/** `script=Final text` as a parameter of the operation. */
function columnParameter(text: string): [string, string] {
  const [field = '', ...rest] = text.split('=');
  const column = rest.join('=');
  if (FIELDS.includes(field) && column !== '') return [`columns.${field}`, column];
  throw new UsageError(`--column must be <field>=<column>; the field is one of ${FIELDS.join(', ')}.`);
}

/** The limits of a line: `1500 ms, 40 characters`. */
function describeLimits({ max_duration_ms, max_characters }: UploadScript['lines'][number]): string {
  const limits: string[] = [];
  if (max_duration_ms !== null) limits.push(`${max_duration_ms} ms`);
  if (max_characters !== null) limits.push(`${max_characters} characters`);
  return limits.join(', ') || '-';
}

/** How a script was read: its columns, its encoding, and what was skipped or may be wrong. */
function describeReading(reading: ScriptReading): string[] {
  const usedColumns = reading.columns_used.map(({ column, used_as, unit }) => {
    const isTime = unit === 'ms' || unit === 's';
    return isTime ? `${column} (${used_as}, in ${unit})` : `${column} (${used_as})`;
  });
  const { encoding, encoding_guessed, line_count, generated_id_count, columns_unused } = reading;
  const facts = [
    `${countText(line_count, 'line')}, ${generated_id_count} of them with an ID generated from the position`,
  ];
  if (usedColumns.length > 0) facts.push(`columns used: ${usedColumns.join(', ')}`);
  if (columns_unused.length > 0) facts.push(`columns not used: ${columns_unused.join(', ')}`);
  if (encoding_guessed) facts.push(`encoding: ${encoding}, guessed`);
  return [
    ...facts,
    ...reading.skipped.map(({ row, message }) => `skipped, row ${row}: ${message}`),
    ...reading.warnings.map(({ row, message }) => `warning, row ${row}: ${message}`),
  ];
}
