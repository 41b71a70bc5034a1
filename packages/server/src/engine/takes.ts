import type { Db } from '../db/index.ts';
import type { SpeechModel, SpeechProvider } from '../providers/speech/index.ts';
import type { GeneratorConfig, Part } from './casting.ts';
import { digestOf } from './nodes/stored-audio.ts';

/** Everything that decides how a take sounds, before a retry varies it. */
export interface TakeRequest {
  part: Part;
  locale_code: string;
  text: string;
  /** A take that was made to fit a limit is not the take of a line without one. */
  max_duration_ms: number | null;
}

/** The same workspace, provider, model, voice, settings and spoken text = the same take. */
export function takeKey({ part, ...line }: TakeRequest): Buffer {
  const { provider, model, voice, speed, pitch } = part;
  const { locale_code, text, max_duration_ms } = line;
  return digestOf(
    'take',
    provider.id,
    model.id,
    voice.provider_voice_id,
    locale_code,
    speed,
    pitch,
    text,
    max_duration_ms,
  );
}

/**
 * The key of a take that somebody else made for a line after a check had refused the one it asked for: found again by
 * the same request under the same rules, and by nobody else.
 */
export function switchedKey(key: Buffer, config: GeneratorConfig): Buffer | undefined {
  const { retry_ladder, fallback_provider, routing } = config;
  if (!retry_ladder.includes('model') && !retry_ladder.includes('provider')) return undefined;
  return digestOf('switched', key.toString('hex'), retry_ladder, fallback_provider, routing);
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

/** A take that is there already. */
export interface StoredTake {
  id: string;
  is_delivered: boolean;
}

/**
 * The stored take for each key: the newest that was delivered, else the newest. Keys are few enough for one query:
 * callers ask by chunk or in batches.
 */
export async function storedTakes(
  db: Db,
  workspaceId: string,
  keys: Buffer[],
): Promise<Map<string, StoredTake>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('audio')
    .select(['id', 'reuse_key', 'delivered_at'])
    .distinctOn('reuse_key')
    .where('workspace_id', '=', workspaceId)
    .where('reuse_key', 'in', keys)
    .where('kind', '=', 'take')
    .orderBy('reuse_key')
    .orderBy('delivered_at', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(
    rows.map(({ id, reuse_key, delivered_at }) => [
      reuse_key.toString('hex'),
      { id, is_delivered: delivered_at !== null },
    ]),
  );
}

type Keys = { key: Buffer; switched: Buffer | undefined };

/** The take that a request finds: what came of it after a switch, where that was delivered, else its own. */
export function takeFor(
  stored: ReadonlyMap<string, StoredTake>,
  { key, switched }: Keys,
): string | undefined {
  const other = switched && stored.get(switched.toString('hex'));
  return (other?.is_delivered ? other : stored.get(key.toString('hex')))?.id;
}
