import { type Controls, resolveControls } from '@voiceloom/contract';
import { type SpeechContext, withoutRecordings } from '@voiceloom/text';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { digestOf } from '../nodes/stored-audio.ts';
import type { GeneratorConfig, VoiceAssignment } from './voice-pool.ts';

export { modelOf } from '../../providers/registry.ts';

/** Everything that determines the sound of a take, before retries vary it. */
export interface TakeRequest {
  part: VoiceAssignment;
  locale_code: string;
  text: string;
  direction: string | null;
  /** The controls of the line. */
  controls?: Controls | null | undefined;
  /** The words around the line, if the generator tells models of them. */
  context?: SpeechContext | undefined;
}

/** The take key: requests with the same workspace, provider, model, voice, settings and text share takes. */
export function takeKey(wanted: TakeRequest): Buffer {
  const { part, locale_code, text: tagged, direction, context, controls: own } = wanted;
  const { provider, model, voice, speed, pitch } = part;
  // A recording changes only takes that it can be cut into.
  const text = provider.timesWords?.(locale_code) ? tagged : withoutRecordings(tagged);
  const voiceId = voice.provider_voice_id;
  // The last part used to be the line's time limit. Keeping it empty finds stored takes without a limit.
  const request = ['take', provider.id, model.id, voiceId, locale_code, speed, pitch, text, null];
  const { controls } = resolveControls(model, { ...part.controls, ...own }, direction);
  const more: unknown[] = Object.keys(controls).length > 0 ? [controls] : [];
  if (context && model.takes_context) more.push('context', context.previous ?? null, context.next ?? null);
  return digestOf(...request, ...more, ...(RENDERED_MARKUP.test(text) ? ['markup-2'] : []));
}

/** Audio tags and phonemes used to be read aloud or left out, so takes from before must not be reused. */
const RENDERED_MARKUP = /\[[^[\]]{1,200}\]|<phoneme\b/i;

/**
 * The key of a take with another voice or model, made after a check rejected the requested one. Only the same
 * request under the same rules finds it.
 */
function switchedKey(key: Buffer, config: GeneratorConfig): Buffer | undefined {
  const { retry_ladder, fallback_provider, routing } = config;
  if (!retry_ladder.includes('model') && !retry_ladder.includes('provider')) return undefined;
  return digestOf('switched', key.toString('hex'), retry_ladder, fallback_provider, routing);
}

/** The keys under which the takes of a request are stored. */
export interface TakeRequestKeys {
  key: Buffer;
  /** The key for takes with a different voice or model, made after a check rejected the requested one. */
  switched: Buffer | undefined;
  /** The key for takes that the fallback made. */
  stand_in: Buffer | undefined;
  /** The keys for takes by providers that earlier runs chose. */
  earlier: Buffer[];
}

/** Depends on the request, the speaker and the fallback only. */
export function requestKeys(
  { part, ...line }: TakeRequest,
  fallback: VoiceAssignment | undefined,
  earlier: readonly VoiceAssignment[],
  config: GeneratorConfig,
): TakeRequestKeys {
  const key = takeKey({ part, ...line });
  const fallbackKey = fallback && takeKey({ part: fallback, ...line });
  return {
    key,
    switched: switchedKey(key, config),
    stand_in: fallbackKey && digestOf('stand_in', key.toString('hex'), fallbackKey.toString('hex')),
    earlier: earlier.map((one) => takeKey({ part: one, ...line })),
  };
}

/** Whether the provider has not retired the model, by the date of `today`. */
export const isServed = ({ retires_at }: SpeechModel, today: string): boolean =>
  retires_at === undefined || retires_at >= today;

/**
 * Credits for 1,000 characters. External providers are always paid through the workspace's own key, so the
 * reduced price applies to them.
 */
export function rateOf({ listVoices }: SpeechProvider, model: SpeechModel): number {
  const own = listVoices && model.own_key_credits_per_1000_characters;
  return own ?? model.credits_per_1000_characters;
}

/** The criteria for finding a stored take: at least its own key. */
export interface WantedTake extends Partial<TakeRequestKeys> {
  key: Buffer;
  max_duration_ms: number | null;
  /** Identifies the checks behind the generator; undefined if their verdicts do not matter. */
  checks_key?: Buffer | undefined;
}

/** A take that is already stored. */
export interface StoredTake {
  id: string;
  /**
   * The earlier result under exactly these checks; undefined if it was never a line's final take under them.
   */
  history: { exhausted: boolean; is_last: boolean } | undefined;
}

/**
 * The best stored take for each request, in request order. Preference: final takes under the same checks,
 * then takes from a switch to another voice, then delivered takes, then takes by the assigned voice, then
 * takes by providers that earlier runs chose, then the newest. A take that was sped up for a time limit is
 * never used for a line without one. For a line with a limit, the take must fit it or have been made for a
 * limit at least as tight. Callers pass requests by chunk or in batches.
 */
export async function bestStoredTakes(
  db: Db,
  workspaceId: string,
  wanted: readonly WantedTake[],
): Promise<(StoredTake | undefined)[]> {
  if (wanted.length === 0) return [];
  const hex = (key: Buffer | undefined): string | null => key?.toString('hex') ?? null;
  const { rows } = await sql<{ no: number; id: string; exhausted: boolean | null; is_last: boolean | null }>`
    select wanted.no::int as no, found.id, found.exhausted, found.is_last
    from unnest(
      ${wanted.map(({ key }) => hex(key))}::text[], ${wanted.map(({ switched }) => hex(switched))}::text[],
      ${wanted.map(({ stand_in }) => hex(stand_in))}::text[], ${wanted.map(({ checks_key }) => hex(checks_key))}::text[],
      ${wanted.map((one) => one.max_duration_ms)}::int[], ${wanted.map(({ earlier = [] }) => earlier.map(hex).join())}::text[]
    ) with ordinality as wanted (key, switched, stand_in, checks_key, limit_ms, earlier, no)
    cross join lateral (
      select audio.id, history.exhausted, history.is_last
      from (
        select *, case when reuse_key = decode(wanted.key, 'hex') then 'as_cast' else 'switched' end as origin
        from audio
        where workspace_id = ${workspaceId} and reuse_key in (decode(wanted.key, 'hex'), decode(wanted.switched, 'hex'))
        union all
        select audio.*, 'earlier' as origin
        from unnest(string_to_array(wanted.earlier, ',')) as earlier (key)
        join audio on audio.workspace_id = ${workspaceId} and audio.reuse_key = decode(earlier.key, 'hex')
        union all
        select audio.*, 'stand_in' as origin
        from stand_in join audio on audio.workspace_id = stand_in.workspace_id and audio.id = stand_in.take_id
        where stand_in.workspace_id = ${workspaceId} and stand_in.key = decode(wanted.stand_in, 'hex')
      ) audio left join lateral (
        select take_id, exhausted, is_last from retry_history
        where workspace_id = ${workspaceId} and take_id = audio.id and checks_key = decode(wanted.checks_key, 'hex')
          and (coalesce(audio.duration_ms <= wanted.limit_ms, true) or limit_ms between 1 and wanted.limit_ms)
        -- Keeps the look-up by take. With old statistics, the planner reads the history of the whole workspace.
        offset 0
      ) history on true
      where audio.kind = 'take'
        and (audio.origin <> 'switched' or audio.delivered_at is not null or history.take_id is not null)
        and case when wanted.limit_ms is null
          then audio.settings ->> 'strategy' is distinct from 'tempo' or audio.settings ->> 'max_duration_ms' is null
          else least(audio.duration_ms, (audio.settings ->> 'max_duration_ms')::int) <= wanted.limit_ms end
      order by (history.take_id is not null) desc, (audio.origin = 'switched') desc, (audio.delivered_at is not null) desc,
        (audio.origin in ('stand_in', 'earlier')), audio.delivered_at desc, audio.created_at desc
      limit 1
    ) found`.execute(db);
  const found = new Map(rows.map((row) => [row.no, row]));
  return wanted.map((_, index) => {
    const row = found.get(index + 1);
    if (!row) return undefined;
    const { id, exhausted, is_last } = row;
    return { id, history: exhausted === null || is_last === null ? undefined : { exhausted, is_last } };
  });
}

/** A take by a fallback, and the request to another provider that it replaces. */
export interface FallbackTake {
  take_id: string;
  key: Buffer;
}

/**
 * Records on fallback takes which request they replace. Runs share takes; writing rows in a fixed order
 * prevents deadlocks.
 */
export async function recordFallbackTakes(
  tx: Db,
  workspaceId: string,
  { standIns, now }: { standIns: readonly FallbackTake[]; now: Date },
): Promise<void> {
  if (standIns.length === 0) return;
  await sql`
    insert into stand_in (workspace_id, take_id, key, created_at)
    select ${workspaceId}, take_id, decode(key, 'hex'), ${now}
    from unnest(
      ${standIns.map(({ take_id }) => take_id)}::text[], ${standIns.map(({ key }) => key.toString('hex'))}::text[]
    ) as given (take_id, key)
    where exists (
      select 1 from audio where audio.workspace_id = ${workspaceId} and audio.id = given.take_id
    )
    order by take_id, key
    on conflict do nothing`.execute(tx);
}
