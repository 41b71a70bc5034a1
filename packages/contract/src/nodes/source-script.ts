import { z } from 'zod';
import { LocaleCode } from '../locale-code.ts';
import { Flag, ModelId, Uuid } from '../primitives.ts';
import { TranscriptionProviderId } from '../providers.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const ColumnName = z.union([z.string().min(1).max(200), z.int().min(0).max(9_999)]);
const Column = ColumnName.nullable().optional();

const ONLY_CHARACTER_NAME =
  'Must be character_name. Set the name of the column of speakers, such as Actor, in columns.character_name.';

/** `character_name` if csv files must have a speaker column. `columns` sets the names of columns. */
export const CsvColumn = z
  .enum(['character_name'], { error: ONLY_CHARACTER_NAME })
  .meta({ problem: ONLY_CHARACTER_NAME });

const config = z.strictObject({
  input_type: z.enum(['text', 'file', 'media']).default('text').describe('The source of the lines.'),
  text: z.string().max(500_000).default('').describe('The script for `text`. Each non-empty line is a line.'),
  upload_ids: z.array(Uuid).max(50).default([]).describe('Confirmed uploads for `file` and `media`.'),
  csv_column: CsvColumn.nullable()
    .default(null)
    .describe(
      '`character_name`: CSV files, Word tables and JSON entries must have a column or field of this name, or of an alias, ' +
        'with character names. For other formats, it is an error. ' +
        'Null means the column is detected.',
    ),
  csv_has_header: Flag.default(true).describe(
    'Whether the first row of CSV files and Word tables has the names of the columns.',
  ),
  columns: z
    .strictObject({
      line_id: Column.describe('The ID of a line.'),
      script: Column.describe('The text to speak.'),
      texts: z
        .record(LocaleCode, ColumnName)
        .optional()
        .describe('The text columns by locale. No other column then has texts, except `script`.'),
      character_name: Column.describe('The character who speaks.'),
      locale: Column.describe('The locale of a line.'),
      notes: Column.describe('Notes for people. Not spoken.'),
      direction: Column.describe(
        'How a line should be spoken. Models with a `direction_control` receive it.',
      ),
      max_duration_ms: Column.describe(
        'The longest allowed audio of a line. In milliseconds, unless the header or the cell has a unit.',
      ),
      max_characters: Column.describe('The maximum number of characters of the text of a line.'),
    })
    .default({})
    .describe(
      'Columns of CSV files and Word tables: headers, or zero-based indexes if there is no header row. ' +
        'For JSON: fields of line objects. For other formats, a name is an error. ' +
        'Omitted columns are detected. Null means that no column has it.',
    ),
  source_language: LocaleCode.nullable()
    .default(null)
    .describe('The locale of lines without one. Null means detected.'),
  transcription_provider: TranscriptionProviderId.nullable()
    .default(null)
    .describe(
      'The provider that transcribes `media`. Null means the first one that the workspace has a key for.',
    ),
  transcription_model: ModelId.nullable()
    .default(null)
    .describe('Null means the default model of the provider.'),
});

/** Reads a script (text, file or media) into lines. */
export const sourceScript = nodeType({
  node_type: 'source_script',
  category: 'source',
  display_name: 'Script',
  description:
    'Reads a script from text, files or recordings. Each line of a text, row of a table, cue of subtitles or sentence of a recording becomes a line.',
  version: 1,
  inputs: [],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
