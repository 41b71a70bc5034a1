import { createServer, type Server } from 'node:http';
import type { Request, Response } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventSink } from '../../src/handler/stream-reply.ts';
import { sendEvents } from '../../src/http/operations/stream.ts';

let server: Server | undefined;

afterEach(async () => {
  vi.useRealTimers();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

async function serve(stream: (sink: EventSink) => Promise<void>, ending = new AbortController().signal) {
  const ended = new Promise<unknown>((resolve) => {
    server = createServer((req, res) => {
      sendEvents(req as Request, res as Response, { reply: { stream }, ending }).then(resolve, resolve);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server?.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, ended };
}

test('events are sent with id, type and JSON data, and the stream ends with its function', async () => {
  const { url } = await serve(async (sink) => {
    await sink.send({ id: 7, event: 'progress', data: { text: 'a\nb' } });
    await sink.send({ id: 8, event: 'run.status', data: {} });
  });
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(await response.text()).toBe(
    'id: 7\nevent: progress\ndata: {"text":"a\\nb"}\n\nid: 8\nevent: run.status\ndata: {}\n\n',
  );
});

test('the last event id of the client reaches the stream', async () => {
  let seen = -1;
  const { url } = await serve(async (sink) => {
    seen = sink.lastEventId;
  });
  await (await fetch(url, { headers: { 'Last-Event-ID': '42' } })).text();
  expect(seen).toBe(42);
  await (await fetch(url)).text();
  expect(seen).toBe(0);
});

test('a client that disconnects ends the stream', async () => {
  const { url, ended } = await serve(async (sink) => {
    await sink.send({ id: 1, event: 'first', data: {} });
    await new Promise<void>((resolve) => sink.signal.addEventListener('abort', () => resolve()));
  });
  const client = new AbortController();
  const response = await fetch(url, { signal: client.signal });
  await response.body?.getReader().read();
  client.abort();
  expect(await ended).toBeUndefined();
});

test('a client that disconnected before its stream started also ends it', async () => {
  let aborted: boolean | undefined;
  const stream = async (sink: EventSink) => {
    aborted = sink.signal.aborted;
    // A closed connection never drains.
    await sink.send({ id: 1, event: 'first', data: {} });
  };
  const ended = new Promise<unknown>((resolve) => {
    server = createServer((req, res) => {
      const ending = new AbortController().signal;
      res.once('close', () => {
        setImmediate(() => {
          sendEvents(req as Request, res as Response, { reply: { stream }, ending }).then(resolve, resolve);
        });
      });
      res.socket?.destroy();
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server?.address();
  await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`).catch(() => undefined);
  expect(await ended).toBeUndefined();
  expect(aborted).toBe(true);
});

test('a stopping server or lost access ends the stream', async () => {
  const ending = new AbortController();
  const { url } = await serve(async (sink) => {
    await sink.send({ id: 1, event: 'first', data: {} });
    ending.abort();
    expect(sink.signal.aborted).toBe(true);
  }, ending.signal);
  expect(await (await fetch(url)).text()).toContain('id: 1');
});

test('a slow reader slows the stream down instead of filling the memory', async () => {
  let sent = 0;
  const { url, ended } = await serve(async (sink) => {
    while (!sink.signal.aborted) {
      await sink.send({ id: ++sent, event: 'bulk', data: 'x'.repeat(100_000) });
    }
  });
  const client = new AbortController();
  await fetch(url, { signal: client.signal });
  let before = -1;
  await expect
    .poll(
      () => {
        const still = sent === before;
        before = sent;
        return still;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(sent).toBeLessThan(1_000);
  client.abort();
  await ended;
});

test('a comment every fifteen seconds keeps the connection open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { url } = await serve(async () => {
    await vi.advanceTimersByTimeAsync(31_000);
  });
  expect(await (await fetch(url)).text()).toBe(': still here\n\n: still here\n\n');
});
