import type { contract, DictionaryListQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers, type WorkspaceCaller } from '../../handler/handler.ts';
import { listViews } from '../../lists/page.ts';
import { createEntry, getEntry, previewSpoken, removeEntry, replaceEntry } from './actions.ts';
import { findEffects } from './effects.ts';
import { exportLexicon, importLexicon } from './lexicon-files.ts';
import { previewEntry } from './preview.ts';
import { countLanguages, selectListedEntries } from './queries.ts';
import { suggestPronunciation } from './suggest-pronunciation.ts';
import { suggestEntries } from './suggestions.ts';
import { entryReply, entryView, languageView } from './view.ts';

/** The operations on the pronunciation dictionary of a workspace. */
export function dictionaryRoutes(app: App): Handlers<typeof contract.dictionary> {
  return {
    list: (input) => listEntries(app, 'dictionary', input),
    search: (input) => listEntries(app, 'dictionary search', input),
    languages: async ({ caller }) => {
      const rows = await countLanguages(app.db, caller.workspace.id);
      return { data: rows.map(languageView) };
    },
    export: async ({ caller, query }) => ({ data: await exportLexicon(app, { caller, query }) }),
    import: async ({ caller, body, now }) => ({ data: await importLexicon(app, { caller, body, now }) }),
    effects: async ({ caller, body }) => ({ data: await findEffects(app, { caller, body }) }),
    preview: async ({ caller, body }) => ({ data: await previewEntry(app, { caller, body }) }),
    suggestPronunciation: async ({ body }) => ({ data: await suggestPronunciation(app, body) }),
    suggestions: async ({ caller }) => ({ data: await suggestEntries(app, caller.workspace.id) }),
    create: async ({ caller, body, now }) => entryReply(await createEntry(app, { caller, body, now })),
    get: async ({ caller, params }) => entryReply(await getEntry(app, { caller, id: params.entry_id })),
    replace: async ({ caller, params, body, ifMatch, now }) =>
      entryReply(await replaceEntry(app, { caller, id: params.entry_id, body, ifMatch, now })),
    delete: ({ caller, params, ifMatch }) =>
      emptyReply(removeEntry(app, { caller, id: params.entry_id, ifMatch })),
  };
}

/** The operations on texts that belong to no run. */
export function textRoutes(app: App): Handlers<typeof contract.text> {
  return {
    normalize: async ({ caller, body }) => ({ data: await previewSpoken(app, { caller, body }) }),
  };
}

/** The list and the search differ only in their name, so that a cursor of one is no cursor of the other. */
function listEntries(
  { db }: Pick<App, 'db'>,
  list: string,
  {
    caller,
    query,
    url,
  }: { caller: WorkspaceCaller; query: DictionaryListQuery & { q?: string | undefined }; url: URL },
) {
  return listViews({
    list,
    url,
    page: query,
    order: [
      { column: 'dictionary_entry.word_key', direction: 'asc', key: 'word_key', type: 'text' },
      { column: 'dictionary_entry.language', direction: 'asc', key: 'language', type: 'text' },
    ],
    query: selectListedEntries(db, { workspaceId: caller.workspace.id, filters: query }),
    view: entryView,
  });
}
