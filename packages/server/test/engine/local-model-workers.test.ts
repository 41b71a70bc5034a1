import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTinyModels } from '@voiceloom/speech-local/tiny-models';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/index.ts';
import { prepareRun, resumeRun } from '../../src/engine/index.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';
import { putScript } from '../support/put-script.ts';
import { installTinyModel, removeTinyModel, tinyEars, tinyVoice } from '../support/tiny-models.ts';

/** A service with an API and two workers, each with models that the other one lacks. */
let root: string;
let api: Engine;
let left: Engine;
let right: Engine;
let owner: Owner;
const folder = (worker: string): string => join(root, worker);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-workers-'));
  await writeTinyModels(root);
  await installTinyModel(tinyVoice(root), folder('left'), { name: 'left-voice' });
  await installTinyModel(tinyVoice(root), folder('right'), { name: 'right-voice' });
  await installTinyModel(tinyEars(root), folder('right'));
  const storage = { kind: 'folder' as const, directory: folder('objects') };
  const config = { local_speech_threads: 1, storage };
  api = await startEngine({ worker: false, config: { ...config, models_dir: folder('none') } });
  const { database_url } = api;
  left = await startEngine({ database_url, config: { ...config, models_dir: folder('left') } });
  right = await startEngine({ database_url, config: { ...config, models_dir: folder('right') } });
  owner = await api.owner();
  await bothKnow('left-voice', 'right-voice', 'tiny-ears');
});
afterAll(async () => {
  for (const engine of [left, right, api]) await engine.close();
  await rm(root, { recursive: true });
});

/** Waits until every process knows exactly these models. */
const bothKnow = (...names: string[]) =>
  eventually(() =>
    [api, left, right].every(({ app }) => {
      const voices = app.speech.get('local')?.models ?? [];
      const recognizers = app.transcription.get('local')?.models ?? [];
      const known = [...voices, ...recognizers].map(({ id }) => id).sort();
      return known.join() === [...names].sort().join();
    }),
  );

function pipeline(
  script: string[] | { upload_ids: string[] },
  generator: Record<string, unknown>,
  check: Record<string, unknown> = {},
) {
  let input: Record<string, unknown> = { input_type: 'file', ...script };
  if (Array.isArray(script)) input = { text: script.join('\n') };
  const source = node('source_script', { ...input, source_language: 'en-us' });
  const speaker = node('operator_generator', { provider: 'local', ...generator });
  const judge = node('validator_error_rate', { max_retry: 1, ...check });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speaker, judge, sink],
    [
      [source, 'lines', speaker],
      [speaker, 'audio', judge],
      [judge, 'pass', sink],
      [judge, 'fail', speaker],
    ],
  );
  return { definition, speaker, judge };
}

const LINES = Array.from({ length: 24 }, (_, index) => `The ship is here ${'again '.repeat(index % 4)}`);

async function finish(id: string) {
  const run = await api.until(id, ['completed', 'failed', 'paused']);
  expect([run.status, run.pause_message, run.error, await auditRun(api.app, id)]).toEqual([
    'completed',
    null,
    null,
    [],
  ]);
  return run;
}

/** How many jobs the chunks of a run had. More than chunks: a worker gave some of them back. */
async function countJobs(runId: string) {
  const { rows } = await sql<{ jobs: number; chunks: number }>`
    select (select count(*)::int from pgboss.job where name = 'chunk' and data ->> 'run_id' = ${runId}) as jobs,
      (select count(*)::int from run_chunk where run_id = ${runId}) as chunks`.execute(api.app.db);
  return rows[0];
}

/** Makes a run the same as one that was started while these models were installed. */
const startedWith = (models: unknown) => async (tx: Db, id: string) => {
  await tx
    .updateTable('run')
    .set({ local_models: JSON.stringify(models) })
    .where('id', '=', id)
    .execute();
};

async function findVoiceId(providerVoiceId: string): Promise<string> {
  const voice = api.app.db.selectFrom('voice').select('id').where('provider_voice_id', '=', providerVoiceId);
  return (await voice.executeTakeFirstOrThrow()).id;
}

const spokenModels = async (runId: string): Promise<string[]> => {
  const rows = await api.app.db
    .selectFrom('attempt')
    .innerJoin('audio', 'audio.id', 'attempt.output_id')
    .select('audio.model')
    .distinct()
    .where('attempt.run_id', '=', runId)
    .execute();
  return rows.map(({ model }) => model).sort();
};

describe('workers with different local models', () => {
  test('take only lines whose voice they have', async () => {
    const { definition } = pipeline(LINES, { model: 'right-voice' }, { provider: 'local' });
    const id = await api.start(owner, definition);
    const run = await finish(id);
    expect(run.lines_delivered).toBe(LINES.length);
    const counts = await countJobs(id);
    expect(counts?.jobs).toBe(counts?.chunks);
  });

  test('share the lines of a chunk whose voices are of both', async () => {
    const voices_by_character = {
      ADA: { voice_id: await findVoiceId('left-voice/0') },
      BEN: { voice_id: await findVoiceId('right-voice/1') },
    };
    const rows = LINES.map((line, index) => `${index},${index % 2 === 0 ? 'ADA' : 'BEN'},${line} together`);
    const sheet = ['line_id,character_name,script', ...rows].join('\n');
    const upload_ids = [await putScript(api, owner, sheet, 'csv')];
    const { definition } = pipeline({ upload_ids }, { voices_by_character });
    const id = await api.start(owner, definition);
    const run = await finish(id);
    expect(run).toMatchObject({ lines_delivered: LINES.length, lines_failed: 0 });
    expect(await spokenModels(id)).toEqual(['left-voice', 'right-voice']);
  });

  test('leave checks to the one with the recognizer, and score all of them', async () => {
    const { definition, judge } = pipeline(
      LINES.map((line) => `${line} then`),
      { model: 'left-voice' },
    );
    const id = await api.start(owner, definition);
    await finish(id);
    const verdicts = await api.app.db
      .selectFrom('attempt')
      .select('verdict')
      .where('run_id', '=', id)
      .where('node_id', '=', judge.id)
      .execute();
    expect(new Set(verdicts.map(({ verdict }) => verdict?.status))).toEqual(new Set(['pass']));
  });

  test('make every model usable at the start, and name the command for one that no worker has', async () => {
    const request = { workspace_id: owner.workspace_id };
    const known = pipeline(['Hello.'], { model: 'left-voice' });
    expect((await prepareRun(api.app, { ...request, definition: known.definition })).problems).toEqual([]);
    const unknown = pipeline(['Hello.'], { model: 'kokoro-en-v0_19' });
    const { problems } = await prepareRun(api.app, { ...request, definition: unknown.definition });
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'model_not_installed',
        message: expect.stringContaining('npm run models -- add kokoro-en-v0_19'),
      }),
    );
  });

  test('pause a run whose default model is gone, although a newer one could speak', async () => {
    await removeTinyModel(folder('left'), 'left-voice');
    await bothKnow('right-voice', 'tiny-ears');
    await installTinyModel(tinyVoice(root), folder('left'), { name: 'left-voice' });
    // It is the newest one now, so that the default of a new run is the other one.
    await bothKnow('left-voice', 'right-voice', 'tiny-ears');
    const { definition } = pipeline(['The first voice speaks this.'], {});
    const first = await api.start(owner, definition);
    await finish(first);
    expect(await spokenModels(first)).toEqual(['right-voice']);
    await removeTinyModel(folder('right'), 'right-voice');
    await bothKnow('left-voice', 'tiny-ears');
    const { local_models } = await api.app.db
      .selectFrom('run')
      .select('local_models')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    expect(local_models).toEqual({ speech: ['right-voice', 'left-voice'], recognition: ['tiny-ears'] });
    const id = await api.start(owner, pipeline(['Another line.'], {}).definition, {
      onStarted: startedWith(local_models),
    });
    const run = await api.until(id, ['paused', 'completed', 'failed']);
    expect(run).toMatchObject({ status: 'paused', wait_model: 'right-voice' });
    expect(run.pause_message).toContain('npm run models -- add right-voice');
    await installTinyModel(tinyVoice(root), folder('right'), { name: 'right-voice' });
    await bothKnow('left-voice', 'right-voice', 'tiny-ears');
    await resumeRun(api.app, { ...owner, run_id: id, workflow_id: run.workflow_id });
    await finish(id);
    expect(await spokenModels(id)).toEqual(['right-voice']);
  });

  test('pause a run whose recognizer is gone, and go on when it is back', async () => {
    await removeTinyModel(folder('right'), 'tiny-ears');
    await bothKnow('left-voice', 'right-voice');
    const { definition } = pipeline(
      ['This line is heard later.'],
      { model: 'left-voice' },
      { provider: 'local' },
    );
    const id = await api.start(owner, definition, {
      onStarted: startedWith({ speech: ['left-voice'], recognition: ['tiny-ears'] }),
    });
    const run = await api.until(id, ['paused', 'completed', 'failed']);
    expect(run).toMatchObject({ status: 'paused', wait_model: 'tiny-ears' });
    expect(run.pause_message).toContain('npm run models -- add tiny-ears');
    await installTinyModel(tinyEars(root), folder('right'));
    await bothKnow('left-voice', 'right-voice', 'tiny-ears');
    await resumeRun(api.app, { ...owner, run_id: id, workflow_id: run.workflow_id });
    await finish(id);
  });
});
