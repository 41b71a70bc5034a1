import { area } from '../../area.ts';
import { listOf, objectOf, plainListOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import {
  DictionaryEntry,
  DictionaryEntryInput,
  DictionaryLanguage,
  DictionaryListQuery,
  DictionarySearchQuery,
} from './schemas.ts';

const writes = { scope: 'dictionary:write', role: 'editor' } as const;

const access = { auth: 'jwt_or_key', scope: 'dictionary:read', role: 'viewer', workspace: 'header' } as const;

/** How the generators of a workspace pronounce words. */
export const dictionary = area('dictionary', access, {
  list: {
    endpoint: 'GET /api/v1/dictionary',
    summary: 'List dictionary entries',
    description: 'Returns the entries of the workspace, ordered by word.',
    query: DictionaryListQuery,
    responses: { 200: listOf(DictionaryEntry) },
  },
  search: {
    endpoint: 'GET /api/v1/dictionary/search',
    summary: 'Search the dictionary',
    description: 'Returns entries whose word or pronunciation contains the text, ordered by word.',
    query: DictionarySearchQuery,
    responses: { 200: listOf(DictionaryEntry) },
  },
  languages: {
    endpoint: 'GET /api/v1/dictionary/languages',
    summary: 'List languages of the dictionary',
    description: 'Returns the languages that have entries, with the number of entries.',
    responses: { 200: plainListOf(DictionaryLanguage) },
  },
  create: {
    endpoint: 'POST /api/v1/dictionary',
    ...writes,
    summary: 'Create a dictionary entry',
    description:
      'A word has one entry per language. Case does not matter. Runs apply the entry if they start to synthesize after it is created.',
    body: DictionaryEntryInput,
    responses: { 201: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN'],
  },
  get: {
    endpoint: 'GET /api/v1/dictionary/:entry_id',
    summary: 'Get a dictionary entry',
    description: 'Returns a dictionary entry with its ETag.',
    etag: true,
    responses: { 200: objectOf(DictionaryEntry) },
  },
  replace: {
    endpoint: 'PUT /api/v1/dictionary/:entry_id',
    ...writes,
    summary: 'Replace a dictionary entry',
    description: 'Replaces all fields. Omitted fields get their defaults.',
    body: DictionaryEntryInput,
    responses: { 200: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN', 'PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/dictionary/:entry_id',
    ...writes,
    summary: 'Delete a dictionary entry',
    description: 'Existing takes do not change.',
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
});
