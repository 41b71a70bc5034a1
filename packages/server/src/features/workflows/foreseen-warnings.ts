import type { DefinitionReport, StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import {
  castGaps,
  configOf,
  type EstimateNote,
  ensembleFor,
  silentLines,
  simulateRun,
} from '../../engine/index.ts';

/** What only the lines of a definition tell: scripts that cannot be read, and a cast that does not fit them; and how the scripts are read. */
export async function foreseenReport(
  app: Pick<App, 'db' | 'storage' | 'speech' | 'clock'>,
  workspace_id: string,
  { definition, known }: { definition: WorkflowDefinition; known: readonly StartProblem[] },
): Promise<Pick<DefinitionReport, 'warnings' | 'readings'>> {
  const foreseen = await simulateRun(app, { workspace_id, definition });
  const unreadable = foreseen.notes.filter(({ code }) => code === 'script_unreadable');
  const notes = [...unreadable, ...foreseen.hints];
  for (const node of foreseen.plan.nodes.values()) {
    if (node.type !== 'operator_generator') continue;
    const config = configOf(node, 'operator_generator');
    const lines = foreseen.linesAt(node);
    const locales = [...new Set(lines.map((line) => line.locale_code))];
    const place = { workspace_id, node, retry_of: undefined };
    const ensemble = await ensembleFor(app, place, { config, locales });
    const nodes = [...foreseen.plan.nodes.values()];
    const silent = await silentLines(app, { ...place, nodes, lines });
    notes.push(...castGaps(node, ensemble, { foreseen, silent }));
  }
  const left = withoutConsequences(notes, definition, known);
  return { warnings: left.map((note) => warningOf(definition, note)), readings: foreseen.readings };
}

const CONSEQUENCES = ['script_unreadable', 'no_voice'];

/** What a source cannot read, or nobody can speak, is said already where a problem names its node. */
export function withoutConsequences<Note extends EstimateNote>(
  notes: readonly Note[],
  { graph }: WorkflowDefinition,
  problems: readonly StartProblem[],
): Note[] {
  const indexes = problems.map(({ path }) => /^definition\.graph\.nodes\.(\d+)/.exec(path)?.[1]);
  const named = new Set(indexes.map((index) => index && graph.nodes[Number(index)]?.id));
  return notes.filter(({ code, node_id }) => !CONSEQUENCES.includes(code) || !named.has(node_id));
}

/** Lines that no voice speaks: a start is rejected for them. */
export function voicelessProblems(
  notes: readonly EstimateNote[],
  definition: WorkflowDefinition,
): StartProblem[] {
  return notes.filter(({ code }) => code === 'no_voice').map((note) => warningOf(definition, note));
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
  if (!field.startsWith('voices_by_character.')) return field;
  // A name may have dots of its own.
  const own = Object.keys((config?.voices_by_character as object | undefined) ?? {});
  const isOwn = own.some((name) => `${field}.`.startsWith(`voices_by_character.${name}.`));
  return isOwn ? field : 'casting_upload_id';
}
