import { languageOf, normalizeText, wordReplacer } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import type { ChunkContext } from '../model.ts';
import { configOf, type PlanNode } from '../plan.ts';

type Scripted = { locale_code: string; script: string };

/**
 * What a generator's texts depend on besides the lines: the normalizers before it, and the workspace
 * dictionary.
 */
export interface TextPreparation {
  normalizers: readonly PlanNode[];
  dictionary: Dictionary;
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
  const { apply_dictionary, locale, kinds, keep_markup } = configOf(node, 'operator_normalizer');
  const said =
    apply_dictionary && !appliesDictionary(earlier) ? dictionary.pronounce(text, locale_code).text : text;
  return normalizeText(said, locale ?? locale_code, { kinds, keep_markup }).spoken;
}

/**
 * The text that a generator speaks: the spoken script if there is one, with the dictionary applied. The
 * reported entries are those that match the script itself, because uses are counted by them.
 */
export function textToSpeak(
  line: Scripted & { spoken_script?: string | null },
  { normalizers, dictionary }: TextPreparation,
): Pronounced {
  const { script, locale_code } = line;
  const written = dictionary.pronounce(script, locale_code);
  const spoken = normalizers.length === 0 ? null : (line.spoken_script ?? null);
  if (spoken === null) return written;
  if (appliesDictionary(normalizers)) return { ...written, text: spoken };
  return dictionary.pronounce(spoken, locale_code);
}

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
  /** Entries that only the speech engine could apply, as `dictionary.<method>:<word>`. */
  unhonored: string[];
}

export interface Dictionary {
  pronounce(text: string, locale: string): Pronounced;
  /** The words of a locale, with one entry each. */
  words(locale: string): readonly DictionaryWord[];
}

/** A word and its pronunciation. */
export interface DictionaryWord {
  word: string;
  method: string;
  /** For `spelled`. */
  pronunciation: string | null;
  /** For `ipa`. */
  ipa: string | null;
}

interface Entry extends DictionaryWord {
  id: string;
  key: string;
  language: string;
}

/**
 * The dictionary of a workspace for the languages of `locales`. An entry for `en` applies to every variety of
 * English; an entry for the exact locale takes precedence.
 */
export async function loadDictionary(
  db: Db,
  workspaceId: string,
  locales: Iterable<string>,
): Promise<Dictionary> {
  const wanted = new Set([...locales].flatMap((locale) => [locale, languageOf(locale)]));
  const entries = wanted.size === 0 ? [] : await selectEntries(db, workspaceId, [...wanted]);
  const replacers = new Map<string, ReturnType<typeof wordReplacer<Entry>>>();
  return {
    words: (locale) => entriesFor(entries, locale),
    pronounce(text, locale) {
      if (entries.length === 0) return { text, entry_ids: [], unhonored: [] };
      const replace = replacers.get(locale) ?? wordReplacer(entriesFor(entries, locale), locale);
      replacers.set(locale, replace);
      const used = new Set<string>();
      const unhonored = new Set<string>();
      const spoken = replace(text, ({ id, method, word, pronunciation }) => {
        if (method === 'spelled' && pronunciation !== null) {
          used.add(id);
          return pronunciation;
        }
        unhonored.add(`dictionary.${method}:${word}`);
        return undefined;
      });
      return { text: spoken, entry_ids: [...used], unhonored: [...unhonored] };
    },
  };
}

/** The dictionary for the lines of a chunk. */
export function chunkDictionary({ app, run, works }: ChunkContext): Promise<Dictionary> {
  const locales = works.map(({ line }) => line.locale_code);
  return loadDictionary(app.db, run.workspace_id, locales);
}

function selectEntries(db: Db, workspaceId: string, languages: string[]): Promise<Entry[]> {
  return db
    .selectFrom('dictionary_entry')
    .select(['id', 'word_key as key', 'word', 'language', 'method', 'pronunciation', 'ipa'])
    .where('workspace_id', '=', workspaceId)
    .where('language', 'in', languages)
    .execute();
}

/** One entry per word: the one for the exact locale, else the one for its language. */
function entriesFor(entries: readonly Entry[], locale: string): Entry[] {
  const byKey = new Map<string, Entry>();
  for (const language of new Set([languageOf(locale), locale])) {
    for (const entry of entries) if (entry.language === language) byKey.set(entry.key, entry);
  }
  return [...byKey.values()];
}
