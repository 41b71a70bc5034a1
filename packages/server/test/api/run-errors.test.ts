import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys } from '../support/own-keys.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { narration } from '../support/workflows.ts';

const ID = 'openai_compatible';
/** Whether the provider also rejects the key in a test, so that the run ends instead of its lines. */
let isRevoked = false;
type Shown = { error: unknown; error_details: unknown };

describe('the error of a run', () => {
  let server: TestApp;
  let worker: Worker;
  let provider: EmulatorServer;
  let member: Member;
  beforeAll(async () => {
    const list: typeof emulator.list = (request) => {
      if (isRevoked) return json({ error: { code: 'no', message: 'No.' } }, 401);
      return emulator.list(request);
    };
    provider = await startSpeechEmulator({ ...emulator, list });
    const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
    server = await startTestApp({ role: 'all', config });
    await allowOwnKeys(server.app);
    worker = await startWorker(server.app, runJobs);
  });
  beforeEach(async () => {
    isRevoked = false;
    member = await createMember(server);
    await call('PUT', `/provider-keys/${ID}`, emulator.credentials);
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
    await provider.close();
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await server.request(method, `/api/v1${path}`, { as: member, body });
    expect(response.status, response.text).toBeLessThan(300);
    return response.body.data;
  };
  /** A run that fails because the provider returns `status`: its path, its generator and its events. */
  const failedRun = async (status: number) => {
    isRevoked = status === 401;
    provider.decide(() => ({
      act: 'respond',
      response: json({ error: { code: 'no', message: 'No.' } }, status),
    }));
    const definition = narration(undefined, { provider: ID, model: 'kokoro' });
    const { id: workflow } = await call('POST', '/workflows', { name: 'Fails', definition });
    const { id } = await call('POST', `/workflows/${workflow}/runs`);
    const path = `/workflows/${workflow}/runs/${id}`;
    const response = await fetch(`${server.url}/api/v1${path}/events`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    const text = await response.text();
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    return { path, generator: definition.graph.nodes[1]?.id, events };
  };
  const shown = ({ error, error_details }: Shown) => ({ error, error_details });

  test('is the message, together with the code and the node, in every view of a run', async () => {
    const { path, generator, events } = await failedRun(401);
    const run = await call('GET', path);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/\S/) });
    expect(run.error_details).toEqual({
      code: 'provider_auth',
      message: run.error,
      node_id: generator,
      details: expect.any(Array),
    });
    const [status, overview, steps] = await Promise.all(
      [`${path}/status`, `${path}/overview`, `${path}/steps`].map((each) => call('GET', each)),
    );
    expect(shown(status)).toEqual(shown(run));
    expect(shown(overview.run)).toEqual(shown(run));
    const none = { error: null, error_details: null };
    const byNode = (rows: ({ node_id: string } & Shown)[]) =>
      rows.map((row) => [row.node_id === generator, shown(row)]);
    expect(byNode(overview.workflow_snapshot.node_states)).toEqual([
      [false, none],
      [true, shown(run)],
      [false, none],
    ]);
    expect(byNode(steps)).toContainEqual([true, shown(run)]);
    const last = (type: string, fits: (data: { node_id: string }) => boolean) =>
      events.filter((event) => event.type === type && fits(event.data)).at(-1);
    expect(shown(last('run.status', () => true).data)).toEqual(shown(run));
    expect(shown(last('node.state', ({ node_id }) => node_id === generator).data)).toEqual(shown(run));
  });

  test('names no node if lines failed, and the event of each line gives the reason', async () => {
    const { path, generator, events } = await failedRun(400);
    const run = await call('GET', path);
    expect(run.error_details).toMatchObject({ code: 'lines_failed', message: run.error, node_id: null });
    const [line] = events.filter(({ type }) => type === 'line.failed');
    expect(line.data.error_details).toEqual({
      code: 'invalid_input',
      message: line.data.error,
      node_id: generator,
      details: [],
    });
    const { rows } = await call('GET', `${path}/data`);
    expect(rows[0].cards[0].audio.reason).toBe(line.data.error);
  });
});
