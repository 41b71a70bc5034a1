import { z } from 'zod';
import { TranscriptionProviderId } from '../areas/providers/ids.ts';
import { LocaleCode } from '../areas/text/locales.ts';
import { Uuid } from '../primitives.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const Column = z.union([z.string().min(1).max(200), z.int().min(0).max(9_999)]).optional();

/** Whether csv files need a column of speakers. Headings of other names belong to `columns`. */
export const CsvColumn = z.enum(['character_name'], {
  error:
    'The only value is character_name. Name the column of the speakers, such as Actor, in columns.character_name.',
});

const config = z.strictObject({
  input_type: z.enum(['text', 'file', 'media']).default('text').describe('Where the lines come from.'),
  text: z.string().max(500_000).default('').describe('The script for `text`: one line per non-empty line.'),
  upload_ids: z.array(Uuid).max(50).default([]).describe('Confirmed uploads for `file` and `media`.'),
  csv_column: CsvColumn.nullable()
    .default(null)
    .describe(
      '`character_name`: csv files have a column of this name, or of an alias of it, that names the speaker; ' +
        'a file without one cannot start. null: the column of speakers is detected.',
    ),
  csv_has_header: z.boolean().default(true).describe('Whether the first row of csv files names the columns.'),
  columns: z
    .strictObject({
      line_id: Column.describe('The id of a line.'),
      script: Column.describe('What is spoken.'),
      character_name: Column.describe('Who speaks.'),
      locale: Column.describe('The locale of a line.'),
      notes: Column.describe('Notes for people.'),
      direction: Column.describe('How a line is to be said, for people. It changes nothing that is spoken.'),
      max_duration_ms: Column.describe(
        'How long a line may be. Milliseconds, where neither the header nor the cell names a unit.',
      ),
    })
    .default({})
    .describe(
      'Columns of csv files: headers, or zero-based indexes where the file has no header row. ' +
        'What is left out is detected.',
    ),
  source_language: LocaleCode.nullable()
    .default(null)
    .describe('Locale of lines that name none; null = detected.'),
  transcription_provider: TranscriptionProviderId.nullable()
    .default(null)
    .describe('Who writes `media` down; null = the first one that the workspace has a key for.'),
  transcription_model: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe("null = the provider's default model."),
});

/** Until version 1 `csv_column` named the column of the script: a header, or an index in digits. */
function withScriptColumn({ csv_column, ...config }: Record<string, unknown>): Record<string, unknown> {
  if (typeof csv_column !== 'string' || csv_column === 'character_name') {
    return csv_column === undefined ? config : { csv_column, ...config };
  }
  return { ...config, columns: { script: csv_column } };
}

/** Reads a script (text, file or media) into lines. */
export const sourceScript = nodeType({
  node_type: 'source_script',
  category: 'source',
  display_name: 'Script',
  description: 'Reads a script from text or files, one line per sentence, row or cue.',
  version: 2,
  inputs: [],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
  upgrades: { 1: withScriptColumn },
});
