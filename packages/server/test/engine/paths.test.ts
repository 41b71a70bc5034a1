import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelRun } from '../../src/engine/index.ts';
import { listNodes } from '../../src/features/runs/index.ts';
import { buildNodeStates, findSteps } from '../../src/features/runs/steps.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { definitionOf, type GraphNode, node, numberedLines, shortPipeline } from '../support/definitions.ts';
import {
  auditRun,
  type Engine,
  eventually,
  type Owner,
  type RunRow,
  runRow,
  startEngine,
} from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

describe('the paths of lines through a run', () => {
  let gate: (text: string, signal: AbortSignal) => Promise<void>;
  let durationMs: (speed: number) => number;
  const speech = scriptedSpeech({
    before: (request, signal) => gate(request.text, signal),
    durationMs: (request) => durationMs(request.speed),
  });
  let engine: Engine;
  let owner: Owner;
  beforeAll(async () => {
    engine = await startEngine({ speech, settings: { concurrency: 2, lines_per_chunk: 20 } });
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    gate = () => Promise.resolve();
    durationMs = () => 300;
    owner = await engine.owner();
  });

  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );

  const ended = (runId: string): Promise<RunRow> => engine.until(runId, ['completed', 'failed']);
  const script = (text: string): GraphNode => node('source_script', { text, source_language: 'en-us' });

  /** The result of each line at a node, by line number. */
  async function outputsAt(runId: string, place: GraphNode): Promise<Record<number, string | null>> {
    const rows = await engine.app.db
      .selectFrom('attempt')
      .select(['line_no', 'output_id'])
      .where('run_id', '=', runId)
      .where('node_id', '=', place.id)
      .orderBy('iteration')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.line_no, row.output_id]));
  }

  /** How often each line was spoken again, in script order. */
  async function retriesOf(runId: string): Promise<number[]> {
    const rows = await engine.app.db
      .selectFrom('run_line')
      .select('retry_count')
      .where('run_id', '=', runId)
      .orderBy('no')
      .execute();
    return rows.map((row) => row.retry_count);
  }

  async function statusesOf(runId: string): Promise<Record<string, string>> {
    const run = await runRow(engine.app, runId);
    const nodes = listNodes(run.definition as unknown as Parameters<typeof listNodes>[0]);
    const run_status = run.status as 'completed';
    const states = buildNodeStates(nodes, await findSteps(engine.app.db, runId), {
      run_status,
      now: new Date(),
    });
    return Object.fromEntries(states.map((state) => [state.node_id, state.status]));
  }

  test('a take that two checks reject at once is spoken again once', async () => {
    durationMs = () => 1_000;
    const [source, generator, sink] = [
      script(numberedLines(6, 'is refused twice')),
      node('operator_generator'),
      node('sink_preview'),
    ];
    const never = { max_syllables_per_second: 0.1, max_retry: 2 };
    const [left, right] = [node('validator_pacing', never), node('validator_pacing', never)];
    const definition = definitionOf(
      [source, generator, left, right, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', left],
        [generator, 'audio', right],
        [left, 'fail', generator],
        [right, 'fail', generator],
        [left, 'pass', sink],
        [right, 'pass', sink],
      ],
    );
    const before = speech.requests.length;
    const run = await ended(await engine.start(owner, definition));
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 6 });
    // Six lines, each with its first take and two retries, no matter which check rejected them.
    const keys = speech.requests.slice(before).map((request) => request.idempotency_key);
    expect([keys.length, new Set(keys).size, run.credits]).toEqual([18, 18, 18]);
    expect([run.retries, await retriesOf(run.id)]).toEqual([12, [2, 2, 2, 2, 2, 2]]);
    const steps = await findSteps(engine.app.db, run.id);
    expect(steps.filter((step) => step.total !== step.done + step.failed)).toEqual([]);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a retry of a run keeps the takes of each voice for that voice', async () => {
    const source = script(numberedLines(4, 'has two voices again'));
    const [high, low] = [node('operator_generator', { pitch: 3 }), node('operator_generator', { pitch: -3 })];
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, high, low, sink],
      [
        [source, 'lines', high],
        [source, 'lines', low],
        [high, 'audio', sink],
        [low, 'audio', sink],
      ],
    );
    const workflow_id = await engine.workflow(owner, definition);
    const first = await ended(await engine.start(owner, definition, { workflow_id }));
    const retry = {
      workflow_id,
      retry_of: first.id,
      retry_lines: [{ line_id: 'L00001', locale_code: null }],
    };
    const again = await ended(await engine.start(owner, definition, retry));
    expect(again).toMatchObject({ status: 'completed', credits: 2, reused_takes: 6 });
    for (const place of [high, low]) {
      const [old, kept] = [await outputsAt(first.id, place), await outputsAt(again.id, place)];
      expect({ 1: kept[1], 2: kept[2], 3: kept[3] }).toEqual({ 1: old[1], 2: old[2], 3: old[3] });
      expect(kept[0]).not.toBe(old[0]);
    }
    expect(await auditRun(engine.app, again.id)).toEqual([]);
  });

  test('a retry of a canceled run does not pay again for takes that no check has rejected', async () => {
    // In any order of lines, waiting chunks must not keep slots from a chunk that still has to speak.
    let spoken = 0;
    gate = (_text, signal) => (spoken++ < 9 ? Promise.resolve() : untilAborted(signal));
    const definition = shortPipeline({ text: numberedLines(60, 'is cut off and taken up') });
    const workflow_id = await engine.workflow(owner, definition);
    const runId = await engine.start(owner, definition, { workflow_id });
    await eventually(async () => (await runRow(engine.app, runId)).credits === 9 && speech.active() > 0);
    await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: runId });
    gate = () => Promise.resolve();
    const retry = { workflow_id, retry_of: runId };
    const again = await ended(await engine.start(owner, definition, retry));
    expect(again).toMatchObject({ status: 'completed', lines_delivered: 60, credits: 51, reused_takes: 9 });
  });

  test('a line that a check after mastering finds too slow gets faster with every take', async () => {
    // A provider that applies only half of the requested speed change.
    durationMs = (speed) => Math.round(2_000 / Math.sqrt(speed));
    const [source, generator, mastering] = [
      script('It goes on for long.'),
      node('operator_generator'),
      node('operator_mastering'),
    ];
    const pacing = node('validator_pacing', {
      min_syllables_per_second: 8,
      max_syllables_per_second: 30,
      max_retry: 2,
    });
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, mastering, pacing, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', mastering],
        [mastering, 'audio', pacing],
        [pacing, 'fail', generator],
        [pacing, 'pass', sink],
      ],
    );
    const before = speech.requests.length;
    await ended(await engine.start(owner, definition));
    const speeds = speech.requests.slice(before).map((request) => request.speed);
    expect(speeds.length).toBeGreaterThan(2);
    expect(speeds).toEqual([...new Set(speeds)].sort((one, other) => one - other));
  });

  test('a fail port that leads forward is taken after the first rejection, whatever retries are allowed', async () => {
    durationMs = () => 1_000;
    const [source, generator, rescue] = [
      script(numberedLines(2, 'is too fast')),
      node('operator_generator'),
      node('operator_generator', { speed: 0.5 }),
    ];
    const pacing = node('validator_pacing', { max_syllables_per_second: 0.1, max_retry: 0 });
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, pacing, rescue, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', pacing],
        [pacing, 'pass', sink],
        [pacing, 'fail', rescue],
        [rescue, 'audio', sink],
      ],
    );
    const run = await ended(await engine.start(owner, definition));
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 2, credits: 4 });
    const rescued = Object.values(await outputsAt(run.id, rescue)).sort();
    const delivered = Object.values(await outputsAt(run.id, sink)).sort();
    expect(delivered).toEqual(rescued);
    expect([run.retries, await retriesOf(run.id)]).toEqual([0, [0, 0]]);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a rejected line that goes directly to the output is not retried', async () => {
    durationMs = () => 1_000;
    const [source, generator] = [script(numberedLines(2, 'is delivered anyway')), node('operator_generator')];
    const pacing = node('validator_pacing', { max_syllables_per_second: 0.1, max_retry: 2 });
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, pacing, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', pacing],
        [pacing, 'pass', sink],
        [pacing, 'fail', sink],
      ],
    );
    const run = await ended(await engine.start(owner, definition));
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 2, retries: 0 });
    expect(await retriesOf(run.id)).toEqual([0, 0]);
  });

  test('runs that share their takes do not wait for each other', async () => {
    const definition = shortPipeline({ text: numberedLines(5, 'is shared by two runs') });
    await ended(await engine.start(owner, definition));
    await engine.app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('audio')
        .select('id')
        .where('workspace_id', '=', owner.workspace_id)
        .forUpdate()
        .execute();
      const second = await engine.start(owner, definition);
      // Runs inside the transaction, so that the transaction is never idle long enough to be ended.
      await eventually(async () => (await runRow({ ...engine.app, db: tx }, second)).status === 'completed');
      const shared = { lines_delivered: 5, reused_takes: 5, credits: 0 };
      expect(await runRow(engine.app, second)).toMatchObject(shared);
    });
  });

  test('a small run of another workspace ends long before a large one that started first', async () => {
    const definition = shortPipeline({ text: numberedLines(400, 'is one of very many') });
    const large = await engine.start(owner, definition);
    const spoken = (word: string) => speech.requests.filter((request) => request.text.includes(word)).length;
    await eventually(() => spoken('one of very many') >= 20);
    const other = await engine.owner();
    const small = await engine.start(other, shortPipeline({ text: numberedLines(10, 'is one of few') }));
    expect(await ended(small)).toMatchObject({ status: 'completed', lines_delivered: 10 });
    expect(spoken('one of very many')).toBeLessThan(200);
    await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: large });
  });

  test('a node that no line reached is skipped after the run has ended', async () => {
    durationMs = () => 1_000;
    const [source, generator, rescue] = [
      script(numberedLines(3, 'is in order')),
      node('operator_generator'),
      node('operator_generator', { speed: 1.5 }),
    ];
    const [noise, sink] = [node('validator_noise'), node('sink_preview')];
    const definition = definitionOf(
      [source, generator, noise, rescue, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', noise],
        [noise, 'pass', sink],
        [noise, 'fail', rescue],
        [rescue, 'audio', sink],
      ],
    );
    const run = await ended(await engine.start(owner, definition));
    expect(run.status).toBe('completed');
    expect(await statusesOf(run.id)).toEqual({
      [source.id]: 'completed',
      [generator.id]: 'completed',
      [noise.id]: 'completed',
      [rescue.id]: 'skipped',
      [sink.id]: 'completed',
    });
  });

  test('a node that fails the run as a whole is failed, and the nodes after it are skipped', async () => {
    gate = () => Promise.reject(new SpeechError('auth', 'The key is not valid.'));
    const definition = shortPipeline({ text: numberedLines(3, 'has no key at all') });
    const run = await ended(await engine.start(owner, definition));
    expect(Object.values(await statusesOf(run.id))).toEqual(['completed', 'failed', 'skipped', 'skipped']);
  });
});
