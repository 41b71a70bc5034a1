import { decode, durationMs } from '@voiceloom/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys } from '../support/own-keys.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { unzip } from '../support/unzip.ts';
import { narration } from '../support/workflows.ts';

const LINES = ['The ferry leaves at noon.', 'Nobody waits for the last passenger.', 'Good night.'];

describe('a run with a provider key of its workspace, from the key to the ZIP', () => {
  let server: TestApp;
  let worker: Worker;
  let provider: EmulatorServer;
  let member: Member;
  beforeAll(async () => {
    provider = await startSpeechEmulator(emulator);
    const config = {
      provider_urls: { openai_compatible: provider.url },
      provider_allowed_hosts: [provider.host],
    };
    server = await startTestApp({ role: 'all', config });
    await allowOwnKeys(server.app);
    worker = await startWorker(server.app, runJobs);
    member = await createMember(server);
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
    await provider.close();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { as: member, body });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };

  const definition = narration(
    { text: LINES.join('\n'), source_language: 'en-us' },
    { provider: 'openai_compatible', model: 'kokoro' },
  );
  const [, generator, sink] = definition.graph.nodes;

  test('without the key, the start is rejected and names the node', async () => {
    const workflow = await call('POST', '/workflows', { name: 'Too early' });
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Too early', definition });
    const { status, body } = await ask('POST', `/workflows/${workflow.id}/runs`);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      expect.objectContaining({ field: 'definition.graph.nodes.1.config.provider' }),
    ]);
    const report = await call('POST', '/workflows/validate', { definition });
    expect(report.warnings).toEqual([expect.objectContaining({ code: 'provider_key_missing' })]);
  });

  test('with the key, every line is spoken by one of its voices, at the lower rate, and packed', async () => {
    await call('PUT', '/provider-keys/openai_compatible', emulator.credentials);
    const listed = await call('GET', '/voices?provider=openai_compatible');
    expect(listed.map((voice: { provider_voice_id: string }) => voice.provider_voice_id).sort()).toEqual(
      [...emulator.listed].sort(),
    );
    const workflow = await call('POST', '/workflows', { name: 'Ferry' });
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Ferry', definition });
    const started = await call('POST', `/workflows/${workflow.id}/runs`);
    const path = `/workflows/${workflow.id}/runs/${started.id}`;
    const events = await fetch(`${server.url}/api/v1${path}/events`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    await events.text();
    // 10 credits per 1,000 characters, rounded up for each line.
    expect(await call('GET', path)).toMatchObject({ status: 'completed', credits: 3 });
    const { url } = await call('GET', `${path}/nodes/${sink?.id}/download`);
    const files = await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const { lines } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    expect(lines.map((line: { script: string }) => line.script)).toEqual(LINES);
    for (const line of lines) {
      const { pcm } = await decode(files.get(line.file) ?? Buffer.alloc(0));
      expect(durationMs(pcm)).toBe(line.duration_ms);
    }
    const spoken = provider.requests.filter(emulator.isSpeech).map((sent) => JSON.parse(sent.body));
    expect(spoken.map(({ input }) => input).sort()).toEqual([...LINES].sort());
    expect(new Set(spoken.map(({ model, voice }) => `${model}/${voice}`))).toEqual(
      new Set(['kokoro/af_heart']),
    );
    expect(generator).toBeDefined();
  });
});
