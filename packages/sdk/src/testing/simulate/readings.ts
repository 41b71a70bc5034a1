import { blanks } from '../../generated/test-contract.ts';
import type {
  ScriptReading,
  SourceReading,
  WorkflowDefinition,
  WorkflowNode,
} from '../../generated/types.ts';
import type { World } from '../world.ts';

const DEFAULT_LOCALE = 'en-us';

/** How a text is read here: a line for each non-empty line of it. */
export function readingOf(text: string, format: string, language: string | null = null): ScriptReading {
  const line_count = text.split(/\r?\n/).filter((line) => line.trim() !== '').length;
  return {
    ...blanks.ScriptReading,
    ...{ format, encoding: 'utf-8', encoding_guessed: false, line_count, generated_id_count: line_count },
    ...{ columns_used: [], columns_unused: [], skipped_count: 0, skipped: [] },
    locales: [{ locale_code: language ?? DEFAULT_LOCALE, line_count }],
    characters: [{ character_name: null, line_count }],
  };
}

/** How the sources of a definition are read, file by file. */
export function readingsOf(world: World, { graph }: WorkflowDefinition): SourceReading[] {
  return graph.nodes
    .filter(({ type }) => type === 'source_script')
    .flatMap((source) => filesOf(world, source).map((file) => ({ node_id: source.id, ...file })));
}

function filesOf(world: World, { config }: WorkflowNode): Omit<SourceReading, 'node_id'>[] {
  const language = typeof config.source_language === 'string' ? config.source_language : null;
  if ((config.input_type ?? 'text') === 'text') {
    const reading = readingOf(String(config.text ?? ''), 'txt', language);
    return reading.line_count === 0 ? [] : [{ upload_id: null, filename: null, reading }];
  }
  if (config.input_type !== 'file') return [];
  return ((config.upload_ids ?? []) as string[]).flatMap((upload_id) => {
    const upload = world.uploads.get(upload_id.toLowerCase());
    if (upload?.status !== 'confirmed') return [];
    const text = new TextDecoder().decode(world.bytes.get(upload.id));
    return [{ upload_id, filename: upload.filename, reading: readingOf(text, upload.format, language) }];
  });
}
