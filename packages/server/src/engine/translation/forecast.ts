import {
  countCharacters,
  expectedRatio,
  hasSpeech,
  lengthLimits,
  mostByRatio,
  pseudoTranslate,
  type ScriptLine,
} from '@voiceloom/text';
import { type WorkBudget, yielding } from '../../db/batches.ts';
import { invalid } from '../../errors.ts';
import type { EngineApp } from '../engine-app.ts';
import { MAX_RUN_LINES, TOO_MANY_LINES } from '../model.ts';
import { configOf, type Plan, type PlanNode } from '../plan.ts';
import type { EstimateNote } from '../sources/source-lines.ts';
import { earlierTranslations, recall } from './memory.ts';
import {
  createTask,
  keyText,
  type NearLine,
  partFor,
  type Task,
  type TranslatorConfig,
  translatedId,
} from './rows.ts';

/** A line as it will arrive at a node. The text of a future translation is unknown. */
export interface SimulatedLine extends ScriptLine {
  /** For an unknown script: its minimum, expected and maximum length in characters, and the script to translate. */
  guess?: { least: number; expected: number; most: number; source: string };
  /** The translator that will create the line. */
  made_by?: string;
}

export interface RunForecast {
  linesAt(node: PlanNode): SimulatedLine[];
  notes: EstimateNote[];
}

/** A line with its position in a run that has not started. */
interface Placed {
  near: NearLine;
  line: SimulatedLine;
  /** The source of the line's row. */
  source_id: string;
}

type Place = { workspace_id: string; retry_of?: string | undefined };

/** The maximum number of translations that an estimate looks up. The lengths of others are guessed. */
const MAX_LOOKED_UP = 50_000;

/** Which lines will arrive at each node, including those that translators will create. */
export async function simulateTranslations(
  app: Pick<EngineApp, 'db'>,
  { plan, budget, ...place }: Place & { plan: Plan; budget: WorkBudget },
  sources: ReadonlyMap<string, readonly ScriptLine[]>,
): Promise<RunForecast> {
  const nodes = [...plan.nodes.values()].sort((one, other) => one.depth - other.depth);
  const inflow = new Map<string, (readonly Placed[])[]>(nodes.map(({ id }) => [id, []]));
  const linesAt = new Map<string, readonly Placed[]>();
  const notes: EstimateNote[] = [];
  const numbers = { next: 0 };
  for (const node of nodes) {
    const own = sources.get(node.id);
    const here = own ? placeLines(node, own, numbers) : await mergeLists(inflow.get(node.id) ?? []);
    if (!own) linesAt.set(node.id, here);
    const leaving =
      node.fan_out === undefined
        ? here
        : await translate(app, { ...place, plan, node, numbers, budget }, here);
    const note = node.fan_out === undefined ? undefined : describeGuesses(node, leaving);
    if (note) notes.push(note);
    for (const edge of [...node.ports.values()].flat()) {
      if (!edge.back) inflow.get(edge.target)?.push(leaving);
    }
  }
  return { notes, linesAt: ({ id }) => (linesAt.get(id) ?? []).map(({ line }) => line) };
}

/**
 * Merges lines from several paths without duplicates. Most nodes have one incoming path and share its list.
 */
async function mergeLists(lists: readonly (readonly Placed[])[]): Promise<readonly Placed[]> {
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const merged = new Map<string, Placed>();
  const add = (one: Placed): void => {
    merged.set(JSON.stringify([one.near.node_id, one.line.line_id, one.line.locale_code]), one);
  };
  for (const list of lists) await yielding(list, add);
  return [...merged.values()];
}

function createRowKey({ source_id, near }: Placed): string {
  return `${source_id}/${near.line_index}`;
}

function placeLines(source: PlanNode, lines: readonly ScriptLine[], numbers: { next: number }): Placed[] {
  return lines.map((line) => {
    const { line_id, line_index, locale_code, script, character_name } = line;
    const own = { node_id: source.id, source_no: null, source_line_id: line.source_line_id ?? null };
    const near = { no: numbers.next++, line_id, line_index, locale_code, script, character_name, ...own };
    return { line, near, source_id: source.id };
  });
}

interface TranslationStep extends Place {
  plan: Plan;
  node: PlanNode;
  numbers: { next: number };
  budget: WorkBudget;
}

async function translate(
  app: Pick<EngineApp, 'db'>,
  of: TranslationStep,
  lines: readonly Placed[],
): Promise<readonly Placed[]> {
  const config = configOf(of.node, 'operator_translator');
  const rows = new Map<string, NearLine[]>();
  await yielding(lines, (line) => {
    const row = rows.get(createRowKey(line));
    if (row) row.push(line.near);
    else rows.set(createRowKey(line), [line.near]);
  });
  const leaving: Placed[] = [];
  const pairs: { from: Placed; target: string }[] = [];
  await yielding(lines, (from) => {
    const row = rows.get(createRowKey(from)) ?? [];
    const part = partFor(of, config, { line: from.near, row });
    if (!part || part.goes_on) leaving.push(from);
    for (const target of part?.targets ?? []) pairs.push({ from, target });
    if (of.numbers.next + pairs.length <= MAX_RUN_LINES) return;
    // The run would later fail because of too many lines.
    const index = [...of.plan.nodes.keys()].indexOf(of.node.id);
    const field = `definition.graph.nodes.${index}.config.target_languages`;
    throw invalid({ field, message: TOO_MANY_LINES });
  });
  const findStored = await lookUp(app, of, config, pairs);
  await yielding(
    pairs,
    ({ from, target }) => {
      leaving.push(translatedLine(of, config, { from, target, script: findStored(from, target) }));
    },
    of.budget,
  );
  return leaving;
}

/** Stored translations, from the run to repeat and from the translation memory. */
async function lookUp(
  { db }: Pick<EngineApp, 'db'>,
  { workspace_id, retry_of, node }: TranslationStep,
  config: TranslatorConfig,
  pairs: readonly { from: Placed; target: string }[],
): Promise<(from: Placed, target: string) => string | undefined> {
  if (config.mode === 'pseudo')
    return ({ line }) => {
      if (line.guess) return undefined;
      return hasSpeech(line.script) ? pseudoTranslate(line.script) : line.script;
    };
  const some = pairs.slice(0, MAX_LOOKED_UP).filter(({ from }) => !from.line.guess);
  const line_ids = retry_of === undefined ? [] : [...new Set(some.map(({ from }) => from.line.line_id))];
  const earlier = await earlierTranslations(db, { run_id: retry_of ?? null, node_id: node.id, line_ids });
  const taskFor = (from: Placed, target: string): Task => createTask({ ...from.line }, target, config);
  const tasks: Task[] = [];
  if (config.reuse_translations)
    await yielding(some, ({ from, target }) => tasks.push(taskFor(from, target)));
  const memory = await recall(db, workspace_id, tasks);
  return (from, target) => {
    if (from.line.guess) return undefined;
    if (!hasSpeech(from.line.script)) return from.line.script;
    const stored = earlier.find(from.line, target)?.script;
    return stored ?? (memory.size > 0 ? memory.get(keyText(taskFor(from, target)))?.target : undefined);
  };
}

function translatedLine(
  { node, numbers }: TranslationStep,
  config: TranslatorConfig,
  { from, target, script }: { from: Placed; target: string; script: string | undefined },
): Placed {
  const line_id = translatedId(from.near, target);
  const own = { line_id, locale_code: target, script: script ?? '' };
  const { guess: _guess, ...line } = from.line;
  return {
    source_id: from.source_id,
    near: {
      ...from.near,
      ...own,
      no: numbers.next++,
      node_id: node.id,
      source_no: from.near.no,
      source_line_id: from.line.line_id,
    },
    line: {
      ...line,
      ...own,
      made_by: node.id,
      ...(script === undefined && { guess: guessLength(from.line, target, config) }),
    },
  };
}

function guessLength(
  { script, guess, locale_code, max_duration_ms }: SimulatedLine,
  target: string,
  { max_length_ratio }: TranslatorConfig,
): NonNullable<SimulatedLine['guess']> {
  const ratio = expectedRatio(locale_code, target);
  if (guess)
    return {
      ...guess,
      expected: Math.ceil(guess.expected * ratio),
      most: mostByRatio(guess.most, max_length_ratio),
    };
  const { most } = lengthLimits(script, { max_length_ratio, max_duration_ms });
  const expected = Math.max(1, Math.round(countCharacters(script) * ratio));
  return { least: 1, expected, most, source: script };
}

function describeGuesses({ id, label }: PlanNode, lines: readonly Placed[]): EstimateNote | undefined {
  const languages = new Map<string, number>();
  for (const { line } of lines) {
    const { locale_code, made_by, guess } = line;
    if (guess && made_by === id) languages.set(locale_code, (languages.get(locale_code) ?? 0) + 1);
  }
  if (languages.size === 0) return undefined;
  const list = Array.from(languages, ([locale, count]) => `${count} into ${locale}`).join(', ');
  return {
    node_id: id,
    code: 'translations_estimated',
    message: `${label} has no translation yet for some lines (${list}). The estimate derives their expected length from the source and the usual ratio of the two languages. Their maximum length is the limit of the translator plus the values of placeholders.`,
  };
}
