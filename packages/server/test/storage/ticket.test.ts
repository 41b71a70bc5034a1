import { expect, test } from 'vitest';
import { attachmentDisposition, readTicket, signTicket } from '../../src/storage/index.ts';

const SECRET = Buffer.alloc(32, 1);
const EXPIRES_AT = new Date('2030-01-01T00:00:00Z');
const BEFORE = new Date('2029-12-31T23:59:59.999Z');
const TICKET = { purpose: 'export', expires_at: EXPIRES_AT, claims: { run_id: 'r1', name: '台本' } };
const reader = { purpose: 'export', secret: SECRET, now: BEFORE };

test('a ticket returns its claims until the moment it expires', () => {
  const token = signTicket(TICKET, SECRET);
  expect(readTicket(token, reader)).toEqual({ ok: true, claims: TICKET.claims, expires_at: EXPIRES_AT });
  expect(readTicket(token, { ...reader, now: EXPIRES_AT })).toEqual({ ok: false, reason: 'expired' });
});

test('a ticket needs no escaping in a URL', () => {
  expect(signTicket(TICKET, SECRET)).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
});

test('a ticket for one purpose is not valid for another', () => {
  const token = signTicket(TICKET, SECRET);
  expect(readTicket(token, { ...reader, purpose: 'file.GET' })).toEqual({ ok: false, reason: 'forged' });
});

test('a ticket signed with another secret is forged', () => {
  expect(readTicket(signTicket(TICKET, Buffer.alloc(32, 2)), reader)).toEqual({
    ok: false,
    reason: 'forged',
  });
});

test('a ticket with any one character changed is rejected', () => {
  const token = signTicket(TICKET, SECRET);
  for (const index of token.slice(0, -1).split('').keys()) {
    const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    expect(readTicket(changed, reader).ok, `character ${index}`).toBe(false);
  }
});

test('a ticket is valid in one spelling only: bits that the signature does not use are also checked', () => {
  const token = signTicket(TICKET, SECRET);
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const last of digits) {
    expect(readTicket(token.slice(0, -1) + last, reader).ok, last).toBe(token.endsWith(last));
  }
  for (const spelling of [`${token}=`, `${token} `, `${token}!`]) {
    expect(readTicket(spelling, reader).ok, spelling).toBe(false);
  }
});

test.each(['', '.', 'a.', '.a', 'a.b.c', 'no-dot', '%00'])('the text %j is not a ticket', (text) => {
  expect(readTicket(text, reader).ok).toBe(false);
});

test('a short secret is rejected before anything is signed', () => {
  expect(() => signTicket(TICKET, Buffer.alloc(31))).toThrow('at least 32 bytes');
});

test.each([
  ['plain.wav', 'attachment; filename="plain.wav"'],
  ['a "b"\\c.wav', `attachment; filename="a _b__c.wav"; filename*=UTF-8''a%20%22b%22_c.wav`],
  ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
  ['a\r\nSet-Cookie: x', 'attachment; filename="a__Set-Cookie: x"'],
  ['100%.wav', `attachment; filename="100_.wav"; filename*=UTF-8''100%25.wav`],
  [
    "O'Neil (1)*é.wav",
    `attachment; filename="O'Neil (1)*_.wav"; filename*=UTF-8''O%27Neil%20%281%29%2A%C3%A9.wav`,
  ],
  ['  ', 'attachment; filename="download"'],
])('the file name %j becomes %s', (name, header) => {
  expect(attachmentDisposition(name)).toBe(header);
});

test('a file name cut at its maximum length stays valid Unicode', () => {
  expect(() => attachmentDisposition('😀'.repeat(200))).not.toThrow();
  expect(() => attachmentDisposition(`a${'😀'.repeat(200)}\ud800`)).not.toThrow();
});
