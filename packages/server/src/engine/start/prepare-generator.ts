import { hasSpeech, mayHoldMarkup, rowNeighbors, type SpeechContext } from '@voiceloom/text';
import { forEachInSlices, type WorkBudget } from '../../db/batches.ts';
import { type Fallbacks, loadFallbacks, type Route } from '../casting/fallbacks.ts';
import { findLineLocks, type LineLocks } from '../casting/take-locks.ts';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import type { EngineApp } from '../engine-app.ts';
import { type Plan, type PlanNode, parseConfig } from '../plan.ts';
import type { Payers } from '../provider-calls/payers.ts';
import { previewRoutes } from '../routing/select-provider.ts';
import { lineKey } from '../sources/script-lines.ts';
import type { SimulatedSource } from '../sources/source-lines.ts';
import { type Dictionary, loadDictionary } from '../speech-text/dictionary.ts';
import {
  compileNormalizers,
  createContext,
  createLineSpeech,
  type LineSpeech,
  listNormalizersBefore,
  type Neighbors,
  predictSpokenScript,
} from '../speech-text/text-to-speak.ts';
import type { SimulatedLine } from '../translation/forecast.ts';

/** A generator of a run that has not started, with its lines and voices. */
export interface PreparedGenerator {
  node: PlanNode;
  config: GeneratorConfig;
  payers: Payers;
  fallbacks: Fallbacks;
  dictionary: Dictionary;
  /** The normalizers before it. */
  normalizers: readonly PlanNode[];
  lines: SimulatedLine[];
  /** Lines with nothing to speak; excluded from `lines`. */
  silentLines: SimulatedLine[];
  /** What is left for work on the lines. */
  budget: WorkBudget;
  /** The locks of `lines`. */
  locks: LineLocks<SimulatedLine>;
  /** The text to speak for a line; undefined if it is not known before the run. */
  textFor(line: SimulatedLine): string | undefined;
  /** The text without dictionary replacements; undefined if it is not known before the run. */
  writtenTextFor(line: SimulatedLine): string | undefined;
  /** The words around a line; undefined if the generator sends none to models. */
  contextFor(line: SimulatedLine): SpeechContext | undefined;
  /** The instructions of a review for the new take of a line. */
  reviewNoteFor(line: SimulatedLine): string | undefined;
}

/** Assigns voices to the lines of a generator, and sorts out the lines with nothing to speak. */
export async function prepareGenerator(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  request: {
    workspace_id: string;
    workflow_id?: string | undefined;
    retry_of?: string | undefined;
    line_notes?: ReadonlyMap<string, string> | undefined;
  },
  input: {
    node: PlanNode;
    plan: Plan;
    lines: SimulatedLine[];
    sources: readonly SimulatedSource[];
    budget: WorkBudget;
    payers: Payers;
  },
): Promise<PreparedGenerator> {
  const { workspace_id, workflow_id, retry_of, line_notes } = request;
  const { node, plan, lines, sources, budget, payers } = input;
  const config = parseConfig(node, 'operator_generator');
  const locales = [...new Set(lines.map((line) => line.locale_code))];
  const routing = { workspace_id, workflow_id, node_id: node.id, config, locales };
  let routes: ReadonlyMap<string, Route> | undefined;
  if (config.routing.mode === 'auto')
    routes = await previewRoutes(app, routing, { payers, retryOf: retry_of ?? null });
  const [fallbacks, dictionary] = await Promise.all([
    loadFallbacks(app, workspace_id, { config, routes }),
    loadDictionary(app.db, workspace_id, locales),
  ]);
  const normalizers = listNormalizersBefore(node, plan.nodes.values());
  await compileNormalizers(normalizers, locales, budget);
  const speechFor = (line: SimulatedLine): LineSpeech => {
    const { translator_id } = line;
    // A normalizer does not process translations that are created after it.
    const earlierNormalizers = normalizers.filter(
      ({ upstream }) => !translator_id || upstream.has(translator_id),
    );
    const preparation = { normalizers: earlierNormalizers, dictionary, config };
    return createLineSpeech({ ...line, spoken_script: predictSpokenScript(line, preparation) }, preparation);
  };
  const isSilent = (line: SimulatedLine): boolean => {
    if (line.guess) return false;
    // Avoids the slow normalizers. A line with words can have nothing to speak only if it has markup.
    if (!mayHoldMarkup(line.script))
      return !hasSpeech(dictionary.pronounce(line.script, line.locale_code).text);
    return speechFor(line).is_silent;
  };
  const speakableLines: SimulatedLine[] = [];
  const silentLines: SimulatedLine[] = [];
  const sortLine = (line: SimulatedLine): void => {
    if (isSilent(line)) silentLines.push(line);
    else speakableLines.push(line);
  };
  await forEachInSlices(lines, sortLine, budget);
  let neighborFinders: NeighborFinders = new Map();
  if (config.context === 'neighbors') neighborFinders = createNeighborFinders(sources);
  // A definition that is not saved has no locks. Unknown texts cannot be compared.
  const locks = await findLineLocks(
    app.db,
    { workspace_id, workflow_id: workflow_id ?? null, node_id: node.id },
    speakableLines.filter(({ guess }) => !guess),
  );
  return {
    node,
    config,
    payers,
    fallbacks,
    dictionary,
    normalizers,
    lines: speakableLines,
    silentLines,
    locks,
    budget,
    textFor: (line) => (line.guess ? undefined : speechFor(line).text),
    writtenTextFor: (line) => (line.guess ? undefined : speechFor(line).written_text),
    contextFor: (line) => createContext(config, neighborFinders.get(line)?.(line)),
    reviewNoteFor: (line) => line_notes?.get(lineKey(line)),
  };
}

/** By line, the function that finds its neighbors. */
type NeighborFinders = Map<SimulatedLine, (line: SimulatedLine) => Neighbors>;

/** Translations that the run creates are not among the lines of a source, and have no context. */
function createNeighborFinders(sources: readonly SimulatedSource[]): NeighborFinders {
  const neighborFinders: NeighborFinders = new Map();
  for (const { lines } of sources) {
    const findNeighbors = rowNeighbors<SimulatedLine>(lines);
    for (const line of lines) neighborFinders.set(line, findNeighbors);
  }
  return neighborFinders;
}
