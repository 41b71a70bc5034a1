import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

let provider: EmulatorServer;
let server: TestApp;
let member: Member;
beforeAll(async () => {
  provider = await startSpeechEmulator(emulator);
  const config = {
    provider_urls: { openai_compatible: provider.url },
    provider_allowed_hosts: [provider.host],
  };
  server = await startTestApp({ config });
  member = await createMember(server);
  await setPlatformKey(server.app, 'openai_compatible', emulator.credentials);
  await offerPlatform(server.app, { providers: ['openai_compatible'] });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const read = async () =>
  (await server.request('GET', '/api/v1/providers/openai_compatible', { as: member })).body.data;

const change = (columns: {
  status?: 'valid' | 'invalid';
  unavailable_until?: Date | null;
  unavailable_reason?: 'quota' | null;
}) => server.app.db.updateTable('platform_provider_key').set(columns).execute();

test('a provider of the platform is available while its key is usable, and otherwise shows only that it is not', async () => {
  const usable = await read();
  expect(usable).toMatchObject({ available: true, paid_by: 'platform', key_status: 'not_configured' });

  await change({ status: 'invalid' });
  expect(await read()).toEqual({ ...usable, available: false });
  await change({ status: 'valid' });
  expect(await read()).toEqual(usable);

  const used_up = { unavailable_reason: 'quota' } as const;
  await change({ ...used_up, unavailable_until: new Date(Date.now() + 600_000) });
  expect(await read()).toEqual({ ...usable, available: false });
  await change({ ...used_up, unavailable_until: new Date(Date.now() - 1_000) });
  expect(await read()).toEqual(usable);

  const list = await server.request('GET', '/api/v1/providers?limit=100', { as: member });
  expect(list.body.data.find(({ id }: { id: string }) => id === 'openai_compatible')).toEqual(usable);
});

test('a preview of a voice is refused without reading the platform key', async () => {
  const { body } = await server.request('GET', '/api/v1/voices?provider=openai_compatible', { as: member });
  const [voice] = body.data;
  const models = server.app.speech.get(voice.provider)?.models ?? [];
  await offerPlatform(server.app, {
    providers: [voice.provider],
    models: models.map(({ id }) => `${voice.provider}/${id}`),
  });
  const decrypt = vi.spyOn(server.app.secrets, 'decrypt');
  const refused = await server.request('POST', `/api/v1/voices/${voice.id}/preview`, { as: member });
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'A preview of this voice needs an own key for openai_compatible.',
  ]);
  expect(decrypt).not.toHaveBeenCalled();
  decrypt.mockRestore();
});
