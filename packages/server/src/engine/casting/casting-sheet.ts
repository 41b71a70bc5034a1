import { buffer } from 'node:stream/consumers';
import { SpeechProviderId, type StartProblem, type WorkflowDefinition } from '@voiceloom/contract';
import { type CastingFault, readCastingSheet, ScriptError } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { type CastVoice, findSheetVoices } from './sheet-voices.ts';
import type { GeneratorConfig } from './voice-pool.ts';

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
  const upload = await findSheet(app.db, workspaceId, id);
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

async function findSheet(db: Db, workspaceId: string, id: string) {
  return db
    .selectFrom('upload')
    .select(['filename', 'format', 'size_bytes', 'object_key'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'confirmed')
    .where('id', '=', id)
    .executeTakeFirst();
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
