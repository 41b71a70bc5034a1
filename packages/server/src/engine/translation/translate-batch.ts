import { cleanScript, fixedPieces, lengthLimits, startOf, termsOf } from '@voiceloom/text';
import type { LineTranslation } from '../../db/rows.ts';
import {
  ProviderError,
  type ProviderErrorKind,
  type TranslationProvider,
  type TranslationRequest,
  type TranslationResponse,
  type TranslationText,
  translationModelOf,
} from '../../providers/translation/index.ts';
import { NodeFailure } from '../model.ts';
import type { ChunkContext } from '../node-types.ts';
import { callProvider, type UnusableResponses } from '../provider-calls/call-provider.ts';
import { type Access, openAccess } from '../provider-calls/provider-keys.ts';
import { type Learned, remember } from './memory.ts';
import {
  type Batch,
  checkTask,
  createBatch,
  type NearLine,
  type Task,
  type Translated,
  type TranslatorConfig,
} from './rows.ts';

/** How many times a line is requested separately after its translation failed the checks. */
const MORE_TRIES = 2;

/** Everything that the batches of a chunk need for their translation. */
export interface BatchContext {
  context: ChunkContext;
  config: TranslatorConfig;
  translator: Translator;
  near: readonly NearLine[];
}

/** The state of a line during translation. */
interface Progress {
  attempts: number;
  billed: { unit: string; amount: number } | null;
  refused: { answer: string; check: string; problem: string };
}

type Sorted = { done: Map<Task, Translated>; open: Map<Task, Progress> };

/** Translates a batch in one request, then requests every failed line separately, together with its error. */
export async function translateBatch(batchContext: BatchContext, batch: Batch) {
  const response = await ask(batchContext, batch);
  if (!(response instanceof ProviderError)) return translateOpen(batchContext, response);
  const { kind, message } = response;
  // One rejected text fails the whole request.
  if (kind !== 'invalid_input' || batch.tasks.length === 1)
    return new Map(batch.tasks.map((task) => [task, failed(batchContext, response)]));
  const refused = { answer: '', check: 'request', problem: message };
  const open = new Map(batch.tasks.map((task) => [task, { attempts: 1, billed: null, refused }]));
  return translateOpen(batchContext, { done: new Map(), open });
}

async function translateOpen(batchContext: BatchContext, { done, open }: Sorted) {
  for (const [task, progress] of open) done.set(task, await translateAlone(batchContext, task, progress));
  return done;
}

/** Marks lines that the provider rejected or never returned. What it billed for them is kept. */
function failed(batchContext: BatchContext, { kind, message }: ProviderError, before?: Progress): Translated {
  const code = kind === 'invalid_input' || kind === 'unsupported' ? kind : `provider_${kind}`;
  const error = { code, message: `${batchContext.translator.provider.id}: ${message}` };
  const translation = before
    ? createTranslation(batchContext, { ...before, attempts: before.attempts + 1 })
    : null;
  return { error, translation };
}

async function translateAlone(batchContext: BatchContext, task: Task, before: Progress): Promise<Translated> {
  let progress = before;
  for (let tries = 0; tries < MORE_TRIES; tries++) {
    const batch = createBatch([task], batchContext.near, batchContext.config.context_lines);
    const response = await ask(batchContext, batch, progress);
    if (response instanceof ProviderError) return failed(batchContext, response, progress);
    const translated = response.done.get(task);
    if (translated) return translated;
    progress = response.open.get(task) ?? progress;
  }
  const { check, problem } = progress.refused;
  const message = `No translation into ${task.target_locale} passed the checks in ${progress.attempts} attempts. ${problem}`;
  return {
    error: { code: `translation_${check}`, message },
    translation: createTranslation(batchContext, progress),
  };
}

/** Notes can be cut, because they only have to be understood and requests have limits. */
const NOTES_LENGTH = 1_000;

/**
 * Requests a batch once, and stores the translations that pass their checks. `before`: the state of a line that is
 * requested again. Uses generated ids, because script ids may contain anything.
 */
async function ask(
  batchContext: BatchContext,
  { tasks, source_locale, target_locale, before: previous, after: next }: Batch,
  before?: Progress,
): Promise<Sorted | ProviderError> {
  const { context, config, translator } = batchContext;
  const { max_length_ratio, glossary, formality, instructions } = config;
  const texts = tasks.map(({ line, target_locale: target }, index): TranslationText => {
    const { script, character_name, notes, max_duration_ms } = line;
    return {
      id: String(index + 1),
      text: script,
      pieces: fixedPieces(script),
      terms: termsOf(script, glossary, target),
      character_name,
      notes: notes && startOf(notes, NOTES_LENGTH),
      max_length: lengthLimits(script, { max_length_ratio, max_duration_ms }).most,
      refused: before ? { answer: before.refused.answer, problem: before.refused.problem } : null,
    };
  });
  const surroundings = { before: previous, after: next };
  const request = { source_locale, target_locale, texts, context: surroundings, formality, instructions };
  try {
    // A response without the translation of the line is one of its unusable responses.
    const unusable = { calls: before?.attempts ?? 0 };
    const answer = await callTranslator(translator, request, { ...context, unusable });
    const sorted = sort(batchContext, tasks, answer, before);
    const learned: Learned[] = [];
    for (const [task, translated] of sorted.done) {
      if (!('script' in translated)) continue;
      const { provider, model } = translator;
      learned.push({ task, target: translated.script, provider: provider.id, model });
    }
    await remember(context.app.db, context.run.workspace_id, { learned, now: context.app.clock() });
    return sorted;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}

/** Checks every translation. A response with unknown ids is rejected as a whole. */
function sort(
  batchContext: BatchContext,
  tasks: readonly Task[],
  answer: TranslationResponse,
  before?: Progress,
): Sorted {
  const sorted: Sorted = { done: new Map(), open: new Map() };
  const ids = new Set(tasks.map((_, index) => String(index + 1)));
  const isForeign = answer.texts.some(({ id }) => !ids.has(id));
  const bills = splitBill(tasks, answer.billed);
  for (const [index, task] of tasks.entries()) {
    const own = isForeign ? [] : answer.texts.filter(({ id }) => id === String(index + 1));
    const bill = bills[index] ?? null;
    let billed = before?.billed ?? bill;
    if (before?.billed && bill)
      billed = { unit: before.billed.unit, amount: before.billed.amount + bill.amount };
    const progress = { attempts: (before?.attempts ?? 0) + 1, billed };
    const [first] = own;
    const script = cleanScript(first?.text ?? '');
    let refused: Progress['refused'] | undefined;
    if (first && own.length === 1) {
      const fault = checkTask(task, script, batchContext.config);
      if (fault) refused = { answer: startOf(script, 2_000), check: fault.check, problem: fault.message };
    } else {
      let problem = 'The response contains no translation of the line.';
      if (own.length > 1) problem = 'The response contains several translations of the line.';
      if (answer.remark !== null) problem += ` (${answer.remark})`;
      refused = { answer: '', check: 'ids', problem };
    }
    if (refused) sorted.open.set(task, { ...progress, refused });
    else sorted.done.set(task, { script, translation: createTranslation(batchContext, progress) });
  }
  return sorted;
}

function createTranslation(
  { translator }: BatchContext,
  { attempts, billed }: Omit<Progress, 'refused'>,
): LineTranslation {
  const { provider, model } = translator;
  return { kind: 'provider', provider: provider.id, model, attempts, ...(billed && { billed }) };
}

/** Divides the billed amount of a request among its lines by length. The parts add up exactly. */
function splitBill(
  tasks: readonly Task[],
  billed: TranslationResponse['billed'],
): (Progress['billed'] | null)[] {
  if (billed === null) return tasks.map(() => null);
  const all = tasks.reduce((sum, { line }) => sum + line.script.length, 0);
  let [length, total] = [0, 0];
  return tasks.map(({ line }) => {
    length += line.script.length;
    const upTo = all === 0 ? billed.amount : Math.round((billed.amount * length) / all);
    const amount = upTo - total;
    total = upTo;
    return { unit: billed.unit, amount };
  });
}

/** The provider, model and key that translate. */
interface Translator extends Access {
  provider: TranslationProvider;
  model: string;
}

/** A deadline for many lines, which may exceed the timeout for one line. */
const DEADLINE_MS = 300_000;
/** Errors that would affect every other line as well. */
const OF_THE_ACCOUNT = new Set<ProviderErrorKind>(['auth', 'quota', 'gone']);

/** Undefined without a provider. */
export async function openTranslator(
  { app, run }: ChunkContext,
  { provider: id, model: modelId }: Pick<TranslatorConfig, 'provider' | 'model'>,
): Promise<Translator | undefined> {
  if (id === null) return undefined;
  const provider = app.translation.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', `The provider ${id} is not configured.`);
  const model = translationModelOf(provider, modelId)?.id;
  if (model === undefined) throw new NodeFailure('unknown_model', `${id} has no model "${modelId}".`);
  const access = await openAccess(app, run.workspace_id, provider, `translation/${id}`);
  if (access instanceof NodeFailure) throw access;
  return { provider, model, ...access };
}

type TranslatorCall = Omit<TranslationRequest, 'model' | 'credentials'>;

/**
 * Calls the translation provider. Rejects with the errors that waiting cannot solve: a `ProviderError` about
 * the texts, or a `NodeFailure` about the account.
 */
async function callTranslator(
  translator: Translator,
  ask: TranslatorCall,
  context: Pick<ChunkContext, 'app' | 'run' | 'signal' | 'first'> & { unusable: UnusableResponses },
): Promise<TranslationResponse> {
  const { provider, model, credentials } = translator;
  const { app, run, signal, first, unusable } = context;
  try {
    const limits = { deadline_ms: DEADLINE_MS, least_ms: DEADLINE_MS };
    return await callProvider(translator, { app, run, signal, first, unusable, ...limits }, (until) =>
      provider.translate({ ...ask, model, credentials }, until),
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || !OF_THE_ACCOUNT.has(error.kind)) throw error;
    throw new NodeFailure(`provider_${error.kind}`, `${provider.id}: ${error.message}`);
  }
}
