import { z } from 'zod';
import { listOf, objectOf, plainListOf } from '../../envelope.ts';
import {
  meta,
  route,
  workspaceHeader,
  workspaceMatchHeaders,
  workspaceNoneMatchHeaders,
  workspacePostHeaders,
} from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
import {
  DictionaryEntry,
  DictionaryEntryInput,
  DictionaryLanguage,
  DictionaryListQuery,
  DictionarySearchQuery,
} from './schemas.ts';

const EntryParams = z.object({ entry_id: Uuid });

const shared = {
  area: 'dictionary',
  auth: 'jwt_or_key',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

const reads = { ...shared, scope: 'dictionary:read', role: 'viewer' } as const;

const writes = { ...shared, scope: 'dictionary:write', role: 'editor' } as const;

const paged = { counted: false, defaultLimit: 20 } as const;

/** How the generators of a workspace say words. */
export const dictionary = {
  list: route({
    method: 'GET',
    path: '/api/v1/dictionary',
    summary: 'List dictionary entries',
    description: 'Returns the entries of the workspace, ordered by word.',
    headers: workspaceHeader,
    query: DictionaryListQuery,
    responses: { 200: listOf(DictionaryEntry) },
    metadata: meta({ ...reads, operationId: 'dictionary.list', paged }),
  }),
  search: route({
    method: 'GET',
    path: '/api/v1/dictionary/search',
    summary: 'Search the dictionary',
    description: 'Returns entries whose word or pronunciation contains the text, ordered by word.',
    headers: workspaceHeader,
    query: DictionarySearchQuery,
    responses: { 200: listOf(DictionaryEntry) },
    metadata: meta({ ...reads, operationId: 'dictionary.search', paged }),
  }),
  languages: route({
    method: 'GET',
    path: '/api/v1/dictionary/languages',
    summary: 'List languages of the dictionary',
    description: 'Returns the languages that have entries, with the number of entries.',
    headers: workspaceHeader,
    responses: { 200: plainListOf(DictionaryLanguage) },
    metadata: meta({ ...reads, operationId: 'dictionary.languages' }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/dictionary',
    summary: 'Create a dictionary entry',
    description:
      'A word has one entry per language. Case does not matter. Runs apply the entry if they start to synthesize after it is created.',
    headers: workspacePostHeaders,
    body: DictionaryEntryInput,
    responses: { 201: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN'],
    metadata: meta({ ...writes, operationId: 'dictionary.create', idempotent: true, success: 201 }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Get a dictionary entry',
    description: 'Returns a dictionary entry with its ETag.',
    pathParams: EntryParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(DictionaryEntry) },
    metadata: meta({ ...reads, operationId: 'dictionary.get' }),
  }),
  replace: route({
    method: 'PUT',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Replace a dictionary entry',
    description: 'Replaces all fields. Omitted fields get their defaults.',
    pathParams: EntryParams,
    headers: workspaceMatchHeaders,
    body: DictionaryEntryInput,
    responses: { 200: objectOf(DictionaryEntry) },
    errors: ['NAME_TAKEN', 'PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'dictionary.replace' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Delete a dictionary entry',
    description: 'Existing takes do not change.',
    pathParams: EntryParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'dictionary.delete' }),
  }),
};
