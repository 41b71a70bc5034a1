import { Voiceloom } from '@voiceloom/sdk';
import { expect, test } from 'vitest';
import { endLeftover } from '../src/demo/story.ts';
import { data, json, META, service } from './support/service.ts';

const runs = '/api/v1/workflows/w1/runs';
const runOf = (status: string) => ({ id: 'r7', workflow_id: 'w1', run_number: 7, status, error: null });

async function stageWith(status: string) {
  const pagination = { limit: 1, next: null, prev: null, total: 1 };
  const { url, seen } = await service({
    [`GET ${runs}`]: json({ data: [runOf(status)], meta: META, pagination }),
    [`POST ${runs}/r7/cancel`]: data(runOf('cancelled'), 202),
    [`GET ${runs}/r7/status`]: data(runOf('cancelled')),
    [`GET ${runs}/r7/events`]: (res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
  });
  const client = new Voiceloom({ baseUrl: url, token: 't' });
  return { stage: { client, signal: new AbortController().signal, out: process.stdout }, seen };
}

test.each(['pending', 'running', 'paused'])(
  'a run that a stopped demo left %s is canceled',
  async (status) => {
    const { stage, seen } = await stageWith(status);
    expect(await endLeftover(stage, 'w1')).toBe(7);
    expect(seen.map(({ route }) => route)).toContain(`POST ${runs}/r7/cancel`);
  },
);

test.each(['completed', 'failed', 'cancelled'])('a run that is %s is left unchanged', async (status) => {
  const { stage, seen } = await stageWith(status);
  expect(await endLeftover(stage, 'w1')).toBeUndefined();
  expect(seen).toHaveLength(1);
});
