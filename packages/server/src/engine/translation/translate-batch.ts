import { cleanScript, fixedPieces, lengthLimits, startOf, termsOf } from '@voiceloom/text';
import type { LineTranslation } from '../../db/rows.ts';
import {
  ProviderError,
  type TranslationAnswer,
  type TranslationText,
} from '../../providers/translation/index.ts';
import type { ChunkContext } from '../model.ts';
import { type Batch, batchOf } from './batches.ts';
import { callTranslator, type Translator } from './call-translator.ts';
import { type Learned, remember } from './memory.ts';
import type { NearLine, TranslatorConfig } from './rows.ts';
import { faultOf, type Task, type Translated } from './task.ts';

/** How many times a line is requested separately after its translation failed the checks. */
const MORE_TRIES = 2;

/** What translating the batches of a chunk needs. */
export interface BatchContext {
  context: ChunkContext;
  config: TranslatorConfig;
  translator: Translator;
  near: readonly NearLine[];
}

interface RejectedTranslation {
  answer: string;
  check: string;
  problem: string;
}

/** The state of a line during translation. */
interface Progress {
  tries: number;
  billed: { unit: string; amount: number } | null;
  refused: RejectedTranslation;
}

/** Translates a batch in one request, then requests every failed line separately, together with its error. */
export async function translateBatch(
  batchContext: BatchContext,
  batch: Batch,
): Promise<Map<Task, Translated>> {
  const done = new Map<Task, Translated>();
  const open = new Map<Task, Progress>();
  try {
    const asked = await ask(batchContext, batch, () => null);
    sort(batchContext, asked, { done, open });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // One rejected text fails the whole request.
    const isAboutOne = error.kind === 'invalid_input' && batch.tasks.length > 1;
    for (const task of batch.tasks) {
      if (isAboutOne) open.set(task, unanswered('request', error.message));
      else done.set(task, failed(batchContext, error));
    }
  }
  await learn(batchContext, done);
  for (const [task, progress] of open) done.set(task, await translateAlone(batchContext, task, progress));
  return done;
}

const unanswered = (check: string, problem: string): Progress => ({
  tries: 1,
  billed: null,
  refused: { answer: '', check, problem },
});

/** Marks lines that the provider rejected or never returned. What it billed for them is kept. */
function failed(batchContext: BatchContext, { kind, message }: ProviderError, before?: Progress): Translated {
  const code = kind === 'invalid_input' || kind === 'unsupported' ? kind : `provider_${kind}`;
  const error = { code, message: `${batchContext.translator.provider.id}: ${message}` };
  const translation = before ? translationOf(batchContext, { ...before, tries: before.tries + 1 }) : null;
  return { error, translation };
}

async function translateAlone(batchContext: BatchContext, task: Task, before: Progress): Promise<Translated> {
  let progress = before;
  for (let tries = 0; tries < MORE_TRIES; tries++) {
    const batch = batchOf([task], batchContext.near, batchContext.config.context_lines);
    const done = new Map<Task, Translated>();
    const open = new Map<Task, Progress>();
    const { answer, problem } = progress.refused;
    try {
      sort(
        batchContext,
        await ask(batchContext, batch, () => ({ answer, problem })),
        { done, open },
        progress,
      );
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return failed(batchContext, error, progress);
    }
    await learn(batchContext, done);
    const translated = done.get(task);
    if (translated) return translated;
    progress = open.get(task) ?? progress;
  }
  const { check, problem } = progress.refused;
  const message = `No translation into ${task.target_locale} passed the checks in ${progress.tries} attempts. ${problem}`;
  return {
    error: { code: `translation_${check}`, message },
    translation: translationOf(batchContext, progress),
  };
}

interface BatchResponse {
  batch: Batch;
  answer: TranslationAnswer;
  ids: Map<Task, string>;
}

/** Notes need to be understood, not complete: requests have limits. */
const NOTES_LENGTH = 1_000;

/** Uses generated ids, because script ids may contain anything. */
async function ask(
  { context, config, translator }: BatchContext,
  { tasks, ...batch }: Batch,
  refusedOf: (task: Task) => TranslationText['refused'],
): Promise<BatchResponse> {
  const ids = new Map(tasks.map((task, index) => [task, String(index + 1)]));
  const texts = tasks.map((task, index): TranslationText => {
    const { script, character_name, notes, max_duration_ms } = task.line;
    const { max_length_ratio, glossary } = config;
    return {
      id: String(index + 1),
      text: script,
      pieces: fixedPieces(script),
      terms: termsOf(script, glossary, task.target_locale),
      character_name,
      notes: notes && startOf(notes, NOTES_LENGTH),
      max_length: lengthLimits(script, { max_length_ratio, max_duration_ms }).most,
      refused: refusedOf(task),
    };
  });
  const { source_locale, target_locale, before, after } = batch;
  const { formality, instructions } = config;
  const request = {
    source_locale,
    target_locale,
    texts,
    context: { before, after },
    formality,
    instructions,
  };
  const answer = await callTranslator(translator, request, context);
  return { batch: { tasks, ...batch }, answer, ids };
}

interface Sorted {
  done: Map<Task, Translated>;
  open: Map<Task, Progress>;
}

/** Checks every translation. A response with unknown ids is rejected as a whole. */
function sort(
  batchContext: BatchContext,
  { batch, answer, ids }: BatchResponse,
  { done, open }: Sorted,
  before?: Progress,
): void {
  const known = new Set(ids.values());
  const isForeign = answer.texts.some(({ id }) => !known.has(id));
  const bills = billsOf(batch.tasks, answer.billed);
  for (const [index, task] of batch.tasks.entries()) {
    const own = isForeign ? [] : answer.texts.filter(({ id }) => id === ids.get(task));
    const progress = {
      tries: (before?.tries ?? 0) + 1,
      billed: added(before?.billed ?? null, bills[index] ?? null),
    };
    const [first] = own;
    const script = cleanScript(first?.text ?? '');
    const refused =
      first && own.length === 1 ? refusal(batchContext, task, script) : missing(own.length, answer.remark);
    if (refused) open.set(task, { ...progress, refused });
    else done.set(task, { script, translation: translationOf(batchContext, progress) });
  }
}

function missing(answers: number, remark: string | null): RejectedTranslation {
  const problem =
    answers > 1
      ? 'The response contains several translations of the line.'
      : 'The response contains no translation of the line.';
  return { answer: '', check: 'ids', problem: remark === null ? problem : `${problem} (${remark})` };
}

function refusal({ config }: BatchContext, task: Task, script: string): RejectedTranslation | undefined {
  const fault = faultOf(task, script, config);
  return fault && { answer: startOf(script, 2_000), check: fault.check, problem: fault.message };
}

function translationOf(
  { translator }: BatchContext,
  { tries, billed }: Omit<Progress, 'refused'>,
): LineTranslation {
  const { provider, model } = translator;
  return { kind: 'provider', provider: provider.id, model, tries, ...(billed && { billed }) };
}

/** Divides the billed amount of a request among its lines by length. The parts add up exactly. */
function billsOf(tasks: readonly Task[], billed: TranslationAnswer['billed']): (Progress['billed'] | null)[] {
  if (billed === null) return tasks.map(() => null);
  const all = tasks.reduce((sum, { line }) => sum + line.script.length, 0);
  let [seen, given] = [0, 0];
  return tasks.map(({ line }) => {
    seen += line.script.length;
    const upTo = all === 0 ? billed.amount : Math.round((billed.amount * seen) / all);
    const amount = upTo - given;
    given = upTo;
    return { unit: billed.unit, amount };
  });
}

function added(one: Progress['billed'], other: Progress['billed']): Progress['billed'] {
  if (one === null || other === null) return one ?? other;
  return { unit: one.unit, amount: one.amount + other.amount };
}

async function learn({ context, translator }: BatchContext, done: Map<Task, Translated>): Promise<void> {
  const { provider, model } = translator;
  const learned = [...done].flatMap(([task, translated]): Learned[] =>
    'script' in translated ? [{ task, target: translated.script, provider: provider.id, model }] : [],
  );
  await remember(context.app.db, context.run.workspace_id, { learned, now: context.app.clock() });
}
