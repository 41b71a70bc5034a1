import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { digestOf } from '../nodes/stored-audio.ts';
import type { GeneratorConfig, VoiceAssignment } from './voice-pool.ts';

/** Everything that decides how a take sounds, before a retry varies it. */
export interface TakeRequest {
  part: VoiceAssignment;
  locale_code: string;
  text: string;
}

/** The same workspace, provider, model, voice, settings and spoken text = the same take. */
export function takeKey({ part, locale_code, text }: TakeRequest): Buffer {
  const { provider, model, voice, speed, pitch } = part;
  const voiceId = voice.provider_voice_id;
  // The last part once was the limit of the line: takes that are stored without one are found again.
  return digestOf('take', provider.id, model.id, voiceId, locale_code, speed, pitch, text, null);
}

/**
 * The key of a take by another voice or model, made for a line after a check rejected the requested one: found again by
 * the same request under the same rules only.
 */
function switchedKey(key: Buffer, config: GeneratorConfig): Buffer | undefined {
  const { retry_ladder, fallback_provider, routing } = config;
  if (!retry_ladder.includes('model') && !retry_ladder.includes('provider')) return undefined;
  return digestOf('switched', key.toString('hex'), retry_ladder, fallback_provider, routing);
}

/** Where the takes of a request are found. */
export interface TakeRequestKeys {
  key: Buffer;
  /** Those of another voice or model that came of the same request. */
  switched: Buffer | undefined;
  /** Those that the fallback spoke in place of the first. */
  stand_in: Buffer | undefined;
  /** Those of the providers that earlier runs chose. */
  earlier: Buffer[];
}

interface RequestRules {
  fallback: VoiceAssignment | undefined;
  earlier: readonly VoiceAssignment[];
  config: GeneratorConfig;
}

/** The same request to the same speaker with the same fallback finds the same takes. */
export function requestKeys(
  { part, ...line }: TakeRequest,
  { fallback, earlier, config }: RequestRules,
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

export function modelOf(provider: SpeechProvider, id: string | null): SpeechModel | undefined {
  const known = provider.models.find((model) => (id === null ? model.is_default : model.id === id));
  return known ?? (id === null ? undefined : provider.otherModel?.(id));
}

/** Credits for 1,000 characters: less where the customer's own key pays the provider, as it always does. */
export function rateOf({ listVoices }: SpeechProvider, model: SpeechModel): number {
  const own = listVoices && model.own_key_credits_per_1000_characters;
  return own ?? model.credits_per_1000_characters;
}

/** What a line looks for among the takes that are stored. */
export interface WantedTake {
  key: Buffer;
  /** Where the take of another voice or model is found that came of the same request. */
  switched?: Buffer | undefined;
  /** Where the take of the fallback is found that spoke for the same request. */
  stand_in?: Buffer | undefined;
  /** Where takes of providers are found that earlier runs chose. */
  earlier?: readonly Buffer[] | undefined;
  max_duration_ms: number | null;
  /** The checks behind the generator; undefined where their verdicts do not matter. */
  checks_key?: Buffer | undefined;
}

/** A take that is stored already. */
export interface StoredTake {
  id: string;
  /** What these very checks made of it before; undefined where no line ended with it under them. */
  history: { exhausted: boolean; is_last: boolean } | undefined;
}

/**
 * The stored take for each request, in their order. A take that a line ended with under the same checks comes first, then what
 * came of a switch to another voice, then one that was delivered, then one that is as cast, then one of a provider that an earlier run chose, then the newest. One that was sped
 * up for a limit is not the take of a line without one; for a line with one, a take has to fit it, or to be made for a limit as
 * tight.
 * Callers send requests by chunk or in batches.
 */
export async function storedTakes(
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
      ) audio left join retry_history history
        on history.workspace_id = ${workspaceId} and history.take_id = audio.id
        and history.checks_key = decode(wanted.checks_key, 'hex')
        and (coalesce(audio.duration_ms <= wanted.limit_ms, true) or history.limit_ms between 1 and wanted.limit_ms)
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
