import { buffer } from 'node:stream/consumers';
import {
  PROVIDER_IDS,
  SpeechProviderId,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { type CastingFault, type CastingRow, readCastingSheet, ScriptError } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { describeMissingProvider } from '../../providers/speech/index.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { findUploads } from '../sources/uploads.ts';
import { speaks } from './assign-voice.ts';
import { modelOf } from './takes.ts';
import { type GeneratorConfig, selectVoices, type Voice } from './voice-pool.ts';

type SheetApp = Pick<App, 'db' | 'storage' | 'speech'>;

/** A definition with its casting sheets applied, and the problems found. */
export interface Cast {
  definition: WorkflowDefinition;
  problems: StartProblem[];
}

const MAX_BYTES = 2 * 1_048_576;
const MAX_PROBLEMS = 100;

/**
 * Reads the casting sheets of all generators into their voices, so that the run keeps a copy. Voices that the
 * config itself assigns to a character take precedence.
 */
export async function withCastingSheets(
  app: SheetApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<Cast> {
  const problems: StartProblem[] = [];
  const nodes: WorkflowDefinition['graph']['nodes'] = [];
  for (const [index, node] of definition.graph.nodes.entries()) {
    // A stored definition has already been validated against its node schemas.
    const config = node.config as GeneratorConfig;
    if (node.type !== 'operator_generator' || !config.casting_upload_id) {
      nodes.push(node);
      continue;
    }
    const read = await readSheet(app, workspaceId, config);
    const path = `definition.graph.nodes.${index}.config.casting_upload_id`;
    for (const { row, column, message } of read.faults.slice(0, MAX_PROBLEMS)) {
      const place = row === 0 ? '' : `.rows.${row}${column ? `.${column}` : ''}`;
      const where = row === 0 ? read.name : `${read.name}, row ${row}${column ? `, column ${column}` : ''}`;
      problems.push({ path: `${path}${place}`, code: 'casting_sheet', message: `${where}: ${message}` });
    }
    nodes.push({ ...node, config: { ...merged(config, read.voices), casting_upload_id: null } });
  }
  if (nodes.every((node, index) => node === definition.graph.nodes[index])) return { definition, problems };
  return { definition: { ...definition, graph: { ...definition.graph, nodes } }, problems };
}

type CharacterVoices = GeneratorConfig['voices_by_character'];
type CharacterVoice = CharacterVoices[string];

interface ReadSheet {
  name: string;
  voices: CastVoice[];
  faults: CastingFault[];
}

async function readSheet(app: SheetApp, workspaceId: string, config: GeneratorConfig): Promise<ReadSheet> {
  const id = config.casting_upload_id ?? '';
  const failed = (name: string, fault: Partial<CastingFault> & { message: string }): ReadSheet => ({
    name,
    voices: [],
    faults: [{ row: 0, column: '', ...fault }],
  });
  const upload = (await findUploads(app.db, workspaceId, [id])).get(id);
  if (!upload) return failed('Casting sheet', { message: `There is no confirmed upload ${id}.` });
  const { filename: name, format, size_bytes } = upload;
  if (format !== 'csv' && format !== 'tsv')
    return failed(name, { message: 'A casting sheet must be a csv or tsv file.' });
  if (Number(size_bytes) > MAX_BYTES)
    return failed(name, { message: 'A casting sheet must be at most 2 MiB.' });
  const bytes = await buffer((await app.storage.get(upload.object_key)).stream);
  try {
    const { rows, faults } = readCastingSheet(bytes, format);
    const resolved = await findSheetVoices(app, workspaceId, { config, rows });
    const all = [...faults, ...resolved.faults].sort((one, other) => one.row - other.row);
    return { name, voices: resolved.voices, faults: all };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { row = 0, column = '', message } = error;
    return failed(name, { row, column, message });
  }
}

function merged(config: GeneratorConfig, voices: readonly CastVoice[]): GeneratorConfig {
  const own = config.voices_by_character;
  const cast = new Map<string, CharacterVoice>(Object.entries(own));
  for (const voice of voices) {
    const { character, locale } = voice;
    const before = cast.get(character) ?? {};
    if (locale === null) {
      if (!Object.hasOwn(own, character) || !namesSomebody(own[character]))
        cast.set(character, { ...placed(voice), ...withProvider(before, config) });
    } else if (!before.by_locale?.[locale] && !before.voices_by_locale?.[locale]) {
      cast.set(character, { ...before, by_locale: { ...before.by_locale, [locale]: placed(voice) } });
    }
  }
  return { ...config, voices_by_character: Object.fromEntries(cast) };
}

const namesSomebody = ({ voice_id, provider, model }: CharacterVoice = {}): boolean =>
  voice_id !== undefined || provider !== undefined || model !== undefined;

/** Per-locale voices of a character belong to the generator's provider. */
function withProvider(character: CharacterVoice, { provider }: GeneratorConfig): CharacterVoice {
  const { by_locale = {}, voices_by_locale = {}, ...manner } = character;
  const own = [
    ...Object.entries(voices_by_locale).map(([locale, voice_id]) => [locale, { voice_id }] as const),
    ...Object.entries(by_locale),
  ];
  if (own.length === 0) return manner;
  return {
    ...manner,
    by_locale: Object.fromEntries(own.map(([locale, one]) => [locale, { provider, ...one }])),
  };
}

function placed({ found, model, speed, pitch }: CastVoice) {
  return {
    voice_id: found.id,
    // The sheet check only accepts speech providers.
    provider: SpeechProviderId.parse(found.provider),
    ...(model !== null && { model }),
    ...(speed !== null && { speed }),
    ...(pitch !== null && { pitch }),
  };
}

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
