import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { uploadScene } from '../support/uploads.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
  member = await createMember(server);
});
afterAll(() => server.close());

interface Conversation {
  text: string;
  closed_after_ms: number;
}

/**
 * Sends raw bytes, then `trickle` repeatedly. Returns everything received until the server closes the
 * connection.
 */
async function converse(head: string, trickle?: { piece: string; every_ms: number }): Promise<Conversation> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const started = performance.now();
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => undefined);
  socket.write(head);
  const timer = trickle && setInterval(() => socket.write(trickle.piece), trickle.every_ms);
  // A client that never closes the connection.
  await new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
  clearInterval(timer);
  socket.destroy();
  return { text, closed_after_ms: performance.now() - started };
}

function expectEnvelope({ text, closed_after_ms }: Conversation, message: RegExp, within_ms: number): void {
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toMatch(/\r\nConnection: close\r\n/i);
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
  expect(body.error.code).toBe('BAD_REQUEST');
  expect(body.error.message).toMatch(message);
  expect(body.meta.request_id).toBeTruthy();
  expect(closed_after_ms).toBeLessThan(within_ms);
}

describe.concurrent('a connection is closed with an error envelope', () => {
  test('for an unknown Expect header', async () => {
    const answer = await converse('GET /health HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n');
    expectEnvelope(answer, /Expect/, 5_000);
  });

  test('for two Host headers', async () => {
    const answer = await converse('GET /health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n');
    expectEnvelope(answer, /Host/, 5_000);
  });

  test('for a request without a Host header', async () => {
    expectEnvelope(await converse('GET /health HTTP/1.1\r\nAccept: */*\r\n\r\n'), /Host/, 5_000);
  });

  test('for a request that is not HTTP', async () => {
    expectEnvelope(await converse('nonsense\r\n\r\n'), /HTTP/, 5_000);
  });

  test('when nothing is sent', async () => {
    expectEnvelope(await converse(''), /in time/, 20_000);
  });

  test('when headers trickle', async () => {
    const head = 'GET /health HTTP/1.1\r\nHost: a\r\n';
    expectEnvelope(await converse(head, { piece: 'X-A: b\r\n', every_ms: 500 }), /in time/, 20_000);
  });

  test('when a body trickles', async () => {
    const head =
      `POST /api/v1/workflows HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${member.token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{';
    expectEnvelope(await converse(head, { piece: ' ', every_ms: 500 }), /body.*in time/i, 20_000);
  });

  test('when the body of a ticket trickles', async () => {
    const scene = await uploadScene(server, member);
    const { body } = await scene.announce({ filename: 'a.txt', category: 'script' });
    const head =
      `PUT ${new URL(body.data.upload_url).pathname} HTTP/1.1\r\nHost: a\r\n` +
      'Content-Type: text/plain\r\nContent-Length: 100000\r\n\r\n';
    expectEnvelope(await converse(head, { piece: 'a', every_ms: 500 }), /body.*in time/i, 20_000);
  });
});

test.concurrent('a body that nobody reads does not keep its connection', async () => {
  const head = 'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';
  const { text, closed_after_ms } = await converse(head, { piece: 'a', every_ms: 500 });
  expect(text).toMatch(/^HTTP\/1\.1 405 /);
  expect(closed_after_ms).toBeLessThan(20_000);
});

test.concurrent('a long upload that makes progress is accepted, however long it takes', async () => {
  const scene = await uploadScene(server, member);
  const { body } = await scene.announce({ filename: 'a.txt', category: 'script' });
  const piece = 'a'.repeat(8 * 1024);
  const pieces = 24;
  const head =
    `PUT ${new URL(body.data.upload_url).pathname} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
    `Content-Type: text/plain\r\nContent-Length: ${piece.length * pieces}\r\n\r\n`;
  let sent = 0;
  const { text } = await converse(head, {
    get piece() {
      sent += 1;
      return sent <= pieces ? piece : '';
    },
    every_ms: 1_000,
  });
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

test('many requests on one connection leave nothing behind on it', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  for (let index = 0; index < 30; index++) {
    const body = { name: 'Workflow', definition: {} };
    await server.request('POST', '/api/v1/workflows', { as: member, body });
  }
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
});

test('a process has a limited number of connections, and serves the existing ones', async () => {
  const small = await startTestApp({ config: { max_connections: 3 } });
  const { hostname, port } = new URL(small.url);
  const open = () =>
    new Promise<{ socket: Socket; text: string }>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.once('data', (data) => resolve({ socket, text: String(data) }));
      socket.once('close', () => resolve({ socket, text: '' }));
      socket.on('error', () => undefined);
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    });
  const first = [await open(), await open(), await open()];
  expect(first.map(({ text }) => text.slice(0, 15))).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
  expect((await open()).text).toBe('');
  for (const { socket } of first) socket.destroy();
  await small.close();
});
