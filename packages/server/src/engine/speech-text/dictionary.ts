import {
  entriesInOrder,
  languagesFor,
  phonemeTag,
  recordingTag,
  type WordContext,
  withoutWrittenTags,
  wordReplacer,
} from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import type { ChunkContext } from '../node-types.ts';
import { findUploads, type Upload } from '../sources/uploads.ts';

/** A text with the dictionary applied, and the entries that matched. */
export interface PronouncedText {
  text: string;
  /** Entries that changed the text. */
  entry_ids: string[];
  /** Words of the text whose recording was deleted. */
  words_without_recording: string[];
}

export interface Dictionary {
  /** The text for a speech model: words respelled, and tagged with their IPA or recording. */
  pronounce(text: string, locale: string, methods?: readonly string[]): PronouncedText;
  /** The text as plain words: respelled, without tags. */
  respell(text: string, locale: string): PronouncedText;
  /** The entries that apply in a text, regardless of their method. */
  findEntries(text: string, locale: string): DictionaryWord[];
  /** A recording of the workspace. */
  findRecording(sha256: string): Recording | undefined;
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

export interface Recording {
  filename: string;
  object_key: string;
  size_bytes: Upload['size_bytes'];
  sha256: string;
}

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
  const languages = [...new Set([...locales].flatMap(languagesFor))];
  if (languages.length === 0) return createDictionary([]);
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
  const recordingIds: string[] = [];
  for (const { method, upload_id } of rows)
    if (method === 'recorded' && upload_id) recordingIds.push(upload_id);
  const uploads = await findUploads(db, workspaceId, recordingIds);
  return createDictionary(
    rows.map(({ upload_id, ...entry }) => {
      const upload = uploads.get(upload_id ?? '');
      const sha256 = upload?.checksum_sha256;
      if (entry.method !== 'recorded' || !upload || !sha256) return { ...entry, recording: null };
      return { ...entry, recording: { ...upload, sha256 } };
    }),
  );
}

/** See `Dictionary`. Compiles the entries of each locale once. */
export function createDictionary(entries: readonly Entry[]): Dictionary {
  const replacers = new Map<string, ReturnType<typeof wordReplacer<Entry>>>();
  // The function that replaces the words of a text, given a replacement for each matching entry.
  const getReplacer = (locale: string) => {
    const replace = replacers.get(locale) ?? wordReplacer(entriesInOrder(entries, locale), locale);
    replacers.set(locale, replace);
    return replace;
  };
  const pronounce: Dictionary['pronounce'] = (script, locale, methods = ['spelled', 'ipa', 'recorded']) => {
    const text = withoutWrittenTags(script);
    if (entries.length === 0) return { text, entry_ids: [], words_without_recording: [] };
    const usedIds = new Set<string>();
    const unhonoredWords = new Set<string>();
    const pronouncedText = getReplacer(locale)(text, (entry, word) => {
      if (entry.method === 'recorded' && !entry.recording) unhonoredWords.add(word);
      if (!methods.includes(entry.method)) return undefined;
      // Undefined if the entry has no replacement that a text can contain. `word` comes from the line, because take keys
      // must not depend on the case of the entry.
      const { recording, pronunciation, ipa } = entry;
      let replacement = pronunciation ?? undefined;
      if (recording) replacement = recordingTag({ ...recording, word }, pronunciation ?? word);
      else if (entry.method === 'ipa') replacement = ipa === null ? undefined : phonemeTag(ipa, word);
      if (replacement !== undefined) usedIds.add(entry.id);
      return replacement;
    });
    return { text: pronouncedText, entry_ids: [...usedIds], words_without_recording: [...unhonoredWords] };
  };
  return {
    findEntries: (text, locale) => {
      const matches = new Set<Entry>();
      getReplacer(locale)(text, (entry) => void matches.add(entry));
      return [...matches];
    },
    findRecording: (sha256) =>
      entries.find(({ recording }) => recording?.sha256 === sha256)?.recording ?? undefined,
    pronounce,
    respell: (text, locale) => pronounce(text, locale, ['spelled']),
  };
}

/** The `dropped` entry for a word that the voice said although it has a recording. */
export const formatDroppedRecording = (word: string): string => `dictionary.recorded:${word}`;

/** The dictionary for the lines of a chunk. */
export function loadChunkDictionary({ app, run, works }: ChunkContext): Promise<Dictionary> {
  const locales = works.map(({ line }) => line.locale_code);
  return loadDictionary(app.db, run.workspace_id, locales);
}
