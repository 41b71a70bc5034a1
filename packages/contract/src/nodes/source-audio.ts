import { z } from 'zod';
import { LocaleCode } from '../areas/text/locales.ts';
import { Uuid } from '../primitives.ts';
import { AUDIO_FIELDS, nodeType } from './node-type.ts';

/** The most files that one `source_audio` reads. */
export const MAX_RECORDINGS = 1_000;

const Scripts = z
  .record(z.string().min(1).max(255), z.string().max(20_000))
  .refine((scripts) => Object.keys(scripts).length <= MAX_RECORDINGS, {
    error: `At most ${MAX_RECORDINGS} files.`,
  });

const config = z.strictObject({
  upload_ids: z
    .array(Uuid)
    .max(MAX_RECORDINGS)
    .default([])
    .describe('Confirmed uploads of the category `audio`: one line each.'),
  list_upload_id: Uuid.nullable()
    .default(null)
    .describe(
      'A csv, tsv or json upload that says what the files are: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export is one.',
    ),
  scripts: Scripts.default({}).describe('File name -> what is said in it, where no list says so.'),
  source_language: LocaleCode.nullable()
    .default(null)
    .describe(
      'Locale of files that neither the list nor their name gives one; null = detected from the script.',
    ),
});

/** Brings recordings into the run, to be checked, mastered and delivered. */
export const sourceAudio = nodeType({
  node_type: 'source_audio',
  category: 'source',
  display_name: 'Recordings',
  description:
    'Brings uploaded recordings into the run, one line each, to be checked, mastered and delivered.',
  version: 1,
  inputs: [],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
