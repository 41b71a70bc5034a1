import type { Readable } from 'node:stream';
import { getExtension } from '@voiceloom/audio';
import { cleanText, skipReason } from '@voiceloom/text';
import type { App } from '../../../app.ts';
import { findTakeLocks, forgetLostAudio, markupPolicyResolver } from '../../../engine/index.ts';
import { type ExportItem, type ExportLine, type ExportRun, lineKey } from '../../../export/export-line.ts';
import { isStorageError } from '../../../storage/index.ts';
import { listFailedVerdicts, readDiff } from '../cards.ts';
import { findLoudnessTarget, listNodes, type RunNode } from '../nodes.ts';
import type { RunWithDefinition } from '../queries.ts';
import {
  findCurrentTake,
  findMeasuredAudio,
  findTakes,
  type LineTakes,
  type MeasuredAudioRow,
} from '../takes.ts';
import { toTime } from '../view.ts';
import {
  type DecidedLine,
  type ExportLineRow,
  type ExportPosition,
  findDecisions,
  findExportLines,
  findSources,
} from './lines.ts';

const BATCH_LINES = 200;
const FULL_SCALE = 255;

type SourceApp = Pick<App, 'db' | 'storage'>;

export interface ExportSource {
  run: RunWithDefinition;
  /** Undefined: everything that the run delivers. */
  sink: RunNode | undefined;
  /** Only the lines that this review approved. */
  review_id?: string | undefined;
  /** The review from which the lines get their decisions. Null if the run has none, undefined without decisions. */
  decisions_of?: string | null | undefined;
}

/** An export line with its audio. Null without audio. */
export type StoredItem = ExportItem & { stored: MeasuredAudioRow | null };

/** The facts about the run that files name. */
export function toExportRun({ run, sink }: ExportSource): ExportRun {
  return {
    workflow_name: run.workflow_name,
    run_id: run.id,
    run_number: run.run_number,
    status: run.status,
    error: run.error?.message ?? null,
    started_at: toTime(run.started_at),
    completed_at: toTime(run.completed_at),
    loudness_target_lufs: findLoudnessTarget(run.definition, sink),
  };
}

/**
 * The lines of an export in batches of 200, with five or six queries each and without a connection between them. An
 * ended run does not change, so every read returns the same lines.
 */
export async function* listExportItems(
  app: SourceApp,
  { run, sink, review_id, decisions_of }: ExportSource,
): AsyncGenerator<StoredItem> {
  const nodes = listNodes(run.definition);
  const lines = { run_id: run.id, sink_id: sink?.id ?? null, review_id };
  let position: ExportPosition = { line_index: -1, no: -1 };
  for (;;) {
    const batch = await findExportLines(app.db, lines, { after: position, limit: BATCH_LINES });
    const lastLine = batch.at(-1);
    if (lastLine === undefined) return;
    yield* toExportItems(app, { run, nodes, batch, decisions_of });
    if (batch.length < BATCH_LINES) return;
    position = lastLine;
  }
}

/** A batch of lines with everything that files show of them, from a fixed number of queries. */
async function* toExportItems(
  app: SourceApp,
  request: {
    run: RunWithDefinition;
    nodes: readonly RunNode[];
    batch: readonly ExportLineRow[];
    decisions_of: ExportSource['decisions_of'];
  },
): AsyncGenerator<StoredItem> {
  const { db } = app;
  const { run, nodes, batch, decisions_of } = request;
  const { id: run_id, workspace_id } = run;
  const [sources, takes, audioById, decisions] = await Promise.all([
    findSources(
      db,
      run_id,
      batch.map(({ line_index }) => line_index),
    ),
    findTakes(db, { workspace_id, run_id, nodes, line_numbers: batch.map((line) => line.no) }),
    findMeasuredAudio(
      db,
      workspace_id,
      batch.flatMap((line) => line.delivered_id ?? []),
    ),
    findDecisions(db, { workspace_id, run_id, review_id: decisions_of }, batch),
  ]);
  const deliveredTakes: { line_id: string; locale_code: string; take_id: string }[] = [];
  for (const { line_id, locale_code, delivered_id } of batch) {
    const take_id = audioById.get(delivered_id ?? '')?.take_id;
    if (take_id) deliveredTakes.push({ line_id, locale_code, take_id });
  }
  const lockedKeys = new Set((await findTakeLocks(db, run, deliveredTakes)).map(lineKey));
  const policy = markupPolicyResolver(run.definition);
  for (const line of batch) {
    const lineTakes = takes.get(line.no) ?? { takes: [], characters: 0, credits: 0, rejections: new Map() };
    const audio = audioById.get(line.delivered_id ?? '');
    const source = sources.get(line.line_index);
    const item: StoredItem = {
      ...toExportLine({ run, line, lineTakes, audio, policy }),
      source: source === undefined || source.no === line.no ? null : source.script,
      openAudio: null,
      stored: null,
    };
    if (audio) {
      item.openAudio = () => openAudio(app, workspace_id, audio);
      item.stored = audio;
      item.sha256 = audio.sha256;
      item.voice_id = audio.voice_id;
    }
    if (lockedKeys.has(lineKey(line))) item.locked = true;
    if (decisions_of !== undefined)
      Object.assign(item, toReviewFields(decisions.get(line.no), audio?.take_id ?? null));
    yield item;
  }
}

/** The stored audio. If its object is missing, later runs make the audio again. */
async function openAudio(
  { db, storage }: SourceApp,
  workspaceId: string,
  { id, object_key }: MeasuredAudioRow,
): Promise<Readable> {
  try {
    return (await storage.get(object_key)).stream;
  } catch (error) {
    if (isStorageError(error, 'NOT_FOUND')) await forgetLostAudio(db, workspaceId, id);
    throw error;
  }
}

/** The decision about the delivered take. Approval of another take does not count. */
function toReviewFields(
  decidedLine: DecidedLine | undefined,
  audio_id: string | null,
): Pick<ExportLine, 'decision' | 'reviewed'> {
  if (!decidedLine) return { reviewed: { decision: null, version: 0, audio_id } };
  const { decision, version, take_id } = decidedLine;
  if (!decision) return { reviewed: { decision, version, audio_id } };
  if (decision.decision === 'approved' && take_id !== audio_id)
    return { reviewed: { decision: 'other_take', version, audio_id } };
  return { decision, reviewed: { decision: decision.decision, version, audio_id } };
}

interface LineSource {
  run: RunWithDefinition;
  line: ExportLineRow;
  lineTakes: LineTakes;
  audio: MeasuredAudioRow | undefined;
  policy: ReturnType<typeof markupPolicyResolver>;
}

/** A line with its text, audio, costs and verdicts. */
function toExportLine(source: LineSource): ExportLine {
  const { line, lineTakes, audio, policy } = source;
  const take = findCurrentTake(lineTakes, audio);
  const readableText = cleanText(line.script, policy(line, take?.generator_id ?? lineTakes.generator_id));
  const { translation } = line;
  const textFields: Pick<ExportLine, 'shown'> = {};
  if (readableText !== line.script) textFields.shown = readableText;
  let status: ExportLine['status'] = line.status === 'active' ? 'missing' : 'failed';
  if (line.delivered_id !== null) status = 'delivered';
  else if (line.status === 'dropped' || line.status === 'skipped') status = line.status;
  return {
    ...line,
    ...textFields,
    // The provider of a translation, or where it came from.
    translation: (translation?.kind === 'provider' ? translation.provider : translation?.kind) ?? null,
    status,
    reason: explainLine(source),
    ...toAudioFacts(audio),
    characters: lineTakes.characters,
    credits: lineTakes.credits,
    reused: take?.reused ?? false,
    verdicts: (take?.verdicts ?? []).map(({ node, verdict }) => {
      const { kind, score, threshold, status, reason } = verdict;
      const retry_count = (node.returns && lineTakes.rejections.get(node.id)) || 0;
      const measurements = { evidence: verdict.evidence.findings, diff: readDiff(verdict) };
      return { kind, score, threshold, status, reason, retry_count, ...measurements };
    }),
  };
}

const PSEUDO = 'The script is a pseudo translation, for testing the workflow.';

/** Why a line has no audio. Otherwise a note about its audio, such as a missed loudness target. */
function explainLine({ run, line, lineTakes, audio, policy }: LineSource): string | null {
  const take = findCurrentTake(lineTakes, audio);
  if (line.status === 'skipped')
    return skipReason(line.script, policy(line, take?.generator_id ?? lineTakes.generator_id));
  if (line.delivered_id !== null) {
    if (!audio) return 'The audio is no longer stored.';
    return audio.facts.reason ?? (line.translation?.kind === 'pseudo' ? PSEUDO : null);
  }
  if (line.error) return line.error.message;
  const end = run.status === 'cancelled' ? 'was canceled' : 'failed';
  if (line.status === 'active') return `The run ${end} before the line was finished.`;
  const verdicts = listFailedVerdicts(take?.verdicts ?? []);
  const reasons = verdicts.map(({ node, verdict }) => `${node.label}: ${verdict.reason ?? 'not passed'}`);
  return reasons.join('; ') || 'The line reached no output.';
}

/** What an export shows of a line without audio. */
const NO_AUDIO = {
  voice_name: null,
  provider: null,
  model: null,
  duration_ms: null,
  lufs: null,
  loudness_method: null,
  integrated_lufs: null,
  true_peak_dbtp: null,
  peaks: [],
  syllables_per_second: null,
  pitch_median_hz: null,
  speech: null,
  words: [],
  word_times: null,
  ext: getExtension(''),
};

/** The measurements of the audio, with levels from 0 to 1. */
function toAudioFacts(audio: MeasuredAudioRow | undefined) {
  if (audio === undefined) return NO_AUDIO;
  const { voice_name, provider, model, duration_ms, format, facts, word_times } = audio;
  const { lufs, loudness_method, integrated_lufs, true_peak_dbtp, syllables, metrics } = facts;
  const { speech_ms, speech_start_ms, speech_end_ms, pitch_median_hz } = metrics;
  return {
    ...{ voice_name, provider, model, duration_ms, lufs, integrated_lufs, true_peak_dbtp, pitch_median_hz },
    loudness_method: loudness_method === 'none' ? null : loudness_method,
    peaks: facts.peaks.map((peak) => peak / FULL_SCALE),
    syllables_per_second: syllables && speech_ms > 0 ? syllables / (speech_ms / 1000) : null,
    speech: speech_end_ms > speech_start_ms ? { start_ms: speech_start_ms, end_ms: speech_end_ms } : null,
    words: facts.words ?? [],
    word_times,
    ext: getExtension(format),
  };
}
