import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityTag } from '../../src/handler/entity-tag.ts';
import { decodeCursor, encodeCursor } from '../../src/lists/page-cursor.ts';
import { decodeBase62, encodeBase62 } from '../../src/secrets/base62.ts';
import { newToken } from '../../src/secrets/token.ts';
import { readTicket, signTicket } from '../../src/storage/index.ts';

const PLAIN = /^[0-9A-Za-z]+$/;

test('bytes survive base62, including zeros at either end and many blocks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = encodeBase62(bytes);
      expect(text).toMatch(/^[0-9A-Za-z]*$/);
      expect(new Uint8Array(decodeBase62(text) ?? [0])).toEqual(bytes);
    }),
  );
});

test('invalid base62 text decodes to no bytes', () => {
  for (const text of ['0', '-0', 'a b', 'zz', 'z'.repeat(43), '0'.repeat(44), 'ä0']) {
    expect(decodeBase62(text)).toBeUndefined();
  }
});

test('the byte 255 and a block of ones are encoded as calculated manually', () => {
  // 255 = 4 * 62 + 7
  expect(encodeBase62(Uint8Array.of(255))).toBe('47');
  expect(encodeBase62(new Uint8Array(32).fill(0))).toBe('0'.repeat(43));
});

test('no token, cursor, ticket or tag starts with a hyphen or contains anything except letters and digits', () => {
  const order = [{ key: 'name', direction: 'asc', type: 'text' }] as const;
  const secret = new Uint8Array(32).fill(7);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const text = name.replaceAll('\0', '');
      const cursor = encodeCursor({ fingerprint: 'f', direction: 'next', row: { name: text }, order });
      expect(cursor).toMatch(PLAIN);
      expect(decodeCursor(cursor, 'f', order).values).toEqual([text]);
      const now = new Date('2026-03-02T00:00:00Z');
      const ticket = signTicket(
        { purpose: 'p', expires_at: new Date(now.getTime() + 1), claims: text },
        secret,
      );
      for (const part of ticket.split('.')) expect(part).toMatch(PLAIN);
      expect(readTicket(ticket, { purpose: 'p', secret, now })).toMatchObject({ ok: true, claims: text });
      expect(newToken().token).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(entityTag('v', text)).toMatch(/^"v\.[0-9A-Za-z]{16}"$/);
    }),
  );
});
