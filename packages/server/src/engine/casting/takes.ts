import { type Controls, resolveControls } from '@voiceloom/contract';
import { type SpeechContext, withoutRecordings } from '@voiceloom/text';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { plannedForItsValues } from '../../db/statements.ts';
import type { SpeechModel } from '../../providers/speech/index.ts';
import { digestParts } from '../digest.ts';
import type { GeneratorConfig, VoiceAssignment } from './voice-pool.ts';

export { findModel } from '../../providers/registry.ts';

/** Everything that determines the sound of a take, before retries vary it. */
export interface TakeRequest {
  assignment: VoiceAssignment;
  locale_code: string;
  text: string;
  direction: string | null;
  /** The controls of the line. */
  controls?: Controls | null | undefined;
  /** The words around the line, if the generator sends them to models. */
  context?: SpeechContext | undefined;
}

/** The take key: requests with the same workspace, provider, model, voice, settings and text share takes. */
export function createTakeKey(request: TakeRequest): Buffer {
  const { assignment, locale_code, text: taggedText, direction, context, controls: lineControls } = request;
  const { provider, model, voice, speed, pitch } = assignment;
  // Recordings are cut only into takes with word times, so they do not change other takes.
  const text = provider.timesWords?.(locale_code) ? taggedText : withoutRecordings(taggedText);
  const voiceId = voice.provider_voice_id;
  const identity = ['take', provider.id, model.id, voiceId, locale_code, speed, pitch, text];
  const { controls } = resolveControls(model, { ...assignment.controls, ...lineControls }, direction);
  const optionalParts: unknown[] = Object.keys(controls).length > 0 ? [controls] : [];
  if (context && model.takes_context)
    optionalParts.push('context', context.previous ?? null, context.next ?? null);
  if (model.digest !== undefined) optionalParts.push('digest', model.digest);
  return digestParts(...identity, ...optionalParts);
}

/** The keys under which the takes of a request are stored. */
export interface TakeRequestKeys {
  key: Buffer;
  /** The key for takes with a different voice or model, made after a check rejected the requested one. */
  switched_take_key: Buffer | undefined;
  /** The key for takes that the fallback made. */
  fallback_take_key: Buffer | undefined;
  /** The keys for takes by providers that earlier runs chose. */
  earlier_take_keys: Buffer[];
}

/** Depends only on the request, the speaker and the fallback. */
export function createRequestKeys(
  request: TakeRequest,
  fallback: VoiceAssignment | undefined,
  earlierAssignments: readonly VoiceAssignment[],
  config: GeneratorConfig,
): TakeRequestKeys {
  const key = createTakeKey(request);
  const fallbackKey = fallback && createTakeKey({ ...request, assignment: fallback });
  const { retry_strategies, fallback_provider, routing } = config;
  let switchedKey: Buffer | undefined;
  // Only the same request under the same rules finds a take with another voice or model.
  if (retry_strategies.includes('model') || retry_strategies.includes('provider'))
    switchedKey = digestParts('switched', key.toString('hex'), retry_strategies, fallback_provider, routing);
  return {
    key,
    switched_take_key: switchedKey,
    fallback_take_key:
      fallbackKey && digestParts('fallback', key.toString('hex'), fallbackKey.toString('hex')),
    earlier_take_keys: earlierAssignments.map((assignment) => createTakeKey({ ...request, assignment })),
  };
}

/** Whether the model is still available on the date `today`. */
export const isModelAvailable = ({ retires_at }: SpeechModel, today: string): boolean =>
  retires_at === undefined || retires_at >= today;

/** The keys of stored takes that can speak a line, at least that of the request. */
export interface StoredTakeKeys extends Partial<TakeRequestKeys> {
  key: Buffer;
}

/** The criteria for finding a stored take. */
export interface TakeQuery extends StoredTakeKeys {
  max_duration_ms: number | null;
  /** Identifies the checks after the generator; undefined if their verdicts do not matter. */
  checks_key?: Buffer | undefined;
  /** Identifies the line under these checks. */
  line_checks_key?: Buffer | undefined;
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
 * The best stored take for each request, in request order. Callers pass requests by chunk or in batches.
 *
 * Preference, in this order: a take that the line itself kept under the same checks; one that another line kept under
 * them; one from a switch to another voice; a delivered one; one by the assigned voice rather than by a fallback or a
 * provider that an earlier run chose; the newest.
 *
 * A line without a time limit never gets a take that was sped up for a limit. A line with a limit gets only takes that
 * fit the limit or that were made for a limit at least as tight.
 */
export async function findBestStoredTakes(
  db: Db,
  workspaceId: string,
  requests: readonly TakeQuery[],
): Promise<(StoredTake | undefined)[]> {
  if (requests.length === 0) return [];
  const earlierKeys = requests.flatMap(({ earlier_take_keys: keys = [] }, index) =>
    keys.map((key) => ({ no: index + 1, key })),
  );
  const presentKeys = (keys: (Buffer | undefined)[]): Buffer[] => keys.filter((key) => key !== undefined);
  const takeKeys = [
    ...presentKeys(requests.flatMap(({ key, switched_take_key }) => [key, switched_take_key])),
    ...earlierKeys.map(({ key }) => key),
  ];
  const selectTakes = sql`
    select id, reuse_key, duration_ms, delivered_at, created_at, settings ->> 'strategy' as strategy,
      (settings ->> 'max_duration_ms')::int as made_for_ms
    from audio where workspace_id = ${workspaceId} and kind = 'take'`;
  // Reads each table once for all requests, by arrays of keys. A lookup per request could read all takes of the
  // workspace each time, because PostgreSQL expects only one take in a workspace that is not in its statistics.
  const { rows } = await sql<{ no: number; id: string; exhausted: boolean | null; is_last: boolean | null }>`
    ${plannedForItsValues} with request as materialized (
      select * from unnest(
        ${requests.map(({ key }) => key)}::bytea[], ${requests.map(({ switched_take_key }) => switched_take_key ?? null)}::bytea[],
        ${requests.map(({ fallback_take_key }) => fallback_take_key ?? null)}::bytea[], ${requests.map(({ checks_key }) => checks_key ?? null)}::bytea[],
        ${requests.map(({ line_checks_key }) => line_checks_key ?? null)}::bytea[], ${requests.map((request) => request.max_duration_ms)}::int[]
      ) with ordinality as request (key, switched_take_key, fallback_take_key, checks_key, line_checks_key, limit_ms, no)
    ), lookup as materialized (
      -- The keys to look up for each request. The origin says why a take with this key can speak the line.
      select no, key, 'as_cast' as origin from request
      union all select no, switched_take_key, 'switched' from request where switched_take_key is not null
      union all select no, key, 'earlier'
        from unnest(${earlierKeys.map(({ no }) => no)}::int[], ${earlierKeys.map(({ key }) => key)}::bytea[]) as earlier (no, key)
    ), fallback_keys as materialized (
      select take_id, key from fallback_take
      where workspace_id = ${workspaceId} and key = any(${presentKeys(requests.map(({ fallback_take_key }) => fallback_take_key))}::bytea[])
    ), takes as materialized (
      ${selectTakes} and reuse_key = any(${takeKeys}::bytea[])
    ), fallbacks as materialized (
      ${selectTakes} and id = any(array(select take_id from fallback_keys))
    ), candidates as materialized (
      select lookup.no, lookup.origin, takes.* from lookup join takes on takes.reuse_key = lookup.key
      union all
      select request.no, 'fallback', fallbacks.*
      from request join fallback_keys on fallback_keys.key = request.fallback_take_key join fallbacks on fallbacks.id = fallback_keys.take_id
    ), histories as materialized (
      select take_id, checks_key, limit_ms, exhausted, is_last from retry_history
      where workspace_id = ${workspaceId} and take_id = any(array(select id from candidates))
        and checks_key = any(${presentKeys(requests.flatMap((request) => [request.checks_key, request.line_checks_key]))}::bytea[])
    )
    select distinct on (request.no) request.no::int as no, take.id, history.exhausted, history.is_last
    from request join candidates as take on take.no = request.no
    left join histories as history on history.take_id = take.id
      and history.checks_key in (request.checks_key, request.line_checks_key)
      -- For a take beyond the limit, only retries for the same or a shorter limit count. 0: it did not exceed a limit.
      and (coalesce(take.duration_ms <= request.limit_ms, true) or history.limit_ms between 1 and request.limit_ms)
    -- A take from a switch to another voice counts only if a line delivered or kept it.
    where (take.origin <> 'switched' or take.delivered_at is not null or history.take_id is not null)
      and case when request.limit_ms is null then take.strategy is distinct from 'tempo' or take.made_for_ms is null
        else least(take.duration_ms, take.made_for_ms) <= request.limit_ms end
    order by request.no, coalesce(history.checks_key = request.line_checks_key, false) desc,
      (history.take_id is not null) desc, (take.origin = 'switched') desc, (take.delivered_at is not null) desc,
      (take.origin in ('fallback', 'earlier')), take.delivered_at desc, take.created_at desc`.execute(db);
  const byNumber = new Map(rows.map((row) => [row.no, row]));
  return requests.map((_, index) => {
    const row = byNumber.get(index + 1);
    if (!row) return undefined;
    const { id, exhausted, is_last } = row;
    if (exhausted === null || is_last === null) return { id, history: undefined };
    return { id, history: { exhausted, is_last } };
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
  { fallbackTakes, now }: { fallbackTakes: readonly FallbackTake[]; now: Date },
): Promise<void> {
  if (fallbackTakes.length === 0) return;
  await sql`
    insert into fallback_take (workspace_id, take_id, key, created_at)
    select ${workspaceId}, take_id, decode(key, 'hex'), ${now}
    from unnest(
      ${fallbackTakes.map(({ take_id }) => take_id)}::text[], ${fallbackTakes.map(({ key }) => key.toString('hex'))}::text[]
    ) as fallback (take_id, key)
    where exists (
      select 1 from audio where audio.workspace_id = ${workspaceId} and audio.id = fallback.take_id
    )
    order by take_id, key
    on conflict do nothing`.execute(tx);
}
