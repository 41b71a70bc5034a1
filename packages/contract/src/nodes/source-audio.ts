import { z } from 'zod';
import { LocaleCode } from '../locale-code.ts';
import { Uuid } from '../primitives.ts';
import { MAX_RECORDINGS } from '../rules/config-rules.ts';
import { AUDIO_FIELDS, nodeType, withRule } from './node-type.ts';

const Scripts = withRule(z.record(z.string().min(1).max(255), z.string().max(20_000)), 'recordings');

const config = z.strictObject({
  upload_ids: z
    .array(Uuid)
    .max(MAX_RECORDINGS)
    .default([])
    .describe('Confirmed uploads of the category `audio`. Each is one line.'),
  list_upload_id: Uuid.nullable()
    .default(null)
    .describe(
      'A CSV, TSV or JSON upload that describes the files: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export can be used.',
    ),
  scripts: Scripts.default({}).describe('Text by file name, for files that the list does not describe.'),
  source_language: LocaleCode.nullable()
    .default(null)
    .describe(
      'The locale of files without one in the list or in their name. Null means detected from the script.',
    ),
});

/** Adds recordings to the run, to check, master and deliver them. */
export const sourceAudio = nodeType({
  node_type: 'source_audio',
  category: 'source',
  display_name: 'Recordings',
  description: 'Adds uploaded recordings to the run, one line each, to check, master and deliver them.',
  version: 1,
  inputs: [],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
