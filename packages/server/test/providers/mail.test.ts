import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailContent } from '../../src/features/mail/index.ts';
import { createMailSender, type Mail, MailError } from '../../src/providers/mail/index.ts';
import { decoded, startSmtp, type TestSmtp } from '../support/mail.ts';

const FROM = 'Voiceloom <voices@example.com>';
const mail = (fields: Partial<Mail> = {}): Mail => ({
  id: '0199-mail',
  to: 'ada@example.org',
  subject: 'Grüße\r\nBcc: eve@example.org',
  text: 'Guten Tag.\n',
  html: '<p>Guten Tag.</p>',
  written_at: new Date('2026-01-31T09:30:00Z'),
  ...fields,
});

describe('the folder', () => {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-mail-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const sender = createMailSender({ kind: 'folder', directory, from: FROM });

  test('gets one file per email, readable only by its owner, however often it is sent', async () => {
    const { place } = await sender.send(mail());
    await sender.send(mail());
    expect(readdirSync(directory)).toEqual(['0199-mail.eml']);
    expect(place).toBe(join(directory, '0199-mail.eml'));
    expect(statSync(place).mode & 0o777).toBe(0o600);
    const message = readFileSync(place, 'latin1');
    expect(message).toContain('To: ada@example.org');
    expect(message).toContain('From: Voiceloom <voices@example.com>');
    expect(message).toContain('Message-ID: <0199-mail@example.com>');
    expect(message).toContain('Date: Sat, 31 Jan 2026 09:30:00 +0000');
    expect(decoded(message)).toContain('Guten Tag.');
  });

  test('never gets a header from a subject', async () => {
    const { place } = await sender.send(mail());
    expect(readFileSync(place, 'latin1')).not.toMatch(/^Bcc:/m);
  });
});

describe('SMTP', () => {
  const login = { user: 'mailer', password: 'p@ss:word' };
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await startSmtp(login);
  });
  afterEach(() => {
    smtp.refuse = undefined;
    smtp.hold = undefined;
  });
  afterAll(() => smtp.close());
  const send = (url = smtp.url) => createMailSender({ kind: 'smtp', url, from: FROM }).send(mail());
  const failure = (url?: string) =>
    send(url).then(
      () => 'sent',
      (error: unknown) => error instanceof MailError && { permanent: error.permanent },
    );

  test('gets the email as text and HTML, with the login in the URL', async () => {
    const { place } = await send();
    expect(place).toMatch(/^250 /);
    const message = smtp.messages.at(-1);
    expect(message).toContain('Message-ID: <0199-mail@example.com>');
    expect(message).toContain('Content-Type: text/plain');
    expect(message).toContain('<p>Guten Tag.</p>');
  });

  test('can reject an address permanently or temporarily', async () => {
    smtp.refuse = () => 550;
    expect(await failure()).toEqual({ permanent: true });
    smtp.refuse = () => 450;
    expect(await failure()).toEqual({ permanent: false });
  });

  test('can be unavailable, reject the login or disconnect, and each is retried', async () => {
    const closed = await startSmtp();
    await closed.close();
    expect(await failure(closed.url)).toEqual({ permanent: false });
    expect(await failure(smtp.url.replace('mailer', 'stranger'))).toEqual({ permanent: false });
    smtp.hold = () => Promise.reject(new Error('Broken.'));
    expect(await failure()).toEqual({ permanent: false });
  });

  test('never gets a password unencrypted from another machine', async () => {
    // The name resolves to this machine, but is not a loopback name.
    const url = smtp.url.replace('127.0.0.1', '127.0.0.2');
    const before = smtp.messages.length;
    expect(await failure(url)).toEqual({ permanent: false });
    expect(smtp.messages.length).toBe(before);
  });
});

test('the texts in an email are escaped, whatever they contain', () => {
  const { subject, text, html } = mailContent('ada@example.org', {
    subject: 'To <b>all</b>\nof you',
    paragraphs: ['<script>alert("1")</script> & more'],
    action: { label: `It's here`, url: 'https://example.org/?a=1&b="2"' },
  });
  expect(subject).toBe('To <b>all</b> of you');
  expect(text).toBe(`<script>alert("1")</script> & more\n\nIt's here:\nhttps://example.org/?a=1&b="2"\n`);
  expect(html).toContain('<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more</p>');
  expect(html).toContain('<a href="https://example.org/?a=1&amp;b=&quot;2&quot;">It&#39;s here</a>');
});
