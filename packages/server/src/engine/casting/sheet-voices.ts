import { PROVIDER_IDS, SpeechProviderId } from '@voiceloom/contract';
import type { CastingFault, CastingRow } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { describeMissingProvider } from '../../providers/speech/index.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { speaks } from './assign-voice.ts';
import { modelOf } from './takes.ts';
import { type GeneratorConfig, selectVoices, type Voice } from './voice-pool.ts';

/** A row with the voice that it refers to. */
export type CastVoice = CastingRow & { found: Voice };

interface SheetVoices {
  voices: CastVoice[];
  faults: CastingFault[];
}

/** Resolves the voices of the rows, and reports rows that cannot be resolved. */
export async function findSheetVoices(
  app: Pick<App, 'db' | 'speech'>,
  workspaceId: string,
  { config, rows }: { config: GeneratorConfig; rows: readonly CastingRow[] },
): Promise<SheetVoices> {
  const byName = await loadNamed(app.db, workspaceId, [...new Set(rows.map(({ voice }) => voice))]);
  const keyed = await findKeyedProviders(app.db, workspaceId);
  const resolved: SheetVoices = { voices: [], faults: [] };
  for (const row of rows) {
    const found = voiceOf(row, { byName, keyed, config, speech: app.speech });
    if ('message' in found) resolved.faults.push({ row: row.row, ...found });
    else resolved.voices.push({ ...row, found });
  }
  return resolved;
}

interface Known {
  byName: Map<string, NamedVoice[]>;
  keyed: ReadonlySet<string>;
  config: GeneratorConfig;
  speech: App['speech'];
}

type NamedVoice = Voice & { by: 'id' | 'provider_voice_id' | 'name' };

function voiceOf(row: CastingRow, known: Known): Voice | Omit<CastingFault, 'row'> {
  const { byName, config, speech, keyed } = known;
  const named = row.provider ?? (config.routing.mode === 'auto' ? null : config.provider);
  if (row.provider !== null && !SpeechProviderId.safeParse(row.provider).success)
    return {
      column: 'provider',
      message: `There is no provider "${row.provider}". Providers: ${listOf(PROVIDER_IDS)}.`,
    };
  const all = byName.get(row.voice) ?? [];
  const own = closest(all.filter(({ provider }) => named === null || provider === named));
  const [voice, second] = own;
  if (!voice) return { column: 'voice', message: unknown(row, { all, named }) };
  if (second)
    return {
      column: 'voice',
      message: `Several voices have the name "${row.voice}": use the id of one of them.`,
    };
  if (!voice.is_active)
    return { column: 'voice', message: `The voice ${voice.name} is no longer available.` };
  if (row.locale !== null && !speaks(voice, row.locale))
    return { column: 'locale', message: `The voice ${voice.name} does not speak ${row.locale}.` };
  const provider = speech.get(voice.provider);
  if (!provider) return { column: 'provider', message: describeMissingProvider(voice.provider) };
  if (provider.listVoices && !keyed.has(provider.id))
    return { column: 'provider', message: `The workspace has no key for ${provider.id}.` };
  if (row.model !== null && !modelOf(provider, row.model))
    return { column: 'model', message: `${provider.id} has no model "${row.model}".` };
  return voice;
}

const listOf = (ids: readonly string[]): string =>
  ids.filter((id) => SpeechProviderId.safeParse(id).success).join(', ');

/** An id takes precedence over the provider's own id, and that over a name. */
function closest(found: readonly NamedVoice[]): NamedVoice[] {
  for (const by of ['id', 'provider_voice_id', 'name'] as const) {
    const own = found.filter((voice) => voice.by === by);
    if (own.length > 0) return own;
  }
  return [];
}

function unknown(row: CastingRow, { all, named }: { all: NamedVoice[]; named: string | null }): string {
  const others = [...new Set(all.map(({ provider }) => provider))];
  if (others.length === 0 || named === null) return `There is no voice "${row.voice}".`;
  return `${named} has no voice "${row.voice}"; ${others.join(' and ')} has: name it in the column provider.`;
}

/** Voices by every id and name that refers to them. */
async function loadNamed(
  db: Db,
  workspaceId: string,
  names: readonly string[],
): Promise<Map<string, NamedVoice[]>> {
  const voices = names.length === 0 ? [] : await selectNamed(db, workspaceId, [...names]);
  const byName = new Map<string, NamedVoice[]>();
  const add = (name: string, voice: NamedVoice) => byName.set(name, [...(byName.get(name) ?? []), voice]);
  for (const voice of voices) {
    add(voice.id, { ...voice, by: 'id' });
    add(voice.provider_voice_id, { ...voice, by: 'provider_voice_id' });
    add(voice.name, { ...voice, by: 'name' });
  }
  return byName;
}

function selectNamed(db: Db, workspaceId: string, names: string[]): Promise<Voice[]> {
  return selectVoices(db, workspaceId)
    .where((eb) =>
      eb.or([
        eb('name', 'in', names),
        eb('provider_voice_id', 'in', names),
        eb(eb.cast<string>('id', 'text'), 'in', names),
      ]),
    )
    .orderBy('id')
    .limit(50_000)
    .execute();
}
