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
    description: 'Entries of the workspace by word.',
    headers: workspaceHeader,
    query: DictionaryListQuery,
    responses: { 200: listOf(DictionaryEntry) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.list', paged }),
  }),
  search: route({
    method: 'GET',
    path: '/api/v1/dictionary/search',
    summary: 'Search the dictionary',
    description: 'Entries whose word or pronunciation holds the text, by word.',
    headers: workspaceHeader,
    query: DictionarySearchQuery,
    responses: { 200: listOf(DictionaryEntry) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.search', paged }),
  }),
  languages: route({
    method: 'GET',
    path: '/api/v1/dictionary/languages',
    summary: 'List languages of the dictionary',
    description: 'Languages that have entries, with their number.',
    headers: workspaceHeader,
    responses: { 200: plainListOf(DictionaryLanguage) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.languages' }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/dictionary',
    summary: 'Add a dictionary entry',
    description:
      'A word has one entry in a language, whatever its case. Runs that start speaking from now on apply it.',
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
    description: 'With the ETag that a change of it can name.',
    pathParams: EntryParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(DictionaryEntry) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'dictionary.get' }),
  }),
  replace: route({
    method: 'PUT',
    path: '/api/v1/dictionary/:entry_id',
    summary: 'Replace a dictionary entry',
    description: 'Everything is replaced; fields that are left out get their defaults.',
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
    description: 'Takes that were made with it stay as they are.',
    pathParams: EntryParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'dictionary.delete' }),
  }),
};
