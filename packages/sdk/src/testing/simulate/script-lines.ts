import type { WorkflowDefinition, WorkflowNode } from '../../generated/types.ts';
import type { TestLine } from '../options.ts';
import type { World } from '../world.ts';

const DEFAULT_LOCALE = 'en-us';

function textOf(world: World, { config }: WorkflowNode): string {
  if (config.input_type === 'text') return String(config.text ?? '');
  const ids = (config.upload_ids ?? []) as string[];
  return ids.map((id) => new TextDecoder().decode(world.bytes.get(id))).join('\n');
}

/**
 * The lines of a script: one for each non-empty line of the text or of the files. Formats are not parsed and
 * languages are not detected.
 */
export function linesOf(world: World, { graph }: WorkflowDefinition): TestLine[] {
  const sources = graph.nodes.filter(({ type }) => type === 'source_script');
  const texts = sources.flatMap((source) =>
    textOf(world, source)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => ({
        script: line.trim(),
        locale: String(source.config.source_language ?? DEFAULT_LOCALE),
      })),
  );
  return texts.map(({ script, locale }, line_index) => ({
    script,
    line_index,
    line_id: `L${String(line_index + 1).padStart(5, '0')}`,
    locale_code: locale,
    character_name: null,
  }));
}
