import { buffer } from 'node:stream/consumers';
import {
  PROVIDER_IDS,
  SpeechProviderId,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { type CastingFault, type CastingRow, ScriptError } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { describeMissingProvider } from '../../providers/speech/index.ts';
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
  { definition, keyed }: { definition: WorkflowDefinition; keyed: ReadonlySet<string> },
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
    const sheet = await readSheet(app, workspaceId, { config, keyed });
    const path = `definition.graph.nodes.${index}.config.casting_upload_id`;
    for (const { row, column, message } of sheet.faults.slice(0, MAX_PROBLEMS)) {
      const place = row === 0 ? '' : `.rows.${row}${column ? `.${column}` : ''}`;
      const where = row === 0 ? sheet.name : `${sheet.name}, row ${row}${column ? `, column ${column}` : ''}`;
      problems.push({
        path: `${path}${place}`,
        code: 'invalid_casting_sheet',
        message: `${where}: ${message}`,
      });
    }
    nodes.push({ ...node, config: { ...mergeVoices(config, sheet.voices), casting_upload_id: null } });
  }
  if (nodes.every((node, index) => node === definition.graph.nodes[index])) return { definition, problems };
  return { definition: { ...definition, graph: { ...definition.graph, nodes } }, problems };
}

type CharacterVoice = GeneratorConfig['voices_by_character'][string];

type ReadSheet = { name: string; voices: CastVoice[]; faults: CastingFault[] };

async function readSheet(
  app: SheetApp,
  workspaceId: string,
  { config, keyed }: { config: GeneratorConfig; keyed: ReadonlySet<string> },
): Promise<ReadSheet> {
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
    const resolved = await findSheetVoices(app, workspaceId, { config, keyed, rows });
    const all = [...faults, ...resolved.faults].sort((one, other) => one.row - other.row);
    return { name, voices: resolved.voices, faults: all };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { row = 0, column = '', message } = error;
    return failed(name, { row, column, message });
  }
}

function mergeVoices(config: GeneratorConfig, voices: readonly CastVoice[]): GeneratorConfig {
  const own = config.voices_by_character;
  const cast = new Map<string, CharacterVoice>(Object.entries(own));
  for (const voice of voices) {
    const { character, locale } = voice;
    const before = cast.get(character) ?? {};
    if (locale === null) {
      const configured: CharacterVoice = Object.hasOwn(own, character) ? (own[character] ?? {}) : {};
      const { voice_id, provider, model } = configured;
      // A character that the config casts keeps its voice.
      if (voice_id !== undefined || provider !== undefined || model !== undefined) continue;
      cast.set(character, { ...createCharacterVoice(voice), ...withProvider(before, config) });
    } else if (!before.by_locale?.[locale] && !before.voices_by_locale?.[locale]) {
      cast.set(character, {
        ...before,
        by_locale: { ...before.by_locale, [locale]: createCharacterVoice(voice) },
      });
    }
  }
  return { ...config, voices_by_character: Object.fromEntries(cast) };
}

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

type LocaleVoice = NonNullable<CharacterVoice['by_locale']>[string];

function createCharacterVoice(row: CastVoice): LocaleVoice {
  const character: LocaleVoice = {
    voice_id: row.found.id,
    // The sheet check only accepts speech providers.
    provider: SpeechProviderId.parse(row.found.provider),
  };
  if (row.model !== null) character.model = row.model;
  if (row.speed !== null) character.speed = row.speed;
  if (row.pitch !== null) character.pitch = row.pitch;
  return character;
}

/** A row with the voice that it refers to. */
type CastVoice = CastingRow & { found: Voice };

/** Resolves the voices of the rows, and reports rows that cannot be resolved. */
async function findSheetVoices(
  app: Pick<App, 'db' | 'speech'>,
  workspaceId: string,
  sheet: { config: GeneratorConfig; keyed: ReadonlySet<string>; rows: readonly CastingRow[] },
): Promise<{ voices: CastVoice[]; faults: CastingFault[] }> {
  const { config, keyed, rows } = sheet;
  const names = [...new Set(rows.map(({ voice }) => voice))];
  let candidates: Voice[] = [];
  if (names.length > 0)
    candidates = await selectVoices(app.db, workspaceId)
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
  const lookup = { byNames: NAMES.map((by) => Map.groupBy(candidates, (voice) => voice[by])), keyed };
  const voices: CastVoice[] = [];
  const faults: CastingFault[] = [];
  for (const row of rows) {
    const match = resolveVoice(app, config, row, lookup);
    if ('message' in match) faults.push({ row: row.row, ...match });
    else voices.push({ ...row, found: match });
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

function resolveVoice(
  { speech }: Pick<App, 'speech'>,
  config: GeneratorConfig,
  row: CastingRow,
  { byNames, keyed }: Known,
): Voice | Omit<CastingFault, 'row'> {
  const fault = (column: string, message: string) => ({ column, message });
  const providerId = row.provider ?? (config.routing.mode === 'auto' ? null : config.provider);
  if (row.provider !== null && !isSpeechProvider(row.provider)) {
    const ids = PROVIDER_IDS.filter(isSpeechProvider).join(', ');
    return fault('provider', `There is no provider "${row.provider}". Providers: ${ids}.`);
  }
  const all = byNames.map((voices) => voices.get(row.voice) ?? []);
  const own = all.map((voices) =>
    voices.filter(({ provider }) => providerId === null || provider === providerId),
  );
  const [voice, second] = own.find((voices) => voices.length > 0) ?? [];
  if (!voice) return fault('voice', describeUnknownVoice(row, all.flat(), providerId));
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

function describeUnknownVoice(row: CastingRow, all: Voice[], providerId: string | null): string {
  const others = [...new Set(all.map(({ provider }) => provider))];
  if (others.length === 0 || providerId === null) return `There is no voice "${row.voice}".`;
  return `${providerId} has no voice "${row.voice}". Providers that have it: ${others.join(', ')}. Name one in the column "provider".`;
}
