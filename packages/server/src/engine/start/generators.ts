import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { hasSpeech } from '@voiceloom/text';
import { loadDictionary } from '../casting/dictionary.ts';
import { type Fallbacks, loadFallbacks } from '../casting/fallbacks.ts';
import {
  normalizersBefore,
  spokenScript,
  type TextPreparation,
  textToSpeak,
} from '../casting/text-to-speak.ts';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import type { EngineApp } from '../engine-app.ts';
import { configOf, type Plan, type PlanNode } from '../plan.ts';
import { routesFor } from '../routing/run-routes.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import type { RunRequest } from './prepare.ts';

/** Characters of markup. Only with them can a normalizer leave nothing to speak of a line that had words. */
const MARKS = /[<[{&%]/;

/** Yield after this many lines, so that a long script does not block the process. */
export const YIELD_AFTER_LINES = 1_000;

/** A generator of a run that has not started, with its lines and voices. */
export interface PreparedGenerator {
  node: PlanNode;
  config: GeneratorConfig;
  fallbacks: Fallbacks;
  lines: SimulatedLine[];
  /** Lines with nothing to speak; excluded from `lines`. */
  silent: SimulatedLine[];
  /** The text to speak for a line; undefined if it is not known before the run. */
  textFor(line: SimulatedLine): string | undefined;
}

export async function openGenerator(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  { workspace_id, workflow_id, retry_of }: Pick<RunRequest, 'workspace_id' | 'workflow_id' | 'retry_of'>,
  { node, plan, lines }: { node: PlanNode; plan: Plan; lines: SimulatedLine[] },
): Promise<PreparedGenerator> {
  const config = configOf(node, 'operator_generator');
  const locales = [...new Set(lines.map((line) => line.locale_code))];
  const routing = { workspace_id, workflow_id, node_id: node.id, config, locales };
  const routes = config.routing.mode === 'auto' ? await routesFor(app, routing, retry_of ?? null) : undefined;
  const fallbacks = await loadFallbacks(app, workspace_id, { config, routes });
  const dictionary = await loadDictionary(app.db, workspace_id, locales);
  const normalizers = normalizersBefore(node, plan.nodes.values());
  const textFor = (line: SimulatedLine): string | undefined => {
    if (line.guess) return undefined;
    const preparation = { normalizers: normalizers.filter((one) => isAfter(one, line)), dictionary };
    return preparedText(line, preparation);
  };
  const isSilent = (line: SimulatedLine): boolean => {
    if (line.guess) return false;
    const { text } = dictionary.pronounce(line.script, line.locale_code);
    // Normalizers are slow, so they are skipped where they leave words.
    if (hasSpeech(text) && (normalizers.length === 0 || !MARKS.test(text))) return false;
    return !hasSpeech(textFor(line) ?? '');
  };
  const spoken: SimulatedLine[] = [];
  const silent: SimulatedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % YIELD_AFTER_LINES === 0) await yieldToOthers();
    if (isSilent(line)) silent.push(line);
    else spoken.push(line);
  }
  return { node, config, fallbacks, lines: spoken, silent, textFor };
}

function preparedText(line: SimulatedLine, preparation: TextPreparation): string {
  return textToSpeak({ ...line, spoken_script: spokenScript(line, preparation) }, preparation).text;
}

/** A normalizer does not process translations that are created after it. */
function isAfter(normalizer: PlanNode, { made_by }: SimulatedLine): boolean {
  return made_by === undefined || normalizer.upstream.has(made_by);
}
