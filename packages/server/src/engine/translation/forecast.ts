import {
  countCharacters,
  expectedRatio,
  hasSpeech,
  lengthLimits,
  maxLengthByRatio,
  maxPseudoLength,
  pseudoTranslate,
  type ScriptLine,
} from '@voiceloom/text';
import { forEachInSlices, type WorkBudget } from '../../db/batches.ts';
import { invalid } from '../../errors.ts';
import type { EngineApp } from '../engine-app.ts';
import { MAX_RUN_LINES, TOO_MANY_LINES } from '../model.ts';
import { type Plan, type PlanNode, parseConfig } from '../plan.ts';
import type { EstimateNote } from '../sources/source-lines.ts';
import { findEarlierTranslations, findMemoryEntries } from './memory.ts';
import {
  createTask,
  createTranslatedId,
  decideLineTargets,
  formatKey,
  type NearLine,
  type Task,
  type TranslatorConfig,
} from './rows.ts';

/** A line as it will arrive at a node. The text of a future translation is unknown. */
export interface SimulatedLine extends ScriptLine {
  /** For an unknown script: its minimum, expected and maximum length in characters, and the script to translate. */
  guess?: { min_characters: number; expected_characters: number; max_characters: number; source: string };
  /** The node of the translator that will create the line. */
  translator_id?: string;
}

export interface RunForecast {
  linesAt(node: PlanNode): SimulatedLine[];
  notes: EstimateNote[];
}

/** A line with its position in a run that has not started. */
interface PlacedLine {
  nearLine: NearLine;
  line: SimulatedLine;
  /** The source of the line's row. */
  source_id: string;
}

/** The translation of a line into a locale. */
interface TranslationPair {
  from: PlacedLine;
  target: string;
}

/** A translator in a run that has not started. */
interface TranslatorStep {
  workspace_id: string;
  retry_of?: string | undefined;
  plan: Plan;
  budget: WorkBudget;
  node: PlanNode;
  config: TranslatorConfig;
  /** The number of the next line. */
  lineNumbers: { next: number };
}

/** The maximum number of translations that an estimate looks up. The lengths of others are guessed. */
const MAX_LOOKED_UP = 50_000;

/** Which lines will arrive at each node, including those that translators will create. */
export async function simulateTranslations(
  app: Pick<EngineApp, 'db'>,
  run: { workspace_id: string; retry_of?: string | undefined; plan: Plan; budget: WorkBudget },
  sources: ReadonlyMap<string, readonly ScriptLine[]>,
): Promise<RunForecast> {
  const nodes = [...run.plan.nodes.values()].sort((a, b) => a.depth - b.depth);
  const incomingLists = new Map<string, (readonly PlacedLine[])[]>(nodes.map(({ id }) => [id, []]));
  const linesAt = new Map<string, readonly PlacedLine[]>();
  const notes: EstimateNote[] = [];
  const lineNumbers = { next: 0 };
  for (const node of nodes) {
    const sourceLines = sources.get(node.id);
    let lines: readonly PlacedLine[];
    if (sourceLines) {
      lines = sourceLines.map((line): PlacedLine => {
        const { line_id, line_index, locale_code, script, character_name, source_line_id = null } = line;
        const text = { line_id, line_index, locale_code, script, character_name };
        const nearLine = { no: lineNumbers.next, ...text, node_id: node.id, source_no: null, source_line_id };
        lineNumbers.next += 1;
        return { line, nearLine, source_id: node.id };
      });
    } else {
      lines = await mergeLists(incomingLists.get(node.id) ?? []);
      linesAt.set(node.id, lines);
    }
    // Only translators have a fan-out.
    if (node.fan_out !== undefined) {
      const config = parseConfig(node, 'operator_translator');
      lines = await translateLines(app, { ...run, node, config, lineNumbers }, lines);
      const note = describeGuesses(node, lines);
      if (note) notes.push(note);
    }
    for (const edge of [...node.ports.values()].flat()) {
      if (!edge.leads_back) incomingLists.get(edge.target)?.push(lines);
    }
  }
  return { notes, linesAt: ({ id }) => (linesAt.get(id) ?? []).map(({ line }) => line) };
}

/**
 * Merges lines from several paths without duplicates. Most nodes have one incoming path and share its list.
 */
async function mergeLists(lists: readonly (readonly PlacedLine[])[]): Promise<readonly PlacedLine[]> {
  const [firstList = [], ...otherLists] = lists;
  if (otherLists.length === 0) return firstList;
  const lines = new Map<string, PlacedLine>();
  const add = (placedLine: PlacedLine): void => {
    lines.set(
      JSON.stringify([placedLine.nearLine.node_id, placedLine.line.line_id, placedLine.line.locale_code]),
      placedLine,
    );
  };
  for (const list of lists) await forEachInSlices(list, add);
  return [...lines.values()];
}

/** The script row that a line belongs to. */
function createRowKey({ source_id, nearLine }: PlacedLine): string {
  return `${source_id}/${nearLine.line_index}`;
}

/** The lines that leave a translator, for the lines that arrive there. */
async function translateLines(
  app: Pick<EngineApp, 'db'>,
  step: TranslatorStep,
  lines: readonly PlacedLine[],
): Promise<readonly PlacedLine[]> {
  const { plan, node, config, lineNumbers, budget } = step;
  const rows = new Map<string, NearLine[]>();
  await forEachInSlices(lines, (line) => {
    const row = rows.get(createRowKey(line));
    if (row) row.push(line.nearLine);
    else rows.set(createRowKey(line), [line.nearLine]);
  });
  const leavingLines: PlacedLine[] = [];
  const pairs: TranslationPair[] = [];
  await forEachInSlices(lines, (from) => {
    const row = rows.get(createRowKey(from)) ?? [];
    const decision = decideLineTargets({ node, plan }, config, { line: from.nearLine, row });
    if (!decision || decision.keeps_line) leavingLines.push(from);
    for (const target of decision?.targets ?? []) pairs.push({ from, target });
    if (lineNumbers.next + pairs.length <= MAX_RUN_LINES) return;
    // The run would later fail because of too many lines.
    const index = [...plan.nodes.keys()].indexOf(node.id);
    const field = `definition.graph.nodes.${index}.config.target_languages`;
    throw invalid({ field, message: TOO_MANY_LINES });
  });
  const findScript = await findStoredScripts(app, step, pairs);
  const add = ({ from, target }: TranslationPair): void => {
    const script = findScript({ from, target });
    const line_id = createTranslatedId(from.nearLine, target);
    const identity = { line_id, locale_code: target, script: script ?? '' };
    const origin = { node_id: node.id, source_no: from.nearLine.no, source_line_id: from.line.line_id };
    const { guess: _guess, ...source } = from.line;
    const line: SimulatedLine = { ...source, ...identity, translator_id: node.id };
    if (script === undefined) line.guess = guessLength(from.line, target, config);
    const nearLine = { ...from.nearLine, ...identity, ...origin, no: lineNumbers.next };
    lineNumbers.next += 1;
    leavingLines.push({ source_id: from.source_id, nearLine, line });
  };
  await forEachInSlices(pairs, add, budget);
  return leavingLines;
}

/** Stored translations, from the run to repeat and from the translation memory. */
async function findStoredScripts(
  { db }: Pick<EngineApp, 'db'>,
  { workspace_id, retry_of, node, config }: TranslatorStep,
  pairs: readonly TranslationPair[],
): Promise<(pair: TranslationPair) => string | undefined> {
  if (config.mode === 'pseudo')
    return ({ from: { line } }) => {
      if (line.guess) return undefined;
      return hasSpeech(line.script) ? pseudoTranslate(line.script) : line.script;
    };
  const lookedUpPairs = pairs.slice(0, MAX_LOOKED_UP).filter(({ from }) => !from.line.guess);
  const line_ids =
    retry_of === undefined ? [] : [...new Set(lookedUpPairs.map(({ from }) => from.line.line_id))];
  const earlierTranslations = await findEarlierTranslations(db, {
    run_id: retry_of ?? null,
    node_id: node.id,
    line_ids,
  });
  const toTask = ({ from, target }: TranslationPair): Task => createTask({ ...from.line }, target, config);
  const tasks: Task[] = [];
  if (config.reuse_translations) await forEachInSlices(lookedUpPairs, (pair) => tasks.push(toTask(pair)));
  const memory = await findMemoryEntries(db, workspace_id, tasks);
  return (pair) => {
    const { line } = pair.from;
    if (line.guess) return undefined;
    if (!hasSpeech(line.script)) return line.script;
    const earlierTranslation = earlierTranslations.find(line, pair.target);
    if (earlierTranslation) return earlierTranslation.script;
    if (memory.size === 0) return undefined;
    return memory.get(formatKey(toTask(pair)))?.target;
  };
}

/** The length of a future translation, from the script or from the guessed length of an earlier translation. */
function guessLength(
  { script, guess, locale_code, max_duration_ms }: SimulatedLine,
  target: string,
  { max_length_ratio, mode }: TranslatorConfig,
): NonNullable<SimulatedLine['guess']> {
  const ratio = expectedRatio(locale_code, target);
  if (guess) {
    const { expected_characters, max_characters } = guess;
    // The limit of the translator does not apply to pseudo-translations.
    if (mode === 'pseudo')
      return {
        ...guess,
        expected_characters: maxPseudoLength(expected_characters),
        max_characters: maxPseudoLength(max_characters),
      };
    return {
      ...guess,
      expected_characters: Math.ceil(expected_characters * ratio),
      max_characters: maxLengthByRatio(max_characters, max_length_ratio),
    };
  }
  const { max: maxLength } = lengthLimits(script, { max_length_ratio, max_duration_ms });
  const expectedLength = Math.max(1, Math.round(countCharacters(script) * ratio));
  return {
    min_characters: 1,
    expected_characters: expectedLength,
    max_characters: maxLength,
    source: script,
  };
}

/** The note about the translations of a node whose length is guessed; undefined without any. */
function describeGuesses({ id, label }: PlanNode, lines: readonly PlacedLine[]): EstimateNote | undefined {
  const languages = new Map<string, number>();
  for (const { line } of lines) {
    const { locale_code, translator_id, guess } = line;
    if (guess && translator_id === id) languages.set(locale_code, (languages.get(locale_code) ?? 0) + 1);
  }
  if (languages.size === 0) return undefined;
  const list = Array.from(languages, ([locale, count]) => `${count} into ${locale}`).join(', ');
  return {
    node_id: id,
    code: 'translations_estimated',
    message: `${label} has no translation yet for some lines (${list}). The estimate derives their expected length from the source and the usual ratio of the two languages. Their maximum length is the limit of the translator plus the values of placeholders.`,
  };
}
