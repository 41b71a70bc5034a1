import { setImmediate as turn } from 'node:timers/promises';
import { hasSpeech, pseudoTranslate } from '@voiceloom/text';
import { type LineWork, type NewLine, type Outcome, TRANSLATED } from '../model.ts';
import type { ChunkContext, LineNode } from '../node-types.ts';
import { configOf } from '../plan.ts';
import {
  type Earlier,
  earlierTranslations,
  noteRecalled,
  type Remembered,
  recall,
} from '../translation/memory.ts';
import {
  type Batch,
  batchesOf,
  faultOf,
  keyText,
  loadNear,
  type NearLine,
  type Part,
  partsOf,
  type Task,
  type Translated,
  type TranslatorConfig,
  taskOf,
  translatedId,
} from '../translation/rows.ts';
import { type BatchContext, translateBatch, translatorOf } from '../translation/translate-batch.ts';

/** Creates one line per target language. Lines of a batch share a request. */
export const operatorTranslator: LineNode = {
  // Lines wait for their batch, so they need no concurrency slot each.
  concurrency: () => 1_000,
  async open(context) {
    const config = configOf(context.node, 'operator_translator');
    const near = await loadNear(context, config);
    const parts = partsOf(context, config, near);
    const sources = await sourcesOf(context, config, { near, parts });
    return async (work): Promise<Outcome> => {
      const part = parts.get(work);
      if (!part) return { port: 'lines' };
      const lines = await Promise.all(part.targets.map((target) => newLine(work, target, sources)));
      return { port: part.goes_on ? 'lines' : TRANSLATED, lines };
    };
  },
};

/** Returns the translation of a line into a locale. */
type Sources = (work: LineWork, target: string) => Promise<Translated>;

async function newLine(work: LineWork, target: string, sources: Sources): Promise<NewLine> {
  const translated = await sources(work, target);
  const own = { line_id: translatedId(work.line, target), locale_code: target };
  const { translation } = translated;
  if ('script' in translated) return { ...own, script: translated.script, translation };
  return { ...own, script: '', translation, error: translated.error };
}

/** The sources of translations, in this order: the retried run, the translation memory, the provider. */
async function sourcesOf(
  context: ChunkContext,
  config: TranslatorConfig,
  wanted: { near: readonly NearLine[]; parts: ReadonlyMap<LineWork, Part> },
): Promise<Sources> {
  const tasks = new Map<string, Task>();
  const placeOf = ({ line }: LineWork, target: string): string => `${line.no}/${target}`;
  const found = new Map<string, Translated>();
  const { app, run, node } = context;
  const line_ids = [...wanted.parts.keys()].map(({ line }) => line.line_id);
  const earlier = await earlierTranslations(app.db, { run_id: run.retry_of, node_id: node.id, line_ids });
  for (const [work, { targets }] of wanted.parts) {
    for (const target of targets) {
      const place = placeOf(work, target);
      const known =
        untouched(work) ?? (config.mode === 'pseudo' ? pseudo(work) : fromEarlier(earlier, work, target));
      if (known) found.set(place, known);
      else tasks.set(place, taskOf(work.line, target, config));
    }
  }
  const remembered = await remembering(context, config, config.reuse_translations ? [...tasks.values()] : []);
  const open = [...tasks.values()].filter((task) => !remembered.has(task));
  const asked = await asking(context, config, { near: wanted.near, tasks: open });
  return async (work, target) => {
    const place = placeOf(work, target);
    const task = tasks.get(place);
    const known = found.get(place) ?? (task && (remembered.get(task) ?? (await asked(task))));
    if (!known) throw new Error(`line ${work.line.no} is not wanted in ${target}`);
    return known;
  };
}

/** A line without words is the same in every language. */
const untouched = ({ line }: LineWork): Translated | undefined =>
  hasSpeech(line.script) ? undefined : { script: line.script, translation: null };

const pseudo = ({ line }: LineWork): Translated => ({
  script: pseudoTranslate(line.script),
  translation: { kind: 'pseudo', provider: null, model: null },
});

function fromEarlier(earlier: Earlier, { line }: LineWork, target: string): Translated | undefined {
  const made = earlier.find(line, target);
  if (!made) return undefined;
  const { provider = null, model = null } = made.translation ?? {};
  return { script: made.script, translation: { kind: 'run', provider, model } };
}

const CHECKS_AT_ONCE = 100;

/** Stored translations of the workspace, if they pass the checks of the line. */
async function remembering(
  { app, run }: ChunkContext,
  config: TranslatorConfig,
  tasks: readonly Task[],
): Promise<ReadonlyMap<Task, Translated>> {
  const memory = await recall(app.db, run.workspace_id, tasks);
  const passing: [Task, Remembered][] = [];
  for (const [index, task] of tasks.entries()) {
    // Many target languages mean thousands of checks, so let other work run in between.
    if (index % CHECKS_AT_ONCE === 0) await turn();
    const known = memory.get(keyText(task));
    if (known && !faultOf(task, known.target, config)) passing.push([task, known]);
  }
  const keys = passing.map(([{ key }]) => key);
  await noteRecalled(app.db, run.workspace_id, { keys, now: app.clock() });
  return new Map(
    passing.map(([task, { target, provider, model }]) => [
      task,
      { script: target, translation: { kind: 'memory' as const, provider, model } },
    ]),
  );
}

/** Equal lines are requested once. A batch is requested with its first line. */
async function asking(
  context: ChunkContext,
  config: TranslatorConfig,
  { near, tasks }: { near: readonly NearLine[]; tasks: readonly Task[] },
): Promise<(task: Task) => Promise<Translated>> {
  const translator = tasks.length === 0 ? undefined : await translatorOf(context, config);
  if (!translator) return () => Promise.resolve(UNTRANSLATED);
  const batchContext: BatchContext = { context, config, translator, near };
  const sameOf = (task: Task): string => `${keyText(task)}/${task.line.max_duration_ms}`;
  const leaders = new Map<string, Task>();
  for (const task of tasks) if (!leaders.has(sameOf(task))) leaders.set(sameOf(task), task);
  const limits = { ...translator.provider, context_lines: config.context_lines };
  const batchOf = new Map<Task, Batch>();
  for (const batch of batchesOf([...leaders.values()], near, limits)) {
    for (const task of batch.tasks) batchOf.set(task, batch);
  }
  const asked = new Map<Batch, Promise<Map<Task, Translated>>>();
  return async (task) => {
    const leader = leaders.get(sameOf(task)) ?? task;
    const batch = batchOf.get(leader);
    if (!batch) throw new Error('a task without a scene');
    const answer = asked.get(batch) ?? translateBatch(batchContext, batch);
    asked.set(batch, answer);
    const translated = (await answer).get(leader);
    if (!translated) throw new Error('a batch without one of its tasks');
    return leader === task ? translated : shared(translated);
  };
}

/** A line that shares the request of an equal line is not billed. */
function shared(translated: Translated): Translated {
  if (!('script' in translated)) return { ...translated, translation: null };
  const { provider = null, model = null } = translated.translation ?? {};
  return { script: translated.script, translation: { kind: 'memory', provider, model } };
}

const UNTRANSLATED: Translated = {
  error: {
    code: 'untranslated',
    message:
      'The translator has no provider, and there is no translation of the line in the script or the translation memory.',
  },
  translation: null,
};
