import { rowNeighbors, type SpeechContext } from '@voiceloom/text';
import type { ProviderTrouble } from '../../../db/rows.ts';
import type { Amounts } from '../../../ledger/budgets.ts';
import { creditsFor } from '../../../ledger/credits.ts';
import type { UsedSubject } from '../../../ledger/usage.ts';
import { estimateUsdMicros } from '../../../providers/speech/credits.ts';
import type { SpeechProvider } from '../../../providers/speech/index.ts';
import { findCharacter, findLocaleEntry } from '../../casting/assign-voice.ts';
import { type Fallbacks, loadFallbacks, type Route } from '../../casting/fallbacks.ts';
import { createRequestKeys, createTakeKey, type TakeRequestKeys } from '../../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { type LineWork, ModelElsewhere, NodeFailure, type Outcome, ProviderWait } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import type { UnusableResponses } from '../../provider-calls/call-provider.ts';
import { chooseProviderPayer, findRate, type Payers } from '../../provider-calls/payers.ts';
import type { ProviderOutcome } from '../../routing/provider-health.ts';
import { chooseAndStoreRoutes } from '../../routing/select-provider.ts';
import { chargedLength, countUnits } from '../../speech-text/billed-units.ts';
import { loadChunkDictionary } from '../../speech-text/dictionary.ts';
import { openRecordings, type RecordingReader } from '../../speech-text/recordings.ts';
import { listSpellings } from '../../speech-text/retry-texts.ts';
import {
  createContext,
  createLineSpeech,
  type LineSpeech,
  listNormalizersBefore,
  type Neighbors,
} from '../../speech-text/text-to-speak.ts';
import { loadNearLines } from '../../translation/rows.ts';
import { type Change, chooseChange, type SkippedChange } from './retry-strategies.ts';
import { type FindSpeaker, openSpeakers, type Speaker } from './speaker.ts';

/** The synthesis task of each line of the chunk that has a voice, and the lines with nothing to speak. */
export async function buildChunkTasks(context: ChunkContext, config: GeneratorConfig) {
  const { app, run, node, works, iteration } = context;
  const { workspace_id, workflow_id } = run;
  const locales = [...new Set(works.map(({ line }) => line.locale_code))];
  const routing = { workspace_id, workflow_id, node_id: node.id, config, locales };
  let routes: ReadonlyMap<string, Route> | undefined;
  if (config.routing.mode === 'auto') routes = await chooseAndStoreRoutes(app, run, routing);
  const fallbacks = await loadFallbacks(app, workspace_id, { config, routes });
  // All providers that the chunk's lines may need.
  const providers: SpeechProvider[] = [];
  for (const { line } of works) {
    const otherAssignments =
      iteration > 0 ? fallbacks.alternativesFor(line).map(({ assignment }) => assignment) : [];
    for (const assignment of [
      fallbacks.assignmentFor(line),
      fallbacks.fallbackFor(line),
      ...otherAssignments,
    ])
      if (assignment) providers.push(assignment.provider);
  }
  const { findSpeaker, payers } = await openSpeakers(context, providers);
  const findUnpaidProvider = (line: LineWork['line']): string | undefined => {
    const mainProvider = routes?.get(line.locale_code)?.provider ?? config.provider;
    return findLostProvider(app, payers, findNamedProvider(config, line) ?? mainProvider);
  };
  const normalizers = listNormalizersBefore(node, run.plan.nodes.values());
  const dictionary = await loadChunkDictionary(context);
  const preparation = { normalizers, dictionary, config };
  const casting = {
    config,
    fallbacks,
    findSpeaker,
    findUnpaidProvider,
    reviewNoteFor: (line: LineWork['line']) => run.retry?.noteFor(line),
    readRecording: openRecordings(context, dictionary),
  };
  // The words around each line, if the generator sends them to models. The neighbors of a line that a translator creates
  // may not exist yet, so take keys would depend on timing.
  const neighbors = new Map<number, Neighbors>();
  if (config.context === 'neighbors') {
    const rows = (await loadNearLines(context, { context_lines: 1 })).filter(
      ({ source_no }) => source_no === null,
    );
    for (const sourceRows of Map.groupBy(rows, ({ node_id }) => node_id).values()) {
      const findNeighbors = rowNeighbors(sourceRows);
      for (const row of sourceRows) neighbors.set(row.no, findNeighbors(row));
    }
  }
  const tasks = new Map<LineWork, SynthesisTask>();
  const silentWorks = new Set<LineWork>();
  for (const work of works) {
    const speech = createLineSpeech(work.line, preparation);
    if (speech.is_silent) {
      silentWorks.add(work);
      continue;
    }
    const lineContext = createContext(config, neighbors.get(work.line.no));
    const task = createFirstTask(work, casting, { ...speech, context: lineContext });
    if (task) tasks.set(work, task);
  }
  for (const [work, change] of await chooseChanges(context, tasks, casting)) {
    const task = tasks.get(work);
    const speaker = findSpeaker(change.assignment);
    if (task && !(speaker instanceof NodeFailure))
      tasks.set(work, createChangedTask(task, { change, speaker }));
  }
  return { tasks, silent: silentWorks, findUnpaidProvider };
}

/** The provider that the config sets for the line's character. */
function findNamedProvider(config: GeneratorConfig, line: LineWork['line']): string | undefined {
  const character = findCharacter(config, line);
  return findLocaleEntry(character?.by_locale, line.locale_code)?.provider ?? character?.provider;
}

/** The provider, if nobody pays for it. Then the workspace does not see its voices. */
function findLostProvider(
  { speech }: Pick<ChunkContext['app'], 'speech'>,
  payers: Payers,
  id: string,
): string | undefined {
  const provider = speech.get(id);
  return provider && !chooseProviderPayer(payers, provider) ? id : undefined;
}

interface Casting {
  fallbacks: Fallbacks;
  findSpeaker: FindSpeaker;
  /** The provider of a line, if nobody pays for it anymore. */
  findUnpaidProvider(line: LineWork['line']): string | undefined;
  /** The instructions of a review for the new take of a line. */
  reviewNoteFor(line: LineWork['line']): string | undefined;
  config: GeneratorConfig;
  readRecording: RecordingReader;
}

/**
 * If the speaker cannot be called at all, but the fallback can, the fallback speaks. The search for stored takes
 * still uses the original request.
 */
function createFirstTask(
  work: LineWork,
  casting: Casting,
  speech: LineSpeech & { context: SpeechContext | undefined },
): SynthesisTask | undefined {
  const { fallbacks, findSpeaker, config, readRecording } = casting;
  const { line } = work;
  const fallbackAssignment = fallbacks.fallbackFor(line);
  let assignment = fallbacks.assignmentFor(line);
  if (casting.findUnpaidProvider(line)) assignment ??= fallbackAssignment;
  if (!assignment) return undefined;
  const { locale_code, direction, controls } = line;
  const note = casting.reviewNoteFor(line);
  const {
    text,
    written_text,
    characters: script_characters,
    entry_ids,
    words_without_recording,
    context,
  } = speech;
  const wording = { locale_code, text, direction, controls, context };
  const earlierAssignments = fallbacks.earlierAssignmentsFor(line);
  const request_keys = createRequestKeys(
    { assignment, ...wording },
    fallbackAssignment,
    earlierAssignments,
    config,
  );
  const entries = entry_ids.map((id): UsedSubject => ({ kind: 'dictionary_entry', id }));
  // Both tasks count their calls in it.
  const unusable_responses = { calls: 0 };
  const createTask = (speakerAssignment: VoiceAssignment): SynthesisTask | NodeFailure => {
    const foundSpeaker = findSpeaker(speakerAssignment);
    let speaker: Speaker;
    let wait: ProviderWait | undefined;
    if (foundSpeaker instanceof ProviderWait) {
      // A stored take needs no call.
      wait = foundSpeaker;
      speaker = createWaitingSpeaker(speakerAssignment);
    } else if (foundSpeaker instanceof NodeFailure) return foundSpeaker;
    else speaker = foundSpeaker;
    const units = countUnits(speakerAssignment, line, { parts: [text], note });
    const characters = chargedLength(speaker.paid_by, script_characters, units);
    return {
      work,
      wait,
      speaker,
      assignment: speakerAssignment,
      text,
      written_text,
      characters,
      script_characters,
      note,
      context,
      key: createTakeKey({ assignment: speakerAssignment, ...wording }),
      request_keys,
      credits: creditsFor(characters, findSpeakerRate(speaker)),
      reserved_usd_micros: estimateOwnBill(speaker, units),
      used_subjects: [{ kind: 'voice', id: speakerAssignment.voice.id }, ...entries],
      words_without_recording,
      readRecording,
      unusable_responses,
    };
  };
  const task = createTask(assignment);
  const fallbackTask = fallbackAssignment && createTask(fallbackAssignment);
  let fallback: SynthesisTask | undefined;
  if (fallbackTask && !(fallbackTask instanceof NodeFailure))
    fallback = { ...fallbackTask, fallback_take_key: request_keys.fallback_take_key };
  if (task instanceof NodeFailure) {
    if (!fallback) throw task;
    return fallback;
  }
  // The voice does not change only because another worker has to speak.
  if (!fallback || fallback.wait || task.wait instanceof ModelElsewhere) return task;
  if (task.wait) return fallback;
  task.fallback = fallback;
  return task;
}

/** The settings with which a line will be spoken. */
export interface SynthesisTask {
  work: LineWork;
  /** Why the speaker cannot be called now. Only a stored take can be used. */
  wait?: ProviderWait | undefined;
  speaker: Speaker;
  assignment: VoiceAssignment;
  /** Words with a recording are tagged. */
  text: string;
  /** The text without the dictionary replacements that are applied here. */
  written_text: string;
  /** The length that is charged. */
  characters: number;
  /** The length of the script. */
  script_characters: number;
  /** The instructions of a review for the take. */
  note: string | undefined;
  /** The words around the line. */
  context?: SpeechContext | undefined;
  /** The key of its take. */
  key: Buffer;
  /** The keys of the unchanged line, regardless of the current voice. */
  request_keys: TakeRequestKeys;
  /** The request that the fallback replaces. */
  fallback_take_key?: Buffer | undefined;
  credits: number;
  /** What the workspace's own key is expected to be billed, in millionths of a US dollar, for its budgets. */
  reserved_usd_micros: number;
  used_subjects: UsedSubject[];
  /** Words whose recording was deleted. */
  words_without_recording: string[];
  readRecording: RecordingReader;
  /** How this take differs from the takes that a check rejected. */
  change?: Change;
  /** The task to use if the speaker fails permanently. */
  fallback?: SynthesisTask;
  /** The unchanged line, to use if the provider rejects the change. */
  unchanged_task?: SynthesisTask;
  /** A change that failed before this task. */
  skipped?: SkippedChange;
  /** The calls for the line whose responses contained nothing usable. */
  unusable_responses: UnusableResponses;
  /** Errors of providers that were called before. */
  troubles?: ProviderTrouble[] | undefined;
  /** The same errors, for the health statistics. */
  provider_outcomes?: ProviderOutcome[] | undefined;
}

/**
 * The task for the next take of a line. Takes with another voice or model are stored under the key of the
 * original request. If the change fails, the line can still be spoken without it.
 */
export function createChangedTask(
  firstTask: SynthesisTask,
  { change, speaker }: { change: Change; speaker: Speaker },
): SynthesisTask {
  const { assignment, text = firstTask.text } = change;
  const { script_characters, note, work } = firstTask;
  const units = countUnits(assignment, work.line, { parts: change.sentences ?? [text], note });
  const characters = chargedLength(speaker.paid_by, script_characters, units);
  const isSwitched =
    speaker.provider !== firstTask.speaker.provider || speaker.model !== firstTask.speaker.model;
  // The first use is the voice.
  const [, ...entries] = firstTask.used_subjects;
  const { provider, model } = speaker;
  const unchanged_task = {
    ...firstTask,
    skipped: { strategy: change.strategy, provider: provider.id, model: model.id },
  };
  const task: SynthesisTask = {
    ...firstTask,
    // A changed task replaces no other request.
    fallback_take_key: undefined,
    change,
    assignment,
    speaker,
    text,
    wait: undefined,
    characters,
    credits: creditsFor(characters, findSpeakerRate(speaker)),
    reserved_usd_micros: estimateOwnBill(speaker, units),
    used_subjects: [{ kind: 'voice', id: assignment.voice.id }, ...entries],
  };
  if (change.strategy !== 'plain') task.unchanged_task = unchanged_task;
  if (isSwitched) {
    task.fallback = unchanged_task;
    task.key = firstTask.request_keys.switched_take_key ?? firstTask.key;
  }
  return task;
}

/** A speaker that cannot be called now. */
const createWaitingSpeaker = ({ provider, model }: VoiceAssignment): Speaker => ({
  ...{ provider, model, paid_by: 'platform', credits_per_1000_characters: 0 },
  ...{ credentials: undefined, limiter: undefined, platform: undefined },
});

/** The credits for 1,000 characters. */
function findSpeakerRate({ model, paid_by, credentials }: Speaker): number {
  if (paid_by === 'platform' && !credentials) return 0;
  return findRate(model, paid_by);
}

/**
 * What budgets reserve for the bill of the workspace, in millionths of a US dollar: the list price of what is sent. The bill
 * of a platform key is the operator's.
 */
const estimateOwnBill = ({ model, paid_by }: Speaker, units: number): number =>
  paid_by === 'platform' ? 0 : estimateUsdMicros(model, units);

/** The amounts to reserve before it is known who speaks the line, and whether it is changed. */
export function computeMaxCost({
  credits,
  reserved_usd_micros,
  fallback,
  unchanged_task,
}: SynthesisTask): Amounts {
  const amounts = { credits, usd_micros: reserved_usd_micros };
  for (const other of [fallback, unchanged_task]) {
    if (!other) continue;
    const { credits, usd_micros } = computeMaxCost(other);
    amounts.credits = Math.max(amounts.credits, credits);
    amounts.usd_micros = Math.max(amounts.usd_micros, usd_micros);
  }
  return amounts;
}

/** Reuses a stored take, without charge. */
export function reuseTake(
  task: Pick<SynthesisTask, 'characters' | 'used_subjects' | 'fallback_take_key'>,
  takeId: string,
): Outcome {
  const { characters, used_subjects, fallback_take_key } = task;
  return {
    port: 'audio',
    output_id: takeId,
    reused: true,
    characters,
    credits: 0,
    used_subjects,
    fallback_take_key,
  };
}

/**
 * The next change for every line that a check sent back. `tasks` are the unchanged tasks. Two queries per chunk.
 */
async function chooseChanges(
  context: ChunkContext,
  tasks: ReadonlyMap<LineWork, SynthesisTask>,
  casting: Casting,
): Promise<Map<LineWork, Change>> {
  const changes = new Map<LineWork, Change>();
  const { app, run, node, iteration, works } = context;
  if (iteration === 0) return changes;
  const { config, fallbacks, findSpeaker } = casting;
  const numbers = works.map((work) => work.line.no);
  const rejections = await app.db
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'verdict'])
    .where('run_id', '=', run.id)
    .where('line_no', 'in', numbers)
    .where('port', '=', 'fail')
    .orderBy('node_id')
    .execute();
  const rejectionsByAudio = Map.groupBy(rejections, ({ line_no, input_id }) => `${line_no}/${input_id}`);
  // Every take that the lines had at this node. A check may have rejected the mastered form of a take; the settings here
  // are those of the take itself.
  const takes = await app.db
    .selectFrom('attempt')
    .innerJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'attempt.output_id').on('audio.workspace_id', '=', run.workspace_id),
    )
    .select(['attempt.line_no', 'audio.id', 'audio.provider', 'audio.model', 'audio.settings'])
    .where('attempt.run_id', '=', run.id)
    .where('attempt.node_id', '=', node.id)
    .where('attempt.line_no', 'in', numbers)
    .where('attempt.iteration', '<', iteration)
    .orderBy('attempt.iteration')
    .execute();
  const takesByLine = Map.groupBy(takes, ({ line_no }) => line_no);
  for (const [work, task] of tasks) {
    const { assignment, text, written_text, note, speaker } = task;
    const { no, locale_code } = work.line;
    const lineTakes = takesByLine.get(no)?.map(({ settings, ...take }) => ({
      ...take,
      // Written by the settlement of the take.
      skipped: settings.skipped as unknown as SkippedChange | undefined,
      speed: typeof settings.speed === 'number' ? settings.speed : undefined,
      strategy: typeof settings.strategy === 'string' ? settings.strategy : undefined,
      dropped: Array.isArray(settings.dropped) ? settings.dropped : [],
    }));
    // A line may arrive for the first time in a later iteration, from a loop before this node.
    if (!lineTakes) continue;
    const countText = (spelling: string) => countUnits(assignment, work.line, { parts: [spelling], note });
    const isWithinEstimate = (spelling: string): boolean => {
      // With an own key, every spelling costs as many credits as the script.
      if (speaker.paid_by !== 'platform') return true;
      const spellings = listSpellings({ text, written_text, locale_code });
      return countText(spelling) <= Math.max(...spellings.map(countText));
    };
    const change = chooseChange({
      isWithinEstimate,
      strategies: config.retry_strategies,
      locale_code,
      assignment,
      text,
      written_text,
      rejectedTake: lineTakes.find((take) => take.id === work.input?.take_id),
      takes: lineTakes,
      verdicts:
        rejectionsByAudio.get(`${no}/${work.input_id}`)?.flatMap(({ verdict }) => verdict ?? []) ?? [],
      // Only providers that can be called at all.
      alternatives: fallbacks
        .alternativesFor(work.line)
        .filter((alternative) => !(findSpeaker(alternative.assignment) instanceof NodeFailure)),
    });
    changes.set(work, change);
  }
  return changes;
}
