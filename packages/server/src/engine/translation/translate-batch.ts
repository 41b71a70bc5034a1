import { cleanScript, findTerms, fixedPieces, lengthLimits, truncate } from '@voiceloom/text';
import type { LineTranslation } from '../../db/rows.ts';
import {
  findTranslationModel,
  ProviderError,
  type ProviderErrorKind,
  type TranslationProvider,
  type TranslationResponse,
  type TranslationText,
} from '../../providers/translation/index.ts';
import { NodeFailure } from '../model.ts';
import type { ChunkContext } from '../node-types.ts';
import { callProvider } from '../provider-calls/call-provider.ts';
import { type Access, openAccess } from '../provider-calls/provider-keys.ts';
import { type NewTranslation, upsertTranslations } from './memory.ts';
import {
  type Batch,
  checkTask,
  createBatch,
  type NearLine,
  type Task,
  type TranslationResult,
  type TranslatorConfig,
} from './rows.ts';

/** How many times a line is requested separately after its translation failed the checks. */
const SEPARATE_TRIES = 2;

/** Everything that the batches of a chunk need for their translation. */
export interface BatchContext {
  context: ChunkContext;
  config: TranslatorConfig;
  translator: Translator;
  near: readonly NearLine[];
}

/** The state of a line during translation. */
interface LineProgress {
  attempts: number;
  billed: { unit: string; amount: number } | null;
  rejection: { answer: string; check: string; problem: string };
}

/** The lines of a response: those whose translation passed its checks, and the others. */
interface CheckedLines {
  results: Map<Task, TranslationResult>;
  rejected: Map<Task, LineProgress>;
}

/** Translates a batch in one request, then requests every failed line separately, together with its error. */
export async function translateBatch(batchContext: BatchContext, batch: Batch) {
  const response = await requestBatch(batchContext, batch);
  let lines: CheckedLines = { results: new Map(), rejected: new Map() };
  if (response instanceof ProviderError) {
    const { kind, message } = response;
    // One rejected text fails the whole request.
    const isRejected = kind === 'invalid_input' && batch.tasks.length > 1;
    const rejection = { answer: '', check: 'request', problem: message };
    for (const task of batch.tasks) {
      if (isRejected) lines.rejected.set(task, { attempts: 1, billed: null, rejection });
      else lines.results.set(task, createFailedResult(batchContext, response));
    }
  } else {
    lines = response;
  }
  const { results, rejected } = lines;
  for (const [task, progress] of rejected)
    results.set(task, await translateAlone(batchContext, task, progress));
  return results;
}

/** Marks lines that the provider rejected or never returned. What it billed for them is kept. */
function createFailedResult(
  batchContext: BatchContext,
  error: ProviderError,
  progress?: LineProgress,
): TranslationResult {
  const { kind } = error;
  const code = kind === 'invalid_input' || kind === 'unsupported' ? kind : `provider_${kind}`;
  const message = `${batchContext.translator.provider.id}: ${error.message}`;
  let translation: LineTranslation | null = null;
  if (progress)
    translation = createTranslation(batchContext, { ...progress, attempts: progress.attempts + 1 });
  return { error: { code, message }, translation };
}

/** Requests one line separately, with the error of its last translation, until one passes or the tries are used up. */
async function translateAlone(
  batchContext: BatchContext,
  task: Task,
  initialProgress: LineProgress,
): Promise<TranslationResult> {
  let progress = initialProgress;
  for (let tries = 0; tries < SEPARATE_TRIES; tries++) {
    const batch = createBatch([task], batchContext.near, batchContext.config.context_lines);
    const response = await requestBatch(batchContext, batch, progress);
    if (response instanceof ProviderError) return createFailedResult(batchContext, response, progress);
    const translation = response.results.get(task);
    if (translation) return translation;
    progress = response.rejected.get(task) ?? progress;
  }
  const { check, problem } = progress.rejection;
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
async function requestBatch(
  batchContext: BatchContext,
  batch: Batch,
  progress?: LineProgress,
): Promise<CheckedLines | ProviderError> {
  const { tasks, source_locale, target_locale } = batch;
  const { context, config, translator } = batchContext;
  const { app, run, signal, first } = context;
  const { provider, model, credentials } = translator;
  const { max_length_ratio, glossary, formality, instructions } = config;
  const texts = tasks.map(({ line, target_locale: target }, index): TranslationText => {
    const { script, character_name, notes, max_duration_ms } = line;
    return {
      id: String(index + 1),
      text: script,
      pieces: fixedPieces(script),
      terms: findTerms(script, glossary, target),
      character_name,
      notes: notes && truncate(notes, NOTES_LENGTH),
      max_length: lengthLimits(script, { max_length_ratio, max_duration_ms }).max,
      refused: progress ? { answer: progress.rejection.answer, problem: progress.rejection.problem } : null,
    };
  });
  const surroundings = { before: batch.before, after: batch.after };
  const request = { source_locale, target_locale, texts, context: surroundings, formality, instructions };
  // A response without the translation of the line is one of its unusable responses.
  const unusable = { calls: progress?.attempts ?? 0 };
  const call = { app, run, signal, first, unusable, deadline_ms: DEADLINE_MS, least_ms: DEADLINE_MS };
  let lines: CheckedLines;
  try {
    const response = await callProvider(translator, call, (callSignal) =>
      provider.translate({ ...request, model, credentials }, callSignal),
    );
    lines = checkResponse(batchContext, tasks, response, progress);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (ACCOUNT_ERRORS.has(error.kind))
      throw new NodeFailure(`provider_${error.kind}`, `${provider.id}: ${error.message}`);
    return error;
  }
  const translations: NewTranslation[] = [];
  for (const [task, result] of lines.results)
    if ('script' in result) translations.push({ task, target: result.script, provider: provider.id, model });
  await upsertTranslations(app.db, run.workspace_id, { translations, now: app.clock() });
  return lines;
}

/** Checks every translation. A response with unknown ids is rejected as a whole. */
function checkResponse(
  batchContext: BatchContext,
  tasks: readonly Task[],
  response: TranslationResponse,
  earlierProgress?: LineProgress,
): CheckedLines {
  const lines: CheckedLines = { results: new Map(), rejected: new Map() };
  const ids = new Set(tasks.map((_, index) => String(index + 1)));
  const isForeign = response.texts.some(({ id }) => !ids.has(id));
  const bills = splitBill(tasks, response.billed);
  for (const [index, task] of tasks.entries()) {
    const lineTexts = isForeign ? [] : response.texts.filter(({ id }) => id === String(index + 1));
    const bill = bills[index] ?? null;
    let billed = earlierProgress?.billed ?? bill;
    if (earlierProgress?.billed && bill)
      billed = { unit: earlierProgress.billed.unit, amount: earlierProgress.billed.amount + bill.amount };
    const progress = { attempts: (earlierProgress?.attempts ?? 0) + 1, billed };
    const [firstText] = lineTexts;
    const script = cleanScript(firstText?.text ?? '');
    let rejection: LineProgress['rejection'] | undefined;
    if (firstText && lineTexts.length === 1) {
      const error = checkTask(task, script, batchContext.config);
      if (error) rejection = { answer: truncate(script, 2_000), check: error.check, problem: error.message };
    } else {
      let problem = 'The response contains no translation of the line.';
      if (lineTexts.length > 1) problem = 'The response contains several translations of the line.';
      if (response.remark !== null) problem += ` (${response.remark})`;
      rejection = { answer: '', check: 'ids', problem };
    }
    if (rejection) lines.rejected.set(task, { ...progress, rejection });
    else lines.results.set(task, { script, translation: createTranslation(batchContext, progress) });
  }
  return lines;
}

/** The origin of a translation, as it is stored with the line. */
function createTranslation(
  { translator }: BatchContext,
  { attempts, billed }: { attempts: number; billed: LineProgress['billed'] },
): LineTranslation {
  const { provider, model } = translator;
  const translation: LineTranslation = { kind: 'provider', provider: provider.id, model, attempts };
  if (billed) translation.billed = billed;
  return translation;
}

/** Divides the billed amount of a request among its lines by length. The parts add up exactly. */
function splitBill(tasks: readonly Task[], billed: TranslationResponse['billed']): LineProgress['billed'][] {
  if (billed === null) return tasks.map(() => null);
  const totalLength = tasks.reduce((sum, { line }) => sum + line.script.length, 0);
  let [length, billedTotal] = [0, 0];
  return tasks.map(({ line }) => {
    length += line.script.length;
    // Rounds the sum up to this line, not its part, so that rounding errors do not add up.
    const sum = totalLength === 0 ? billed.amount : Math.round((billed.amount * length) / totalLength);
    const amount = sum - billedTotal;
    billedTotal = sum;
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
const ACCOUNT_ERRORS = new Set<ProviderErrorKind>(['auth', 'quota', 'gone']);

/** Undefined without a provider. */
export async function openTranslator(
  { app, run }: ChunkContext,
  { provider: id, model: modelId }: Pick<TranslatorConfig, 'provider' | 'model'>,
): Promise<Translator | undefined> {
  if (id === null) return undefined;
  const provider = app.translation.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', `The provider ${id} is not configured.`);
  const model = findTranslationModel(provider, modelId)?.id;
  if (model === undefined) throw new NodeFailure('unknown_model', `${id} has no model "${modelId}".`);
  const access = await openAccess(app, run.workspace_id, provider, `translation/${id}`);
  if (access instanceof NodeFailure) throw access;
  return { provider, model, ...access };
}
