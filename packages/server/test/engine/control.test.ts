import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/engine/control/reconcile.ts';
import { cancelRun, pauseRun, resumeRun } from '../../src/engine/index.ts';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { definitionOf, type Link, node, numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

describe('an active run', () => {
  // The gate decides when the provider responds. Each test sets its own gate.
  let gate: (text: string, signal: AbortSignal) => Promise<void>;
  const speech = scriptedSpeech({
    before: (request, signal) => gate(request.text, signal),
    durationMs: () => 300,
  });
  let engine: Engine;
  let owner: Owner;
  beforeAll(async () => {
    engine = await startEngine({ speech });
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    gate = () => Promise.resolve();
    owner = await engine.owner();
  });

  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );

  test('cancel aborts the requests to the provider, keeps completed takes and releases the rest', async () => {
    gate = (text, signal) => (/number [1-9] /.test(text) ? Promise.resolve() : untilAborted(signal));
    const runId = await engine.start(owner, shortPipeline({ text: numberedLines(60, 'is cancelled') }));
    await eventually(async () => (await runRow(engine.app, runId)).credits === 9 && speech.active() > 0);
    expect(await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: runId })).toBe(true);
    const requests = speech.requests.length;
    await eventually(() => speech.active() === 0);
    expect(speech.requests.length - requests).toBeLessThanOrEqual(4);
    const run = await runRow(engine.app, runId);
    expect(run).toMatchObject({ status: 'cancelled', credits: 9, hold: 0, open_chunks: 0 });
    expect(await auditRun(engine.app, runId)).toEqual([]);
    expect(await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: runId })).toBe(false);
    expect((await runRow(engine.app, runId)).status).toBe('cancelled');
  });

  test('another workspace cannot cancel it', async () => {
    const other = await engine.owner();
    const runId = await engine.start(owner, shortPipeline({ text: numberedLines(3, 'stays') }));
    expect(await cancelRun(engine.app, { workspace_id: other.workspace_id, run_id: runId })).toBe(false);
    expect((await engine.until(runId, ['completed', 'cancelled'])).status).toBe('completed');
  });

  test('pause starts nothing new, resume continues, and no line is spoken twice', async () => {
    const text = numberedLines(80, 'is paused on its way');
    const definition = shortPipeline({ text });
    const workflow = await engine.workflow(owner, definition);
    const before = speech.requests.length;
    const runId = await engine.start(owner, definition, { workflow_id: workflow });
    const place = { workspace_id: owner.workspace_id, workflow_id: workflow, run_id: runId };
    await eventually(() => speech.requests.length > before + 10);
    await pauseRun(engine.app, place);
    await engine.until(runId, ['paused']);
    const spoken = speech.requests.length;
    expect(speech.active()).toBe(0);
    expect(spoken - before).toBeLessThan(80);
    await resumeRun(engine.app, place);
    await engine.until(runId, ['completed']);
    const texts = speech.requests.slice(before).map((request) => request.text);
    expect(texts).toHaveLength(80);
    expect(new Set(texts).size).toBe(80);
    expect(await auditRun(engine.app, runId)).toEqual([]);
    await expect(resumeRun(engine.app, place)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(pauseRun(engine.app, place)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('pausing and resuming at random moments loses and duplicates nothing', async () => {
    const definition = shortPipeline({ text: numberedLines(60, 'goes through many pauses') });
    const workflow = await engine.workflow(owner, definition);
    const before = speech.requests.length;
    const runId = await engine.start(owner, definition, { workflow_id: workflow });
    const place = { workspace_id: owner.workspace_id, workflow_id: workflow, run_id: runId };
    for (let round = 1; round <= 6; round++) {
      const goal = before + round * 8;
      await eventually(
        async () =>
          speech.requests.length >= goal || (await runRow(engine.app, runId)).status === 'completed',
      );
      if ((await runRow(engine.app, runId)).status === 'completed') break;
      await pauseRun(engine.app, place).catch(() => undefined);
      await resumeRun(engine.app, place).catch(() => undefined);
    }
    await engine.until(runId, ['completed']);
    expect(speech.requests.length - before).toBe(60);
    expect(await auditRun(engine.app, runId)).toEqual([]);
  });

  test('lines that the provider rejects fail alone, and the run then fails with the list', async () => {
    gate = async (text) => {
      if (/number (3|5) /.test(text)) throw new SpeechError('invalid_input', 'This text cannot be spoken.');
    };
    const definition = shortPipeline({ text: numberedLines(6, 'may be refused') });
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'failed', lines_delivered: 4, lines_failed: 2, credits: 4 });
    expect(run.error?.details.map((detail) => detail.field)).toEqual([
      'lines.L00003.en-us',
      'lines.L00005.en-us',
    ]);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('max_failed_lines lets a run complete despite failed lines', async () => {
    gate = async (text) => {
      if (/number 2 /.test(text)) throw new SpeechError('invalid_input', 'This text cannot be spoken.');
    };
    const definition = shortPipeline({
      text: numberedLines(4, 'may fail once'),
      params: { max_failed_lines: 1 },
    });
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 3, lines_failed: 1 });
  });

  test('a retry run speaks the failed lines again and keeps every other take', async () => {
    let broken = true;
    gate = async (text) => {
      if (broken && /number 4 /.test(text)) throw new SpeechError('invalid_input', 'Not now.');
    };
    const definition = shortPipeline({ text: numberedLines(8, 'is tried once more') });
    const workflow = await engine.workflow(owner, definition);
    const first = await engine.until(await engine.start(owner, definition, { workflow_id: workflow }), [
      'failed',
    ]);
    broken = false;
    const before = speech.requests.length;
    const again = await engine.start(owner, definition, {
      workflow_id: workflow,
      retry_of: first.id,
    });
    const run = await engine.until(again, ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 8, credits: 1, reused_takes: 7 });
    expect(speech.requests.slice(before).map((request) => request.text)).toEqual([
      'Line number 4 is tried once more.',
    ]);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a rejected key fails the run as a whole', async () => {
    gate = async () => {
      throw new SpeechError('auth', 'The key is not valid.');
    };
    const run = await engine.until(
      await engine.start(owner, shortPipeline({ text: numberedLines(20, 'has no key') })),
      ['failed'],
    );
    expect(run.error).toMatchObject({
      code: 'provider_auth',
      message: expect.stringContaining('The key is not valid.'),
    });
    expect(run.credits).toBe(0);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a busy provider is retried, and the line is charged once', async () => {
    const seen = new Map<string, number>();
    gate = async (text) => {
      seen.set(text, (seen.get(text) ?? 0) + 1);
      if (seen.get(text) === 1) throw new SpeechError('busy', 'Too many requests.', { retry_after_ms: 5 });
    };
    const run = await engine.until(
      await engine.start(owner, shortPipeline({ text: numberedLines(5, 'waits its turn') })),
      ['completed', 'failed'],
    );
    expect(run).toMatchObject({ status: 'completed', credits: 5 });
    expect([...seen.values()]).toEqual([2, 2, 2, 2, 2]);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('credits are never overdrawn: lines that cannot be paid are not spoken', async () => {
    const poor = await engine.owner(5);
    const before = speech.requests.length;
    const definition = shortPipeline({ text: numberedLines(12, 'costs a credit') });
    const run = await engine.until(await engine.start(poor, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'failed', lines_delivered: 5, lines_failed: 7, credits: 5 });
    expect(speech.requests.length - before).toBe(5);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a start that the account cannot pay is rejected and stores nothing', async () => {
    const poor = await engine.owner(3);
    const definition = shortPipeline({ text: numberedLines(12) });
    const workflow = await engine.workflow(poor, definition);
    await expect(
      engine.start(poor, definition, { workflow_id: workflow, min_credits: 12 }),
    ).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
    });
    const left = await engine.app.db
      .selectFrom('run')
      .select('id')
      .where('workflow_id', '=', workflow)
      .execute();
    expect(left).toEqual([]);
    const account = await engine.app.db
      .selectFrom('credit_account')
      .selectAll()
      .where('user_id', '=', poor.user_id)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ balance: 3, held: 0 });
  });

  test('of many simultaneous starts of one workflow, exactly one succeeds', async () => {
    gate = (_text, signal) => untilAborted(signal);
    const definition = shortPipeline({ text: numberedLines(3) });
    const workflow = await engine.workflow(owner, definition);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => engine.start(owner, definition, { workflow_id: workflow })),
    );
    const started = results.filter((result) => result.status === 'fulfilled');
    expect(started).toHaveLength(1);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['RUN_ALREADY_ACTIVE']));
    await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: started[0]?.value ?? '' });
  });

  test('a line that fans out to two voices and joins again is delivered once, with both takes charged', async () => {
    const source = node('source_script', {
      text: numberedLines(4, 'has two voices'),
      source_language: 'en-us',
    });
    const high = node('operator_generator', { pitch: 3 });
    const low = node('operator_generator', { pitch: -3 });
    const noise = node('validator_noise');
    const sink = node('sink_preview');
    const second = node('sink_preview', { format: 'flac' });
    const definition = definitionOf(
      [source, high, low, noise, sink, second],
      [
        [source, 'lines', high],
        [source, 'lines', low],
        [high, 'audio', noise],
        [low, 'audio', noise],
        [noise, 'pass', sink],
        [noise, 'pass', second],
      ],
    );
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 4, credits: 8 });
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a take that reaches a node by two paths is processed once', async () => {
    const source = node('source_script', {
      text: numberedLines(5, 'goes two ways'),
      source_language: 'en-us',
    });
    const generator = node('operator_generator');
    const [left, right] = [
      node('validator_noise'),
      node('validator_loudness', { tolerance_lu: 20, max_true_peak_dbtp: 0 }),
    ];
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, left, right, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', left],
        [generator, 'audio', right],
        [left, 'pass', sink],
        [right, 'pass', sink],
      ],
    );
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 5, credits: 5 });
    const visits = await engine.app.db
      .selectFrom('attempt')
      .select('line_no')
      .where('run_id', '=', run.id)
      .where('node_id', '=', sink.id)
      .execute();
    expect(visits).toHaveLength(5);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('lines of two sources follow each other', async () => {
    const twoSources = (first: string, second: string) => {
      const sources = [first, second].map((text) =>
        node('source_script', { text, source_language: 'en-us' }),
      );
      const [generator, sink] = [node('operator_generator'), node('sink_preview')];
      return definitionOf(
        [...sources, generator, sink],
        [...sources.map((source): Link => [source, 'lines', generator]), [generator, 'audio', sink]],
      );
    };
    const definition = twoSources(numberedLines(3, 'comes first'), numberedLines(2, 'comes second'));
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 5 });
    const lines = await engine.app.db
      .selectFrom('run_line')
      .select(['line_id', 'line_index'])
      .where('run_id', '=', run.id)
      .orderBy('line_index')
      .execute();
    expect(lines.map((line) => line.line_id)).toEqual(['L00001', 'L00002', 'L00003', 'L00004', 'L00005']);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('an unconnected fail port drops the line and blocks nothing else', async () => {
    const source = node('source_script', {
      text: numberedLines(3, 'is much too fast'),
      source_language: 'en-us',
    });
    const generator = node('operator_generator');
    const pacing = node('validator_pacing', { max_syllables_per_second: 0.1 });
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, pacing, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', pacing],
        [pacing, 'pass', sink],
      ],
    );
    gate = () => Promise.resolve();
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run.lines_dropped + run.lines_delivered).toBe(3);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('reconcile restarts a chunk whose job was lost, and cancels the run of a deleted workflow', async () => {
    gate = (_text, signal) => untilAborted(signal);
    const definition = shortPipeline({ text: numberedLines(3, 'is abandoned') });
    const workflow = await engine.workflow(owner, definition);
    const runId = await engine.start(owner, definition, { workflow_id: workflow });
    await eventually(() => speech.active() > 0);
    await engine.app.db
      .updateTable('workflow')
      .set({ deleted_at: new Date() })
      .where('id', '=', workflow)
      .execute();
    expect(await reconcile(engine.app, 60_000)).toMatchObject({ cancelled_runs: 1 });
    expect((await engine.until(runId, ['cancelled'])).hold).toBe(0);

    gate = () => Promise.resolve();
    const idle = await startEngine({ worker: false, database_url: engine.database_url });
    const lost = await idle.start(owner, shortPipeline({ text: numberedLines(4, 'was lost and found') }));
    await engine.app.db
      .updateTable('run_chunk')
      .set({ job_id: crypto.randomUUID() })
      .where('run_id', '=', lost)
      .where('status', '=', 'queued')
      .execute();
    await reconcile(engine.app, 0);
    expect(await engine.until(lost, ['completed', 'failed'])).toMatchObject({
      status: 'completed',
      credits: 4,
    });
    expect(await auditRun(engine.app, lost)).toEqual([]);
    await idle.close();
  });

  test('reconcile finds nothing to repair after ordinary runs', async () => {
    await engine.until(await engine.start(owner, shortPipeline({ text: numberedLines(10, 'is in order') })), [
      'completed',
    ]);
    expect(await reconcile(engine.app, 0)).toEqual({
      requeued_chunks: 0,
      resumed_runs: 0,
      cancelled_runs: 0,
    });
  });
});
