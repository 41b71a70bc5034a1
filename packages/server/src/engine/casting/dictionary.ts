import { languageOf, wordReplacer } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';

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
