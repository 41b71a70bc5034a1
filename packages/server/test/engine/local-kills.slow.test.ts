import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTinyModels } from '@voiceloom/speech-local/tiny-models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, startEngine } from '../support/engine.ts';
import { spawnWorker, type WorkerProcess } from '../support/processes.ts';
import { installTinyModel, tinyEars, tinyVoice } from '../support/tiny-models.ts';

/*
 * Local models run in processes of the workers. Both are killed again and again in the middle of a run, at places that
 * nobody chose: the workers with all that they hold, and the processes of the models in the middle of a line.
 */
const KILLS = 20;
const LINES = 120;

let root: string;
let engine: Engine;
let workers: WorkerProcess[];

const startWorker = (): WorkerProcess =>
  spawnWorker({
    DATABASE_URL: engine.database_url,
    DATA_DIR: engine.directory,
    MODELS_DIR: join(root, 'models'),
    LOCAL_SPEECH_THREADS: '1',
    WORKER_CONCURRENCY: '2',
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-kills-'));
  await writeTinyModels(root);
  await installTinyModel(tinyVoice(root), join(root, 'models'));
  await installTinyModel(tinyEars(root), join(root, 'models'));
  engine = await startEngine({ worker: false });
  workers = [startWorker(), startWorker()];
  await eventually(() => (engine.app.transcription.get('local')?.models.length ?? 0) > 0);
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await engine.close();
  await rm(root, { recursive: true });
});

/** The processes of the models of a worker. */
function findModelProcesses({ pid }: WorkerProcess): number[] {
  try {
    const output = execFileSync('pgrep', ['-P', String(pid), '-f', 'speech-local/src/child']);
    return output.toString().trim().split('\n').map(Number);
  } catch {
    // None runs at the moment.
    return [];
  }
}

test(`a run with local models survives ${KILLS} kills of workers and of models, and charges each line once`, {
  timeout: 1_200_000,
}, async () => {
  const text = Array.from({ length: LINES }, (_, index) => {
    const letters = [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return `Line ${letters} is spoken ${'again '.repeat(12 + (index % 9))}`;
  });
  const source = node('source_script', { text: text.join('\n'), source_language: 'en-us' });
  const speaker = node('operator_generator', { provider: 'local', concurrency: 1 });
  const check = node('validator_error_rate', { provider: 'local', max_retry: 1 });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speaker, check, sink],
    [
      [source, 'lines', speaker],
      [speaker, 'audio', check],
      [check, 'pass', sink],
      [check, 'fail', speaker],
    ],
  );
  const owner = await engine.owner();
  const id = await engine.start(owner, definition);
  const countAttempts = async (): Promise<number> => {
    const attempts = engine.app.db.selectFrom('attempt').where('run_id', '=', id);
    const { count } = await attempts
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  let kills = { workers: 0, models: 0 };
  for (let round = 0; round < KILLS; round += 1) {
    const before = await countAttempts();
    // Between two kills, the run goes on.
    await eventually(async () => (await countAttempts()) > before);
    if (round % 2 === 0) {
      const [worker] = workers;
      await worker?.kill();
      workers = [...workers.slice(1), startWorker()];
      kills = { ...kills, workers: kills.workers + 1 };
      continue;
    }
    await eventually(() => {
      const pids = workers.flatMap(findModelProcesses);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      return pids.length > 0;
    });
    kills = { ...kills, models: kills.models + 1 };
  }
  const { status } = await engine.app.db
    .selectFrom('run')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([kills, status]).toEqual([{ workers: KILLS / 2, models: KILLS / 2 }, 'running']);
  const run = await engine.until(id, ['completed', 'failed'], 600_000);
  expect(run).toMatchObject({ status: 'completed', lines_delivered: LINES, lines_failed: 0 });
  expect(await auditRun(engine.app, id)).toEqual([]);
  const takes = await engine.app.db
    .selectFrom('audio')
    .innerJoin('attempt', 'attempt.output_id', 'audio.id')
    .select('attempt.line_no')
    .where('attempt.run_id', '=', id)
    .where('attempt.node_id', '=', speaker.id)
    .where('audio.credits', '>', 0)
    .execute();
  expect(takes.map(({ line_no }) => line_no).sort((a, b) => a - b)).toEqual(
    Array.from({ length: LINES }, (_, index) => index),
  );
});
