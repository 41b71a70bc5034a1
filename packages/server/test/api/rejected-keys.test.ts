import { checkDefinition } from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { recordRejectedKey } from '../../src/engine/provider-calls/provider-keys.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys } from '../support/own-keys.ts';
import { insertWorkflow } from '../support/run-factory.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { fieldsOf, narration } from '../support/workflows.ts';

const ID = 'openai_compatible';
/** Whether the provider rejects the key for all requests, including its list of voices. */
let isRevoked = false;
/** Whether the list of voices is unavailable. */
let isAway = false;
const rejection = json({ error: { code: 'invalid_api_key', message: 'No.' } }, 401);

describe('a key that its provider rejects during a run', () => {
  let server: TestApp;
  let worker: Worker;
  let provider: EmulatorServer;
  let member: Member;
  beforeAll(async () => {
    const list: typeof emulator.list = (request) =>
      isAway ? json({ error: { message: 'Later.' } }, 503) : isRevoked ? rejection : emulator.list(request);
    provider = await startSpeechEmulator({ ...emulator, list });
    const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
    server = await startTestApp({ role: 'all', config });
    await allowOwnKeys(server.app);
    worker = await startWorker(server.app, runJobs);
  });
  beforeEach(async () => {
    member = await createMember(server);
    await call('PUT', `/provider-keys/${ID}`, emulator.credentials);
  });
  afterEach(() => {
    isAway = false;
    reject('nothing');
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
    await provider.close();
  });

  const reject = (what: 'everything' | 'speech' | 'nothing') => {
    isRevoked = what === 'everything';
    provider.decide(what === 'nothing' ? undefined : () => ({ act: 'respond', response: rejection }));
  };
  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { as: member, body });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const statusOfKey = async (): Promise<string> => {
    const { providers } = await call('GET', '/provider-keys');
    return providers.find((key: { provider: string }) => key.provider === ID).status;
  };
  const definition = narration(undefined, { provider: ID, model: 'kokoro' });
  /** The path of a run that has ended. */
  const run = async (workflow: string): Promise<string> => {
    const { id } = await call('POST', `/workflows/${workflow}/runs`);
    const path = `/workflows/${workflow}/runs/${id}`;
    const events = await fetch(`${server.url}/api/v1${path}/events`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    await events.text();
    return path;
  };
  const workflowOf = async (input: unknown = definition): Promise<string> => {
    const checked = checkDefinition(input);
    if (!checked.definition) throw new Error(JSON.stringify(checked.errors));
    return (await insertWorkflow({ server, member }, checked.definition)).id;
  };

  test('becomes invalid, and the next start is rejected with the reason', async () => {
    const workflow = await workflowOf();
    reject('everything');
    expect(await call('GET', await run(workflow))).toMatchObject({
      status: 'failed',
      credits: 0,
      error_details: { code: 'provider_auth' },
    });
    expect(await statusOfKey()).toBe('invalid');
    reject('nothing');
    const rejectedStart = await ask('POST', `/workflows/${workflow}/runs`);
    expect(rejectedStart.status).toBe(422);
    expect(fieldsOf(rejectedStart.body)).toEqual(['definition.graph.nodes.1.config.provider']);
    expect(rejectedStart.body.error.message).toMatch(
      /^The key for openai_compatible was rejected\. Replace it/,
    );
    expect(rejectedStart.text).not.toContain(emulator.secret);
    const { warnings } = await call('POST', '/workflows/validate', { definition });
    expect(warnings).toEqual([expect.objectContaining({ code: 'provider_key_invalid' })]);
    await call('PUT', `/provider-keys/${ID}`, emulator.credentials);
    expect(await statusOfKey()).toBe('valid');
    expect(await call('GET', await run(workflow))).toMatchObject({ status: 'completed' });
  });

  test('stays valid if the provider accepts it in a test, because only this request was rejected', async () => {
    const workflow = await workflowOf();
    reject('speech');
    expect(await call('GET', await run(workflow))).toMatchObject({
      error_details: { code: 'lines_failed' },
    });
    expect(await statusOfKey()).toBe('valid');
  });

  test('stays valid if the provider does not respond to the test', async () => {
    const workflow = await workflowOf();
    reject('speech');
    isAway = true;
    expect(await call('GET', await run(workflow))).toMatchObject({
      error_details: { code: 'provider_auth' },
    });
    expect(await statusOfKey()).toBe('valid');
  });

  test('is left unchanged if another key has replaced it meanwhile', async () => {
    reject('everything');
    const place = { workspace_id: member.workspace_id, provider: ID, reason: 'It was refused.' };
    const before = { ...emulator.credentials, api_key: 'the-key-of-before-0123456789' };
    await recordRejectedKey(server.app, { ...place, credentials: before });
    expect(await statusOfKey()).toBe('valid');
  });

  test('excludes its provider from automatic provider selection', async () => {
    const routing = { mode: 'auto', candidates: [{ provider: ID, model: 'kokoro' }] };
    const routed = narration(undefined, { routing });
    const report = () => call('POST', '/workflows/validate', { definition: routed });
    expect((await report()).warnings).toEqual([]);
    await call('DELETE', `/provider-keys/${ID}`);
    expect((await report()).warnings).toEqual([
      expect.objectContaining({
        code: 'no_candidate',
        path: 'definition.graph.nodes.1.config.routing.candidates',
      }),
    ]);
  });

  test('a run with provider selection reports its choice and the reason; an unknown price is null', async () => {
    const routing = { mode: 'auto', candidates: [{ provider: ID, model: 'kokoro' }, { provider: 'espeak' }] };
    await server.app.db
      .updateTable('workspace')
      .set({ routing_price_sensitivity: 0 })
      .where('id', '=', member.workspace_id)
      .execute();
    const routed = narration(undefined, { routing });
    const path = await run(await workflowOf(routed));
    const steps = await call('GET', `${path}/steps?include_result=true&node_type=operator_generator`);
    expect(steps[0].result).toMatchObject({
      done: 1,
      provider_selections: [
        {
          locale_code: 'en-us',
          provider: 'espeak',
          model: 'espeak-ng',
          reason: {
            price_sensitivity: 0,
            candidates: [
              { provider: 'espeak', usd_per_1000_characters: 0, quality: 1 },
              { provider: ID, usd_per_1000_characters: null, quality: null },
            ],
          },
        },
      ],
    });
  });
});
