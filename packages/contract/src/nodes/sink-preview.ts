import { z } from 'zod';
import { DeliveryTargetName } from '../areas/deliveries/schemas.ts';
import { MASTERING_FORMATS } from './mastering-presets.ts';
import { AUDIO_FIELDS, nodeType } from './node-type.ts';

/** The placeholders of file patterns. */
export const FILE_PATTERN_PLACEHOLDERS = [
  'locale',
  'character',
  'line_id',
  'line_index',
  'workflow',
  'run',
  'voice',
  'ext',
] as const;

/** The error of a file pattern, or undefined if it is valid. */
export function filePatternFault(pattern: string): string | undefined {
  if (pattern.includes('\\')) return 'Must separate folders with /, not with a backslash.';
  if (pattern.startsWith('/') || /^[a-z]:/i.test(pattern)) return 'Must be a relative path.';
  const segments = pattern.split('/');
  if (segments.includes('..') || segments.includes('.')) return 'Must not contain . or .. segments.';
  if (segments.includes('')) return 'Must not contain empty segments.';
  if (/\p{Cc}/u.test(pattern)) return 'Must not contain control characters.';
  const known: readonly string[] = FILE_PATTERN_PLACEHOLDERS;
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const stranger = unknown.find((name) => !known.includes(name));
  if (stranger !== undefined) return `{${stranger}} is not a placeholder. Allowed: {${known.join('}, {')}}.`;
  if (/[{}]/.test(pattern.replaceAll(/\{[^{}]*\}/g, ''))) return 'Must not contain unmatched braces.';
  return undefined;
}

const FilePattern = z
  .string()
  .min(1)
  .max(300)
  .superRefine((pattern, ctx) => {
    const fault = filePatternFault(pattern);
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault });
  });

const config = z.strictObject({
  file_pattern: FilePattern.default('{locale}/{character}/{line_id}.{ext}').describe(
    'The path of each audio file in the export.',
  ),
  format: z.enum(MASTERING_FORMATS).nullable().default(null).describe('Null means unchanged.'),
  manifest: z.boolean().default(true).describe('Add manifest.csv and manifest.json.'),
  subtitles: z
    .array(z.enum(['srt', 'vtt']))
    .max(2)
    .default(['srt', 'vtt'])
    .describe('The subtitle formats to add, for each locale.'),
  subtitle_timing: z
    .enum(['line', 'word'])
    .default('line')
    .describe('word: short cues that follow the speech, and the time of each word in VTT files.'),
  report: z.boolean().default(true).describe('Add report.html, a page to listen, review and compare.'),
  delivery_target: DeliveryTargetName.nullable()
    .default(null)
    .describe(
      'A delivery target of the workspace. When a run completes, its files are delivered there. Failed and cancelled runs are delivered only on request.',
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
