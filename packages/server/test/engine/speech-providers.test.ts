import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, runRow, startEngine } from '../support/engine.ts';
import { giveKey } from '../support/own-keys.ts';
import { elevenlabsEmulator } from '../support/speech-emulators/elevenlabs.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

describe('runs that use the provider key of their workspace', () => {
  let openai: EmulatorServer;
  let eleven: EmulatorServer;
  let engine: Engine;
  let owner: Owner;
  beforeAll(async () => {
    openai = await startSpeechEmulator(openaiCompatibleEmulator);
    eleven = await startSpeechEmulator(elevenlabsEmulator);
    engine = await startEngine({
      config: {
        provider_urls: { openai_compatible: openai.url, elevenlabs: eleven.url },
        provider_allowed_hosts: [openai.host, eleven.host],
      },
    });
  });
  beforeEach(async () => {
    owner = await engine.owner();
    const [openaiKey, elevenKey] = [openaiCompatibleEmulator.credentials, elevenlabsEmulator.credentials];
    await giveKey(engine.app, owner, { provider: 'openai_compatible', credentials: openaiKey });
    await giveKey(engine.app, owner, { provider: 'elevenlabs', credentials: elevenKey });
    openai.requests.length = 0;
    eleven.requests.length = 0;
  });
  afterEach(() => {
    openai.decide(undefined);
    eleven.decide(undefined);
  });
  afterAll(async () => {
    await engine.close();
    await openai.close();
    await eleven.close();
  });

  const run = async (lines: number, words: string, generator: Record<string, unknown>) => {
    const text = numberedLines(lines, words);
    return engine.start(owner, shortPipeline({ text, generator: { concurrency: 4, ...generator } }));
  };
  const ended = (id: string) => engine.until(id, ['completed', 'failed']);
  const takesOf = (runId: string) =>
    engine.app.db
      .selectFrom('audio')
      .innerJoin('voice', 'voice.id', 'audio.voice_id')
      .select(['audio.provider', 'audio.model', 'audio.settings', 'audio.facts', 'audio.credits'])
      .select('voice.provider_voice_id')
      .where('run_id', '=', runId)
      .execute();

  test('a take names its provider, model and voice, and the billed units, but nothing of the key', async () => {
    const id = await run(2, 'is spoken', { provider: 'elevenlabs', speed: 1.5 });
    expect(await ended(id)).toMatchObject({ status: 'completed', credits: 2 });
    const takes = await takesOf(id);
    expect(takes).toHaveLength(2);
    for (const take of takes) {
      const { provider, model, settings, facts } = take;
      expect([provider, model, take.provider_voice_id]).toEqual([
        'elevenlabs',
        'eleven_multilingual_v2',
        'voice-1',
      ]);
      expect(settings).toMatchObject({
        dropped: ['speed'],
        billed: { unit: 'characters', amount: 24 },
        request_id: 'el_1',
      });
      expect(facts.words).toHaveLength(5);
      expect(JSON.stringify(take)).not.toContain(elevenlabsEmulator.secret);
    }
    const seeds = eleven.requests
      .filter(elevenlabsEmulator.isSpeech)
      .map(({ body }) => JSON.parse(body).seed);
    expect(new Set(seeds).size).toBe(2);
  });

  test('a provider that crashes during its lines and recovers loses none and charges each once', async () => {
    openai.decide(() => ({ act: 'hang' }));
    const id = await run(12, 'survives the provider', { provider: 'openai_compatible' });
    await eventually(() => openai.active() === 4);
    const port = Number(new URL(openai.url).port);
    await openai.close();
    openai = await startSpeechEmulator(openaiCompatibleEmulator, port);
    expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 12, credits: 12 });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('a provider that is unavailable longer than the attempts of a line loses no line, and its takes are kept', async () => {
    openai.decide(() => ({ act: 'reset' }));
    const id = await run(2, 'waits for the restart', { provider: 'openai_compatible' });
    // Two lines with four attempts each. One has had more.
    await eventually(() => openai.requests.filter(openaiCompatibleEmulator.isSpeech).length > 8);
    openai.decide(undefined);
    expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 2, credits: 2 });
    const troubles = JSON.stringify((await takesOf(id)).map(({ settings }) => settings.troubles));
    expect(troubles).toMatch(/"transient":(?:[5-9]|\d\d)/);
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('a provider that is busy for a long time is waited for', async () => {
    const busy = json({ error: { code: 'rate_limit_exceeded', message: 'Slower.' } }, 429);
    const wanted = new Map<string, number>();
    openai.decide(({ body }) => {
      const asked = (wanted.get(body) ?? 0) + 1;
      wanted.set(body, asked);
      return asked <= 5
        ? { act: 'respond', response: { ...busy, headers: { ...busy.headers, 'retry-after': '0' } } }
        : undefined;
    });
    const id = await run(8, 'is told to come back', { provider: 'openai_compatible' });
    expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 8, credits: 8 });
    const troubles = (await takesOf(id)).flatMap(({ settings }) => settings.troubles);
    expect(troubles).toEqual(Array(8).fill({ provider: 'openai_compatible', answers: { busy: 5 } }));
  });

  test('a concurrency limit of the provider is detected, and every line is spoken', async () => {
    const crowded = json({ detail: { status: 'too_many_concurrent_requests', message: 'Two.' } }, 429);
    eleven.decide(() => (eleven.active() > 1 ? { act: 'respond', response: crowded } : undefined));
    const id = await run(30, 'takes its turn', { provider: 'elevenlabs' });
    expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 30, credits: 30 });
  });

  test('a key that is revoked ends the run without a charge', async () => {
    await engine.app.db
      .deleteFrom('provider_key')
      .where('workspace_id', '=', owner.workspace_id)
      .where('provider', '=', 'elevenlabs')
      .execute();
    const id = await run(2, 'has no key', { provider: 'elevenlabs' });
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { code: 'provider_key_missing' },
    });
  });

  describe('with a fallback', () => {
    const fallback = { provider: 'openai_compatible', fallback_provider: 'espeak' };
    const speechRequests = () => openai.requests.filter(openaiCompatibleEmulator.isSpeech).length;

    test('the fallback speaks if the first provider rejects the key, and the take names who spoke', async () => {
      const refusal = json({ error: { code: 'invalid_api_key', message: 'No.' } }, 401);
      openai.decide(() => ({ act: 'respond', response: refusal }));
      const id = await run(2, 'is spoken by somebody else', fallback);
      expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 2, credits: 2 });
      for (const take of await takesOf(id))
        expect(take).toMatchObject({ provider: 'espeak', model: 'espeak-ng', credits: 1 });
      expect(await auditRun(engine.app, id)).toEqual([]);
      const second = await run(2, 'is spoken by somebody else', fallback);
      expect(await ended(second)).toMatchObject({ status: 'completed', credits: 0 });
    });

    test('a line that the first provider cannot speak does not go to the fallback', async () => {
      const refusal = json({ error: { code: 'bad', message: 'This text cannot be spoken.' } }, 400);
      openai.decide(({ body }) =>
        body.includes('number 1 ') ? { act: 'respond', response: refusal } : undefined,
      );
      const id = await run(2, 'may be refused', fallback);
      expect(await ended(id)).toMatchObject({ status: 'failed', lines_failed: 1, lines_delivered: 1 });
    });

    test('a first provider that fails repeatedly gets no more requests', async () => {
      openai.decide(() => ({ act: 'respond', response: { status: 500 } }));
      const id = await run(30, 'finds the circuit open', fallback);
      expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 30, credits: 30 });
      expect(speechRequests()).toBeLessThan(30);
      expect(new Set((await takesOf(id)).map(({ provider }) => provider))).toEqual(new Set(['espeak']));
    });
  });
});

test('a provider that stays unavailable fails its lines without charge, and a retry speaks them all', async () => {
  const provider = await startSpeechEmulator(openaiCompatibleEmulator);
  const impatient = await startEngine({
    config: {
      provider_urls: { openai_compatible: provider.url },
      provider_allowed_hosts: [provider.host],
      provider_timeout_ms: 0,
    },
  });
  const other = await impatient.owner();
  const { credentials } = openaiCompatibleEmulator;
  await giveKey(impatient.app, other, { provider: 'openai_compatible', credentials });
  provider.decide(() => ({ act: 'reset' }));
  const definition = shortPipeline({
    text: numberedLines(3, 'waits for better days'),
    generator: { provider: 'openai_compatible' },
  });
  const id = await impatient.start(other, definition);
  expect(await impatient.until(id, ['completed', 'failed'])).toMatchObject({
    status: 'failed',
    credits: 0,
    hold: 0,
    lines_failed: 3,
  });
  expect(await auditRun(impatient.app, id)).toEqual([]);
  provider.decide(undefined);
  const { workflow_id } = await runRow(impatient.app, id);
  const again = await impatient.start(other, definition, { workflow_id, retry_of: id });
  expect(await impatient.until(again, ['completed', 'failed'])).toMatchObject({
    status: 'completed',
    lines_delivered: 3,
    credits: 3,
  });
  await impatient.close();
  await provider.close();
});
