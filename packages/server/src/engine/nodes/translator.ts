import { setImmediate as turn } from 'node:timers/promises';
import { hasSpeech, pseudoTranslate } from '@voiceloom/text';
import { type LineWork, type NewLine, type Outcome, TRANSLATED } from '../model.ts';
import type { ChunkContext, LineNode } from '../node-types.ts';
import { parseConfig } from '../plan.ts';
import { findEarlierTranslations, findMemoryEntries, markMemoryUsed } from '../translation/memory.ts';
import {
  type Batch,
  checkTask,
  createTask,
  createTranslatedId,
  decideTargets,
  formatKey,
  loadNearLines,
  type NearLine,
  splitBatches,
  type TargetDecision,
  type Task,
  type TranslationResult,
  type TranslatorConfig,
} from '../translation/rows.ts';
import { type BatchContext, openTranslator, translateBatch } from '../translation/translate-batch.ts';

/** Creates one line per target language. Lines of a batch share a request. */
export const operatorTranslator: LineNode = {
  // Lines wait for their batch, so they need no concurrency slot each.
  concurrency: () => 1_000,
  async open(context) {
    const config = parseConfig(context.node, 'operator_translator');
    const near = await loadNearLines(context, config);
    const decisions = decideTargets(context, config, near);
    const translate = await openTranslations(context, config, { near, decisions });
    return async (work): Promise<Outcome> => {
      const decision = decisions.get(work);
      if (!decision) return { port: 'lines' };
      const createLine = async (target: string): Promise<NewLine> => {
        const identity = { line_id: createTranslatedId(work.line, target), locale_code: target };
        return { ...identity, script: '', ...(await translate(work, target)) };
      };
      const lines = await Promise.all(decision.targets.map(createLine));
      return { port: decision.keeps_line ? 'lines' : TRANSLATED, lines };
    };
  },
};

/**
 * Returns a function for the translation of a line into a locale. The sources of translations, in this order: the retried
 * run, the translation memory, the provider.
 */
async function openTranslations(
  context: ChunkContext,
  config: TranslatorConfig,
  input: { near: readonly NearLine[]; decisions: ReadonlyMap<LineWork, TargetDecision> },
): Promise<(work: LineWork, target: string) => Promise<TranslationResult>> {
  const tasks = new Map<string, Task>();
  const createTaskKey = ({ line }: LineWork, target: string): string => `${line.no}/${target}`;
  const translations = new Map<string, TranslationResult>();
  const { app, run, node } = context;
  const line_ids = [...input.decisions.keys()].map(({ line }) => line.line_id);
  const earlierTranslations = await findEarlierTranslations(app.db, {
    run_id: run.retry_of,
    node_id: node.id,
    line_ids,
  });
  // A line that needs no provider: without words, as a pseudo-translation, or as in the retried run.
  const translateAtOnce = ({ line }: LineWork, target: string): TranslationResult | undefined => {
    if (!hasSpeech(line.script)) return { script: line.script, translation: null };
    if (config.mode === 'pseudo') {
      const origin = { kind: 'pseudo' as const, provider: null, model: null };
      return { script: pseudoTranslate(line.script), translation: origin };
    }
    const row = earlierTranslations.find(line, target);
    if (!row) return undefined;
    const { provider = null, model = null } = row.translation ?? {};
    return { script: row.script, translation: { kind: 'run', provider, model } };
  };
  for (const [work, { targets }] of input.decisions) {
    for (const target of targets) {
      const key = createTaskKey(work, target);
      const translation = translateAtOnce(work, target);
      if (translation) translations.set(key, translation);
      else tasks.set(key, createTask(work.line, target, config));
    }
  }
  const allTasks = [...tasks.values()];
  const memory = await findInMemory(context, config, config.reuse_translations ? allTasks : []);
  const newTasks = allTasks.filter((task) => !memory.has(task));
  const translateTask = await openBatches(context, config, { near: input.near, tasks: newTasks });
  return async (work, target) => {
    const key = createTaskKey(work, target);
    const task = tasks.get(key);
    const translation = translations.get(key) ?? (task && memory.get(task));
    if (translation) return translation;
    if (!task) throw new Error(`line ${work.line.no} is not to be translated into ${target}`);
    return translateTask(task);
  };
}

const CHECKS_AT_ONCE = 100;

/** Stored translations of the workspace, if they pass the checks of the line. */
async function findInMemory(
  { app, run }: ChunkContext,
  config: TranslatorConfig,
  tasks: readonly Task[],
): Promise<ReadonlyMap<Task, TranslationResult>> {
  const memory = await findMemoryEntries(app.db, run.workspace_id, tasks);
  const translations = new Map<Task, TranslationResult>();
  for (const [index, task] of tasks.entries()) {
    // Many target languages mean thousands of checks, so let other work run in between.
    if (index % CHECKS_AT_ONCE === 0) await turn();
    const entry = memory.get(formatKey(task));
    if (!entry || checkTask(task, entry.target, config)) continue;
    const { target, provider, model } = entry;
    translations.set(task, { script: target, translation: { kind: 'memory', provider, model } });
  }
  const keys = Array.from(translations.keys(), ({ key }) => key);
  await markMemoryUsed(app.db, run.workspace_id, { keys, now: app.clock() });
  return translations;
}

/** Equal lines are requested once. A batch is requested with its first line. */
async function openBatches(
  context: ChunkContext,
  config: TranslatorConfig,
  input: { near: readonly NearLine[]; tasks: readonly Task[] },
): Promise<(task: Task) => Promise<TranslationResult>> {
  const { near, tasks } = input;
  const translator = tasks.length === 0 ? undefined : await openTranslator(context, config);
  if (!translator) return () => Promise.resolve(UNTRANSLATED);
  const batchContext: BatchContext = { context, config, translator, near };
  const createRequestKey = (task: Task): string => `${formatKey(task)}/${task.line.max_duration_ms}`;
  const leaders = new Map<string, Task>();
  for (const task of tasks) {
    const key = createRequestKey(task);
    if (!leaders.has(key)) leaders.set(key, task);
  }
  const limits = { ...translator.provider, context_lines: config.context_lines };
  const batchByTask = new Map<Task, Batch>();
  for (const batch of splitBatches([...leaders.values()], near, limits)) {
    for (const task of batch.tasks) batchByTask.set(task, batch);
  }
  const responses = new Map<Batch, Promise<Map<Task, TranslationResult>>>();
  return async (task) => {
    const leader = leaders.get(createRequestKey(task)) ?? task;
    const batch = batchByTask.get(leader);
    if (!batch) throw new Error('a task without a batch');
    const response = responses.get(batch) ?? translateBatch(batchContext, batch);
    responses.set(batch, response);
    const result = (await response).get(leader);
    if (!result) throw new Error('a batch without one of its tasks');
    if (leader === task) return result;
    // A line that shares the request of an equal line is not billed.
    if (!('script' in result)) return { ...result, translation: null };
    const { provider = null, model = null } = result.translation ?? {};
    return { script: result.script, translation: { kind: 'memory', provider, model } };
  };
}

const UNTRANSLATED: TranslationResult = {
  error: {
    code: 'untranslated',
    message:
      'The translator has no provider, and there is no translation of the line in the script or the translation memory.',
  },
  translation: null,
};
