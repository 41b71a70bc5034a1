import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isEmptyList } from '../src/screens/deliver/pickups.ts';

/** The beginning of a list, as the service writes it. The name of the run looks like an empty list. */
const HEAD = `{\n"run": ${JSON.stringify({ name: '\n"lines": []' })},\n"lines": [`;

let answer: (res: ServerResponse) => void;
const server = createServer((_req, res) => answer(res));
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a list without lines is empty, and one with lines is not', async () => {
  answer = (res) => res.end(`${HEAD}\n]\n}\n`);
  expect(await isEmptyList(url)).toBe(true);
  answer = (res) => res.end(`${HEAD}\n{"line_id": "a"}\n]\n}\n`);
  expect(await isEmptyList(url)).toBe(false);
});

test('only the beginning of a long list is read', async () => {
  const { promise: isCancelled, resolve: cancel } = Promise.withResolvers<void>();
  answer = (res) => {
    res.on('close', cancel);
    res.write(HEAD);
    res.write('\n{"line_id":');
  };
  expect(await isEmptyList(url)).toBe(false);
  await isCancelled;
});

test('a list that fails, breaks off or takes too long is not empty', async () => {
  answer = (res) => res.writeHead(500).end(`${HEAD}]}`);
  expect(await isEmptyList(url)).toBe(false);
  answer = (res) => res.end(HEAD);
  expect(await isEmptyList(url)).toBe(false);
  answer = (res) => res.write(HEAD, () => res.destroy());
  expect(await isEmptyList(url)).toBe(false);
  answer = (res) => res.write(HEAD);
  expect(await isEmptyList(url, AbortSignal.timeout(50))).toBe(false);
});
