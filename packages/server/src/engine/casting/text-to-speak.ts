import type { WorkflowDefinition } from '@voiceloom/contract';
import { normalizeText } from '@voiceloom/normalizer';
import {
  contextBetween,
  countCharacters,
  entriesInOrder,
  findMarkup,
  hasSpeech,
  languagesFor,
  type MarkupPolicy,
  mergeValues,
  phonemeTag,
  recordingTag,
  type SpeechContext,
  type SpeechText,
  speechText,
  type WordContext,
  withoutWrittenTags,
  wordReplacer,
} from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import type { ChunkContext } from '../node-types.ts';
import { configOf, type PlanNode } from '../plan.ts';
import { findUploads, type Upload } from '../sources/uploads.ts';
import { characterOf } from './assign-voice.ts';
import type { GeneratorConfig } from './voice-pool.ts';

type Scripted = { locale_code: string; script: string; character_name?: string | null };

/**
 * Besides the lines, what determines the texts of a generator: the normalizers before it, and the dictionary of the
 * workspace.
 */
export interface TextPreparation {
  normalizers: readonly PlanNode[];
  dictionary: Dictionary;
  /** The generator that speaks, for its markup settings. */
  config?: GeneratorConfig | undefined;
}

/** The policies of a config, by locale and character. Many lines share a policy and its values. */
const policies = new WeakMap<GeneratorConfig, Map<string, MarkupPolicy>>();

/** How a generator speaks the markup of a line: its own settings, or those of the line's character. */
export function markupPolicy(
  config: GeneratorConfig | undefined,
  line: Pick<Scripted, 'locale_code' | 'character_name'>,
): MarkupPolicy {
  if (!config) return { locale: line.locale_code };
  const known = policies.get(config) ?? new Map<string, MarkupPolicy>();
  policies.set(config, known);
  const { locale_code, character_name: name } = line;
  // Characters without settings share one policy: a script can have any number of them.
  const isCast = name != null && Object.hasOwn(config.voices_by_character, name);
  const key = JSON.stringify([locale_code, isCast ? name : null]);
  const policy = known.get(key) ?? policyOf(config, line);
  known.set(key, policy);
  return policy;
}

function policyOf(
  config: GeneratorConfig,
  { locale_code, character_name }: Pick<Scripted, 'locale_code' | 'character_name'>,
): MarkupPolicy {
  const { placeholders, placeholder_values, audio_tags } = config;
  const own = character_name == null ? undefined : characterOf(config, { locale_code, character_name });
  return {
    locale: locale_code,
    placeholders: own?.placeholders ?? placeholders,
    placeholder_values: mergeValues(placeholder_values, own?.placeholder_values),
    audio_tags: own?.audio_tags ?? audio_tags,
  };
}

/**
 * Like `markupPolicy`, for the lines of a definition: with the given generator, or else with the first one.
 */
export function markupPolicyResolver({
  graph,
}: WorkflowDefinition): (line: Scripted, generatorId?: string) => MarkupPolicy {
  const generators = graph.nodes.filter(({ type }) => type === 'operator_generator');
  const configs = generators.map(({ id, config }) => ({ id, config: config as unknown as GeneratorConfig }));
  return (line, generatorId) =>
    markupPolicy((configs.find(({ id }) => id === generatorId) ?? configs[0])?.config, line);
}

/** The surrounding lines that a generator sends to a model as context. */
export function contextIn(
  config: GeneratorConfig,
  near: { previous: Scripted | undefined; next: Scripted | undefined } | undefined,
): SpeechContext | undefined {
  const told = (line: Scripted | undefined) =>
    line && { text: line.script, policy: markupPolicy(config, line) };
  return near && contextBetween(told(near.previous), told(near.next));
}

/** The normalizers on the way to `node`, in order, excluding `node` itself. */
export function normalizersBefore(node: PlanNode, nodes: Iterable<PlanNode>): PlanNode[] {
  return [...nodes]
    .filter(({ id, type }) => type === 'operator_normalizer' && id !== node.id && node.upstream.has(id))
    .sort((one, other) => one.depth - other.depth);
}

/** Whether a normalizer already applies the dictionary, which must happen only once. */
function appliesDictionary(normalizers: readonly PlanNode[]): boolean {
  return normalizers.some((node) => configOf(node, 'operator_normalizer').apply_dictionary);
}

/**
 * Applies one normalizer to a text. `earlier`: the normalizers before it. If one of them already applied the dictionary,
 * this one must not: a replacement can contain the word that it replaces.
 */
export function normalizeWith(
  node: PlanNode,
  { normalizers: earlier, dictionary }: TextPreparation,
  text: string,
  locale_code: string,
): string {
  const { apply_dictionary, locale, ...options } = configOf(node, 'operator_normalizer');
  const said =
    apply_dictionary && !appliesDictionary(earlier) ? dictionary.respell(text, locale_code).text : text;
  return normalizeText(said, locale ?? locale_code, { ...options, markup: findMarkup }).spoken;
}

/**
 * The text that a generator speaks: the spoken script if there is one, without tags and placeholders, with the dictionary
 * applied. Reports the entries that match the script itself, because they determine the use counts.
 */
export function textToSpeak(
  line: Scripted & { spoken_script?: string | null },
  { normalizers, dictionary, config }: TextPreparation,
): LineSpeech {
  const { script, locale_code } = line;
  const policy = markupPolicy(config, line);
  const markup = speechText(script, policy);
  const { unfilled } = markup;
  const is_held = policy.placeholders === 'skip' && unfilled.length > 0;
  const finish = (pronounced: Pronounced, { text: written, has_words }: SpeechText): LineSpeech => {
    // A line that would consist only of sample words for placeholders is not spoken.
    const isSpoken = unfilled.length > 0 ? has_words : hasSpeech(pronounced.text);
    const characters = countCharacters(markup.text);
    const { text } = dictionary.pronounce(written, locale_code, ['recorded']);
    return { ...pronounced, written: text, characters, is_held, is_silent: is_held || !isSpoken };
  };
  const written = dictionary.pronounce(markup.text, locale_code);
  const spoken = normalizers.length === 0 ? null : (line.spoken_script ?? null);
  if (spoken === null) return finish(written, markup);
  const said = speechText(spoken, policy);
  if (appliesDictionary(normalizers)) {
    const { text } = dictionary.pronounce(said.text, locale_code, ['ipa', 'recorded']);
    return finish({ ...written, text }, said);
  }
  return finish(dictionary.pronounce(said.text, locale_code), said);
}

/** The part of a line that a generator speaks. */
export interface LineSpeech extends Pronounced {
  /** The text before the dictionary, except for its recordings. */
  written: string;
  /** The billed length: that of the script without tags, with the values of its placeholders. */
  characters: number;
  /** Whether the line is skipped, because it has no words or is held. */
  is_silent: boolean;
  /** Whether the line has placeholders that must be filled first. */
  is_held: boolean;
}

/** The billed length of a line, as in its `LineSpeech`. */
export const billedCharacters = (line: Scripted, config: GeneratorConfig): number =>
  countCharacters(speechText(line.script, markupPolicy(config, line)).text);

/** The normalized script for an estimate; null if the normalizers leave it unchanged. */
export function spokenScript(
  { script, locale_code }: Scripted,
  { normalizers, dictionary }: TextPreparation,
): string | null {
  let text = script;
  for (const [index, node] of normalizers.entries()) {
    const earlier = normalizers.slice(0, index);
    text = normalizeWith(node, { normalizers: earlier, dictionary }, text, locale_code);
  }
  return text === script ? null : text;
}

/** A text with the dictionary applied, and the entries that matched. */
export interface Pronounced {
  text: string;
  /** Entries that changed the text. */
  entry_ids: string[];
  /** Words of the text whose recording was deleted. */
  unhonored: string[];
}

export interface Dictionary {
  /** The text for a speech model: words respelled, and tagged with their IPA or recording. */
  pronounce(text: string, locale: string, methods?: readonly string[]): Pronounced;
  /** The text as plain words: respelled, without tags. */
  respell(text: string, locale: string): Pronounced;
  /** The entries that apply in a text, regardless of their method. */
  entriesIn(text: string, locale: string): DictionaryWord[];
  /** A recording of the workspace. */
  recording(sha256: string): Recording | undefined;
}

/** A word and its pronunciation. */
export interface DictionaryWord {
  word: string;
  method: string;
  /** For `spelled`. */
  pronunciation: string | null;
  /** For `ipa`. */
  ipa: string | null;
  /** The file for `recorded`; null for other methods, and if it was deleted. */
  recording: Recording | null;
}

export type Recording = Pick<Upload, 'filename' | 'object_key' | 'size_bytes'> & { sha256: string };

interface Entry extends DictionaryWord {
  id: string;
  key: string;
  language: string;
  context: WordContext | null;
}

/**
 * The dictionary of a workspace for the languages of `locales`. An entry for `en` applies to every variety of
 * English, one for `*` to every locale; `entriesInOrder` decides which entry of a word takes precedence.
 */
export async function loadDictionary(
  db: Db,
  workspaceId: string,
  locales: Iterable<string>,
): Promise<Dictionary> {
  const wanted = new Set([...locales].flatMap(languagesFor));
  return dictionaryOf(wanted.size === 0 ? [] : await selectEntries(db, workspaceId, [...wanted]));
}

export function dictionaryOf(entries: readonly Entry[]): Dictionary {
  const replacers = new Map<string, ReturnType<typeof wordReplacer<Entry>>>();
  const replacerFor = (locale: string) => {
    const replace = replacers.get(locale) ?? wordReplacer(entriesInOrder(entries, locale), locale);
    replacers.set(locale, replace);
    return replace;
  };
  const pronounce: Dictionary['pronounce'] = (given, locale, methods = ['spelled', 'ipa', 'recorded']) => {
    const text = withoutWrittenTags(given);
    if (entries.length === 0) return { text, entry_ids: [], unhonored: [] };
    const used = new Set<string>();
    const unhonored = new Set<string>();
    const spoken = replacerFor(locale)(text, (entry, found) => {
      const said = methods.includes(entry.method) ? saidAs(entry, found) : undefined;
      if (said !== undefined) used.add(entry.id);
      if (entry.method === 'recorded' && !entry.recording) unhonored.add(found);
      return said;
    });
    return { text: spoken, entry_ids: [...used], unhonored: [...unhonored] };
  };
  return {
    entriesIn: (text, locale) => {
      const found = new Set<Entry>();
      replacerFor(locale)(text, (entry) => void found.add(entry));
      return [...found];
    },
    recording: (sha256) =>
      entries.find(({ recording }) => recording?.sha256 === sha256)?.recording ?? undefined,
    pronounce,
    respell: (text, locale) => pronounce(text, locale, ['spelled']),
  };
}

/** The `dropped` entry for a word that the voice said although it has a recording. */
export const droppedRecording = (word: string): string => `dictionary.recorded:${word}`;

/**
 * The replacement for a word; undefined if the entry has no replacement that a text can contain. `word` comes from
 * the line, because take keys must not depend on the case of the entry.
 */
function saidAs({ method, pronunciation, ipa, recording }: DictionaryWord, word: string) {
  if (recording) return recordingTag({ ...recording, word }, pronunciation ?? word);
  if (method !== 'ipa') return pronunciation ?? undefined;
  return ipa === null ? undefined : phonemeTag(ipa, word);
}

/** The dictionary for the lines of a chunk. */
export function chunkDictionary({ app, run, works }: ChunkContext): Promise<Dictionary> {
  const locales = works.map(({ line }) => line.locale_code);
  return loadDictionary(app.db, run.workspace_id, locales);
}

async function selectEntries(db: Db, workspaceId: string, languages: string[]): Promise<Entry[]> {
  const rows = await db
    .selectFrom('dictionary_entry')
    .select([
      'id',
      'word_key as key',
      'word',
      'language',
      'context',
      'method',
      'pronunciation',
      'ipa',
      'upload_id',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('language', 'in', languages)
    .execute();
  const ids = rows.flatMap(({ method, upload_id }) => (method === 'recorded' && upload_id) || []);
  const uploads = await findUploads(db, workspaceId, ids);
  return rows.map(({ upload_id, ...entry }) => {
    const upload = entry.method === 'recorded' ? uploads.get(upload_id ?? '') : undefined;
    const sha256 = upload?.checksum_sha256;
    return { ...entry, recording: upload && sha256 ? { ...upload, sha256 } : null };
  });
}
