import { decode } from '@voiceloom/audio';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncKeyVoices } from '../../src/features/voices/index.ts';
import { voices as voiceSync } from '../../src/features/voices/jobs.ts';
import { checkInWorkspace } from '../../src/features/workflows/actions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys } from '../support/own-keys.ts';
import { runHousekeeping } from '../support/run-job.ts';
import { json, type SpeechEmulator } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { narration } from '../support/workflows.ts';

const DAY_MS = 24 * 3_600_000;

describe('the voices of a key', () => {
  let server: TestApp;
  let provider: EmulatorServer;
  let member: Member;
  let names: string[];
  let away: boolean;
  beforeAll(async () => {
    const changing: SpeechEmulator = {
      ...emulator,
      list: (request) =>
        away && request.path === '/audio/voices'
          ? { status: 500 }
          : request.path === '/models'
            ? json({ data: [] })
            : emulator.list(request) && json({ voices: names }),
    };
    provider = await startSpeechEmulator(changing);
    server = await startTestApp({
      config: {
        provider_urls: { openai_compatible: provider.url },
        provider_allowed_hosts: [provider.host],
      },
    });
    await allowOwnKeys(server.app);
  });
  beforeEach(async () => {
    [names, away] = [['af_heart', 'bm_george'], false];
    member = await createMember(server);
  });
  afterEach(() => server.app.db.deleteFrom('provider_key').execute());
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const put = () =>
    server.request('PUT', '/api/v1/provider-keys/openai_compatible', {
      as: member,
      body: emulator.credentials,
    });
  const voices = async (as = member) => {
    const { body } = await server.request('GET', '/api/v1/voices?provider=openai_compatible', { as });
    return body.data as { id: string; provider_voice_id: string; is_active: boolean }[];
  };
  const active = async () =>
    (await voices()).filter(({ is_active }) => is_active).map((voice) => voice.provider_voice_id);
  const later = (ms: number) => new Date(Date.now() + ms);

  test('are listed when the key is stored, only for this workspace', async () => {
    expect((await put()).status).toBe(200);
    expect(await voices()).toEqual([
      expect.objectContaining({
        provider_voice_id: 'bm_george',
        name: 'george',
        gender: 'male',
        source: 'platform',
        supported_languages: ['en-gb'],
        supported_models: null,
        sample_url: null,
      }),
      expect.objectContaining({ provider_voice_id: 'af_heart', supported_languages: ['en-us'] }),
    ]);
    expect(await voices(await createMember(server))).toEqual([]);
    const { body } = await server.request('GET', '/api/v1/providers/openai_compatible', { as: member });
    expect(body.data).toMatchObject({ available: true, key_status: 'valid', voices_count: 2 });
  });

  test('are listed again a day later: new ones are added, missing ones become inactive, and ids stay', async () => {
    await put();
    const before = await voices();
    names = ['af_heart', 'af_bella'];
    await runHousekeeping(server.app, voiceSync, later(DAY_MS - 60_000));
    expect(await active()).toEqual(['bm_george', 'af_heart']);
    await runHousekeeping(server.app, voiceSync, later(DAY_MS + 60_000));
    expect((await active()).sort()).toEqual(['af_bella', 'af_heart']);
    const ids = new Map((await voices()).map((voice) => [voice.provider_voice_id, voice.id]));
    for (const { id, provider_voice_id } of before) expect(ids.get(provider_voice_id)).toBe(id);
    names = ['bm_george'];
    await runHousekeeping(server.app, voiceSync, later(2 * DAY_MS + 120_000));
    expect(await active()).toEqual(['bm_george']);
  });

  test('can be listed again at once, but not twice within ten seconds', async () => {
    const refresh = (provider: string) =>
      server.request('POST', '/api/v1/voices/refresh', { as: member, body: { provider } });
    expect((await refresh('openai_compatible')).body.error.code).toBe('NOT_FOUND');
    expect((await refresh('espeak')).body.error.details).toMatchObject([{ field: 'body.provider' }]);
    await put();
    names = ['af_bella'];
    expect((await refresh('openai_compatible')).body.error.code).toBe('RATE_LIMITED');
    const forgetAttempts = () =>
      server.app.db.updateTable('provider_key').set({ voices_attempted_at: null }).execute();
    await forgetAttempts();
    const refreshed = await refresh('openai_compatible');
    expect(refreshed.body.data).toMatchObject({ provider: 'openai_compatible', voices_count: 1 });
    expect(await active()).toEqual(['af_bella']);
    away = true;
    await forgetAttempts();
    expect((await refresh('openai_compatible')).body.error.code).toBe('UNAVAILABLE');
    expect(await active()).toEqual(['af_bella']);
    await server.app.db.updateTable('provider_key').set({ status: 'invalid' }).execute();
    expect((await refresh('openai_compatible')).body.error.code).toBe('CONFLICT');
  });

  test('are listed later if the provider was unavailable, and the previous list stays until then', async () => {
    away = true;
    expect((await put()).body.data).toMatchObject({ status: 'valid' });
    expect(await voices()).toEqual([]);
    away = false;
    await runHousekeeping(server.app, voiceSync, later(60_000));
    expect(await voices()).toEqual([]);
    await runHousekeeping(server.app, voiceSync, later(16 * 60_000));
    expect(await active()).toEqual(['bm_george', 'af_heart']);
    away = true;
    await runHousekeeping(server.app, voiceSync, later(2 * DAY_MS));
    expect(await active()).toEqual(['bm_george', 'af_heart']);
  });

  test('are not stored if the key was replaced while its voices were listed', async () => {
    await put();
    const replaced = await server.app.db.selectFrom('provider_key').selectAll().executeTakeFirstOrThrow();
    await put();
    names = ['af_bella'];
    const { workspace_id, provider: id, encrypted_credentials } = replaced;
    const key = { credentials: emulator.credentials, encrypted_credentials };
    const list = { ...key, now: later(1_000) };
    await syncKeyVoices(server.app, { workspace_id, provider: id }, list);
    expect(await active()).toEqual(['bm_george', 'af_heart']);
  });

  test('are removed with the key', async () => {
    await put();
    await server.request('DELETE', '/api/v1/provider-keys/openai_compatible', { as: member });
    expect(await active()).toEqual([]);
    await put();
    expect(await active()).toEqual(['bm_george', 'af_heart']);
  });

  test('do not use the key for samples', async () => {
    await put();
    const [voice] = await voices();
    const answer = await server.request('GET', `/api/v1/voices/${voice?.id}/sample`, { as: member });
    expect(answer.status).toBe(404);
    expect(provider.requests.filter(emulator.isSpeech)).toEqual([]);
  });

  test('speak a preview with the key once a day, only for its workspace, and report why they cannot', async () => {
    await put();
    const [voice] = await voices();
    const preview = (as: Member, body?: object) =>
      server.request('POST', `/api/v1/voices/${voice?.id}/preview`, { as, body });
    const { status, body } = await preview(member, { locale: 'de-de' });
    expect(status).toBe(200);
    // A second preview costs the owner of the key nothing.
    expect((await preview(member, { locale: 'de-de' })).status).toBe(200);
    const audio = new Uint8Array(await (await fetch(body.data.url)).arrayBuffer());
    expect((await decode(audio)).pcm.sampleRate).toBe(24_000);
    const sent = provider.requests.filter(emulator.isSpeech).map(emulator.textOf);
    expect(sent).toEqual([expect.stringMatching(/^Guten Tag\./)]);
    expect((await preview(await createMember(server))).status).toBe(404);
    await server.app.db.deleteFrom('provider_key').execute();
    const refused = await preview(member);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('a definition with a model that its provider will retire', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());

  test('is valid, with a warning that names the date and the replacement', async () => {
    const member = await createMember(server);
    const script = { text: 'Hello.', source_language: 'en-us' };
    const definition = narration(script, { provider: 'fish_audio', model: 's1' });
    const on = async (day: string) => {
      const app = { ...server.app, clock: () => new Date(`${day}T12:00:00Z`) };
      const { valid, warnings } = await checkInWorkspace(app, member.workspace_id, definition);
      expect(valid).toBe(true);
      return warnings;
    };
    const path = 'definition.graph.nodes.1.config.model';
    const message = 'S1 will be retired on 2026-12-31. Use s2.1-pro instead.';
    expect(await on('2026-11-02')).toContainEqual({ path, code: 'model_retires', message });
    expect(await on('2026-12-31')).toContainEqual({ path, code: 'model_retires', message });
    const gone = 'S1 was retired on 2026-12-31. Use s2.1-pro instead.';
    expect(await on('2027-01-01')).toContainEqual({ path, code: 'model_retired', message: gone });
  });
});
