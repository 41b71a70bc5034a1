import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullPipeline, numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { putScript } from '../support/put-script.ts';

describe('a run on the embedded engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.close());

  test('speaks, checks, masters and delivers every line, and charges each take once', async () => {
    const owner = await engine.owner();
    const definition = fullPipeline({ text: numberedLines(30) });
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_total: 30, lines_delivered: 30, error: null });
    expect(run.credits).toBe(30);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a second run makes only the line that changed', async () => {
    const owner = await engine.owner();
    const lines = numberedLines(12, 'comes twice');
    const workflow = await engine.workflow(owner, fullPipeline({ text: lines }));
    const first = fullPipeline({ text: lines });
    await engine.until(await engine.start(owner, first, { workflow_id: workflow }), ['completed']);
    const changed = fullPipeline({ text: lines.replace('number 7', 'number seventy') });
    const run = await engine.until(await engine.start(owner, changed, { workflow_id: workflow }), [
      'completed',
    ]);
    expect(run).toMatchObject({ credits: 1, reused_takes: 11, lines_delivered: 12 });
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a line that is too long for its limit returns and is spoken faster', async () => {
    const owner = await engine.owner();
    const cue = (n: number, to: string, text: string): string =>
      `${n}\n00:00:0${n},000 --> 00:00:0${to}\n${text}\n`;
    const long = 'This sentence has rather more to say than the time it was given allows.';
    const srt = [cue(1, '4,500', long), cue(5, '9,900', 'This one fits.')].join('\n');
    const upload = await putScript(engine, owner, srt);
    const source = { input_type: 'file', upload_ids: [upload] };
    const run = await engine.until(await engine.start(owner, fullPipeline({ source })), [
      'completed',
      'failed',
    ]);
    expect(run.status).toBe('completed');
    expect(run.retries).toBeGreaterThan(0);
    const lines = await engine.app.db
      .selectFrom('run_line')
      .innerJoin('audio', (join) => join.onRef('audio.id', '=', 'run_line.audio_id'))
      .select(['run_line.max_duration_ms', 'audio.duration_ms', 'run_line.retry_count'])
      .where('run_line.run_id', '=', run.id)
      .orderBy('run_line.no')
      .execute();
    expect(lines[0]?.retry_count).toBeGreaterThan(0);
    expect(lines[1]?.retry_count).toBe(0);
    // The limit includes the silence that mastering adds at both ends.
    for (const line of lines) expect(line.duration_ms).toBeLessThanOrEqual(line.max_duration_ms ?? 0);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test('a line that never passes is delivered with its best take after its retries are used up', async () => {
    const owner = await engine.owner();
    const pacing = { max_syllables_per_second: 0.2, max_retry: 2 };
    const definition = fullPipeline({ text: numberedLines(2, 'can never be slow enough'), pacing });
    const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
    expect(run).toMatchObject({ status: 'completed', lines_delivered: 2, retries: 4 });
    const verdicts = await engine.app.db
      .selectFrom('attempt')
      .select(['iteration', 'port', 'verdict'])
      .where('run_id', '=', run.id)
      .where('verdict', 'is not', null)
      .orderBy('iteration')
      .execute();
    const pacings = verdicts.filter((row) => row.verdict?.kind === 'pacing');
    expect(pacings.filter((row) => row.port === 'fail')).toHaveLength(4);
    expect(pacings.filter((row) => row.verdict?.status === 'exhausted' && row.port === 'pass')).toHaveLength(
      2,
    );
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test.each([
    ['an empty script', { text: ' \n ' }, 'empty_script', 'text'],
    [
      'a line whose language cannot be told',
      { text: 'Ok.', source_language: null },
      'undecidable_locale',
      'text.rows.1',
    ],
  ])('%s fails the run at its node and costs nothing', async (_name, source, code, field) => {
    const owner = await engine.owner();
    const run = await engine.until(await engine.start(owner, shortPipeline({ source })), [
      'completed',
      'failed',
    ]);
    expect(run).toMatchObject({ status: 'failed', credits: 0, lines_total: 0 });
    expect(run.error).toMatchObject({ code, node_id: expect.any(String) });
    expect(run.error?.details[0]?.field).toBe(field);
    expect(await auditRun(engine.app, run.id)).toEqual([]);
  });

  test.each([
    [
      'a csv with an unknown column',
      'id,text\n1,Hello there everybody\n',
      { columns: { script: 'dialog' } },
      'unknown_column',
      /dialog/,
    ],
    ['a csv with a broken quote', 'id,text\n1,"Hello there\n2,x\n', {}, 'broken_file', /row/],
    ['a csv with the same id twice', 'id,text\n1,Hello there\n1,And again\n', {}, 'duplicate_line_id', /1/],
    ['bytes that are no text', Buffer.from([0, 1, 2, 0, 255, 0, 3, 0, 0, 1]), {}, 'wrong_encoding', /./],
    [
      'a script of 100,001 lines',
      Array.from({ length: 100_001 }, (_, i) => `Line ${i}`).join('\n'),
      { format: 'txt' },
      'too_many_lines',
      /100,?000/,
    ],
  ])('%s fails the run with the reason', async (_name, content, more, code, message) => {
    const owner = await engine.owner();
    const { format, ...config } = more as { format?: string };
    const upload = await putScript(engine, owner, content, format ?? 'csv');
    const source = { input_type: 'file', upload_ids: [upload], ...config };
    const run = await engine.until(await engine.start(owner, shortPipeline({ source })), [
      'completed',
      'failed',
    ]);
    expect(run.error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(run).toMatchObject({ status: 'failed', credits: 0, lines_total: 0, hold: 0 });
  });
});
