import { z } from 'zod';
import { countedListOf, objectOf } from '../../envelope.ts';
import {
  meta,
  route,
  workspaceHeader,
  workspaceMatchHeaders,
  workspaceNoneMatchHeaders,
  workspacePostHeaders,
} from '../../kit.ts';
import { Uuid } from '../../primitives.ts';
import {
  ApiKey,
  ApiKeyListQuery,
  CreateApiKey,
  NewApiKey,
  RotateApiKey,
  RotatedApiKey,
  UpdateApiKey,
} from './schemas.ts';

const KeyParams = z.object({ key_id: Uuid });

const shared = {
  area: 'api_keys',
  auth: 'jwt',
  scope: null,
  role: 'editor',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

/** API keys of a workspace, for admins; editors see and change those that they made. */
export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/api/v1/api-keys',
    summary: 'List API keys',
    description: 'Admins see all keys of the workspace, editors only their own.',
    headers: workspaceHeader,
    query: ApiKeyListQuery,
    responses: { 200: countedListOf(ApiKey) },
    metadata: meta({
      ...shared,
      operationId: 'api_keys.list',
      paged: { counted: true, defaultLimit: 50 },
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/api-keys',
    summary: 'Create an API key',
    description: 'The response contains the secret key. It is not returned again.',
    headers: workspacePostHeaders,
    body: CreateApiKey,
    responses: { 201: objectOf(NewApiKey) },
    metadata: meta({ ...shared, operationId: 'api_keys.create', idempotent: true, success: 201 }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/api-keys/:key_id',
    summary: 'Get an API key',
    description: 'The response does not contain the secret.',
    pathParams: KeyParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(ApiKey) },
    metadata: meta({ ...shared, operationId: 'api_keys.get' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/api-keys/:key_id',
    summary: 'Update an API key',
    description:
      'Changes only the fields in the request. Changes take effect in every server process within a second.',
    pathParams: KeyParams,
    headers: workspaceMatchHeaders,
    body: UpdateApiKey,
    responses: { 200: objectOf(ApiKey) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'api_keys.update' }),
  }),
  rotate: route({
    method: 'PATCH',
    path: '/api/v1/api-keys/:key_id/rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same scopes and rate limit, which acts as the caller. The old key works until its grace period ends.',
    pathParams: KeyParams,
    headers: workspaceHeader,
    body: RotateApiKey.prefault({}),
    responses: { 200: objectOf(RotatedApiKey) },
    errors: ['CONFLICT'],
    metadata: meta({ ...shared, operationId: 'api_keys.rotate' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/api-keys/:key_id',
    summary: 'Revoke an API key',
    description: 'Returns the revoked key. Idempotent.',
    pathParams: KeyParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(ApiKey) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'api_keys.delete' }),
  }),
};
