import { expect, test } from 'vitest';
import type { BlobStore, UploadTicketRequest } from '../../src/storage/index.ts';
import { bytesOf, type Harness, sha256, textAt } from './harness.ts';

const BODY = 'name,line\nAda,Hello\n';
const REQUEST = { content_type: 'text/csv', max_size_bytes: 1000, expires_in_s: 60 };

async function uploadTo(
  store: BlobStore,
  request: Partial<UploadTicketRequest> & { key: string },
  body = BODY,
) {
  const { url, headers } = await store.uploadTicket({ ...REQUEST, ...request });
  return fetch(url, { method: 'PUT', headers, body });
}

/** Links that clients use without other rights: what they allow, and that they allow nothing else. */
export function ticketConformance(current: () => Harness): void {
  uploadConformance(current);
  downloadConformance(current);
}

function uploadConformance(current: () => Harness): void {
  test('an upload ticket accepts raw bytes with only the type', async () => {
    const { store } = current();
    const ticket = await store.uploadTicket({ ...REQUEST, key: 'up/plain.csv' });
    expect(ticket.headers).toEqual({ 'Content-Type': 'text/csv' });
    expect(ticket.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    const answer = await fetch(ticket.url, { method: 'PUT', headers: ticket.headers, body: BODY });
    expect(answer.status).toBe(200);
    expect(await textAt(store, 'up/plain.csv')).toBe(BODY);
    expect(await store.head('up/plain.csv')).toMatchObject({ content_type: 'text/csv' });
  });

  test('an upload of the announced size and checksum is stored', async () => {
    const { store } = current();
    const announced = { size_bytes: BODY.length, checksum_sha256: sha256(BODY) };
    expect((await uploadTo(store, { key: 'up/exact.csv', ...announced })).status).toBe(200);
    expect(await textAt(store, 'up/exact.csv')).toBe(BODY);
  });

  test('an upload longer or shorter than announced is rejected and stores nothing', async () => {
    const { store } = current();
    const longer = await uploadTo(store, { key: 'up/size.csv', size_bytes: BODY.length - 1 });
    expect([403, 413]).toContain(longer.status);
    const shorter = await uploadTo(store, { key: 'up/size.csv', size_bytes: BODY.length + 1 });
    expect([403, 422]).toContain(shorter.status);
    expect(await store.head('up/size.csv')).toBeUndefined();
  });

  test('an upload over the maximum is rejected by the address if it can, or else visible to head', async () => {
    const { store, holdsToMaximum } = current();
    const answer = await uploadTo(store, { key: 'up/max.csv', max_size_bytes: 5 });
    expect(answer.status).toBe(holdsToMaximum ? 413 : 200);
    expect((await store.head('up/max.csv'))?.size_bytes).toBe(holdsToMaximum ? undefined : BODY.length);
  });

  test('an upload of another type is rejected and stores nothing', async () => {
    const { store } = current();
    const { url } = await store.uploadTicket({ ...REQUEST, key: 'up/type.csv' });
    const answer = await fetch(url, { method: 'PUT', headers: { 'Content-Type': 'text/html' }, body: BODY });
    expect([403, 422]).toContain(answer.status);
    expect(await store.head('up/type.csv')).toBeUndefined();
  });

  test('an upload of other bytes than announced is rejected and stores nothing', async () => {
    const { store } = current();
    const announced = { size_bytes: BODY.length, checksum_sha256: sha256(BODY) };
    const answer = await uploadTo(store, { key: 'up/sum.csv', ...announced }, BODY.toUpperCase());
    expect([400, 422]).toContain(answer.status);
    expect(await store.head('up/sum.csv')).toBeUndefined();
  });

  test('the client cannot replace the announced checksum', async () => {
    const { store } = current();
    const other = BODY.toUpperCase();
    const ticket = await store.uploadTicket({
      ...REQUEST,
      key: 'up/swap.csv',
      checksum_sha256: sha256(BODY),
    });
    const swapped = Buffer.from(sha256(other), 'hex').toString('base64');
    const headers = { ...ticket.headers, 'x-amz-checksum-sha256': swapped };
    const answer = await fetch(ticket.url, { method: 'PUT', headers, body: other });
    expect([403, 422]).toContain(answer.status);
    expect(await store.head('up/swap.csv')).toBeUndefined();
  });

  test('an expired upload ticket is rejected', async () => {
    const { store, travel } = current();
    const { url, headers, expires_at } = await store.uploadTicket({ ...REQUEST, key: 'up/late.csv' });
    travel(61);
    const answer = await fetch(url, { method: 'PUT', headers, body: BODY });
    travel(-61);
    expect(answer.status).toBe(403);
    expect(Math.abs(expires_at.getTime() - Date.now() - 60_000)).toBeLessThan(30_000);
    expect(await store.head('up/late.csv')).toBeUndefined();
  });

  test('an upload ticket that is used twice applies the same limits to the second body', async () => {
    const { store } = current();
    const ticket = await store.uploadTicket({ ...REQUEST, key: 'up/again.csv', size_bytes: 3 });
    const send = (body: string) => fetch(ticket.url, { method: 'PUT', headers: ticket.headers, body });
    expect((await send('one')).status).toBe(200);
    expect((await send('two')).status).toBe(200);
    expect((await send('three')).ok).toBe(false);
    expect(await textAt(store, 'up/again.csv')).toBe('two');
  });

  test('a confirmed object that was copied cannot be changed by its ticket', async () => {
    const { store } = current();
    const ticket = await store.uploadTicket({ ...REQUEST, key: 'up/pending.csv' });
    const send = (body: string) => fetch(ticket.url, { method: 'PUT', headers: ticket.headers, body });
    await send('confirmed');
    await store.copy('up/pending.csv', 'up/confirmed.csv');
    await send('afterwards');
    expect(await textAt(store, 'up/confirmed.csv')).toBe('confirmed');
  });

  test('a ticket changed at any position is rejected', async () => {
    const { store } = current();
    const { url, headers } = await store.uploadTicket({ ...REQUEST, key: 'up/forged.csv' });
    const forged = [
      url.slice(0, -1) + (/[0-9a-zA-Z]/.test(url.slice(-1)) ? (url.endsWith('0') ? '8' : '0') : 'x'),
      url.slice(0, -4),
    ];
    for (const address of forged) {
      expect((await fetch(address, { method: 'PUT', headers, body: BODY })).ok).toBe(false);
    }
    expect(await store.head('up/forged.csv')).toBeUndefined();
  });

  test('an upload ticket reads nothing, and a download ticket writes nothing', async () => {
    const { store } = current();
    await store.put('up/both.csv', Buffer.from(BODY), { content_type: 'text/csv' });
    const up = await store.uploadTicket({ ...REQUEST, key: 'up/both.csv' });
    const down = await store.downloadTicket({ ...REQUEST, key: 'up/both.csv', filename: 'both.csv' });
    expect((await fetch(up.url)).status).toBe(403);
    expect((await fetch(down.url, { method: 'PUT', headers: up.headers, body: 'evil' })).status).toBe(403);
    expect(await textAt(store, 'up/both.csv')).toBe(BODY);
  });

  test.each([0, -1, 1.5, 604_801])('a ticket cannot be valid for %d seconds', async (expires_in_s) => {
    const { store } = current();
    await expect(store.uploadTicket({ ...REQUEST, key: 'up/life.csv', expires_in_s })).rejects.toThrow(
      RangeError,
    );
    const download = { ...REQUEST, key: 'up/life.csv', filename: 'a', expires_in_s };
    await expect(store.downloadTicket(download)).rejects.toThrow(RangeError);
  });
}

function downloadConformance(current: () => Harness): void {
  const KEY = 'down/audio.wav';
  async function ticketFor(filename: string, key = KEY) {
    const { store } = current();
    await store.put(KEY, Buffer.from('0123456789'), { content_type: 'audio/wav' });
    return store.downloadTicket({ key, filename, content_type: 'audio/wav', expires_in_s: 60 });
  }

  test('a download ticket returns the bytes under its name and type', async () => {
    const answer = await fetch((await ticketFor('take 1.wav')).url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('cache-control')).toBe('private');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="take 1.wav"');
    expect(await answer.text()).toBe('0123456789');
  });

  test('a name outside ASCII reaches the client unchanged', async () => {
    const answer = await fetch((await ticketFor('第1話 "ゼロ".wav')).url);
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toContain('filename="_1_ ____.wav"');
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe('第1話 "ゼロ".wav');
  });

  test('a download supports ranges and can be resumed', async () => {
    const { url } = await ticketFor('a.wav');
    const part = await fetch(url, { headers: { Range: 'bytes=3-5' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 3-5/10');
    expect(await part.text()).toBe('345');
    expect(await (await fetch(url, { headers: { Range: 'bytes=-2' } })).text()).toBe('89');
    expect((await fetch(url, { headers: { Range: 'bytes=10-' } })).status).toBe(416);
  });

  test('a download that the client already has is not sent again', async () => {
    const { url } = await ticketFor('a.wav');
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('a download ticket can be reused until it expires', async () => {
    const { url } = await ticketFor('a.wav');
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    current().travel(61);
    const late = await fetch(url);
    current().travel(-61);
    expect(late.status).toBe(403);
  });

  test('a download of a missing object is a 404', async () => {
    const { url } = await ticketFor('a.wav', 'down/none.wav');
    expect((await fetch(url)).status).toBe(404);
  });

  test('a large download is complete', async () => {
    const { store } = current();
    const body = Buffer.alloc(3_000_000, 'voice');
    await store.put('down/large.wav', body, { content_type: 'audio/wav' });
    const { url } = await ticketFor('large.wav', 'down/large.wav');
    expect(sha256(new Uint8Array(await (await fetch(url)).arrayBuffer()))).toBe(sha256(body));
    expect((await bytesOf((await store.get('down/large.wav')).stream)).length).toBe(body.length);
  });
}
