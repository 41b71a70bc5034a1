import type { StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { castGaps } from '../../engine/cast-gaps.ts';
import { configOf } from '../../engine/chunks/load.ts';
import { foreseeRun } from '../../engine/foresee.ts';
import { ensembleFor } from '../../engine/generator-cost.ts';
import type { EstimateNote } from '../../engine/source-lines.ts';

/** What only the lines of a definition tell: scripts that cannot be read, and a cast that does not fit them. */
export async function foreseenWarnings(
  app: Pick<App, 'db' | 'storage' | 'speech' | 'clock'>,
  workspace_id: string,
  { definition, known }: { definition: WorkflowDefinition; known: readonly StartProblem[] },
): Promise<StartProblem[]> {
  const named = nodesNamed(definition, known);
  const foreseen = await foreseeRun(app, { workspace_id, definition });
  const unreadable = foreseen.notes.filter(
    ({ code, node_id }) => code === 'script_unreadable' && !named.has(node_id),
  );
  const notes = [...unreadable, ...foreseen.hints];
  for (const node of foreseen.plan.nodes.values()) {
    if (node.type !== 'operator_generator') continue;
    const config = configOf(node, 'operator_generator');
    const locales = [...new Set(foreseen.arriving(node).map((line) => line.locale_code))];
    const place = { workspace_id, node, retry_of: undefined };
    const ensemble = await ensembleFor(app, place, { config, locales });
    notes.push(...castGaps(node, ensemble, foreseen));
  }
  return notes.map((note) => warningOf(definition, note));
}

/** The nodes that problems are about: what cannot be read there is said already. */
export function nodesNamed(
  { graph }: WorkflowDefinition,
  problems: readonly StartProblem[],
): ReadonlySet<string | undefined> {
  const indexes = problems.map(({ path }) => /^definition\.graph\.nodes\.(\d+)/.exec(path)?.[1]);
  return new Set(indexes.flatMap((index) => (index === undefined ? [] : [graph.nodes[Number(index)]?.id])));
}

function warningOf(
  { graph }: WorkflowDefinition,
  { node_id, field, code, message }: EstimateNote,
): StartProblem {
  const index = graph.nodes.findIndex(({ id }) => id === node_id);
  const path = `definition.graph.nodes.${index}.config`;
  return {
    path: field === undefined ? path : `${path}.${placeIn(graph.nodes[index]?.config, field)}`,
    code,
    message,
  };
}

/** Who is cast by a sheet has no place of its own in the config. */
function placeIn(config: Record<string, unknown> | undefined, field: string): string {
  const [first, name = ''] = field.split('.', 2);
  const isOwn = Object.hasOwn((config?.voices_by_character as object | undefined) ?? {}, name);
  return first === 'voices_by_character' && !isOwn ? 'casting_upload_id' : field;
}
