import type { ResolvedControls } from '@voiceloom/contract';
import { withoutRecordings } from '@voiceloom/text';
import type { LineFailure, ProviderAnswers, ProviderTrouble } from '../../../db/rows.ts';
import type { TakePayment } from '../../../ledger/provider-usage.ts';
import { computeUsdMicros } from '../../../providers/speech/credits.ts';
import { SpeechError, type SpeechRequest, type SpeechResult } from '../../../providers/speech/index.ts';
import { joinResults } from '../../../providers/speech/join-results.ts';
import { partContext } from '../../../providers/speech/parts.ts';
import { resolveControlsWithNote } from '../../casting/review-notes.ts';
import { findBestStoredTakes } from '../../casting/takes.ts';
import { digestParts } from '../../digest.ts';
import { ModelElsewhere, NodeFailure, type Outcome, ProviderWait } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import {
  callProvider,
  isTimeout,
  type LineBudget,
  MAX_UNUSABLE_CALLS,
  type ProviderCall,
} from '../../provider-calls/call-provider.ts';
import { findModelWaitAfterError } from '../../provider-calls/model-waits.ts';
import { releaseCharacters, reserveCharacters, startOfNextDay } from '../../provider-calls/platform-keys.ts';
import { findWaitEnd, isKeyRejected } from '../../provider-calls/provider-keys.ts';
import type { ProviderOutcome } from '../../routing/provider-health.ts';
import { createAudioId, pickMeasuredFacts, storeAudio } from '../../runs/stored-audio.ts';
import { formatDroppedRecording } from '../../speech-text/dictionary.ts';
import { cutInRecordings } from '../../speech-text/recordings.ts';
import { findWordTimes } from '../../speech-text/word-times.ts';
import { createSeed } from './retry-strategies.ts';
import type { Speaker } from './speaker.ts';
import { reuseTake, type SynthesisTask } from './synthesis-task.ts';

/** The takes that fallbacks made for the lines of a chunk, by request key. */
export type FallbackTakes = Map<string, string>;

/**
 * Makes the next take of a line. If the provider rejects a change, the line is spoken without it. `fallbackTakes`: the
 * takes that fallbacks made for the chunk, which may not be committed yet. Undefined if takes may not be reused.
 */
export async function speakOrFallBack(
  context: ChunkContext,
  task: SynthesisTask,
  fallbackTakes: FallbackTakes | undefined,
): Promise<Outcome> {
  const outcome = await speakWithFallback(context, task, fallbackTakes);
  const { error, provider_outcomes = [] } = outcome;
  if (!task.unchanged_task || error?.code !== 'invalid_input') return outcome;
  const { troubles = [] } = error;
  return speakWithFallback(context, { ...task.unchanged_task, troubles, provider_outcomes }, fallbackTakes);
}

/**
 * Calls the speaker, and its fallback if the speaker is unavailable or fails for a reason other than the
 * line.
 */
async function speakWithFallback(
  context: ChunkContext,
  task: SynthesisTask,
  fallbackTakes: FallbackTakes | undefined,
): Promise<Outcome> {
  const { fallback, speaker, unusable_responses } = task;
  if (!fallback) return speakLine(context, task);
  let { troubles = [], provider_outcomes = [] } = task;
  // If the provider has failed repeatedly or rejected the key, calls only the fallback.
  if (!speaker.limiter?.isOpen() && !(await isKeyRejected(speaker))) {
    let outcome: Outcome;
    try {
      outcome = await speakLine(context, task);
    } catch (error) {
      // A rejected key, an exhausted account, or a model that no longer exists would end the run, but the fallback can
      // speak the line.
      if (!(error instanceof NodeFailure) || error instanceof ModelElsewhere) throw error;
      const { code, message } = error;
      const answers = { [code.replace('provider_', '')]: 1 };
      troubles = [...troubles, { provider: speaker.provider.id, answers }];
      if (!(error instanceof ProviderWait))
        provider_outcomes = [...provider_outcomes, createFailureOutcome(task, 1)];
      outcome = { port: 'error', error: { code, message, troubles }, provider_outcomes };
    }
    const code = outcome.error?.code;
    const isOfProvider = code?.startsWith('provider_') || code === 'unsupported' || code === 'plan_limit';
    if (!isOfProvider || unusable_responses.calls >= MAX_UNUSABLE_CALLS) return outcome;
    troubles = outcome.error?.troubles ?? [];
    provider_outcomes = outcome.provider_outcomes ?? [];
  }
  const lineTakeKey = `${fallback.key.toString('hex')}/${task.work.line.max_duration_ms}`;
  let takeId = fallbackTakes?.get(lineTakeKey);
  if (fallbackTakes && takeId === undefined) {
    const query = { key: fallback.key, max_duration_ms: task.work.line.max_duration_ms };
    const [stored] = await findBestStoredTakes(context.app.db, context.run.workspace_id, [query]);
    takeId = stored?.id;
  }
  if (takeId) return { ...reuseTake(fallback, takeId), provider_outcomes };
  const outcome = await speakWithFallback(
    context,
    { ...fallback, troubles, provider_outcomes },
    fallbackTakes,
  );
  if (outcome.audio) fallbackTakes?.set(lineTakeKey, outcome.audio.id);
  return outcome;
}

/** Makes one take: calls the provider, measures and stores the audio, and describes it for the settlement. */
async function speakLine(context: ChunkContext, task: SynthesisTask): Promise<Outcome> {
  const { speaker } = task;
  const { line } = task.work;
  const { app, run, signal, first, aside } = context;
  const seed = speaker.model.takes_seed ? createSeed(context, task.work) : undefined;
  const { note, unusable_responses } = task;
  const settings = { ...task.assignment.controls, ...line.controls };
  const resolved = resolveControlsWithNote(speaker.model, settings, { direction: line.direction, note });
  const hasNote = note !== undefined && !resolved.dropped.includes('note');
  const request = createSpeechRequest(context, task, { controls: resolved.controls, seed });
  const waitsForRecovery = task.fallback === undefined;
  const parts = task.change?.sentences?.map(withoutRecordings);
  const call = { app, run, signal, first, aside, waitsForRecovery, unusable: unusable_responses, parts };
  const callResult = await withinDailyLimit(context, task, () => synthesizeInParts(speaker, request, call));
  const { answers, latency_ms } = callResult;
  const { provider_outcomes: earlierNotes = [], troubles: earlierTroubles = [] } = task;
  const failureCount = PROVIDER_ERRORS.reduce((sum, kind) => sum + (answers[kind] ?? 0), 0);
  const takes = 'result' in callResult ? 1 : 0;
  const counts = { calls: failureCount + takes, takes, latency_ms: Math.round(latency_ms) };
  const provider_outcomes = [...earlierNotes, { ...createFailureOutcome(task, failureCount), ...counts }];
  // The errors before this take, from its speaker and from speakers that were called earlier.
  const troubles = [...earlierTroubles];
  if (Object.keys(answers).length > 0) troubles.push({ provider: speaker.provider.id, answers });
  if ('error' in callResult) {
    const error = { ...callResult.error };
    if (troubles.length > 0) error.troubles = troubles;
    return { port: 'error', error, provider_outcomes };
  }
  signal.throwIfAborted();
  const wording = { text: task.text, locale_code: line.locale_code, readRecording: task.readRecording };
  const { result: speech, isFinal } = await cutInRecordings(context, callResult.result, wording);
  const measurements = await app.audio.inspect(speech.audio, signal);
  const timedWords = await findWordTimes(context, speech, request);
  signal.throwIfAborted();
  const id = createAudioId(context, task.work);
  const { characters, used_subjects, credits } = task;
  // Other runs must not find this take if they could read recordings that this run could not, or if a note
  // requested a different take.
  let reuse_key = task.key;
  if (!isFinal) reuse_key = digestParts('unrecorded', id);
  else if (hasNote) reuse_key = digestParts('noted', task.key.toString('hex'), note);
  const audio = await storeAudio(
    context,
    { body: speech.audio, measurements },
    {
      id,
      kind: 'take',
      take_id: id,
      reuse_key,
      provider: speaker.provider.id,
      model: speaker.model.id,
      voice_id: task.assignment.voice.id,
      settings: createTakeSettings(task, speech, { seed, troubles, resolved }),
      locale_code: line.locale_code,
      spoken_text: speech.spoken_text,
      characters,
      credits,
      paid_by: speaker.paid_by,
      format: speech.format,
      facts: {
        ...pickMeasuredFacts(measurements),
        syllables: speech.syllables,
        ...timedWords,
        pauses: speech.pauses,
      },
    },
  );
  const outcome: Outcome = {
    ...{ port: 'audio', output_id: id, audio, characters, credits, used_subjects, provider_outcomes },
    payment: createPayment(task, speech),
  };
  // A take that other runs must not find is not stored as a fallback take either.
  if (reuse_key === task.key) outcome.fallback_take_key = task.fallback_take_key;
  return outcome;
}

/** Who pays the provider for a take, and its list price. */
function createPayment({ speaker, work, characters }: SynthesisTask, speech: SpeechResult): TakePayment {
  const { provider, model, paid_by, platform } = speaker;
  const { locale_code } = work.line;
  return {
    provider: provider.id,
    model: model.id,
    paid_by,
    plan_slug: platform?.plan_slug ?? '',
    provider_usd_micros: computeUsdMicros(speaker, { ...speech, characters, locale_code }),
  };
}

/**
 * Makes the calls of a line if the plan's characters of the day suffice, and throws if the run has to wait for the next
 * day. Calls without a take do not count.
 */
async function withinDailyLimit(
  { app }: ChunkContext,
  { speaker, characters, wait }: SynthesisTask,
  makeCalls: () => Promise<SpeechCallResult>,
): Promise<SpeechCallResult> {
  const { platform, paid_by, provider } = speaker;
  if (wait) throw wait;
  if (!platform || paid_by !== 'platform') return makeCalls();
  const now = app.clock();
  const { characters_per_day } = platform.terms;
  if (characters_per_day !== null && characters > characters_per_day) {
    const message = `The line has ${characters} characters. The plan allows ${characters_per_day} a day with ${provider.id}. Use your own key, or shorten the line.`;
    return { answers: {}, latency_ms: 0, error: { code: 'plan_limit', message } };
  }
  if (!(await reserveCharacters(app.db, platform, { characters, now })))
    throw new ProviderWait(provider.id, startOfNextDay(now));
  let hasTake = false;
  try {
    const result = await makeCalls();
    hasTake = 'result' in result;
    return result;
  } finally {
    if (!hasTake) await releaseCharacters(app.db, platform, { characters, now });
  }
}

/** The request for a take, without values that the task does not set. */
function createSpeechRequest(
  context: ChunkContext,
  task: SynthesisTask,
  options: { controls: ResolvedControls['controls']; seed: number | undefined },
): SpeechRequest {
  const { run, node, iteration } = context;
  const { assignment, speaker } = task;
  const { line, input_id } = task.work;
  const { controls, seed } = options;
  const request: SpeechRequest = {
    model: speaker.model.id,
    provider_voice_id: assignment.voice.provider_voice_id,
    locale_code: line.locale_code,
    text: withoutRecordings(task.text),
    speed: assignment.speed,
    pitch: assignment.pitch,
    idempotency_key: [run.id, line.no, node.id, iteration, input_id].join('/'),
  };
  if (Object.keys(controls).length > 0) request.controls = controls;
  if (speaker.model.digest !== undefined) request.model_digest = speaker.model.digest;
  if (speaker.credentials) request.credentials = speaker.credentials;
  if (seed !== undefined) request.seed = seed;
  if (task.context && speaker.model.takes_context) request.context = task.context;
  return request;
}

/** How a take was made, except for values with their own columns. */
function createTakeSettings(
  task: SynthesisTask,
  speech: SpeechResult,
  facts: { seed: number | undefined; troubles: ProviderTrouble[]; resolved: ResolvedControls },
): object {
  const { assignment, change, context, skipped, speaker, words_without_recording, work } = task;
  const { seed, troubles, resolved } = facts;
  const droppedControls = [
    ...speech.dropped,
    ...resolved.dropped,
    ...words_without_recording.map(formatDroppedRecording),
  ];
  if (context && !speaker.model.takes_context) droppedControls.push('context');
  const settings: Record<string, unknown> = {
    speed: assignment.speed,
    pitch: assignment.pitch,
    dropped: droppedControls,
  };
  if (Object.keys(resolved.controls).length > 0) settings.controls = resolved.controls;
  if (seed !== undefined) settings.seed = seed;
  if (speech.billed) settings.billed = speech.billed;
  if (speech.request_id) settings.request_id = speech.request_id;
  if (troubles.length > 0) settings.troubles = troubles;
  if (change) settings.strategy = change.strategy;
  if (work.line.max_duration_ms !== null) settings.max_duration_ms = work.line.max_duration_ms;
  if (skipped) settings.skipped = skipped;
  if (change?.text !== undefined) settings.text = withoutRecordings(change.text);
  return settings;
}

/** The calls for one line so far: their errors, and the time at the provider without waits for a slot. */
interface SpeechTally {
  answers: ProviderAnswers;
  latency_ms: number;
}

type SpeechCallResult = SpeechTally & ({ result: SpeechResult } | { error: LineFailure });

/** The run that makes the call. */
interface SpeechCall extends Pick<ProviderCall, 'app' | 'run' | 'signal' | 'first' | 'aside' | 'unusable'> {
  /** There is no fallback, so the call waits for an unavailable provider. */
  waitsForRecovery: boolean;
}

/** Synthesizes a text in one call, or in parts that become one take. */
export async function synthesizeInParts(
  speaker: Speaker,
  request: SpeechRequest,
  options: SpeechCall & { parts?: readonly string[] | undefined },
): Promise<SpeechCallResult> {
  const { parts, ...call } = options;
  const tally = { answers: {}, latency_ms: 0 };
  const callOptions = { ...call, tally, text_length: request.text.length };
  if (!parts) return callSpeech(speaker, request, callOptions);
  const results: SpeechResult[] = [];
  const budget = { spent_ms: 0 };
  for (const [index, text] of parts.entries()) {
    const idempotency_key = `${request.idempotency_key}/${index}`;
    const context = partContext(parts, index, request.context);
    const partRequest = { ...request, text, context, idempotency_key };
    const callResult = await callSpeech(speaker, partRequest, { ...callOptions, budget });
    if ('error' in callResult) return callResult;
    results.push(callResult.result);
  }
  return { ...tally, result: joinResults(results) };
}

const LINE_DEADLINE_MS = 120_000;
/** Long, because providers have their own deadline per request, and a long line needs several requests. */
const PROVIDER_DEADLINE_MS = 900_000;
/** The time limit per character of a long text: about a third of its speaking time. */
const MS_PER_CHARACTER = 20;

/**
 * Returns an error of the line. Throws an error of the account, which ends the run. The parts of one line share the
 * budget; `text_length` is that of the whole line.
 */
async function callSpeech(
  speaker: Speaker,
  request: SpeechRequest,
  call: SpeechCall & { tally: SpeechTally; text_length: number; budget?: LineBudget },
): Promise<SpeechCallResult> {
  const { tally, text_length, ...providerCall } = call;
  const { provider, limiter, paid_by } = speaker;
  const isPlatform = paid_by === 'platform';
  const waitEnd = isPlatform ? await findWaitEnd(speaker) : undefined;
  if (waitEnd) throw new ProviderWait(provider.id, waitEnd);
  let deadline_ms: number | undefined = limiter ? PROVIDER_DEADLINE_MS : LINE_DEADLINE_MS;
  if (provider.has_own_deadline) deadline_ms = undefined;
  const limits = {
    deadline_ms,
    least_ms: Math.min(PROVIDER_DEADLINE_MS, text_length * MS_PER_CHARACTER),
    onError: (kind: SpeechError['kind']) => {
      const answer = isPlatform && (kind === 'auth' || kind === 'quota') ? 'unavailable' : kind;
      tally.answers[answer] = (tally.answers[answer] ?? 0) + 1;
    },
  };
  try {
    const result = await callProvider(speaker, { ...providerCall, ...limits }, async (signal) => {
      const startedAt = performance.now();
      const speech = await provider.synthesize(request, signal);
      tally.latency_ms += performance.now() - startedAt;
      return speech;
    });
    return { ...tally, result };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const modelWait = await findModelWaitAfterError(call.app, speaker);
    if (modelWait) throw modelWait;
    const { kind, cause } = error;
    if (isPlatform) {
      const until = await findWaitEnd(speaker);
      if (until) throw new ProviderWait(provider.id, until);
      return { ...tally, error: describePlatformError(provider.id, kind) };
    }
    if (kind === 'invalid_input' || kind === 'unsupported')
      return { ...tally, error: { code: kind, message: error.message } };
    const message = `${provider.id}: ${error.message}`;
    // If the key passes its test, the rejection concerns only this line, for example its voice.
    if (kind === 'auth' && speaker.credentials && !(await isKeyRejected(speaker)))
      return { ...tally, error: { code: 'provider_auth', message } };
    if (kind === 'auth' || kind === 'quota' || kind === 'gone')
      throw new NodeFailure(`provider_${kind}`, message);
    const code = isTimeout(cause) ? 'provider_timeout' : `provider_${kind}`;
    return { ...tally, error: { code, message } };
  }
}

/** The provider's own words can be about the operator's account. */
function describePlatformError(provider: string, kind: SpeechError['kind']): LineFailure {
  if (kind === 'invalid_input') return { code: kind, message: `${provider} rejected the text of the line.` };
  if (kind === 'unsupported')
    return { code: kind, message: `${provider} does not support what the line requests.` };
  if (kind === 'gone') return { code: 'provider_gone', message: `${provider} no longer has the model.` };
  const remedy = 'Try again later, or add your own key for it under provider keys.';
  return { code: 'provider_unavailable', message: `${provider} is unavailable for this line. ${remedy}` };
}

/** Errors that count as failures of the provider: all but those of the text and of the concurrency limit. */
const PROVIDER_ERRORS = ['transient', 'unusable', 'busy', 'auth', 'quota', 'gone', 'unsupported'];

/** The health statistics of calls without a take. After an error of the key, account or model, no take was possible. */
function createFailureOutcome({ speaker, work }: SynthesisTask, failureCount: number): ProviderOutcome {
  return {
    provider: speaker.provider.id,
    model: speaker.model.id,
    locale_code: work.line.locale_code,
    calls: failureCount,
    failed: failureCount,
    takes: 0,
    rejected: 0,
    latency_ms: 0,
  };
}
