import { blanks } from '../../generated/test-contract.ts';
import type { DictionaryEntry, DictionaryEntryInput, DictionaryListQuery } from '../../generated/types.ts';
import { ApiError, invalid, malformed } from '../api-error.ts';
import { assertMatch, versionOf } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { holds, listed, listReply } from '../lists.ts';
import type { Owned, World } from '../world.ts';
import { change, own, ownAll, without } from './own.ts';

const NEEDS = { spelled: 'pronunciation', ipa: 'ipa', recorded: 'upload_id' } as const;

type Fields = Omit<DictionaryEntry, 'id' | 'uses_count' | 'created_by' | 'created_at' | 'updated_at'>;

function fieldsOf(world: World, caller: Caller, body: DictionaryEntryInput): Fields {
  const { method = 'spelled', pronunciation = null, ipa = null, upload_id = null, description = null } = body;
  const fields = { word: body.word.trim(), method, pronunciation, ipa, upload_id, description };
  const field = NEEDS[method];
  if (fields[field] === null) {
    throw malformed({ field: `body.${field}`, message: `The method ${method} needs ${field}.` });
  }
  const upload = upload_id === null ? undefined : world.uploads.get(upload_id);
  const fits =
    upload?.workspace_id === caller.workspace_id &&
    upload.status === 'confirmed' &&
    upload.category === 'dictionary';
  if (upload_id !== null && !fits) {
    const message = 'There is no confirmed upload of the category dictionary with this id.';
    throw invalid({ field: 'body.upload_id', message });
  }
  return { ...fields, language: body.language };
}

function refuseDouble(world: World, caller: Caller, { word, language }: Fields, ownId?: string): void {
  const isSame = (entry: DictionaryEntry) =>
    entry.id !== ownId && entry.language === language && entry.word.toLowerCase() === word.toLowerCase();
  if (!ownAll(world.entries, caller).some(isSame)) return;
  throw new ApiError('NAME_TAKEN', `The dictionary has an entry for "${word}" in ${language} already.`);
}

const view = (entry: Owned<DictionaryEntry>): DictionaryEntry => without(entry, 'workspace_id');

/** An entry with its version: to be used is no change. */
const reply = (entry: Owned<DictionaryEntry>) => ({
  data: view(entry),
  version: versionOf(view(entry), 'uses_count'),
});

type Path = { world: World; caller: Caller; params: { entry_id: string }; ifMatch: string | undefined };

function matching({ world, caller, params, ifMatch }: Path): Owned<DictionaryEntry> {
  const entry = own(world.entries, params.entry_id, { caller, what: 'dictionary entry' });
  assertMatch(ifMatch, reply(entry).version, 'dictionary entry');
  return entry;
}

function found(world: World, caller: Caller, query: Partial<DictionaryListQuery> & { q?: string }) {
  const [languages, methods] = [listed(query.language), listed(query.method)];
  const speaks = (language: string) =>
    !languages || languages.some((wanted) => language === wanted || language.startsWith(`${wanted}-`));
  return ownAll(world.entries, caller)
    .filter(({ language, method }) => speaks(language) && (!methods || methods.includes(method)))
    .filter(({ word, pronunciation, ipa }) => holds(query.q, word, pronunciation, ipa))
    .sort((a, b) => (a.word.toLowerCase() < b.word.toLowerCase() ? -1 : 1))
    .map(view);
}

/** The dictionary of a workspace. It changes nothing in what is spoken here: that is a tone. */
export const dictionaryHandlers: Handlers = {
  'dictionary.list': ({ world, caller, query, url }) =>
    listReply(found(world, caller, query), { url, query }),
  'dictionary.search': ({ world, caller, query, url }) =>
    listReply(found(world, caller, query), { url, query }),
  'dictionary.languages': ({ world, caller }) => {
    const counts = new Map<string, number>();
    for (const { language } of ownAll(world.entries, caller)) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const names = new Intl.DisplayNames(['en'], { type: 'language' });
    const data = [...counts].map(([language, entries_count]) => ({
      ...blanks.DictionaryLanguage,
      language,
      display_name: names.of(language) ?? language,
      entries_count,
    }));
    return { data: data.sort((a, b) => (a.language < b.language ? -1 : 1)) };
  },
  'dictionary.create': ({ world, caller, body }) => {
    const fields = fieldsOf(world, caller, body);
    refuseDouble(world, caller, fields);
    const now = world.clock.iso();
    const entry = {
      ...blanks.DictionaryEntry,
      ...fields,
      id: world.newId(),
      workspace_id: caller.workspace_id,
      uses_count: 0,
      created_by: caller.user_id,
      created_at: now,
      updated_at: now,
    };
    world.entries.set(entry.id, entry);
    return reply(entry);
  },
  'dictionary.get': ({ world, caller, params }) =>
    reply(own(world.entries, params.entry_id, { caller, what: 'dictionary entry' })),
  'dictionary.replace': (request) => {
    const { world, caller, body } = request;
    const entry = matching(request);
    const fields = fieldsOf(world, caller, body);
    refuseDouble(world, caller, fields, entry.id);
    return reply(change(entry, fields, world.clock));
  },
  'dictionary.delete': (request) => {
    request.world.entries.delete(matching(request).id);
    return { data: {} };
  },
};
