import { buffer } from 'node:stream/consumers';
import {
  PROVIDER_IDS,
  SpeechProviderId,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { type CastingError, type CastingRow, ScriptError } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { describeMissingProvider } from '../../providers/speech/index.ts';
import {
  choosePayer,
  chooseProviderPayer,
  findVoiceScope,
  isListedVoice,
  type Payers,
} from '../provider-calls/payers.ts';
import { findUploads } from '../sources/uploads.ts';
import { supportsLocale } from './assign-voice.ts';
import { findModel } from './takes.ts';
import { type GeneratorConfig, selectVoices, type Voice } from './voice-pool.ts';

type SheetApp = Pick<App, 'db' | 'storage' | 'speech' | 'texts'>;

/** A definition with its casting sheets applied, and the problems found. */
export interface SheetApplication {
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
  { definition, payers }: { definition: WorkflowDefinition; payers: Payers },
): Promise<SheetApplication> {
  const problems: StartProblem[] = [];
  const nodes: WorkflowDefinition['graph']['nodes'] = [];
  for (const [index, node] of definition.graph.nodes.entries()) {
    // A stored definition has already been validated against its node schemas.
    const config = node.config as GeneratorConfig;
    if (node.type !== 'operator_generator' || !config.casting_upload_id) {
      nodes.push(node);
      continue;
    }
    const sheet = await readSheet(app, workspaceId, { config, payers });
    for (const { row, column, message } of sheet.errors.slice(0, MAX_PROBLEMS)) {
      let path = `definition.graph.nodes.${index}.config.casting_upload_id`;
      let errorPlace = sheet.name;
      if (row > 0) {
        path += `.rows.${row}`;
        errorPlace += `, row ${row}`;
        if (column) {
          path += `.${column}`;
          errorPlace += `, column ${column}`;
        }
      }
      problems.push({ path, code: 'invalid_casting_sheet', message: `${errorPlace}: ${message}` });
    }
    nodes.push({ ...node, config: { ...mergeVoices(config, sheet.voices), casting_upload_id: null } });
  }
  if (nodes.every((node, index) => node === definition.graph.nodes[index])) return { definition, problems };
  return { definition: { ...definition, graph: { ...definition.graph, nodes } }, problems };
}

type CharacterVoice = GeneratorConfig['voices_by_character'][string];

interface CastingSheet {
  name: string;
  voices: CastVoice[];
  errors: CastingError[];
}

/** Reads a generator's casting sheet, and finds its voices. Everything that is wrong with it is in `errors`. */
async function readSheet(
  app: SheetApp,
  workspaceId: string,
  { config, payers }: { config: GeneratorConfig; payers: Payers },
): Promise<CastingSheet> {
  const id = config.casting_upload_id ?? '';
  // Row 0: the error concerns the whole sheet.
  const fail = (name: string, message: string, { row = 0, column = '' } = {}): CastingSheet => ({
    name,
    voices: [],
    errors: [{ row, column, message }],
  });
  const upload = (await findUploads(app.db, workspaceId, [id])).get(id);
  if (!upload) return fail('Casting sheet', `There is no confirmed upload ${id}.`);
  const { filename: name, format, size_bytes } = upload;
  if (format !== 'csv' && format !== 'tsv') return fail(name, 'A casting sheet must be a csv or tsv file.');
  if (Number(size_bytes) > MAX_BYTES) return fail(name, 'A casting sheet must be at most 2 MiB.');
  const bytes = await buffer((await app.storage.get(upload.object_key)).stream);
  try {
    const { rows, facts } = await app.texts.read('casting_sheet', { bytes, format });
    const { voices, errors } = await findSheetVoices(app, workspaceId, { config, payers, rows });
    return { name, voices, errors: [...facts, ...errors].sort((a, b) => a.row - b.row) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { row = 0, column = '' } = error;
    return fail(name, error.message, { row, column });
  }
}

/** The config with the voices of the sheet, except where the config itself assigns voices. */
function mergeVoices(config: GeneratorConfig, voices: readonly CastVoice[]): GeneratorConfig {
  const configuredCharacters = config.voices_by_character;
  const characters = new Map<string, CharacterVoice>(Object.entries(configuredCharacters));
  for (const voice of voices) {
    const { character, locale } = voice;
    const existingCharacter = characters.get(character) ?? {};
    const { by_locale = {}, voices_by_locale = {}, ...manner } = existingCharacter;
    if (locale === null) {
      // A character that the config casts keeps its voice.
      if (Object.hasOwn(configuredCharacters, character)) {
        const { voice_id, provider, model } = configuredCharacters[character] ?? {};
        if (voice_id !== undefined || provider !== undefined || model !== undefined) continue;
      }
      const entry: CharacterVoice = { ...createCharacterVoice(voice), ...manner };
      // Per-locale voices of a character belong to the generator's provider. It is written out, because the sheet may set
      // another provider for the character.
      const voiceOfGenerator = { provider: config.provider };
      const localeVoices: NonNullable<CharacterVoice['by_locale']> = {};
      for (const [name, voice_id] of Object.entries(voices_by_locale))
        localeVoices[name] = { ...voiceOfGenerator, voice_id };
      for (const [name, localeVoice] of Object.entries(by_locale))
        localeVoices[name] = { ...voiceOfGenerator, ...localeVoice };
      if (Object.keys(localeVoices).length > 0) entry.by_locale = localeVoices;
      characters.set(character, entry);
    } else if (!by_locale[locale] && !voices_by_locale[locale]) {
      characters.set(character, {
        ...existingCharacter,
        by_locale: { ...by_locale, [locale]: createCharacterVoice(voice) },
      });
    }
  }
  return { ...config, voices_by_character: Object.fromEntries(characters) };
}

type LocaleVoice = NonNullable<CharacterVoice['by_locale']>[string];

/** The voice of a row, with only the settings that the sheet sets. */
function createCharacterVoice(row: CastVoice): LocaleVoice {
  const character: LocaleVoice = {
    voice_id: row.voice.id,
    // The sheet check only accepts speech providers.
    provider: SpeechProviderId.parse(row.voice.provider),
  };
  if (row.model !== null) character.model = row.model;
  if (row.speed !== null) character.speed = row.speed;
  if (row.pitch !== null) character.pitch = row.pitch;
  return character;
}

/** A row with the voice that it refers to. */
type CastVoice = Omit<CastingRow, 'voice'> & { voice: Voice };

/** Resolves the voices of the rows, and reports rows that cannot be resolved. */
async function findSheetVoices(
  app: Pick<App, 'db' | 'speech'>,
  workspaceId: string,
  sheet: { config: GeneratorConfig; payers: Payers; rows: readonly CastingRow[] },
): Promise<{ voices: CastVoice[]; errors: CastingError[] }> {
  const { config, payers, rows } = sheet;
  const scope = await findVoiceScope(app.db, workspaceId);
  const names = [...new Set(rows.map(({ voice }) => voice))];
  let candidates: Voice[] = [];
  if (names.length > 0)
    candidates = await selectVoices(app.db, scope)
      .where((eb) =>
        eb.or([
          // Not twice, if the workspace has an own key and a platform key.
          eb.and([
            eb.or([eb('name', 'in', names), eb('provider_voice_id', 'in', names)]),
            isListedVoice(scope),
          ]),
          eb(eb.cast<string>('id', 'text'), 'in', names),
        ]),
      )
      .orderBy('id')
      .limit(50_000)
      .execute();
  const byNames = NAME_COLUMNS.map((column) => Map.groupBy(candidates, (voice) => voice[column]));
  const voices: CastVoice[] = [];
  const errors: CastingError[] = [];
  for (const row of rows) {
    const voice = findSheetVoice(config, row, byNames);
    if ('message' in voice) {
      errors.push({ row: row.row, ...voice });
      continue;
    }
    const error = findVoiceError(app, row, voice, payers);
    if (error) errors.push({ row: row.row, ...error });
    else voices.push({ ...row, voice });
  }
  return { voices, errors };
}

/**
 * The ways in which a row can name a voice. An id takes precedence over the provider's own id, which takes
 * precedence over a name.
 */
const NAME_COLUMNS = ['id', 'provider_voice_id', 'name'] as const;

type RowError = Omit<CastingError, 'row'>;

/** The voice that a row names. `byNames`: the voices by each of `NAME_COLUMNS`. */
function findSheetVoice(
  config: GeneratorConfig,
  row: CastingRow,
  byNames: readonly Map<string, Voice[]>[],
): Voice | RowError {
  const providerId = row.provider ?? (config.routing.mode === 'auto' ? null : config.provider);
  if (row.provider !== null && !isSpeechProvider(row.provider)) {
    const ids = PROVIDER_IDS.filter(isSpeechProvider).join(', ');
    return {
      column: 'provider',
      message: `There is no provider "${row.provider}". Providers: ${ids}.`,
    };
  }
  const matchesByName = byNames.map((voices) => voices.get(row.voice) ?? []);
  const allowedMatchesByName = matchesByName.map((voices) =>
    voices.filter(({ provider }) => providerId === null || provider === providerId),
  );
  const [voice, duplicateVoice] = allowedMatchesByName.find((voices) => voices.length > 0) ?? [];
  let message = `There is no voice "${row.voice}".`;
  if (voice) {
    if (!duplicateVoice) return voice;
    message = `Several voices have the name "${row.voice}": use the ID of one of them.`;
  } else if (providerId !== null && matchesByName.flat().length > 0) {
    const otherProviders = [...new Set(matchesByName.flat().map(({ provider }) => provider))].join(', ');
    message = `${providerId} has no voice "${row.voice}". Providers that have it: ${otherProviders}. Name one in the column "provider".`;
  }
  return { column: 'voice', message };
}

/** Why a line cannot be spoken as the row requires. */
function findVoiceError(
  { speech }: Pick<App, 'speech'>,
  row: CastingRow,
  voice: Voice,
  payers: Payers,
): RowError | undefined {
  const { name } = voice;
  if (!voice.is_active) return { column: 'voice', message: `The voice ${name} is no longer available.` };
  if (row.locale !== null && !supportsLocale(voice, row.locale))
    return { column: 'locale', message: `The voice ${name} does not speak ${row.locale}.` };
  const provider = speech.get(voice.provider);
  if (!provider) return { column: 'provider', message: describeMissingProvider(voice.provider) };
  if (!chooseProviderPayer(payers, provider))
    return { column: 'provider', message: `The workspace has no key for ${provider.id}.` };
  const model = findModel(provider, row.model);
  if (row.model !== null && !model)
    return { column: 'model', message: `${provider.id} has no model "${row.model}".` };
  if (row.model !== null && model && !choosePayer(payers, provider, model))
    return {
      column: 'model',
      message: `The workspace has no key for the model "${row.model}" of ${provider.id}.`,
    };
  return undefined;
}

const isSpeechProvider = (id: string): boolean => SpeechProviderId.safeParse(id).success;
