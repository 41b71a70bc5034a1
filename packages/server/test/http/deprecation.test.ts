import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { area, objectOf } from '@voiceloom/contract';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../src/errors.ts';
import { createOpenRequests } from '../../src/http/connections/open-requests.ts';
import { setContext } from '../../src/http/context.ts';
import { createErrorHandler } from '../../src/http/errors.ts';
import { mountAreas } from '../../src/http/operations/mount.ts';
import { createServeOperation } from '../../src/http/operations/serve-operation.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const access = { auth: 'none', scope: null, role: null, workspace: 'none' } as const;
const songOf = <const Name extends string>(name: Name) =>
  ({
    endpoint: `GET /${name}/:song_id`,
    summary: 'Get a song',
    description: 'By its id.',
    params: { song_id: z.string() },
    responses: { 200: objectOf(z.object({ id: z.string() })) },
    errors: ['NOT_FOUND'],
  }) as const;
const songs = area('text', access, {
  old: {
    ...songOf('songs'),
    deprecated: {
      ...{ since: '2026-11-21', sunset: '2028-01-01' },
      ...{ successor: 'text.tunes', successor_path: '/tunes/:song_id' },
    },
  },
  bare: { ...songOf('ballads'), deprecated: { since: '2026-11-21' } },
  current: songOf('tunes'),
});

const nothing = () => Promise.resolve();

let app: TestApp;
let server: Server;

beforeAll(async () => {
  app = await startTestApp();
  const respondError = createErrorHandler(app.app);
  const serve = createServeOperation({
    app: app.app,
    stopping: new AbortController().signal,
    respondError,
    open: createOpenRequests(),
    // These operations need no credential.
    authenticate: () => Promise.reject(new ApiError('UNAUTHENTICATED', 'Nobody is known here.')),
    limits: { spend: nothing, spendOpen: nothing, fail: nothing },
    authorize: () => Promise.reject(new ApiError('FORBIDDEN', 'Nobody is known here.')),
    forgetMemberships: () => undefined,
  });
  const http = express();
  http.use((_req, res, next) => {
    setContext(res, {
      ...{
        request_id: 'request-1',
        started_at: 0,
        route: undefined,
        caller: undefined,
        is_error_logged: false,
      },
      waited_ms: 0,
    });
    next();
  });
  const answer = async ({ params }: { params: { song_id: string } }) => {
    if (params.song_id === 'none') throw new ApiError('NOT_FOUND', 'There is no such song.');
    return { data: { id: params.song_id } };
  };
  mountAreas(http, serve, [{ routes: songs, handlers: { old: answer, bare: answer, current: answer } }]);
  server = createHttpServer(http).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await app.close();
});

async function told(path: string) {
  const { status, headers } = await fetch(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  );
  return {
    status,
    ...Object.fromEntries(['deprecation', 'sunset', 'link'].map((name) => [name, headers.get(name)])),
  };
}

test.each(['a b', 'none'])('every response of a deprecated operation says so (%s)', async (id) => {
  expect(await told(`/songs/${encodeURIComponent(id)}`)).toEqual({
    status: id === 'none' ? 404 : 200,
    deprecation: '@1795219200',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: `<${app.url}/docs/guides/rest#versions>; rel="deprecation", <${app.url}/tunes/${encodeURIComponent(id)}>; rel="successor-version"`,
  });
});

test('a deprecation without an end or a successor names none', async () => {
  expect(await told('/ballads/1')).toEqual({
    status: 200,
    deprecation: '@1795219200',
    sunset: null,
    link: `<${app.url}/docs/guides/rest#versions>; rel="deprecation"`,
  });
});

test('no other operation is marked as deprecated', async () => {
  expect(await told('/tunes/1')).toEqual({ status: 200, deprecation: null, sunset: null, link: null });
});
