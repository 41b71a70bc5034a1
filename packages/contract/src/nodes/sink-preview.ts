import { z } from 'zod';
import { DeliveryTargetName } from '../areas/deliveries/schemas.ts';
import { MASTERING_FORMATS } from './mastering-presets.ts';
import { AUDIO_FIELDS, nodeType } from './node-type.ts';

/** Placeholders that a file pattern may hold. */
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

/** What is wrong with a file pattern, or undefined when nothing is. */
export function filePatternFault(pattern: string): string | undefined {
  if (pattern.includes('\\')) return 'A file pattern separates folders with /, not with a backslash.';
  if (pattern.startsWith('/') || /^[a-z]:/i.test(pattern)) return 'A file pattern is a relative path.';
  const segments = pattern.split('/');
  if (segments.includes('..') || segments.includes('.')) return 'A file pattern has no . or .. segment.';
  if (segments.includes('')) return 'A file pattern has no empty segment.';
  if (/\p{Cc}/u.test(pattern)) return 'A file pattern has no control characters.';
  const known: readonly string[] = FILE_PATTERN_PLACEHOLDERS;
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const stranger = unknown.find((name) => !known.includes(name));
  if (stranger !== undefined) return `{${stranger}} is no placeholder; there are {${known.join('}, {')}}.`;
  if (/[{}]/.test(pattern.replaceAll(/\{[^{}]*\}/g, '')))
    return 'A brace of the file pattern has no partner.';
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
    'Path of each audio file in the export.',
  ),
  format: z.enum(MASTERING_FORMATS).nullable().default(null).describe('null = as it arrives.'),
  manifest: z.boolean().default(true).describe('Add manifest.csv and manifest.json.'),
  subtitles: z
    .array(z.enum(['srt', 'vtt']))
    .max(2)
    .default(['srt', 'vtt'])
    .describe('Which subtitles are added, for each locale.'),
  subtitle_timing: z
    .enum(['line', 'word'])
    .default('line')
    .describe('word = short cues cut where the voice is; the VTT also tells when each word is said.'),
  report: z.boolean().default(true).describe('Add report.html, a page to listen, judge and compare.'),
  delivery_target: DeliveryTargetName.nullable()
    .default(null)
    .describe(
      'A delivery target of the workspace that the files are sent to when the run completes. A run that fails or is cancelled is sent on request only.',
    ),
});

/** Collects what a run delivers. */
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
