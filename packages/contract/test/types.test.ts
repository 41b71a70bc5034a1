import type { ClientInferRequest, ClientInferResponseBody } from '@ts-rest/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type contract,
  type DefinitionInput,
  meta,
  objectOf,
  type Run,
  route,
  type Workflow,
} from '../src/index.ts';

const metadata = meta({
  operationId: 'auth.sample',
  area: 'auth',
  auth: 'none',
  scope: null,
  role: null,
  workspace: 'none',
  idempotent: false,
  success: 200,
});

const sample = route({
  method: 'GET',
  path: '/sample/:id',
  summary: 'Sample',
  description: 'Sample.',
  pathParams: z.object({ id: z.string() }),
  headers: { 'x-needed': z.string() },
  responses: { 200: objectOf(z.object({ name: z.string() })) },
  errors: ['NOT_FOUND'],
  metadata,
});

test('a request without a required header does not compile', () => {
  const complete: ClientInferRequest<typeof sample> = { params: { id: '1' }, headers: { 'x-needed': 'a' } };
  // @ts-expect-error the header x-needed is required
  const incomplete: ClientInferRequest<typeof sample> = { params: { id: '1' }, headers: {} };
  expect([complete, incomplete]).toHaveLength(2);
});

test('a route without metadata, or with a scope that does not exist, does not compile', () => {
  const { metadata: _, ...rest } = {
    method: 'GET',
    path: '/sample',
    summary: 'Sample',
    description: 'Sample.',
    responses: { 200: objectOf(z.object({})) },
    errors: [],
    metadata,
  } as const;
  // @ts-expect-error metadata is missing
  const bare = () => route(rest);
  // @ts-expect-error there is no such scope
  const foreign = () => meta({ ...metadata, scope: 'workflows:fly' });
  expect([bare, foreign]).toHaveLength(2);
});

test('responses are inferred per status, errors included', () => {
  type Contract = typeof contract;
  const run = (body: ClientInferResponseBody<Contract['runs']['start'], 202>): Run => body.data;
  const workflow = (body: ClientInferResponseBody<Contract['workflows']['get'], 200>): Workflow => body.data;
  const code = (body: ClientInferResponseBody<Contract['runs']['start'], 402>): string => body.error.code;
  expect([run, workflow, code]).toHaveLength(3);
});

test('a definition may leave every part out, and its numbers are checked', () => {
  const empty: DefinitionInput = {};
  // @ts-expect-error a position has numbers
  const wrong: DefinitionInput = { graph: { nodes: [{ id: 'a', type: 'b', position: { x: '1', y: 2 } }] } };
  expect([empty, wrong]).toHaveLength(2);
});
