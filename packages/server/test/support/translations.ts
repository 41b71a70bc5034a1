import type { WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../src/app.ts';
import { definitionOf, node } from './definitions.ts';

export interface TranslatedPipeline {
  text?: string;
  source?: Record<string, unknown>;
  translators?: Record<string, unknown>[];
  generator?: Record<string, unknown>;
  params?: Record<string, unknown>;
}

/** script -> translators -> speech -> delivery */
export function translatedPipeline({
  text = '',
  source: more = {},
  translators = [{}],
  generator: config = {},
  params,
}: TranslatedPipeline): WorkflowDefinition {
  const source = node('source_script', { text, source_language: 'en-us', ...more });
  const steps = translators.map((config) => node('operator_translator', config));
  const generator = node('operator_generator', config);
  const sink = node('sink_preview');
  const way = [source, ...steps, generator];
  const links = way
    .slice(1)
    .map((to, index) => [way[index] ?? source, 'lines', to] as [typeof source, string, typeof source]);
  return definitionOf([...way, sink], [...links, [generator, 'audio', sink]], params);
}

/** The lines of a run in their order. */
export const linesOf = ({ db }: Pick<App, 'db'>, runId: string) =>
  db
    .selectFrom('run_line')
    .select(['line_id', 'source_line_id', 'line_index', 'locale_code', 'script', 'status', 'error'])
    .select(['translation', 'character_name', 'max_duration_ms'])
    .where('run_id', '=', runId)
    .orderBy('line_index')
    .orderBy('no')
    .execute();
