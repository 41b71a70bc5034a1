import { z } from 'zod';
import { DeliveryTargetName, Flag } from '../primitives.ts';
import { MASTERING_FORMATS } from './mastering-presets.ts';
import { AUDIO_FIELDS, nodeType, withRule } from './node-type.ts';

const FilePattern = withRule(z.string().min(1).max(300), 'file_pattern');

const config = z.strictObject({
  file_pattern: FilePattern.default('{locale}/{character}/{line_id}.{ext}').describe(
    'The path of each audio file in the export.',
  ),
  format: z.enum(MASTERING_FORMATS).nullable().default(null).describe('Null means unchanged.'),
  manifest: Flag.default(true).describe('Add manifest.csv and manifest.json.'),
  subtitles: z
    .array(z.enum(['srt', 'vtt']))
    .max(2)
    .default(['srt', 'vtt'])
    .describe('The subtitle formats to add, for each locale.'),
  subtitle_timing: z
    .enum(['line', 'word'])
    .default('line')
    .describe('word: short cues that are timed to the speech, and the time of each word in VTT files.'),
  report: Flag.default(true).describe('Add report.html, a page for listening, reviewing and comparing.'),
  delivery_target: DeliveryTargetName.nullable()
    .default(null)
    .describe(
      'A delivery target of the workspace. When a run completes, its files are delivered there. Runs with the status `failed` or `cancelled` are not delivered automatically.',
    ),
  require_approval: Flag.default(false).describe(
    'Hold deliveries to buckets until the review of the run approves or waives every line.',
  ),
});

/** Collects the output of a run. */
export const sinkPreview = nodeType({
  node_type: 'sink_preview',
  category: 'output',
  display_name: 'Delivery',
  description: 'Collects takes, scripts and verdicts for preview and export.',
  version: 1,
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [],
  config,
});
