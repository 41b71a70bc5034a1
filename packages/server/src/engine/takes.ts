import type { Db } from '../db/index.ts';
import type { SpeechModel, SpeechProvider } from '../providers/speech/index.ts';
import type { Part } from './casting.ts';
import { digestOf } from './nodes/stored-audio.ts';

/** Everything that decides how a take sounds, before a retry varies it. */
export interface TakeRequest {
  provider: string;
  model: string;
  part: Part;
  locale_code: string;
  text: string;
  /** A take that was made to fit a limit is not the take of a line without one. */
  max_duration_ms: number | null;
}

/** The same workspace, provider, model, voice, settings and spoken text = the same take. */
export function takeKey({ provider, model, part, ...line }: TakeRequest): Buffer {
  const { voice, speed, pitch } = part;
  const { locale_code, text, max_duration_ms } = line;
  return digestOf(
    'take',
    provider,
    model,
    voice.provider_voice_id,
    locale_code,
    speed,
    pitch,
    text,
    max_duration_ms,
  );
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

/**
 * The stored take for each key: the newest that was delivered, else the newest. Keys are few enough for one query:
 * callers ask by chunk or in batches.
 */
export async function storedTakes(db: Db, workspaceId: string, keys: Buffer[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('audio')
    .select(['id', 'reuse_key'])
    .distinctOn('reuse_key')
    .where('workspace_id', '=', workspaceId)
    .where('reuse_key', 'in', keys)
    .where('kind', '=', 'take')
    .orderBy('reuse_key')
    .orderBy('delivered_at', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.reuse_key.toString('hex'), row.id]));
}
