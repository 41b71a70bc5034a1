import { z } from 'zod';
import { LocaleCode } from '../locales.ts';
import { Uuid } from '../primitives.ts';
import { TranscriptionProviderId } from '../providers.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const config = z.strictObject({
  input_type: z.enum(['text', 'file', 'media']).default('text').describe('Where the lines come from.'),
  text: z.string().max(500_000).default('').describe('The script for `text`: one line per non-empty line.'),
  upload_ids: z.array(Uuid).max(50).default([]).describe('Confirmed uploads for `file` and `media`.'),
  csv_column: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('Script column: a header name, or a zero-based index where the csv has no header.'),
  csv_has_header: z.boolean().default(true),
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

/** Reads a script (text, file or media) into lines. */
export const sourceScript = nodeType({
  node_type: 'source_script',
  category: 'source',
  display_name: 'Script',
  description: 'Reads a script from text or files, one line per sentence, row or cue.',
  version: 1,
  inputs: [],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
