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
import { type ApiError, invalid } from '../../errors.ts';
import type { EngineApp } from '../engine-app.ts';
import { MAX_RUN_LINES, TOO_MANY_LINES } from '../model.ts';
import { configOf, type Plan, type PlanNode } from '../plan.ts';
import type { EstimateNote } from '../sources/source-lines.ts';
import { earlierTranslations, recall } from './memory.ts';
import {
  keyText,
  type NearLine,
  partFor,
  type Task,
  type TranslatorConfig,
  taskOf,
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
const MOST_LOOKED_UP = 50_000;

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
    const note = node.fan_out === undefined ? undefined : noteOn(node, leaving);
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
  const known = new Map<string, Placed>();
  for (const list of lists) await yielding(list, (line) => known.set(keyOf(line), line));
  return [...known.values()];
}

const keyOf = ({ near, line }: Placed): string =>
  JSON.stringify([near.node_id, line.line_id, line.locale_code]);

const rowOf = ({ source_id, near }: Placed): string => `${source_id}/${near.line_index}`;

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
    const row = rows.get(rowOf(line));
    if (row) row.push(line.near);
    else rows.set(rowOf(line), [line.near]);
  });
  const leaving: Placed[] = [];
  const pairs: { from: Placed; target: string }[] = [];
  await yielding(lines, (from) => {
    const row = rows.get(rowOf(from)) ?? [];
    const part = partFor(of, config, { line: from.near, row });
    if (!part || part.goes_on) leaving.push(from);
    for (const target of part?.targets ?? []) pairs.push({ from, target });
    if (of.numbers.next + pairs.length > MAX_RUN_LINES) throw tooManyLines(of);
  });
  const known = await lookUp(app, of, config, pairs);
  await yielding(
    pairs,
    ({ from, target }) => {
      leaving.push(translatedLine(of, config, { from, target, script: known(from, target) }));
    },
    of.budget,
  );
  return leaving;
}

/** The error that rejects the start of a run that would later fail because of too many lines. */
function tooManyLines({ plan, node }: TranslationStep): ApiError {
  const index = [...plan.nodes.keys()].indexOf(node.id);
  const field = `definition.graph.nodes.${index}.config.target_languages`;
  return invalid({ field, message: TOO_MANY_LINES });
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
  const some = pairs.slice(0, MOST_LOOKED_UP).filter(({ from }) => !from.line.guess);
  const line_ids = retry_of === undefined ? [] : [...new Set(some.map(({ from }) => from.line.line_id))];
  const earlier = await earlierTranslations(db, { run_id: retry_of ?? null, node_id: node.id, line_ids });
  const taskFor = (from: Placed, target: string): Task => taskOf({ ...from.line }, target, config);
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
      ...(script === undefined && { guess: guessFor(from.line, target, config) }),
    },
  };
}

function guessFor(
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

function noteOn({ id, label }: PlanNode, lines: readonly Placed[]): EstimateNote | undefined {
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
