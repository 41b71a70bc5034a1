import type { CardAudio, CardVoice, RunCard, RunStatus, Take, Verdict } from '@voiceloom/contract';
import { overLimit, skipReason } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { Row } from '../../db/index.ts';
import { isFinal, type markupPolicyResolver } from '../../engine/index.ts';
import { linkToAudio, linkToWaveform } from './links.ts';
import { type AudioRow, findCurrentTake, type LineTake, type LineTakes, type NodeVerdict } from './takes.ts';

export type LineRow = Row<'run_line'>;

interface CardSource {
  line: LineRow;
  takes: LineTakes;
  /** The audio to play: the delivered audio or, while the line is in progress, the last take. */
  audio: AudioRow | undefined;
  /** The audio of the takes by ID. Expired audio is missing. */
  audioById: ReadonlyMap<string, AudioRow>;
  run: { workspace_id: string; status: RunStatus };
  policy: ReturnType<typeof markupPolicyResolver>;
  now: Date;
}

type CardApp = Pick<App, 'storage' | 'signingSecret' | 'baseUrl'>;

/** The audio that a card plays. Undelivered lines play nothing, but their takes are listed separately. */
export function findCardAudioId(line: LineRow, { takes }: LineTakes): string | null {
  const lastTake = line.status === 'active' ? takes.at(-1) : undefined;
  return line.audio_id ?? lastTake?.audio_id ?? null;
}

/** A line as the API returns it: its text, its delivered or last audio, its takes, and why something is missing. */
export async function cardView(app: CardApp, source: CardSource): Promise<RunCard> {
  const { line, takes, audio, run, now } = source;
  const take = findCurrentTake(takes, audio);
  const verdicts = take?.verdicts ?? [];
  const tooLong = overLimit({ ...line, duration_ms: audio?.duration_ms ?? null });
  const { line_id, source_line_id, line_index, locale_code, character_name, script, spoken_script } = line;
  let translation: RunCard['translation'] = null;
  if (line.translation) {
    const { kind, provider, model, attempts = 0, billed = null } = line.translation;
    translation = { kind, provider, model, attempts, billed };
  }
  const cardAudio = await audioView(app, source);
  const voicedAudio = audio ?? source.audioById.get(take?.audio_id ?? '');
  // A line that plays nothing has the voice of its take.
  let voice = noVoice(cardAudio.status, cardAudio.reason);
  if (voicedAudio) voice = voiceView(voicedAudio);
  else if (take) voice = noVoice('unavailable', TAKE_GONE);
  let status: RunCard['status'] = audio ? 'generated' : 'not_delivered';
  if (line.status === 'delivered' || line.status === 'dropped' || line.status === 'skipped')
    status = line.status;
  let dropped: RunCard['dropped'] = null;
  if (line.status === 'dropped') {
    const droppingVerdicts = listFailedVerdicts(verdicts).map((failedVerdict) => {
      const verdict = verdictView(failedVerdict);
      const { kind: validator_kind, label: validator_label } = verdict;
      return { ...verdict, validator_node_id: failedVerdict.node.id, validator_kind, validator_label };
    });
    dropped = { verdicts: droppingVerdicts };
  }
  return {
    id: `${line.run_id}:${line.no}`,
    line_id,
    source_line_id,
    line_index,
    locale_code,
    character_name,
    notes: line.notes,
    direction: line.direction,
    controls: line.controls,
    max_duration_ms: line.max_duration_ms,
    max_characters: line.max_characters,
    too_long: tooLong !== null,
    too_long_reason: tooLong,
    script,
    spoken_script,
    translation,
    audio: cardAudio,
    validations: verdicts.map(verdictView),
    voice,
    waveform_url: audio
      ? linkToWaveform(app, { workspace_id: run.workspace_id, audio_id: audio.id, now })
      : null,
    retry_count: line.retry_count,
    takes: await Promise.all(takes.takes.map((lineTake) => takeView(app, source, lineTake))),
    status,
    dropped,
  };
}

const TAKE_GONE = 'The take is no longer stored.';

/** A take with a link to its audio. Expired audio has none. */
async function takeView(app: CardApp, { line, audioById }: CardSource, take: LineTake): Promise<Take> {
  const { iteration, audio_id, credits, verdicts } = take;
  const audio = audioById.get(audio_id);
  const link = audio && (await linkToAudio(app, audio, line));
  return {
    iteration,
    audio_id,
    playback_url: link?.url ?? null,
    provider: audio?.provider ?? null,
    model: audio?.model ?? null,
    voice: audio ? voiceView(audio) : noVoice('unavailable', TAKE_GONE),
    credits,
    paid_by: audio?.paid_by ?? null,
    strategy: (audio?.strategy ?? null) as Take['strategy'],
    dropped: audio?.dropped ?? [],
    word_times: audio?.word_times ?? null,
    verdicts: verdicts.map(verdictView),
  };
}

/** A card shows the voice of each take, even if it is no longer offered. */
function voiceView({ voice_id, voice_name, voice_is_active, provider }: AudioRow): CardVoice {
  if (voice_id === null) return noVoice('unavailable', 'The audio is a recording, which has no voice.');
  const display_name = voice_name ?? `${provider} voice`;
  if (voice_is_active) return { voice_id, display_name, status: 'available', reason: null };
  return { voice_id, display_name, status: 'unavailable', reason: 'The voice is no longer offered.' };
}

function noVoice(status: CardVoice['status'], reason: string | null): CardVoice {
  return { voice_id: null, display_name: null, status, reason };
}

/** Of the verdicts of all checks, those that reject the take. */
export function listFailedVerdicts(verdicts: readonly NodeVerdict[]): NodeVerdict[] {
  return verdicts.filter(({ verdict }) => verdict.status === 'fail');
}

const NO_AUDIO = {
  audio_id: null,
  playback_url: null,
  duration_ms: null,
  content_type: null,
  provider: null,
  model: null,
  word_times: null,
};

/** The audio of a card, or why it has no audio. A delivered line also has notes about its audio as the reason. */
async function audioView(app: CardApp, source: CardSource): Promise<CardAudio> {
  const { line, audio, run } = source;
  if (audio) {
    const link = await linkToAudio(app, audio, line);
    const { duration_ms, content_type, provider, model, word_times } = audio;
    // A delivered file can exceed its limit, and mastering can miss a target.
    const notes = [overLimit({ duration_ms, max_duration_ms: line.max_duration_ms }), audio.reason];
    let reason: string | null = null;
    if (line.status === 'delivered') reason = notes.filter(Boolean).join(' ') || null;
    return {
      audio_id: audio.id,
      playback_url: link.url,
      status: 'available',
      reason,
      duration_ms,
      content_type,
      provider,
      model,
      word_times,
    };
  }
  if (line.status === 'active' && !isFinal(run.status)) {
    return { ...NO_AUDIO, status: 'not_ready', reason: 'The line has not been spoken yet.' };
  }
  return {
    ...NO_AUDIO,
    audio_id: line.audio_id,
    status: 'unavailable',
    reason: explainMissingAudio(source),
  };
}

/** Why a line that cannot get audio anymore has none. */
function explainMissingAudio({ line, takes, run, policy }: CardSource): string | null {
  if (line.status === 'skipped') return skipReason(line.script, policy(line, takes.generator_id));
  if (line.status === 'dropped') return 'A check dropped the line.';
  if (line.status === 'failed') return line.error?.message ?? 'The line failed.';
  if (line.status === 'delivered') return 'The audio is no longer stored.';
  const end = { failed: 'failed', cancelled: 'was canceled' }[String(run.status)] ?? `was ${run.status}`;
  return `The run ${end} before the line was spoken.`;
}

/** The public form of a verdict. Other measurements of the validator are in its evidence. */
export function verdictView({ node, verdict }: NodeVerdict): Verdict {
  const { evidence } = verdict;
  const number = (key: string) => (typeof evidence[key] === 'number' ? evidence[key] : null);
  const text = (key: string) => (typeof evidence[key] === 'string' ? evidence[key] : null);
  return {
    kind: verdict.kind as Verdict['kind'],
    label: node.label,
    score: verdict.score,
    status: verdict.status === 'exhausted' ? 'fail' : verdict.status,
    reason: verdict.reason,
    threshold: verdict.threshold,
    exhausted: verdict.status === 'exhausted',
    wer: number('wer'),
    cer: number('cer'),
    transcript: text('transcript'),
    scored_on: text('scored_on') ?? (verdict.score === null ? null : 'audio'),
    provider: text('provider'),
    model: text('model'),
    phonetic_score: number('phonetic_score'),
    diff: readDiff(verdict),
    evidence: evidence.findings,
  };
}

/** The differences of script and transcript, from validators that transcribe. */
export function readDiff({ evidence: { diff } }: NodeVerdict['verdict']): Verdict['diff'] {
  return Array.isArray(diff) ? (diff as Verdict['diff']) : [];
}
