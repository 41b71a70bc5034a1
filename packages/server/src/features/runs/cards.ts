import type { CardAudio, CardVoice, RunCard, RunStatus, Take, Verdict } from '@voiceloom/contract';
import { overLimit, skipReason } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { Row } from '../../db/index.ts';
import { isFinal, type markupPolicyResolver } from '../../engine/index.ts';
import { linkToAudio, linkToWaveform } from './links.ts';
import { type AudioRow, type LineTake, type LineTakes, type NodeVerdict, takeOf } from './takes.ts';

export type LineRow = Row<'run_line'>;

interface CardSource {
  line: LineRow;
  takes: LineTakes;
  /** The audio to play: the delivered audio or, while the line is in progress, the last take. */
  audio: AudioRow | undefined;
  /** The audio of the takes by ID. Expired audio is missing. */
  stored: ReadonlyMap<string, AudioRow>;
  run: { workspace_id: string; status: RunStatus };
  policy: ReturnType<typeof markupPolicyResolver>;
  now: Date;
}

type CardApp = Pick<App, 'storage' | 'signingSecret' | 'baseUrl'>;

/** The audio that a card plays. Undelivered lines play nothing, but their takes are listed separately. */
export function audioIdOfCard(line: LineRow, { takes }: LineTakes): string | null {
  if (line.audio_id !== null) return line.audio_id;
  return line.status === 'active' ? (takes.at(-1)?.audio_id ?? null) : null;
}

export async function cardView(app: CardApp, source: CardSource): Promise<RunCard> {
  const { line, takes, audio } = source;
  const take = takeOf(takes, audio);
  const verdicts = take?.verdicts ?? [];
  const tooLong = overLimit({ ...line, duration_ms: audio?.duration_ms ?? null });
  const { line_id, source_line_id, line_index, locale_code, character_name, script, spoken_script } = line;
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
    translation: translationView(line),
    audio: await audioView(app, source),
    validations: verdicts.map(verdictView),
    voice: cardVoice(source, take),
    waveform_url: audio ? linkToWaveform(app, { ...source.run, audio_id: audio.id, now: source.now }) : null,
    retry_count: line.retry_count,
    takes: await Promise.all(takes.takes.map((one) => takeView(app, source, one))),
    status: cardStatus(source),
    dropped:
      line.status === 'dropped'
        ? {
            verdicts: refusing(verdicts).map((dropping) => {
              const verdict = verdictView(dropping);
              const { kind: validator_kind, label: validator_label } = verdict;
              return { ...verdict, validator_node_id: dropping.node.id, validator_kind, validator_label };
            }),
          }
        : null,
  };
}

function translationView({ translation }: LineRow): RunCard['translation'] {
  if (!translation) return null;
  const { kind, provider, model, attempts = 0, billed = null } = translation;
  return { kind, provider, model, attempts, billed };
}

async function takeView(app: CardApp, { line, stored }: CardSource, take: LineTake): Promise<Take> {
  const { iteration, audio_id, credits, verdicts } = take;
  const audio = stored.get(audio_id);
  return {
    iteration,
    audio_id,
    playback_url: audio ? (await linkToAudio(app, audio, line)).url : null,
    provider: audio?.provider ?? null,
    model: audio?.model ?? null,
    voice: audio ? voiceView(audio) : noVoice('unavailable', 'The take is no longer stored.'),
    credits,
    strategy: (audio?.strategy ?? null) as Take['strategy'],
    dropped: audio?.dropped ?? [],
    verdicts: verdicts.map(verdictView),
  };
}

/** The voice of the played audio. If the line plays nothing, the voice of its take. */
function cardVoice(source: CardSource, take: LineTake | undefined): CardVoice {
  const audio = source.audio ?? source.stored.get(take?.audio_id ?? '');
  if (audio) return voiceView(audio);
  if (take) return noVoice('unavailable', 'The take is no longer stored.');
  const { status, reason } = missingAudio(source);
  return noVoice(status, reason);
}

function voiceView({ voice_id, voice_name, voice_is_active, provider }: AudioRow): CardVoice {
  if (voice_id === null) return noVoice('unavailable', 'The audio is a recording, which has no voice.');
  const display_name = voice_name ?? `${provider} voice`;
  if (voice_is_active) return { voice_id, display_name, status: 'available', reason: null };
  return { voice_id, display_name, status: 'unavailable', reason: 'The voice is no longer offered.' };
}

function noVoice(status: CardVoice['status'], reason: string | null): CardVoice {
  return { voice_id: null, display_name: null, status, reason };
}

function cardStatus({ line, audio }: CardSource): RunCard['status'] {
  if (line.status === 'delivered' || line.status === 'dropped' || line.status === 'skipped')
    return line.status;
  return audio ? 'generated' : 'not_delivered';
}

export function refusing(verdicts: readonly NodeVerdict[]): NodeVerdict[] {
  return verdicts.filter(({ verdict }) => verdict.status === 'fail');
}

async function audioView(app: CardApp, source: CardSource): Promise<CardAudio> {
  const { line, audio } = source;
  if (!audio) return missingAudio(source);
  const link = await linkToAudio(app, audio, line);
  return {
    audio_id: audio.id,
    playback_url: link.url,
    status: 'available',
    reason: noteOn(line, audio),
    duration_ms: audio.duration_ms,
    content_type: audio.content_type,
    provider: audio.provider,
    model: audio.model,
  };
}

/** A note about a delivered file that exceeds its limit, or for which mastering missed a target. */
function noteOn(line: LineRow, { duration_ms, reason }: AudioRow): string | null {
  if (line.status !== 'delivered') return null;
  const { max_duration_ms } = line;
  return [overLimit({ duration_ms, max_duration_ms }), reason].filter(Boolean).join(' ') || null;
}

const NO_AUDIO = {
  audio_id: null,
  playback_url: null,
  duration_ms: null,
  content_type: null,
  provider: null,
  model: null,
};

function missingAudio({ line, takes, run, policy }: CardSource): CardAudio {
  if (line.status === 'active' && !isFinal(run.status)) {
    return { ...NO_AUDIO, status: 'not_ready', reason: 'The line has not been spoken yet.' };
  }
  const reason =
    line.status === 'skipped'
      ? skipReason(line.script, policy(line, takes.generator_id))
      : reasonOf(line, run.status);
  return { ...NO_AUDIO, audio_id: line.audio_id, status: 'unavailable', reason };
}

function reasonOf(line: LineRow, runStatus: RunStatus): string {
  if (line.status === 'dropped') return 'A check dropped the line.';
  if (line.status === 'failed') return line.error?.message ?? 'The line failed.';
  if (line.status === 'delivered') return 'The audio is no longer stored.';
  const end = { failed: 'failed', cancelled: 'was canceled' }[String(runStatus)] ?? `was ${runStatus}`;
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
    diff: diffOf(verdict),
    evidence: evidenceOf(verdict),
  };
}

/** The differences of script and transcript, from validators that transcribe. */
export function diffOf({ evidence: { diff } }: NodeVerdict['verdict']): Verdict['diff'] {
  return Array.isArray(diff) ? (diff as Verdict['diff']) : [];
}

/** The measurements of the validator. */
export function evidenceOf({ evidence: { findings } }: NodeVerdict['verdict']): Verdict['evidence'] {
  return findings;
}
