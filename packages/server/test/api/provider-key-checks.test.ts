import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerKeyContext } from '../../src/engine/index.ts';
import { verifyWaitingKeys } from '../../src/features/provider-keys/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { GOOD_CREDENTIALS, type KeyEmulators, startKeyEmulators } from '../support/key-emulators.ts';

const CREATED = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-01T01:00:00Z');

let server: TestApp;
let emulators: KeyEmulators;
let member: Member;
let logged = '';

beforeAll(async () => {
  emulators = await startKeyEmulators();
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const config = { provider_urls: emulators.urls, provider_allowed_hosts: [emulators.host] };
  server = await startTestApp({ config, logTo, checks_ledgers: true });
  member = await createMember(server);
});
afterAll(async () => {
  await server.close();
  await emulators.close();
});

/** A key that waits for its check. */
async function waiting(provider: string, content: string): Promise<void> {
  const { db, secrets } = server.app;
  const place = { workspace_id: member.workspace_id, provider };
  const encrypted_credentials = secrets.encrypt(content, providerKeyContext(place));
  const key = {
    ...place,
    encrypted_credentials,
    encryption_key_id: secrets.keyIdOf(encrypted_credentials),
    key_preview: '',
  };
  const times = { checked_at: CREATED, created_at: CREATED, updated_at: CREATED };
  await db
    .insertInto('provider_key')
    .values({ ...key, ...times, status: 'unverified', created_by: member.user_id })
    .execute();
}

test('a stored key that its provider cannot parse does not block checks of the others', async () => {
  await waiting('cartesia', 'secret-but-no-json');
  await waiting('azure', JSON.stringify({ api_key: 'secret-of-another-shape' }));
  await waiting('rime', JSON.stringify(GOOD_CREDENTIALS.rime));
  await verifyWaitingKeys(server.app, LATER);
  const rows = await server.app.db
    .selectFrom('provider_key')
    .select(['provider', 'status', 'checked_at'])
    .orderBy('provider')
    .execute();
  expect(rows).toEqual([
    { provider: 'azure', status: 'unverified', checked_at: LATER },
    { provider: 'cartesia', status: 'unverified', checked_at: LATER },
    { provider: 'rime', status: 'valid', checked_at: LATER },
  ]);
  expect(logged).toContain('provider key unreadable');
  expect(logged).not.toContain('secret-');
});
