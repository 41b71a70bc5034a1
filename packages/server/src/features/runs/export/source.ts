import type { Readable } from 'node:stream';
import { extensionOf } from '@voiceloom/audio';
import { cleanText, skipReason } from '@voiceloom/text';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { findTakeLocks, forgetLostAudio, markupPolicyResolver } from '../../../engine/index.ts';
import {
  type ExportItem,
  type ExportLine,
  type ExportReviewed,
  type ExportRun,
  lineKey,
} from '../../../export/export-line.ts';
import { isStorageError } from '../../../storage/index.ts';
import { diffOf, evidenceOf, refusing } from '../cards.ts';
import { loudnessTarget, nodesOf, type RunNode } from '../nodes.ts';
import type { RunWithDefinition } from '../queries.ts';
import { findMeasuredAudio, findTakes, type LineTakes, type MeasuredAudioRow, takeOf } from '../takes.ts';
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

interface ExportSource {
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

export function exportRunOf({ run, sink }: ExportSource): ExportRun {
  return {
    workflow_name: run.workflow_name,
    run_id: run.id,
    run_number: run.run_number,
    status: run.status,
    error: run.error?.message ?? null,
    started_at: toTime(run.started_at),
    completed_at: toTime(run.completed_at),
    loudness_target_lufs: loudnessTarget(run.definition, sink),
  };
}

/**
 * The lines of an export in batches of 200, with five or six queries each and without a connection between them. An
 * ended run does not change, so every read returns the same lines.
 */
export async function* exportItems(
  app: SourceApp,
  { run, sink, review_id, decisions_of }: ExportSource,
): AsyncGenerator<StoredItem> {
  const nodes = nodesOf(run.definition);
  const lines = { run_id: run.id, sink_id: sink?.id ?? null, review_id };
  let after: ExportPosition = { line_index: -1, no: -1 };
  for (;;) {
    const batch = await findExportLines(app.db, lines, { after, limit: BATCH_LINES });
    const last = batch.at(-1);
    if (last === undefined) return;
    yield* itemsOf(app, { run, nodes, batch, decisions_of });
    if (batch.length < BATCH_LINES) return;
    after = last;
  }
}

async function* itemsOf(
  { db, storage }: SourceApp,
  source: {
    run: RunWithDefinition;
    nodes: readonly RunNode[];
    batch: readonly ExportLineRow[];
    decisions_of: ExportSource['decisions_of'];
  },
): AsyncGenerator<StoredItem> {
  const { run, nodes, batch, decisions_of } = source;
  const { id: run_id, workspace_id } = run;
  const [sources, takes, audio, decisions] = await Promise.all([
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
    decisions_of ? findDecisions(db, { workspace_id, run_id, review_id: decisions_of }, batch) : undefined,
  ]);
  const locked = await findLocked(db, run, { batch, audio });
  const open = async ({ id, object_key }: { id: string; object_key: string }): Promise<Readable> => {
    try {
      return (await storage.get(object_key)).stream;
    } catch (error) {
      if (isStorageError(error, 'NOT_FOUND')) await forgetLostAudio(db, workspace_id, id);
      throw error;
    }
  };
  const policy = markupPolicyResolver(run.definition);
  for (const line of batch) {
    const lineTakes = takes.get(line.no) ?? { takes: [], characters: 0, credits: 0, refusals: new Map() };
    const delivered = line.delivered_id === null ? undefined : audio.get(line.delivered_id);
    const take_id = delivered?.take_id ?? null;
    const decidedLine = decisions?.get(line.no);
    const decision = decisionAbout(decidedLine, take_id);
    yield {
      ...lineOf(run, line, { spoken: lineTakes, audio: delivered, policy }),
      source: sourceOf(line, sources),
      openAudio: delivered === undefined ? null : () => open(delivered),
      ...(delivered && { sha256: delivered.sha256, voice_id: delivered.voice_id }),
      ...(locked.has(lineKey(line)) && { locked: true }),
      ...(decision && { decision }),
      ...(decisions_of !== undefined && { reviewed: reviewedOf(decidedLine, take_id) }),
      stored: delivered ?? null,
    };
  }
}

/** The decision about the delivered take. Approval of another take does not count. */
function decisionAbout(decidedLine: DecidedLine | undefined, delivered_take_id: string | null) {
  const isOther = decidedLine?.decision?.decision === 'approved' && decidedLine.take_id !== delivered_take_id;
  return isOther ? undefined : (decidedLine?.decision ?? undefined);
}

function reviewedOf(decidedLine: DecidedLine | undefined, audio_id: string | null): ExportReviewed {
  const ownDecision = decisionAbout(decidedLine, audio_id)?.decision ?? null;
  const decision = decidedLine?.decision && !ownDecision ? 'other_take' : ownDecision;
  return { decision, version: decidedLine?.version ?? 0, audio_id };
}

/** The keys of the lines whose delivered take is locked. */
async function findLocked(
  db: Db,
  run: RunWithDefinition,
  { batch, audio }: { batch: readonly ExportLineRow[]; audio: Map<string, MeasuredAudioRow> },
): Promise<Set<string>> {
  const takes = batch.flatMap(({ line_id, locale_code, delivered_id }) => {
    const take_id = audio.get(delivered_id ?? '')?.take_id;
    return take_id ? [{ line_id, locale_code, take_id }] : [];
  });
  return new Set((await findTakeLocks(db, run, takes)).map(lineKey));
}

type Spoken = { spoken: LineTakes; audio: MeasuredAudioRow | undefined };

function lineOf(
  run: RunWithDefinition,
  line: ExportLineRow,
  { spoken: lineTakes, audio, policy }: Spoken & { policy: ReturnType<typeof markupPolicyResolver> },
): ExportLine {
  const take = takeOf(lineTakes, audio);
  const own = policy(line, take?.generator_id ?? lineTakes.generator_id);
  const shownText = cleanText(line.script, own);
  const { refusals } = lineTakes;
  return {
    ...line,
    ...(shownText !== line.script && { shown: shownText }),
    translation: originOf(line),
    status: exportStatus(line),
    reason:
      line.status === 'skipped'
        ? skipReason(line.script, own)
        : reasonOf(run, line, { spoken: lineTakes, audio }),
    ...audioFacts(audio),
    characters: lineTakes.characters,
    credits: lineTakes.credits,
    reused: take?.reused ?? false,
    verdicts: (take?.verdicts ?? []).map(({ node, verdict }) => {
      const { kind, score, threshold, status, reason } = verdict;
      const retry_count = node.returns ? (refusals.get(node.id) ?? 0) : 0;
      const measurements = { evidence: evidenceOf(verdict), diff: diffOf(verdict) };
      return { kind, score, threshold, status, reason, retry_count, ...measurements };
    }),
  };
}

function sourceOf({ line_index, no }: ExportLineRow, sources: Awaited<ReturnType<typeof findSources>>) {
  const source = sources.get(line_index);
  return source === undefined || source.no === no ? null : source.script;
}

/** The provider of a translation, or where it came from. */
function originOf({ translation }: ExportLineRow): string | null {
  if (!translation) return null;
  return translation.kind === 'provider' ? translation.provider : translation.kind;
}

function exportStatus(line: ExportLineRow): ExportLine['status'] {
  if (line.delivered_id !== null) return 'delivered';
  if (line.status === 'dropped' || line.status === 'skipped') return line.status;
  return line.status === 'active' ? 'missing' : 'failed';
}

const PSEUDO = 'The script is a pseudo translation, for testing the workflow.';

/** Why a line has no audio. Otherwise a note about its audio, such as a missed loudness target. */
function reasonOf(
  run: RunWithDefinition,
  line: ExportLineRow,
  { spoken: lineTakes, audio }: Spoken,
): string | null {
  if (line.delivered_id !== null) {
    if (!audio) return 'The audio is no longer stored.';
    return audio.facts.reason ?? (line.translation?.kind === 'pseudo' ? PSEUDO : null);
  }
  if (line.error) return line.error.message;
  const end = run.status === 'cancelled' ? 'was canceled' : 'failed';
  if (line.status === 'active') return `The run ${end} before the line was finished.`;
  const refusals = refusing(takeOf(lineTakes, undefined)?.verdicts ?? []);
  const reasons = refusals.map(({ node, verdict }) => `${node.label}: ${verdict.reason ?? 'not passed'}`);
  return reasons.length > 0 ? reasons.join('; ') : 'The line reached no output.';
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
  ext: extensionOf(''),
};

function audioFacts(audio: MeasuredAudioRow | undefined) {
  if (audio === undefined) return NO_AUDIO;
  const { voice_name, provider, model, duration_ms, format, facts } = audio;
  const { lufs, loudness_method, integrated_lufs, true_peak_dbtp, syllables, metrics } = facts;
  const { speech_ms, speech_start_ms, speech_end_ms, pitch_median_hz } = metrics;
  return {
    ...{ voice_name, provider, model, duration_ms, lufs, integrated_lufs, true_peak_dbtp, pitch_median_hz },
    loudness_method: loudness_method === 'none' ? null : loudness_method,
    peaks: facts.peaks.map((peak) => peak / FULL_SCALE),
    syllables_per_second: syllables && speech_ms > 0 ? syllables / (speech_ms / 1000) : null,
    speech: speech_end_ms > speech_start_ms ? { start_ms: speech_start_ms, end_ms: speech_end_ms } : null,
    words: facts.words ?? [],
    ext: extensionOf(format),
  };
}
