import type { ClientInferResponseBody } from '@ts-rest/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  area,
  type contract,
  type DefinitionInput,
  objectOf,
  type Run,
  type Workflow,
} from '../src/index.ts';

const access = { auth: 'none', scope: null, role: null, workspace: 'none' } as const;

test('an operation without responses, or with an unknown scope, does not compile', () => {
  const rest = { endpoint: 'GET /sample', summary: 'Sample', description: 'Sample.' } as const;
  // @ts-expect-error responses are missing
  const bare = () => area('auth', access, { sample: rest });
  const sample = { ...rest, responses: { 200: objectOf(z.object({})) } };
  // @ts-expect-error there is no such scope
  const foreign = () => area('auth', { ...access, scope: 'workflows:fly' }, { sample });
  expect([bare, foreign]).toHaveLength(2);
});

test('response types are inferred per status, including errors', () => {
  type Contract = typeof contract;
  const run = (body: ClientInferResponseBody<Contract['runs']['start'], 202>): Run => body.data;
  const workflow = (body: ClientInferResponseBody<Contract['workflows']['get'], 200>): Workflow => body.data;
  const code = (body: ClientInferResponseBody<Contract['runs']['start'], 402>): string => body.error.code;
  expect([run, workflow, code]).toHaveLength(3);
});

test('every part of a definition is optional, and its numbers are checked', () => {
  const empty: DefinitionInput = {};
  // @ts-expect-error a position has numbers
  const wrong: DefinitionInput = { graph: { nodes: [{ id: 'a', type: 'b', position: { x: '1', y: 2 } }] } };
  expect([empty, wrong]).toHaveLength(2);
});
