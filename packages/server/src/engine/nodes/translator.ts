import { setImmediate as turn } from 'node:timers/promises';
import { hasSpeech, pseudoTranslate } from '@voiceloom/text';
import { type LineWork, type NewLine, type Outcome, TRANSLATED } from '../model.ts';
import type { ChunkContext, LineNode } from '../node-types.ts';
import { configOf } from '../plan.ts';
import { earlierTranslations, noteRecalled, type Remembered, recall } from '../translation/memory.ts';
import {
  type Batch,
  checkTask,
  createTask,
  decideParts,
  keyText,
  loadNear,
  type NearLine,
  type Part,
  splitBatches,
  type Task,
  type Translated,
  type TranslatorConfig,
  translatedId,
} from '../translation/rows.ts';
import { type BatchContext, openTranslator, translateBatch } from '../translation/translate-batch.ts';

/** Creates one line per target language. Lines of a batch share a request. */
export const operatorTranslator: LineNode = {
  // Lines wait for their batch, so they need no concurrency slot each.
  concurrency: () => 1_000,
  async open(context) {
    const config = configOf(context.node, 'operator_translator');
    const near = await loadNear(context, config);
    const parts = decideParts(context, config, near);
    const sources = await openSources(context, config, { near, parts });
    return async (work): Promise<Outcome> => {
      const part = parts.get(work);
      if (!part) return { port: 'lines' };
      const createLine = async (target: string): Promise<NewLine> => {
        const translated = await sources(work, target);
        const own = { line_id: translatedId(work.line, target), locale_code: target };
        const { translation } = translated;
        if ('script' in translated) return { ...own, script: translated.script, translation };
        return { ...own, script: '', translation, error: translated.error };
      };
      const lines = await Promise.all(part.targets.map(createLine));
      return { port: part.goes_on ? 'lines' : TRANSLATED, lines };
    };
  },
};

/** Returns the translation of a line into a locale. */
type Sources = (work: LineWork, target: string) => Promise<Translated>;

/** The sources of translations, in this order: the retried run, the translation memory, the provider. */
async function openSources(
  context: ChunkContext,
  config: TranslatorConfig,
  input: { near: readonly NearLine[]; parts: ReadonlyMap<LineWork, Part> },
): Promise<Sources> {
  const tasks = new Map<string, Task>();
  const createPlace = ({ line }: LineWork, target: string): string => `${line.no}/${target}`;
  const translations = new Map<string, Translated>();
  const { app, run, node } = context;
  const line_ids = [...input.parts.keys()].map(({ line }) => line.line_id);
  const earlier = await earlierTranslations(app.db, { run_id: run.retry_of, node_id: node.id, line_ids });
  // A line that needs no provider: without words, as a pseudo-translation, or as in the retried run.
  const translateAtOnce = ({ line }: LineWork, target: string): Translated | undefined => {
    if (!hasSpeech(line.script)) return { script: line.script, translation: null };
    if (config.mode === 'pseudo') {
      const origin = { kind: 'pseudo' as const, provider: null, model: null };
      return { script: pseudoTranslate(line.script), translation: origin };
    }
    const row = earlier.find(line, target);
    if (!row) return undefined;
    const { provider = null, model = null } = row.translation ?? {};
    return { script: row.script, translation: { kind: 'run', provider, model } };
  };
  for (const [work, { targets }] of input.parts) {
    for (const target of targets) {
      const place = createPlace(work, target);
      const translation = translateAtOnce(work, target);
      if (translation) translations.set(place, translation);
      else tasks.set(place, createTask(work.line, target, config));
    }
  }
  const remembered = await findRemembered(
    context,
    config,
    config.reuse_translations ? [...tasks.values()] : [],
  );
  const open = [...tasks.values()].filter((task) => !remembered.has(task));
  const translateTask = await openBatches(context, config, { near: input.near, tasks: open });
  return async (work, target) => {
    const place = createPlace(work, target);
    const task = tasks.get(place);
    const translation =
      translations.get(place) ?? (task && (remembered.get(task) ?? (await translateTask(task))));
    if (!translation) throw new Error(`line ${work.line.no} is not wanted in ${target}`);
    return translation;
  };
}

const CHECKS_AT_ONCE = 100;

/** Stored translations of the workspace, if they pass the checks of the line. */
async function findRemembered(
  { app, run }: ChunkContext,
  config: TranslatorConfig,
  tasks: readonly Task[],
): Promise<ReadonlyMap<Task, Translated>> {
  const memory = await recall(app.db, run.workspace_id, tasks);
  const passing: [Task, Remembered][] = [];
  for (const [index, task] of tasks.entries()) {
    // Many target languages mean thousands of checks, so let other work run in between.
    if (index % CHECKS_AT_ONCE === 0) await turn();
    const entry = memory.get(keyText(task));
    if (entry && !checkTask(task, entry.target, config)) passing.push([task, entry]);
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
async function openBatches(
  context: ChunkContext,
  config: TranslatorConfig,
  { near, tasks }: { near: readonly NearLine[]; tasks: readonly Task[] },
): Promise<(task: Task) => Promise<Translated>> {
  const translator = tasks.length === 0 ? undefined : await openTranslator(context, config);
  if (!translator) return () => Promise.resolve(UNTRANSLATED);
  const batchContext: BatchContext = { context, config, translator, near };
  const sameOf = (task: Task): string => `${keyText(task)}/${task.line.max_duration_ms}`;
  const leaders = new Map<string, Task>();
  for (const task of tasks) if (!leaders.has(sameOf(task))) leaders.set(sameOf(task), task);
  const limits = { ...translator.provider, context_lines: config.context_lines };
  const batchByTask = new Map<Task, Batch>();
  for (const batch of splitBatches([...leaders.values()], near, limits)) {
    for (const task of batch.tasks) batchByTask.set(task, batch);
  }
  const responses = new Map<Batch, Promise<Map<Task, Translated>>>();
  return async (task) => {
    const leader = leaders.get(sameOf(task)) ?? task;
    const batch = batchByTask.get(leader);
    if (!batch) throw new Error('a task without a batch');
    const answer = responses.get(batch) ?? translateBatch(batchContext, batch);
    responses.set(batch, answer);
    const translated = (await answer).get(leader);
    if (!translated) throw new Error('a batch without one of its tasks');
    return leader === task ? translated : withoutBill(translated);
  };
}

/** A line that shares the request of an equal line is not billed. */
function withoutBill(translated: Translated): Translated {
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
