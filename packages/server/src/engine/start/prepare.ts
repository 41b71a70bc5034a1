import type { SourceReading, StartProblem, StartRun, WorkflowDefinition } from '@voiceloom/contract';
import { forEachInSlices, type WorkBudget } from '../../db/batches.ts';
import { invalid } from '../../errors.ts';
import { applyCastingSheets } from '../casting/casting-sheet.ts';
import type { EngineApp } from '../engine-app.ts';
import { compilePlan, type Plan, type PlanNode } from '../plan.ts';
import { choosePayer, loadPayers } from '../provider-calls/payers.ts';
import { lineKey } from '../sources/script-lines.ts';
import { type EstimateNote, type SimulatedSource, simulateSource } from '../sources/source-lines.ts';
import { placeSources } from '../sources/source-places.ts';
import { type RunForecast, type SimulatedLine, simulateTranslations } from '../translation/forecast.ts';
import { findLongLines, findVoicelessLines, listCastNotes } from './cast-notes.ts';
import { applyOverrides } from './overrides.ts';
import { type PreparedGenerator, prepareGenerator } from './prepare-generator.ts';
import { findProblems, findWarnings } from './problems.ts';

export interface RunRequest {
  workspace_id: string;
  /** Undefined for a definition that is not saved. */
  workflow_id?: string | undefined;
  definition: WorkflowDefinition;
  /** What a start, or its estimate, changes in the definition. */
  overrides?: StartRun | undefined;
  /** The run to repeat. Its translations and provider choices are kept. */
  retry_of?: string | undefined;
  /** Keys of the lines that a retry certainly speaks, even if takes are stored; undefined for other runs. */
  spoken_again?: ReadonlySet<string> | undefined;
  /** Whether only the lines of `spoken_again` need a voice, because all others keep their takes. */
  keeps_others?: boolean;
  /** The instructions of a review for new takes, by line key. */
  line_notes?: ReadonlyMap<string, string> | undefined;
}

/** A run that has not started, with everything that start, preview and validation read. */
export interface PreparedRun {
  request: RunRequest;
  /** Includes the content of the casting sheets, so that the run keeps a copy. */
  definition: WorkflowDefinition;
  plan: Plan;
  /** In execution order. */
  generators: PreparedGenerator[];
  /** How the files of sources are read. */
  readings: SourceReading[];
  /** Why the run cannot start in this workspace now. */
  problems: StartProblem[];
  /** Features that the run would omit. */
  warnings: StartProblem[];
  /** What sources skip or guess, and mismatches of lines and cast. */
  notes: EstimateNote[];
  /** What the figures omit or guess. */
  unknowns: EstimateNote[];
  /** Whether the maximum includes every line of the run. */
  is_complete: boolean;
}

type PrepareApp = Pick<
  EngineApp,
  'db' | 'storage' | 'texts' | 'speech' | 'transcription' | 'translation' | 'clock'
>;

/** Ten times what 100,000 lines with a normalizer need. */
const MAX_WORK_MS = 120_000;
const TOO_MUCH_WORK =
  'Preparing the lines takes too long. Split the scripts into several workflows, or simplify their markup.';

/** Reads casting sheets, compiles the graph and reads the scripts, once each. Changes nothing. */
export async function prepareRun(app: PrepareApp, request: RunRequest): Promise<PreparedRun> {
  const { workspace_id, retry_of, keeps_others, spoken_again } = request;
  const { definition, toRequestPath } = applyOverrides(request.definition, request.overrides);
  const payers = await loadPayers(app.db, workspace_id);
  const cast = await applyCastingSheets(app, workspace_id, { definition, payers });
  const plan = compilePlan(cast.definition);
  const separateSources: SimulatedSource[] = [];
  for (const source of plan.sources) separateSources.push(await simulateSource(app, workspace_id, source));
  const sources = await placeSources(app.db, separateSources, retry_of);
  const budget: WorkBudget = {
    left_ms: MAX_WORK_MS,
    exceeded: () => invalid({ field: 'definition', message: TOO_MUCH_WORK }),
  };
  // The lines of every source before a node, translated if there is a translator in between.
  let forecast: RunForecast = {
    notes: [],
    linesAt: ({ upstream }) =>
      sources.filter(({ source }) => upstream.has(source.id)).flatMap(({ lines }) => lines),
  };
  if ([...plan.nodes.values()].some((node) => node.fan_out !== undefined)) {
    const lines = new Map(sources.map((source) => [source.source.id, source.lines]));
    forecast = await simulateTranslations(app, { workspace_id, retry_of, plan, budget }, lines);
  }
  const generators: PreparedGenerator[] = [];
  for (const node of [...plan.nodes.values()].sort((a, b) => a.depth - b.depth)) {
    if (node.type !== 'operator_generator') continue;
    const lines = forecast.linesAt(node);
    generators.push(await prepareGenerator(app, request, { node, plan, lines, sources, budget, payers }));
  }
  const checkedDefinition = { workspace_id, definition, plan, payers, keyedProviders: payers.ownKeys };
  const problems = await findProblems(app, { ...checkedDefinition, sheet_problems: cast.problems });
  // Whether a node has no problem. One already explains its consequences, so lines and files need not be reported.
  const hasNoProblem = (node: PlanNode): boolean => {
    const index = definition.graph.nodes.findIndex(({ id }) => id === node.id);
    const path = `definition.graph.nodes.${index}`;
    return !problems.some((problem) => `${problem.path}.`.startsWith(`${path}.`));
  };
  const { failures, unknowns, notes, readings } = describeSources(sources, hasNoProblem);
  for (const generator of generators) {
    const { locks, node } = generator;
    const needsVoice = (line: SimulatedLine): boolean =>
      !locks.takes.has(line) && (!keeps_others || spoken_again?.has(lineKey(line)) === true);
    if (hasNoProblem(node)) {
      failures.push(...(await findUnpaidVoices(generator, needsVoice)));
      failures.push(...(await findVoicelessLines(generator, plan.sources, needsVoice)));
      failures.push(...(await findLongLines(generator, needsVoice)));
    }
  }
  for (const generator of generators) {
    const { upstream } = generator.node;
    const areLinesComplete = sources.every(({ source, problem, is_media }) => {
      const isUnread = problem || is_media;
      return !upstream.has(source.id) || !isUnread;
    });
    notes.push(...(await listCastNotes(generator, areLinesComplete)));
  }
  const lineProblems = failures.map((failure) => toStartProblem(definition, failure));
  return {
    request,
    definition: cast.definition,
    plan,
    generators,
    readings,
    problems: [...problems, ...lineProblems].map((problem) => ({
      ...problem,
      path: toRequestPath(problem.path),
    })),
    warnings: findWarnings(app, checkedDefinition),
    notes,
    unknowns: [...unknowns, ...forecast.notes],
    is_complete: sources.every(({ is_media }) => !is_media),
  };
}

/** The models of assigned voices that the workspace has no key for, although it can use others of the provider. */
async function findUnpaidVoices(
  { node, lines, fallbacks, payers, budget }: PreparedGenerator,
  needsVoice: (line: SimulatedLine) => boolean,
): Promise<EstimateNote[]> {
  const failures = new Map<string, EstimateNote>();
  const checkLine = (line: SimulatedLine): void => {
    if (!needsVoice(line)) return;
    for (const assignment of [fallbacks.assignmentFor(line), fallbacks.fallbackFor(line)]) {
      if (!assignment || choosePayer(payers, assignment.provider, assignment.model)) continue;
      const { id } = assignment.provider;
      const message = `The workspace has no key for the model "${assignment.model.id}" of ${id}. Add one under provider keys.`;
      failures.set(message, { node_id: node.id, code: 'provider_key_missing', message });
    }
  };
  await forEachInSlices(lines, checkLine, budget);
  return [...failures.values()];
}

/** What the sources cannot read, leave open, skip or guess, and how they read each file. */
function describeSources(sources: readonly SimulatedSource[], isSound: (node: PlanNode) => boolean) {
  const failures: EstimateNote[] = [];
  const unknowns: EstimateNote[] = [];
  const notes: EstimateNote[] = [];
  const readings: SourceReading[] = [];
  for (const { source, problem, is_media, hints = [], readings: files = [] } of sources) {
    notes.push(...hints);
    for (const file of files) readings.push({ node_id: source.id, ...file });
    // A run would fail at its source.
    if (problem && isSound(source)) {
      for (const { field, message } of problem.details)
        failures.push({ node_id: source.id, code: problem.code, field, message });
    }
    if (is_media) {
      const message = `The recordings of ${source.label} are transcribed only during the run. The estimate does not include their characters.`;
      unknowns.push({ node_id: source.id, code: 'recordings_not_transcribed', message });
    }
  }
  return { failures, unknowns, notes, readings };
}

/** Converts a note to a problem of the definition, with its path. */
export function toStartProblem(definition: WorkflowDefinition, note: EstimateNote): StartProblem {
  const { node_id, field, code, message } = note;
  const index = definition.graph.nodes.findIndex(({ id }) => id === node_id);
  const path = `definition.graph.nodes.${index}.config`;
  if (field === undefined) return { path, code, message };
  // If only the casting sheet names the character, the field of the sheet.
  const config: Record<string, unknown> = definition.graph.nodes[index]?.config ?? {};
  // A name may contain dots.
  const isOwn = Object.keys((config.voices_by_character as object | undefined) ?? {}).some((name) =>
    `${field}.`.startsWith(`voices_by_character.${name}.`),
  );
  const isFromSheet = field.startsWith('voices_by_character.') && !isOwn;
  return { path: `${path}.${isFromSheet ? 'casting_upload_id' : field}`, code, message };
}
