import { buffer } from 'node:stream/consumers';
import {
  PROVIDER_IDS,
  SpeechProviderId,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { type CastingFault, type CastingRow, ScriptError } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { describeMissingProvider } from '../../providers/speech/index.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';
import { findUploads } from '../sources/uploads.ts';
import { supportsLocale } from './assign-voice.ts';
import { modelOf } from './takes.ts';
import { type GeneratorConfig, selectVoices, type Voice } from './voice-pool.ts';

type SheetApp = Pick<App, 'db' | 'storage' | 'speech' | 'texts'>;

/** A definition with its casting sheets applied, and the problems found. */
export interface Cast {
  definition: WorkflowDefinition;
  problems: StartProblem[];
}

const MAX_BYTES = 2 * 1_048_576;
const MAX_PROBLEMS = 100;

/**
 * Copies the voices of the casting sheets into the configs of the generators, so that the run keeps them. Voices that
 * the config itself assigns to a character take precedence.
 */
export async function applyCastingSheets(
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
      problems.push({
        path: `${path}${place}`,
        code: 'invalid_casting_sheet',
        message: `${where}: ${message}`,
      });
    }
    nodes.push({ ...node, config: { ...merged(config, read.voices), casting_upload_id: null } });
  }
  if (nodes.every((node, index) => node === definition.graph.nodes[index])) return { definition, problems };
  return { definition: { ...definition, graph: { ...definition.graph, nodes } }, problems };
}

type CharacterVoice = GeneratorConfig['voices_by_character'][string];

type ReadSheet = { name: string; voices: CastVoice[]; faults: CastingFault[] };

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
    const { rows, facts: faults } = await app.texts.read('casting_sheet', { bytes, format });
    const resolved = await findSheetVoices(app, workspaceId, config, rows);
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
type CastVoice = CastingRow & { found: Voice };

/** Resolves the voices of the rows, and reports rows that cannot be resolved. */
async function findSheetVoices(
  app: Pick<App, 'db' | 'speech'>,
  workspaceId: string,
  config: GeneratorConfig,
  rows: readonly CastingRow[],
): Promise<{ voices: CastVoice[]; faults: CastingFault[] }> {
  const names = [...new Set(rows.map(({ voice }) => voice))];
  const named = names.length === 0 ? [] : await selectNamed(app.db, workspaceId, names);
  const keyed = await findKeyedProviders(app.db, workspaceId);
  const known = { byNames: NAMES.map((by) => Map.groupBy(named, (voice) => voice[by])), keyed };
  const voices: CastVoice[] = [];
  const faults: CastingFault[] = [];
  for (const row of rows) {
    const found = voiceOf(app, config, row, known);
    if ('message' in found) faults.push({ row: row.row, ...found });
    else voices.push({ ...row, found });
  }
  return { voices, faults };
}

/**
 * The ways in which a row can name a voice. An id takes precedence over the provider's own id, which takes
 * precedence over a name.
 */
const NAMES = ['id', 'provider_voice_id', 'name'] as const;

interface Known {
  /** The voices by each of `NAMES`. */
  byNames: Map<string, Voice[]>[];
  keyed: ReadonlySet<string>;
}

function voiceOf(
  { speech }: Pick<App, 'speech'>,
  config: GeneratorConfig,
  row: CastingRow,
  { byNames, keyed }: Known,
): Voice | Omit<CastingFault, 'row'> {
  const fault = (column: string, message: string) => ({ column, message });
  const named = row.provider ?? (config.routing.mode === 'auto' ? null : config.provider);
  if (row.provider !== null && !isSpeechProvider(row.provider)) {
    const ids = PROVIDER_IDS.filter(isSpeechProvider).join(', ');
    return fault('provider', `There is no provider "${row.provider}". Providers: ${ids}.`);
  }
  const all = byNames.map((voices) => voices.get(row.voice) ?? []);
  const own = all.map((voices) => voices.filter(({ provider }) => named === null || provider === named));
  const [voice, second] = own.find((voices) => voices.length > 0) ?? [];
  if (!voice) return fault('voice', unknown(row, all.flat(), named));
  if (second)
    return fault('voice', `Several voices have the name "${row.voice}": use the ID of one of them.`);
  if (!voice.is_active) return fault('voice', `The voice ${voice.name} is no longer available.`);
  if (row.locale !== null && !supportsLocale(voice, row.locale))
    return fault('locale', `The voice ${voice.name} does not speak ${row.locale}.`);
  const provider = speech.get(voice.provider);
  if (!provider) return fault('provider', describeMissingProvider(voice.provider));
  if (provider.listVoices && !keyed.has(provider.id))
    return fault('provider', `The workspace has no key for ${provider.id}.`);
  if (row.model !== null && !modelOf(provider, row.model))
    return fault('model', `${provider.id} has no model "${row.model}".`);
  return voice;
}

const isSpeechProvider = (id: string): boolean => SpeechProviderId.safeParse(id).success;

function unknown(row: CastingRow, all: Voice[], named: string | null): string {
  const others = [...new Set(all.map(({ provider }) => provider))];
  if (others.length === 0 || named === null) return `There is no voice "${row.voice}".`;
  return `${named} has no voice "${row.voice}". Providers that have it: ${others.join(', ')}. Name one in the column "provider".`;
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
