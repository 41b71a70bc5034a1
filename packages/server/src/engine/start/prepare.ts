import type { SourceReading, StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import { hasSpeech, mayHoldMarkup, rowNeighbors, type SpeechContext } from '@voiceloom/text';
import { type WorkBudget, yielding } from '../../db/batches.ts';
import { invalid } from '../../errors.ts';
import { applyCastingSheets } from '../casting/casting-sheet.ts';
import { type Fallbacks, loadFallbacks } from '../casting/fallbacks.ts';
import { type LineLocks, locksOfLines } from '../casting/take-locks.ts';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import type { EngineApp } from '../engine-app.ts';
import { compilePlan, configOf, type Plan, type PlanNode } from '../plan.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { previewRoutes } from '../routing/select-provider.ts';
import { lineKey } from '../sources/script-lines.ts';
import { type EstimateNote, type SimulatedSource, simulateSource } from '../sources/source-lines.ts';
import { placeSources } from '../sources/source-places.ts';
import { contextIn } from '../speech-text/context.ts';
import { type Dictionary, loadDictionary } from '../speech-text/dictionary.ts';
import {
  type LineSpeech,
  normalizersBefore,
  predictSpokenScript,
  type TextPreparation,
  textToSpeak,
} from '../speech-text/text-to-speak.ts';
import { type RunForecast, type SimulatedLine, simulateTranslations } from '../translation/forecast.ts';
import { castNotes, longLines, voicelessLines } from './cast-notes.ts';
import { findProblems, findWarnings } from './problems.ts';

export interface RunRequest {
  workspace_id: string;
  /** Undefined for a definition that is not saved. */
  workflow_id?: string | undefined;
  definition: WorkflowDefinition;
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
}

type PrepareApp = Pick<
  EngineApp,
  'db' | 'storage' | 'texts' | 'speech' | 'transcription' | 'translation' | 'clock'
>;

/** Ten times what 100,000 lines with a normalizer need. */
const MAX_WORK_MS = 120_000;

function tooMuchWork(): Error {
  const message =
    'Preparing the lines takes too long. Split the scripts into several workflows, or simplify their markup.';
  return invalid({ field: 'definition', message });
}

/** Reads casting sheets, compiles the graph and reads the scripts, once each. Changes nothing. */
export async function prepareRun(app: PrepareApp, request: RunRequest): Promise<PreparedRun> {
  const { workspace_id } = request;
  const [keyed, cast] = await Promise.all([
    findKeyedProviders(app.db, workspace_id),
    applyCastingSheets(app, workspace_id, request.definition),
  ]);
  const plan = compilePlan(cast.definition);
  const read: SimulatedSource[] = [];
  for (const source of plan.sources) read.push(await simulateSource(app, workspace_id, source));
  const sources = await placeSources(app.db, read, request.retry_of);
  const budget: WorkBudget = { left_ms: MAX_WORK_MS, exceeded: tooMuchWork };
  const forecast = await simulateLines(app, request, { plan, sources, budget });
  const generators: PreparedGenerator[] = [];
  for (const node of generatorsInOrder(plan)) {
    const lines = forecast.linesAt(node);
    generators.push(await openGenerator(app, request, { node, plan, lines, sources, budget }));
  }
  const checked = { workspace_id, definition: request.definition, plan, keyed };
  const problems = await findProblems(app, { ...checked, sheet_problems: cast.problems });
  const place = (note: EstimateNote): StartProblem => problemOf(request.definition, note);
  // A problem of a node already explains its consequences.
  const isSound = ({ id }: PlanNode): boolean => !problems.some(({ path }) => nodeAt(request, path) === id);
  const unreadable = sources.filter(({ source }) => isSound(source)).flatMap(whyUnreadable);
  const unspeakable: EstimateNote[] = [];
  for (const generator of generators) {
    if (!isSound(generator.node)) continue;
    const isSpoken = needsVoice(request, generator);
    unspeakable.push(...(await voicelessLines(generator, plan.sources, isSpoken)));
    unspeakable.push(...(await longLines(generator, isSpoken)));
  }
  const isRead = ({ upstream }: PlanNode): boolean =>
    sources.every(({ source, problem, is_media }) => !upstream.has(source.id) || !(problem || is_media));
  const notes = sources.flatMap(({ hints = [] }) => hints);
  for (const generator of generators) notes.push(...(await castNotes(generator, isRead(generator.node))));
  return {
    request,
    definition: cast.definition,
    plan,
    generators,
    readings: sources.flatMap(({ source, readings = [] }) =>
      readings.map((file) => ({ node_id: source.id, ...file })),
    ),
    problems: [...problems, ...[...unreadable, ...unspeakable].map(place)],
    warnings: findWarnings(app, checked),
    notes,
    unknowns: [...sources.flatMap(untranscribed), ...forecast.notes],
  };
}

const generatorsInOrder = ({ nodes }: Plan): PlanNode[] =>
  [...nodes.values()]
    .filter(({ type }) => type === 'operator_generator')
    .sort((one, other) => one.depth - other.depth);

function needsVoice(
  { keeps_others, spoken_again }: RunRequest,
  { locks }: PreparedGenerator,
): (line: SimulatedLine) => boolean {
  return (line) => !locks.takes.has(line) && (!keeps_others || spoken_again?.has(lineKey(line)) === true);
}

/** The lines of every source before a node, translated if there is a translator in between. */
async function simulateLines(
  app: Pick<EngineApp, 'db'>,
  { workspace_id, retry_of }: RunRequest,
  { plan, sources, budget }: { plan: Plan; sources: readonly SimulatedSource[]; budget: WorkBudget },
): Promise<RunForecast> {
  if ([...plan.nodes.values()].some((node) => node.fan_out !== undefined)) {
    const lines = new Map(sources.map((source) => [source.source.id, source.lines]));
    return simulateTranslations(app, { workspace_id, retry_of, plan, budget }, lines);
  }
  return {
    notes: [],
    linesAt: ({ upstream }) =>
      sources.filter(({ source }) => upstream.has(source.id)).flatMap(({ lines }) => lines),
  };
}

/** A run would fail at its source. */
function whyUnreadable({ source, problem }: SimulatedSource): EstimateNote[] {
  if (!problem) return [];
  const { code, details } = problem;
  return details.map(({ field, message }) => ({ node_id: source.id, code, field, message }));
}

function untranscribed({ source: { id, label }, is_media }: SimulatedSource): EstimateNote[] {
  if (!is_media) return [];
  const message = `The recordings of ${label} are transcribed only during the run. The estimate does not include their characters.`;
  return [{ node_id: id, code: 'recordings_not_transcribed', message }];
}

function nodeAt({ definition }: RunRequest, path: string): string | undefined {
  const index = /^definition\.graph\.nodes\.(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : definition.graph.nodes[Number(index)]?.id;
}

/** Converts a note to a problem of the definition, with its path. */
export function problemOf(
  { graph }: WorkflowDefinition,
  { node_id, field, code, message }: EstimateNote,
): StartProblem {
  const index = graph.nodes.findIndex(({ id }) => id === node_id);
  const path = `definition.graph.nodes.${index}.config`;
  return {
    path: field === undefined ? path : `${path}.${fieldIn(graph.nodes[index]?.config, field)}`,
    code,
    message,
  };
}

/** The config field of a problem. If only the casting sheet names the character, the sheet's field. */
function fieldIn(config: Record<string, unknown> | undefined, field: string): string {
  if (!field.startsWith('voices_by_character.')) return field;
  // A name may contain dots.
  const own = Object.keys((config?.voices_by_character as object | undefined) ?? {});
  const isOwn = own.some((name) => `${field}.`.startsWith(`voices_by_character.${name}.`));
  return isOwn ? field : 'casting_upload_id';
}

/** A generator of a run that has not started, with its lines and voices. */
export interface PreparedGenerator {
  node: PlanNode;
  config: GeneratorConfig;
  fallbacks: Fallbacks;
  dictionary: Dictionary;
  /** The normalizers before it. */
  normalizers: readonly PlanNode[];
  lines: SimulatedLine[];
  /** Lines with nothing to speak; excluded from `lines`. */
  silent: SimulatedLine[];
  /** What is left for work on the lines. */
  budget: WorkBudget;
  /** The locks of `lines`. */
  locks: LineLocks<SimulatedLine>;
  /** The text to speak for a line; undefined if it is not known before the run. */
  textFor(line: SimulatedLine): string | undefined;
  /** The words around a line; undefined if the generator sends none to models. */
  contextFor(line: SimulatedLine): SpeechContext | undefined;
  /** The instructions of a review for the new take of a line. */
  noteFor(line: SimulatedLine): string | undefined;
}

interface GeneratorInput {
  node: PlanNode;
  plan: Plan;
  lines: SimulatedLine[];
  sources: readonly SimulatedSource[];
  budget: WorkBudget;
}

export async function openGenerator(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  { workspace_id, workflow_id, retry_of, line_notes }: Omit<RunRequest, 'definition'>,
  { node, plan, lines, sources, budget }: GeneratorInput,
): Promise<PreparedGenerator> {
  const config = configOf(node, 'operator_generator');
  const locales = [...new Set(lines.map((line) => line.locale_code))];
  const routing = { workspace_id, workflow_id, node_id: node.id, config, locales };
  const routes =
    config.routing.mode === 'auto' ? await previewRoutes(app, routing, retry_of ?? null) : undefined;
  const [fallbacks, dictionary] = await Promise.all([
    loadFallbacks(app, workspace_id, { config, routes }),
    loadDictionary(app.db, workspace_id, locales),
  ]);
  const normalizers = normalizersBefore(node, plan.nodes.values());
  const textFor = (line: SimulatedLine): string | undefined => {
    if (line.guess) return undefined;
    return speechFor(line).text;
  };
  const speechFor = (line: SimulatedLine): LineSpeech => {
    const own = normalizers.filter((one) => isAfter(one, line));
    return preparedSpeech(line, { normalizers: own, dictionary, config });
  };
  const isSilent = (line: SimulatedLine): boolean => {
    if (line.guess) return false;
    // Avoids the slow normalizers. A line with words can have nothing to speak only if it has markup.
    if (!mayHoldMarkup(line.script))
      return !hasSpeech(dictionary.pronounce(line.script, line.locale_code).text);
    return speechFor(line).is_silent;
  };
  const spoken: SimulatedLine[] = [];
  const silent: SimulatedLine[] = [];
  const sort = (line: SimulatedLine): void => {
    if (isSilent(line)) silent.push(line);
    else spoken.push(line);
  };
  await yielding(lines, sort, budget);
  // Translations that the run creates are not among the lines of a source, and have no context.
  const near = new Map(
    (config.context === 'neighbors' ? sources : []).flatMap((source) => {
      const find = rowNeighbors(source.lines);
      return source.lines.map((line) => [line, find] as const);
    }),
  );
  const contextFor = (line: SimulatedLine) => contextIn(config, near.get(line)?.(line));
  // A definition that is not saved has no locks. Unknown texts cannot be compared.
  const locks = await locksOfLines(
    app.db,
    { workspace_id, workflow_id: workflow_id ?? null, node_id: node.id },
    spoken.filter(({ guess }) => !guess),
  );
  const noteFor = (line: SimulatedLine) => line_notes?.get(lineKey(line));
  return {
    ...{ node, config, fallbacks, dictionary, normalizers, lines: spoken, silent, locks, budget },
    ...{ textFor, contextFor, noteFor },
  };
}

function preparedSpeech(line: SimulatedLine, preparation: TextPreparation): LineSpeech {
  return textToSpeak({ ...line, spoken_script: predictSpokenScript(line, preparation) }, preparation);
}

/** A normalizer does not process translations that are created after it. */
function isAfter(normalizer: PlanNode, { made_by }: SimulatedLine): boolean {
  return made_by === undefined || normalizer.upstream.has(made_by);
}
