import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadRunHead } from '../../src/engine/chunks/load.ts';
import type { RunLine } from '../../src/engine/model.ts';
import { validatorNaturalness } from '../../src/engine/nodes/validators/naturalness.ts';
import { countVerdicts, summarizeValidators } from '../../src/features/runs/aggregates.ts';
import { listNodes } from '../../src/features/runs/index.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { SCORING_KEY, type ScoringEndpoint, startScoringEndpoint } from '../support/scoring-endpoint.ts';

let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;
let endpoint: ScoringEndpoint;
/** The scores of the next takes, in order; then 4.5. */
let scores: number[] = [];

beforeAll(async () => {
  speech = scriptedSpeech({ durationMs: () => 900 });
  endpoint = await startScoringEndpoint(() => scores.shift() ?? 4.5);
  engine = await startEngine({
    speech,
    config: { provider_allowed_hosts: [endpoint.host, '127.0.0.1:9'], provider_timeout_ms: 0 },
  });
});
beforeEach(async () => {
  owner = await engine.owner();
  scores = [];
  speech.requests.length = 0;
  endpoint.heard.length = 0;
  endpoint.script();
});
afterAll(async () => {
  await engine.close();
  await endpoint.close();
});

const enter = (url = endpoint.url) =>
  giveKey(engine.app, owner, { provider: 'scoring_endpoint', credentials: { url, api_key: SCORING_KEY } });

/** script -> speech -> naturalness (failed lines go back) -> delivery */
function booth(config: Record<string, unknown> = {}, text = 'Hello there.') {
  const source = node('source_script', { text, source_language: 'en-us' });
  const [generator, check] = [node('operator_generator'), node('validator_naturalness', config)];
  const sink = node('sink_preview');
  return definitionOf(
    [source, generator, check, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', check],
      [check, 'pass', sink],
      [check, 'fail', generator],
    ],
  );
}

async function runOf(definition: ReturnType<typeof booth>) {
  const id = await engine.start(owner, definition);
  const run = await engine.until(id, ['completed', 'failed']);
  expect(await auditRun(engine.app, id)).toEqual([]);
  const verdicts = await engine.app.db
    .selectFrom('attempt')
    .select(['iteration', 'input_id', 'output_id', 'port', 'verdict'])
    .where('run_id', '=', id)
    .where('verdict', 'is not', null)
    .orderBy('iteration')
    .execute();
  const line = await engine.app.db
    .selectFrom('run_line')
    .selectAll()
    .where('run_id', '=', id)
    .executeTakeFirstOrThrow();
  return { run, verdicts, line, definition };
}

describe('naturalness', () => {
  test('is the MOS of the endpoint between 0 and 100, with model and host as evidence', async () => {
    await enter();
    scores = [4.4];
    const { run, verdicts } = await runOf(booth());
    expect([run.status, run.lines_delivered, run.retries]).toEqual(['completed', 1, 0]);
    expect(verdicts).toEqual([
      expect.objectContaining({
        port: 'pass',
        verdict: {
          kind: 'naturalness',
          score: 85,
          status: 'pass',
          reason: null,
          threshold: 85,
          evidence: {
            mos: 4.4,
            model: 'utmos-test',
            endpoint: endpoint.host,
            scored_on: `utmos-test at ${endpoint.host}`,
            findings: [
              {
                ...{ metric: 'mean_opinion_score', value: 4.4, min: 4.4, max: 5, unit: 'MOS' },
                ...{ start_ms: null, end_ms: null, passed: true },
              },
            ],
          },
        },
      }),
    ]);
    const [take] = endpoint.heard;
    expect([take?.pcm.sampleRate, take?.pcm.channels.length, take?.duration_ms]).toEqual([16_000, 1, 900]);
    expect(JSON.stringify(verdicts)).not.toContain(SCORING_KEY);
  });

  test('below the threshold makes a new take, and the best one is delivered when the retries are used up', async () => {
    await enter();
    scores = [3, 4, 3.5];
    const { run, verdicts, line } = await runOf(booth({ max_retry: 2 }));
    expect([run.status, run.retries, speech.requests.length]).toEqual(['completed', 2, 3]);
    expect(verdicts.map(({ port, verdict }) => [port, verdict?.status, verdict?.score])).toEqual([
      ['fail', 'fail', 50],
      ['fail', 'fail', 75],
      ['pass', 'exhausted', 62.5],
    ]);
    expect(verdicts[0]?.verdict?.reason).toBe('A mean opinion score of 3.00 is below 4.40.');
    expect(line).toMatchObject({ status: 'delivered', audio_id: verdicts[1]?.input_id });
  });

  test('that a second take reaches passes the line', async () => {
    await enter();
    scores = [3, 4.8];
    const { verdicts, line } = await runOf(booth());
    expect(verdicts.map(({ port }) => port)).toEqual(['fail', 'pass']);
    expect(line.audio_id).toBe(verdicts[1]?.input_id);
  });

  test('without an endpoint is not scored: the line passes unscored, and the overview gives the reason', async () => {
    const { run, verdicts, definition } = await runOf(booth());
    const reason = 'The workspace has no scoring endpoint. Add one under provider keys.';
    expect(run.lines_delivered).toBe(1);
    expect(verdicts[0]).toMatchObject({
      port: 'pass',
      verdict: { status: 'unscored', score: null, reason },
    });
    const nodes = listNodes(definition);
    const counts = await countVerdicts(engine.app.db, run.id, nodes);
    const { summaries } = summarizeValidators(counts, { nodes, hasEnded: true });
    expect(summaries).toEqual([
      expect.objectContaining({ kind: 'naturalness', status: 'unsupported', reason, avg_score: null }),
    ]);
  });

  test.each<[string, Parameters<ScoringEndpoint['script']>, RegExp]>([
    ['does not understand', [{ act: 'respond', status: 422, body: '{"detail":"too short"}' }], /too short/],
    ['answers off the scale', [{ act: 'respond', status: 200, body: '{"mos":9}' }], /must be from 1 to 5/],
  ])('of an endpoint that %s is unscored with the reason, after one request', async (_name, acts, reason) => {
    await enter();
    endpoint.script(...acts);
    const { run, verdicts } = await runOf(booth());
    expect([run.status, run.lines_delivered]).toEqual(['completed', 1]);
    expect(verdicts[0]?.verdict).toMatchObject({
      status: 'unscored',
      reason: expect.stringMatching(reason),
    });
    expect(endpoint.heard).toEqual([]);
  });

  test('of an endpoint that rejects the key is unscored for all lines, until another key is stored', async () => {
    await enter();
    endpoint.script(...Array.from({ length: 2 }, () => ({ act: 'respond' as const, status: 401 })));
    const first = await runOf(booth());
    expect(first.verdicts[0]?.verdict).toMatchObject({
      status: 'unscored',
      reason: expect.stringMatching(/returned no score\. It returned status 401/),
    });
    // The key was checked with a second of silence. After that, the service sends no more requests.
    const second = await runOf(booth({}, 'Hello again.'));
    expect(second.verdicts[0]?.verdict?.reason).toMatch(/^scoring_endpoint: It returned status 401/);
    expect(endpoint.heard).toEqual([]);
  });

  test('of an endpoint that rejects the key is not requested for the other lines of a chunk either', async () => {
    const { run } = await runOf(booth());
    const input = await engine.app.db
      .selectFrom('audio')
      .selectAll()
      .where('workspace_id', '=', owner.workspace_id)
      .executeTakeFirstOrThrow();
    const head = await loadRunHead(engine.app.db, run.id);
    const place = [...head.plan.nodes.values()].find(({ type }) => type === 'validator_naturalness');
    if (!place) throw new Error('no check');
    const { signal } = new AbortController();
    const work = { line: { no: 1 } as RunLine, input_id: input.id, input };
    const context = { run: head, node: place, chunk_id: '', iteration: 0, works: [work], signal };
    await enter();
    const score = await validatorNaturalness.open({ ...context, app: engine.app });
    // For the first line and for the check of the key. A further request would get a score.
    endpoint.script({ act: 'respond', status: 401 }, { act: 'respond', status: 401 });
    const reason = expect.stringMatching(/returned no score\. It returned status 401/);
    for (let line = 0; line < 2; line++)
      expect(await score(work)).toMatchObject({ verdict: { status: 'unscored', reason } });
    expect(endpoint.heard).toEqual([]);
  });

  test('of an endpoint that is busy or fails for a moment is retried', async () => {
    await enter();
    endpoint.script(
      { act: 'respond', status: 429, headers: { 'retry-after': '0' } },
      { act: 'reset' },
      { act: 'respond', status: 503, headers: { 'retry-after': '0' } },
    );
    const { verdicts } = await runOf(booth());
    expect(verdicts[0]?.verdict).toMatchObject({ status: 'pass', score: 87.5 });
  });

  test('of an endpoint that no longer exists is unscored for every line, and no line is lost', async () => {
    await enter('http://127.0.0.1:9/score');
    const text = Array.from({ length: 12 }, (_, at) => `Line ${at} of a dead endpoint.`).join('\n');
    const { run, verdicts } = await runOf(booth({}, text));
    expect([run.status, run.lines_delivered, run.lines_failed]).toEqual(['completed', 12, 0]);
    expect(verdicts.map(({ verdict }) => verdict?.status)).toEqual(Array(12).fill('unscored'));
  });
});
