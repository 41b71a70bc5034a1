import { setImmediate as turn } from 'node:timers/promises';
import { countCharacters } from '../../text/characters.ts';
import type { ScriptLine } from '../../text/script.ts';
import { expectedRatio, lengthLimits, pseudoTranslate } from '../../text/translate/index.ts';
import { configOf } from '../chunks/load.ts';
import type { EngineApp } from '../engine-app.ts';
import type { Plan, PlanNode } from '../plan.ts';
import type { EstimateNote } from '../source-lines.ts';
import { earlierTranslations } from './earlier.ts';
import { recall } from './memory.ts';
import { type NearLine, partFor, type TranslatorConfig, translatedId } from './rows.ts';
import { keyText, type Task, taskOf } from './task.ts';

/** A line as it will arrive somewhere. What a translation will say is not known before there is one. */
export interface ForeseenLine extends ScriptLine {
  /** Characters of a script that is not known: at least, probably, at most. */
  guess?: { least: number; expected: number; most: number };
  /** The translator that will make the line. */
  made_by?: string;
}

export interface Foresight {
  arriving(node: PlanNode): ForeseenLine[];
  notes: EstimateNote[];
}

/** A line with its place among the lines of a run that is yet to be. */
interface Placed {
  near: NearLine;
  line: ForeseenLine;
  /** The source whose rows its own is one of. */
  source_id: string;
}

type Place = { workspace_id: string; retry_of?: string | undefined };

/** Most translations that an estimate looks up; the lengths of further ones are guessed. */
const MOST_LOOKED_UP = 50_000;
const BATCH = 1_000;

/** Which lines will arrive at each node, those included that translators will make on the way. */
export async function foreseeTranslations(
  app: Pick<EngineApp, 'db'>,
  { plan, ...place }: Place & { plan: Plan },
  sources: ReadonlyMap<string, readonly ScriptLine[]>,
): Promise<Foresight> {
  const nodes = [...plan.nodes.values()].sort((one, other) => one.depth - other.depth);
  const arriving = new Map<string, Map<string, Placed>>(nodes.map(({ id }) => [id, new Map()]));
  const notes: EstimateNote[] = [];
  const numbers = { next: 0 };
  for (const node of nodes) {
    const own = sources.get(node.id);
    const here = own ? placed(node, own, numbers) : [...(arriving.get(node.id)?.values() ?? [])];
    const leaving =
      node.fan_out === undefined ? here : await translate(app, { ...place, plan, node, numbers }, here);
    const note = node.fan_out === undefined ? undefined : noteOn(node, leaving);
    if (note) notes.push(note);
    for (const edge of [...node.ports.values()].flat()) {
      if (edge.back) continue;
      for (const line of leaving) arriving.get(edge.target)?.set(keyOf(line), line);
    }
  }
  return { notes, arriving: ({ id }) => Array.from(arriving.get(id)?.values() ?? [], ({ line }) => line) };
}

const keyOf = ({ near, line }: Placed): string =>
  JSON.stringify([near.node_id, line.line_id, line.locale_code]);

const rowOf = ({ source_id, near }: Placed): string => `${source_id}/${near.line_index}`;

function placed(source: PlanNode, lines: readonly ScriptLine[], numbers: { next: number }): Placed[] {
  return lines.map((line) => {
    const { line_id, line_index, locale_code, script } = line;
    const own = { node_id: source.id, source_no: null, source_line_id: line.source_line_id ?? null };
    const near = { no: numbers.next++, line_id, line_index, locale_code, script, ...own };
    return { line, near, source_id: source.id };
  });
}

interface Translating extends Place {
  plan: Plan;
  node: PlanNode;
  numbers: { next: number };
}

async function translate(
  app: Pick<EngineApp, 'db'>,
  of: Translating,
  lines: readonly Placed[],
): Promise<Placed[]> {
  const config = configOf(of.node, 'operator_translator');
  const rows = Map.groupBy(lines, rowOf);
  const leaving: Placed[] = [];
  const wanted: { from: Placed; target: string }[] = [];
  for (const [index, from] of lines.entries()) {
    // A long script is gone through in pieces: the process answers others in between.
    if (index % BATCH === 0) await turn();
    const row = (rows.get(rowOf(from)) ?? []).map(({ near }) => near);
    const part = partFor(of, config, { line: from.near, row });
    if (!part || part.goes_on) leaving.push(from);
    for (const target of part?.targets ?? []) wanted.push({ from, target });
  }
  const known = await lookUp(app, of, { config, wanted });
  for (const [index, { from, target }] of wanted.entries()) {
    if (index % BATCH === 0) await turn();
    leaving.push(made(of, config, { from, target, script: known(from, target) }));
  }
  return leaving;
}

interface Wanted {
  config: TranslatorConfig;
  wanted: readonly { from: Placed; target: string }[];
}

type Known = (from: Placed, target: string) => string | undefined;

/** What is stored for the lines: of the run that is done again, and in the memory. */
async function lookUp(
  { db }: Pick<EngineApp, 'db'>,
  { workspace_id, retry_of, node }: Translating,
  { config, wanted }: Wanted,
): Promise<Known> {
  if (config.mode === 'pseudo') return ({ line }) => (line.guess ? undefined : pseudoTranslate(line.script));
  const some = wanted.slice(0, MOST_LOOKED_UP).filter(({ from }) => !from.line.guess);
  const line_ids = retry_of === undefined ? [] : [...new Set(some.map(({ from }) => from.line.line_id))];
  const earlier = await earlierTranslations(db, { run_id: retry_of ?? null, node_id: node.id, line_ids });
  const taskFor = (from: Placed, target: string): Task => taskOf({ ...from.line }, target, config);
  const memory = config.reuse_translations
    ? await recall(
        db,
        workspace_id,
        some.map(({ from, target }) => taskFor(from, target)),
      )
    : undefined;
  return (from, target) => {
    if (from.line.guess) return undefined;
    const stored = earlier.find(from.line, target)?.script;
    return (
      stored ?? (memory && memory.size > 0 ? memory.get(keyText(taskFor(from, target)))?.target : undefined)
    );
  };
}

function made(
  { node, numbers }: Translating,
  config: TranslatorConfig,
  { from, target, script }: { from: Placed; target: string; script: string | undefined },
): Placed {
  const line_id = translatedId(from.near, target);
  const own = { line_id, locale_code: target, script: script ?? '' };
  const { guess: _guess, ...line } = from.line;
  return {
    source_id: from.source_id,
    near: {
      ...{ ...from.near, ...own, no: numbers.next++, node_id: node.id },
      ...{ source_no: from.near.no, source_line_id: from.line.line_id },
    },
    line: {
      ...{ ...line, ...own, made_by: node.id },
      ...(script === undefined && { guess: guessFor(from.line, target, config) }),
    },
  };
}

function guessFor(
  { script, guess, locale_code, max_duration_ms }: ForeseenLine,
  target: string,
  { max_length_ratio }: TranslatorConfig,
): NonNullable<ForeseenLine['guess']> {
  const ratio = expectedRatio(locale_code, target);
  if (guess)
    return {
      least: 1,
      expected: Math.ceil(guess.expected * ratio),
      most: Math.ceil(guess.most * max_length_ratio),
    };
  const { most } = lengthLimits(script, { max_length_ratio, max_duration_ms });
  return { least: 1, expected: Math.max(1, Math.round(countCharacters(script) * ratio)), most };
}

function noteOn({ id, label }: PlanNode, lines: readonly Placed[]): EstimateNote | undefined {
  const guessed = lines.filter(({ line }) => line.guess && line.made_by === id);
  if (guessed.length === 0) return undefined;
  const languages = Map.groupBy(guessed, ({ line }) => line.locale_code);
  const list = Array.from(languages, ([locale, own]) => `${own.length} into ${locale}`).join(', ');
  return {
    node_id: id,
    code: 'translations_guessed',
    message: `${label} has no translation yet for some lines (${list}). Their length is guessed from their source and the usual ratio of the two languages; at most it is what the translator allows.`,
  };
}
