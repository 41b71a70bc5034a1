import { z } from 'zod';
import { CsvColumn } from '../../nodes/source-script.ts';
import { Uuid } from '../../primitives.ts';
import { QueryBoolean } from '../../query.ts';
import { LocaleCode } from '../text/locales.ts';

const Count = z.int().min(0);

/** How a script was read: what became a line, which columns were used, and what was skipped. */
export const ScriptReading = z
  .object({
    format: z.string().describe('The extension of the file name; `txt` for text in the config.'),
    encoding: z
      .string()
      .nullable()
      .describe('The encoding of the text; null for formats that name their own.'),
    encoding_guessed: z.boolean().describe('Neither the file nor its bytes say which encoding it is.'),
    line_count: Count.describe('A line for each script and locale.'),
    generated_id_count: Count.describe('Lines whose id is their position, because the file gives none.'),
    columns_used: z
      .array(
        z.object({
          column: z.string().describe('The header, or the zero-based index without a header row.'),
          used_as: z
            .enum([
              'line_id',
              'script',
              'character_name',
              'locale',
              'notes',
              'direction',
              'max_duration_ms',
              'source_line_id',
            ])
            .describe('What the column holds.'),
          locale_code: z.string().optional().describe('The locale of a script column.'),
        }),
      )
      .describe('Columns of a table, or fields of JSON entries, that were read; at most 100.'),
    columns_unused: z.array(z.string()).describe('Columns that were not read; at most 100.'),
    skipped_count: Count.describe('Parts that hold something and make no line.'),
    skipped: z
      .array(
        z.object({
          row: z.int().describe('From 1: the spreadsheet row of a table, the text line of other formats.'),
          code: z.string().describe('Such as `broken_cue` or `metadata`.'),
          message: z.string(),
        }),
      )
      .describe('The first 50 of them.'),
    locales: z
      .array(z.object({ locale_code: z.string(), line_count: Count }))
      .describe('Lines per locale, most lines first; at most 200.'),
    characters: z
      .array(z.object({ character_name: z.string().nullable(), line_count: Count }))
      .describe('Lines per character, most lines first; at most 200. null = lines without a character.'),
  })
  .meta({ id: 'ScriptReading', description: 'How a script was read.' });
/** How a script was read. */
export type ScriptReading = z.infer<typeof ScriptReading>;

/** How one file of a source was read. */
export const SourceReading = z
  .object({
    node_id: Uuid.describe('The source.'),
    upload_id: Uuid.nullable().describe('null for text in the config.'),
    filename: z.string().nullable(),
    reading: ScriptReading.describe('How the file was read.'),
  })
  .meta({ id: 'SourceReading', description: 'How one file of a source was read.' });
/** How one file of a source was read. */
export type SourceReading = z.infer<typeof SourceReading>;

const column = (what: string, example: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: `The column of ${what}: a header, or a zero-based index where \`csv_has_header\` is false.`,
      examples: [example],
    });

/** How to read an upload: as the config of a `source_script` does. */
export const UploadScriptQuery = z.object({
  csv_has_header: QueryBoolean.default(true).describe(
    'Whether the first row of a csv file names the columns.',
  ),
  csv_column: CsvColumn.optional().describe(
    '`character_name`: a csv file must have a column that names the speaker.',
  ),
  'columns.line_id': column('ids', 'String ID'),
  'columns.script': column('what is spoken', 'EN-US'),
  'columns.character_name': column('speakers', 'Speaker'),
  'columns.locale': column('locales', 'Language'),
  'columns.notes': column('notes', 'Context'),
  'columns.direction': column('directions', 'Direction'),
  'columns.max_duration_ms': column('longest durations', 'Max ms'),
  source_language: LocaleCode.optional().describe(
    'The locale of lines that name none; without it, it is detected.',
  ),
});
/** How to read an upload. */
export type UploadScriptQuery = z.infer<typeof UploadScriptQuery>;

/** An uploaded script as a run would read it. */
export const UploadScript = z
  .object({
    upload_id: Uuid,
    filename: z.string(),
    reading: ScriptReading.describe('How the file is read.'),
    lines: z
      .array(
        z.object({
          line_id: z.string(),
          source_line_id: z.string().nullable(),
          row: z.int().describe('From 1, as in `reading.skipped`.'),
          locale_code: z.string(),
          character_name: z.string().nullable(),
          script: z.string(),
          notes: z.string().nullable().describe('Notes for people.'),
          direction: z.string().nullable().describe('How the line is to be said, for people.'),
          max_duration_ms: Count.nullable().describe('How long its audio may be.'),
          start_ms: Count.nullable().describe('Where it starts, in formats with times.'),
        }),
      )
      .describe('The first 50 lines.'),
  })
  .meta({ id: 'UploadScript', description: 'An uploaded script as a run would read it.' });
/** An uploaded script as a run would read it. */
export type UploadScript = z.infer<typeof UploadScript>;
