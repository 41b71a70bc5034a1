import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys } from '../support/own-keys.ts';
import { deepgramEmulator as emulator } from '../support/transcription-emulators/deepgram.ts';
import { json } from '../support/transcription-emulators/emulator.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';
import { unzip } from '../support/unzip.ts';

const SCRIPT = 'The ferry leaves the harbor at noon today.';

describe('word accuracy in a run, from the key to the report', () => {
  let server: TestApp;
  let worker: Worker;
  let provider: ListeningServer;
  let member: Member;
  beforeAll(async () => {
    provider = await startListeningEmulator(emulator);
    const config = {
      provider_urls: { deepgram: provider.url },
      provider_allowed_hosts: [provider.host],
    };
    server = await startTestApp({ role: 'all', config });
    await allowOwnKeys(server.app);
    worker = await startWorker(server.app, runJobs);
  });
  beforeEach(async () => {
    member = await createMember(server);
    provider.decide(undefined);
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

  const check = (config: Record<string, unknown> = {}) => node('validator_error_rate', config);
  function checked(text: string, accuracy = check()) {
    const source = node('source_script', { text, source_language: 'en-us' });
    const [generator, sink] = [node('operator_generator'), node('sink_preview')];
    const definition = definitionOf(
      [source, generator, accuracy, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', accuracy],
        [accuracy, 'pass', sink],
        [accuracy, 'fail', generator],
      ],
    );
    return { definition, sink };
  }

  async function run({ definition }: ReturnType<typeof checked>): Promise<string> {
    const workflow = await call('POST', '/workflows', { name: 'Ferry' });
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Ferry', definition });
    const started = await call('POST', `/workflows/${workflow.id}/runs`);
    const path = `/workflows/${workflow.id}/runs/${started.id}`;
    const events = await fetch(`${server.url}/api/v1${path}/events`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    await events.text();
    return path;
  }

  test('without a key, a definition has a warning, runs, and the overview reports what is missing', async () => {
    const accuracy = check();
    const parts = checked(SCRIPT, accuracy);
    const report = await call('POST', '/workflows/validate', { definition: parts.definition });
    expect(report).toMatchObject({ valid: true, errors: [] });
    const place = 'definition.graph.nodes.2.config';
    expect(report.warnings).toEqual([
      expect.objectContaining({ path: `${place}.provider`, code: 'transcription_key_missing' }),
    ]);
    const path = await run(parts);
    expect(await call('GET', path)).toMatchObject({ status: 'completed' });
    const overview = await call('GET', `${path}/overview`);
    expect(overview.validators).toEqual([
      expect.objectContaining({
        ...{ kind: 'error_rate', status: 'unsupported', avg_score: null, pass_rate: null },
        reason: expect.stringMatching(/no usable key/),
      }),
    ]);
    const { rows } = await call('GET', `${path}/data`);
    expect(rows[0].cards[0]).toMatchObject({
      status: 'delivered',
      validations: [{ kind: 'error_rate', status: 'unscored', score: null, transcript: null, diff: [] }],
    });
  });

  test('with the key, a wrong take is spoken again, and both are shown with their transcripts', async () => {
    const accepted = json({ accessor: 'me' });
    provider.decide(({ path }) =>
      path === '/v1/listen' ? undefined : { act: 'respond', response: accepted },
    );
    await call('PUT', '/provider-keys/deepgram', emulator.credentials);
    const heard = ['the ferry leaves a harbor at', SCRIPT];
    provider.hear(() => heard.shift() ?? '');
    const unknown = await call('POST', '/workflows/validate', {
      definition: checked(SCRIPT, check({ provider: 'deepgram', model: 'nova-0' })).definition,
    });
    expect(unknown.warnings).toEqual([expect.objectContaining({ code: 'unknown_transcription_model' })]);
    const parts = checked(SCRIPT, check({ provider: 'deepgram' }));
    expect((await call('POST', '/workflows/validate', { definition: parts.definition })).warnings).toEqual(
      [],
    );
    const path = await run(parts);
    // Two takes of 42 characters at 10 credits per 1,000. Transcription costs no credits.
    expect(await call('GET', path)).toMatchObject({ status: 'completed', credits: 2 });
    const { rows } = await call('GET', `${path}/data`);
    const [card] = rows[0].cards;
    expect(card.validations).toEqual([
      expect.objectContaining({
        ...{ kind: 'error_rate', score: 100, status: 'pass', wer: 0, cer: null, phonetic_score: 100 },
        ...{ provider: 'deepgram', model: 'nova-3', transcript: SCRIPT },
      }),
    ]);
    const [first, second] = card.takes;
    expect(second.audio_id).toBe(card.audio.audio_id);
    expect(first.verdicts).toMatchObject([
      {
        ...{ score: 62.5, status: 'fail', wer: 3 / 8, transcript: 'the ferry leaves a harbor at' },
        diff: [
          { op: 'match', script: 'The ferry leaves', start_ms: 0, end_ms: 1_400 },
          { op: 'substitute', script: 'the', transcript: 'a', start_ms: 1_500, end_ms: 1_900 },
          { op: 'match', script: 'harbor at' },
          { op: 'delete', script: 'noon today', transcript: '', start_ms: null, end_ms: null },
        ],
      },
    ]);
    const metrics = first.verdicts[0].evidence.map(({ metric }: { metric: string }) => metric);
    expect(metrics).toEqual(['word_error_rate', 'missing_end', 'wrong_words']);
    const { url } = await call('GET', `${path}/nodes/${parts.sink.id}/download`);
    const files = await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
    expect(files.get('report.html')?.toString()).toContain(`["=","${SCRIPT.slice(0, -1)}",""`);
    const overview = await call('GET', `${path}/overview`);
    expect(overview.validators).toEqual([
      expect.objectContaining({ kind: 'error_rate', status: 'available', retry_count: 1, pass_count: 1 }),
    ]);
  });

  test('the options of the node are the available transcribers', async () => {
    for (const name of ['validator_error_rate', 'validator_pronunciation']) {
      const { options } = await call('GET', `/nodes/${name}`);
      const providers = options.provider.value.map(({ value }: { value: string }) => value);
      expect(providers).toEqual(['openai_compatible', 'elevenlabs', 'deepgram']);
      expect(options.model.value).toContainEqual({ value: 'scribe_v2', display_name: 'Scribe v2' });
    }
  });
});
