import { z } from 'zod';
import { example, EXAMPLE_IDS as ids } from '../../example.ts';
import { LocaleCode } from '../../locale-code.ts';
import { LineControls } from '../../nodes/operator-generator.ts';
import { CsvColumn } from '../../nodes/source-script.ts';
import { Count, Flag, object, Uuid } from '../../primitives.ts';
import { QueryBoolean, repeated } from '../../query.ts';
import { exampleReading } from './example-reading.ts';

export const ScriptReading = object('ScriptReading', 'How a script was parsed.', {
  format: z.string().describe('The extension of the file name. `txt` for text in the config.'),
  encoding: z.string().nullable().describe('The text encoding. Null for formats that declare their own.'),
  encoding_guessed: Flag.describe(
    'Whether the encoding was guessed, because neither the file nor its bytes declare it.',
  ),
  line_count: Count.describe('The number of lines. A line in two locales counts twice.'),
  generated_id_count: Count.describe(
    'Number of lines that got their position as their ID, because the file has no IDs.',
  ),
  columns_used: z
    .array(
      z.object({
        column: z.string().describe('The header, or the zero-based index without a header row.'),
        used_as: z.enum([
          'line_id',
          'script',
          'character_name',
          'locale',
          'notes',
          'direction',
          'controls',
          'max_duration_ms',
          'max_characters',
          'source_line_id',
        ]),
        locale_code: z.string().optional().describe('The locale of a script column.'),
        unit: z
          .enum(['ms', 's', 'characters'])
          .optional()
          .describe('The unit of a column of limits. Missing if only its cells have units.'),
      }),
    )
    .describe('The columns of a table, or fields of JSON entries, that were used. At most 100.'),
  columns_unused: z.array(z.string()).describe('The columns that were not used. At most 100.'),
  skipped_count: Count.describe(
    'Number of parts of the file that did not become lines. For example, a row without text counts. An empty cell also counts if its row has text in another language.',
  ),
  skipped: z
    .array(
      z.object({
        row: z.int().describe('From 1: the spreadsheet row of a table, the text line of other formats.'),
        code: z.string().describe('A machine-readable code, such as `invalid_cue` or `metadata`.'),
        message: z.string(),
      }),
    )
    .describe('The first 50 skipped parts.'),
  warning_count: Count.describe('All warnings, also those that are not listed.'),
  warnings: z
    .array(
      z.object({
        row: z.int().describe('From 1, as in `skipped`.'),
        code: z
          .string()
          .describe('A machine-readable code, such as `spreadsheet_error` or `unclosed_quote`.'),
        message: z.string(),
      }),
    )
    .describe(
      'The first 50 parts that become lines, but look like mistakes in the file, such as an error value of a spreadsheet.',
    ),
  locales: z
    .array(z.object({ locale_code: z.string(), line_count: Count }))
    .describe('Lines per locale, most lines first. At most 200.'),
  characters: z
    .array(
      z.object({
        character_name: z.string().nullable().describe('Null for lines without a character.'),
        line_count: Count,
      }),
    )
    .describe('Lines per character, most lines first. At most 200.'),
});
export type ScriptReading = z.infer<typeof ScriptReading>;

export const SourceReading = object('SourceReading', 'How a file of a source node was parsed.', {
  node_id: Uuid.describe('The node that reads the script.'),
  upload_id: Uuid.nullable().describe('Null for text in the config.'),
  filename: z.string().nullable().describe('Null for text in the config.'),
  reading: ScriptReading.describe('How the file was parsed.'),
});
export type SourceReading = z.infer<typeof SourceReading>;

const column = (what: string, example: string) =>
  z
    .string()
    .max(200)
    .optional()
    .meta({
      description: `The column of ${what}: a header, or a zero-based index if \`csv_has_header\` is false. Empty means that there is no such column.`,
      examples: [example],
    });

/** How to parse an upload, as in the config of a `source_script`. */
export const UploadScriptQuery = z.object({
  csv_has_header: QueryBoolean.default(true).describe(
    'Whether the first row of a CSV file contains the column names.',
  ),
  csv_column: CsvColumn.optional().describe(
    '`character_name`: a CSV file must have a column with character names.',
  ),
  'columns.line_id': column('line IDs', 'String ID'),
  'columns.script': column('texts', 'EN-US'),
  'columns.texts': repeated(
    z
      .string()
      .max(240)
      .regex(/^[^:]+:./, { error: 'Must be <locale>:<column>.' })
      .meta({ examples: ['en-us:EN-US'] }),
  )
    .optional()
    .describe('The text columns by locale, each as `de-de:German text`. May be repeated.'),
  'columns.character_name': column('characters', 'Speaker'),
  'columns.locale': column('locales', 'Language'),
  'columns.notes': column('notes', 'Context'),
  'columns.direction': column('directions', 'Direction'),
  'columns.max_duration_ms': column('maximum durations', 'Max ms'),
  'columns.max_characters': column('maximum numbers of characters', 'Max chars'),
  source_language: LocaleCode.optional().describe('The locale of lines without one. Default: detected.'),
});
export type UploadScriptQuery = z.infer<typeof UploadScriptQuery>;

export const UploadScript = object('UploadScript', 'An uploaded script, read as in a run.', {
  upload_id: Uuid,
  filename: z.string(),
  reading: ScriptReading.describe('How the file was parsed.'),
  lines: z
    .array(
      z.object({
        line_id: z.string(),
        source_line_id: z
          .string()
          .nullable()
          .describe('The source line of this translation. Null for a source line.'),
        row: z.int().describe('From 1, as in `reading.skipped`.'),
        locale_code: z.string(),
        character_name: z.string().nullable().describe('Null if the file names no character.'),
        script: z.string(),
        notes: z.string().nullable().describe('Notes for people. Not spoken.'),
        direction: z
          .string()
          .nullable()
          .describe('How to speak the line. Models that take directions follow it.'),
        controls: LineControls.nullable().describe('The controls that the script sets for the line.'),
        max_duration_ms: Count.nullable().describe(
          'The maximum duration of the audio, in milliseconds. Null if there is no limit.',
        ),
        max_characters: Count.nullable().describe(
          'The maximum number of characters of the text. Null if there is no limit.',
        ),
        start_ms: Count.nullable().describe('Start time, for formats with times.'),
      }),
    )
    .describe('The first 50 lines.'),
});
export type UploadScript = z.infer<typeof UploadScript>;

example(UploadScript, {
  upload_id: ids.upload_id,
  filename: 'trailer.txt',
  reading: exampleReading,
  lines: ['The storm passed.', 'The harbor slept.'].map((script, index) => ({
    ...{ line_id: `L0000${index + 1}`, source_line_id: null, row: index + 1, locale_code: 'en-us' },
    ...{
      character_name: null,
      script,
      notes: null,
      direction: null,
      controls: null,
      max_duration_ms: null,
      max_characters: null,
      start_ms: null,
    },
  })),
});
