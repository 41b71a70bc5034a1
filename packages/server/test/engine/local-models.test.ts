import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { VoiceListQuery, type WorkflowDefinition } from '@voiceloom/contract';
import { writeTinyModels } from '@voiceloom/speech-local/tiny-models';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { estimateRun, prepareRun, resumeRun } from '../../src/engine/index.ts';
import { listVoices, seedLocalVoices } from '../../src/features/voices/index.ts';
import { readDescription } from '../../src/providers/local/models/description.ts';
import {
  installFromFolder,
  listInstalledModels,
  ModelDescription,
  removeModel,
} from '../../src/providers/local/models/index.ts';
import { writeWav } from '../../src/providers/speech/wav.ts';
import { definitionOf, type GraphNode, node } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';

let root: string;
let models_dir: string;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-models-'));
  models_dir = join(root, 'models');
  await writeTinyModels(root);
  await install('tiny-voice');
  await install('tiny-ears');
  engine = await startEngine({ config: { models_dir, local_speech_threads: 1 } });
  owner = await engine.owner();
});
afterAll(async () => {
  await engine.close();
  await rm(root, { recursive: true });
});

async function install(name: string): Promise<void> {
  const options = {
    modelsDir: models_dir,
    engine: undefined,
    signal: AbortSignal.timeout(60_000),
    now: new Date(),
  };
  await installFromFolder(join(root, name), undefined, options);
}

async function uninstall(name: string): Promise<void> {
  const model = (await listInstalledModels(models_dir)).find((one) => one.name === name);
  if (model) await removeModel(models_dir, model);
}

/** Waits until the service has noticed the change. */
const noticed = (count: number) =>
  eventually(() => (engine.app.speech.get('local')?.models.length ?? 0) === count);

const LINES = ['The ship is in the harbor.', 'Nobody waits for the last boat.', 'We leave at noon.'];

function pipeline(text: string, generator: Record<string, unknown> = {}) {
  const check = node('validator_error_rate', { max_retry: 1 });
  const source = node('source_script', { text, source_language: 'en-us' });
  const speaker = node('operator_generator', { provider: 'local', ...generator });
  const mastering = node('operator_mastering');
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speaker, check, mastering, sink],
    [
      [source, 'lines', speaker],
      [speaker, 'audio', check],
      [check, 'pass', mastering],
      [check, 'fail', speaker],
      [mastering, 'audio', sink],
    ],
  );
  return { definition, check };
}

async function finish(definition: WorkflowDefinition) {
  const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect([run.status, run.error, await auditRun(engine.app, run.id)]).toEqual(['completed', null, []]);
  return run;
}

/** The processes of the models in this process. */
function findProcesses(): number[] {
  try {
    const output = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'speech-local/src/child']);
    return output.toString().trim().split('\n').map(Number);
  } catch {
    // None runs at the moment.
    return [];
  }
}

const readVerdicts = (runId: string, check: GraphNode) =>
  engine.app.db
    .selectFrom('attempt')
    .select(['port', 'verdict'])
    .where('run_id', '=', runId)
    .where('node_id', '=', check.id)
    .orderBy('line_no')
    .execute();

describe('local models', () => {
  test('speak a script, and hear each word of it, without a key', async () => {
    const { definition, check } = pipeline(LINES.join('\n'));
    const run = await finish(definition);
    expect(run).toMatchObject({ lines_total: 3, lines_delivered: 3 });
    const verdicts = await readVerdicts(run.id, check);
    expect(verdicts.map(({ port }) => port)).toEqual(['pass', 'pass', 'pass']);
    for (const { verdict } of verdicts)
      expect(verdict).toMatchObject({
        score: 100,
        evidence: { provider: 'local', model: 'tiny-ears' },
      });
  });

  test('offer each speaker as a voice', async () => {
    const voices = await engine.app.db
      .selectFrom('voice')
      .select(['name', 'provider_voice_id', 'gender', 'is_active', 'supported_models'])
      .where('provider', '=', 'local')
      .orderBy('provider_voice_id')
      .execute();
    expect(voices).toMatchObject([
      { name: 'Tona', provider_voice_id: 'tiny-voice/0', gender: 'female', is_active: true },
      { name: 'Basso', provider_voice_id: 'tiny-voice/1', gender: 'male', supported_models: ['tiny-voice'] },
    ]);
  });

  test('are neural voices in the catalog', async () => {
    const { data } = await listVoices(engine.app, {
      workspaceId: owner.workspace_id,
      query: VoiceListQuery.parse({ provider: ['local'] }),
      url: new URL('http://127.0.0.1/api/v1/voices'),
    });
    expect(data.map(({ name, quality }) => [name, quality])).toEqual([
      ['Basso', 'neural'],
      ['Tona', 'neural'],
    ]);
  });

  test('of another process stay active, and those of removed models do not', async () => {
    const { db, clock } = engine.app;
    const countActive = async (): Promise<number> => {
      const active = db
        .selectFrom('voice')
        .select('id')
        .where('provider', '=', 'local')
        .where('is_active', '=', true);
      return (await active.execute()).length;
    };
    await seedLocalVoices(db, { models: [], knownModels: new Set(), now: clock() });
    await seedLocalVoices(db, { models: [], knownModels: new Set(['other-voice']), now: clock() });
    expect(await countActive()).toBe(2);
    const knownModels = new Set(['tiny-voice']);
    await seedLocalVoices(db, { models: [], knownModels, now: clock() });
    expect(await countActive()).toBe(0);
    await seedLocalVoices(db, { models: await listInstalledModels(models_dir), knownModels, now: clock() });
    expect(await countActive()).toBe(2);
  });

  test('lose no line when their processes are killed', async () => {
    const text = Array.from(
      { length: 12 },
      (_, index) => `${LINES[index % 3]} ${'again '.repeat(index + 1)}`,
    );
    const { definition } = pipeline(text.join('\n'));
    const id = await engine.start(owner, definition);
    const killed = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      await delay(150);
      for (const pid of findProcesses()) {
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
      }
    }
    const run = await engine.until(id, ['completed', 'failed']);
    expect([run.status, run.lines_delivered, await auditRun(engine.app, id)]).toEqual(['completed', 12, []]);
    expect(killed.size).toBeGreaterThan(0);
  });

  test('reuse takes only while the files of the model are the same', async () => {
    const { definition } = pipeline(LINES.join('\n'));
    expect((await finish(definition)).credits).toBe(0);
    await appendFile(join(root, 'tiny-voice', 'README'), 'another version');
    await install('tiny-voice');
    const before = engine.app.speech.get('local')?.models[0]?.digest;
    await eventually(() => engine.app.speech.get('local')?.models[0]?.digest !== before);
    expect((await finish(definition)).credits).toBeGreaterThan(0);
  });

  test('hear a take again after the recognizer was replaced', async () => {
    const { definition, check } = pipeline('The same line is heard twice.');
    await finish(definition);
    await appendFile(join(root, 'tiny-ears', 'README'), 'another version');
    const digest = () => engine.app.transcription.get('local')?.models[0]?.digest;
    const before = digest();
    await install('tiny-ears');
    await eventually(() => digest() !== before);
    const run = await finish(definition);
    expect(run.credits).toBe(0);
    const transcripts = await engine.app.db
      .selectFrom('transcript')
      .innerJoin('attempt', 'attempt.input_id', 'transcript.audio_id')
      .select('transcript.model')
      .distinct()
      .where('attempt.run_id', '=', run.id)
      .where('attempt.node_id', '=', check.id)
      .execute();
    expect(new Set(transcripts.map(({ model }) => model))).toEqual(
      new Set([`tiny-ears@${before}`, `tiny-ears@${digest()}`]),
    );
    const [verdict] = await readVerdicts(run.id, check);
    expect(verdict?.verdict).toMatchObject({ evidence: { provider: 'local', model: 'tiny-ears' } });
  });

  test('show in estimates how long they need, if their speed was measured', async () => {
    const file = join(models_dir, 'tiny-voice', 'voiceloom-model.json');
    const description = JSON.parse(await readFile(file, 'utf8'));
    const { speed } = description.installation;
    const measure = async (newSpeed: number | null) => {
      description.installation.speed = newSpeed;
      await writeFile(file, JSON.stringify(description));
      await rm(await mkdtemp(join(models_dir, '.touch-')), { recursive: true });
      await eventually(() => engine.app.speech.get('local')?.models[0]?.speed === (newSpeed ?? undefined));
    };
    // 1,500 characters are 100 seconds of speech.
    await measure(0.5);
    const { definition } = pipeline(`${'abcdefghi '.repeat(149)}abcdefghi!`);
    const prepared = await prepareRun(engine.app, { workspace_id: owner.workspace_id, definition });
    const { notes } = await estimateRun(engine.app, prepared, { account_id: owner.user_id });
    const message = expect.stringContaining('about 4 minutes');
    expect(notes).toEqual([expect.objectContaining({ code: 'local_speaking_time', message })]);
    await measure(speed);
  });

  test('name the command for a language that the recognizer does not know', async () => {
    const wav = writeWav({ samples: new Int16Array(16_000), sample_rate: 16_000 });
    const request = { audio: wav, content_type: 'audio/wav', model: null, credentials: undefined };
    const signal = AbortSignal.timeout(60_000);
    const recognizer = engine.app.transcription.get('local');
    await expect(recognizer?.transcribe({ ...request, locale_code: 'ja-jp', signal })).rejects.toThrow(
      'npm run models -- add sherpa-onnx-whisper-base',
    );
  });

  test('that are missing are a problem at the start, with the command that helps', async () => {
    const { definition } = pipeline('Hello.', { model: 'kokoro-en-v0_19' });
    const { problems, warnings } = await prepareRun(engine.app, {
      workspace_id: owner.workspace_id,
      definition,
    });
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'model_not_installed',
        message: expect.stringContaining('npm run models -- add kokoro-en-v0_19'),
      }),
    );
    expect(warnings).toEqual([]);
  });

  test('that a named voice needs are a problem at the start while they are missing', async () => {
    const { id } = await engine.app.db
      .selectFrom('voice')
      .select('id')
      .where('provider_voice_id', '=', 'tiny-voice/1')
      .executeTakeFirstOrThrow();
    await rename(join(models_dir, 'tiny-voice'), join(root, 'aside'));
    await noticed(0);
    const { definition } = pipeline('Hello.', { voice_id: id });
    const { problems } = await prepareRun(engine.app, { workspace_id: owner.workspace_id, definition });
    const code = 'model_not_installed';
    expect(problems).toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/voice_id$/), code }),
    );
    await rename(join(root, 'aside'), join(models_dir, 'tiny-voice'));
    await noticed(1);
  });

  test('have the oldest as the default, also after it was replaced', async () => {
    const description = { ...(await readDescription(join(root, 'tiny-voice'))), name: 'a-voice' };
    await installFromFolder(join(root, 'tiny-voice'), ModelDescription.parse(description), {
      modelsDir: models_dir,
      engine: undefined,
      signal: AbortSignal.timeout(60_000),
      now: new Date(),
    });
    await noticed(2);
    await appendFile(join(root, 'tiny-voice', 'README'), 'one more version');
    const before = engine.app.speech.get('local')?.models[0]?.digest;
    await install('tiny-voice');
    await eventually(() => engine.app.speech.get('local')?.models[0]?.digest !== before);
    const models = engine.app.speech.get('local')?.models ?? [];
    expect(models.map(({ id, is_default }) => [id, is_default])).toEqual([
      ['tiny-voice', true],
      ['a-voice', false],
    ]);
    await uninstall('a-voice');
    await noticed(1);
  });

  test('that are removed during a run pause it with the reason, and it goes on after they are back', async () => {
    await uninstall('tiny-voice');
    await noticed(0);
    const local_models = JSON.stringify({ speech: ['tiny-voice'], recognition: ['tiny-ears'] });
    const id = await engine.start(owner, pipeline('A new line.').definition, {
      async onStarted(tx, runId) {
        await tx.updateTable('run').set({ local_models }).where('id', '=', runId).execute();
      },
    });
    const run = await engine.until(id, ['paused', 'completed', 'failed']);
    expect(run).toMatchObject({
      status: 'paused',
      pause_reason: 'provider_unavailable',
      wait_provider: 'local',
    });
    expect(run.pause_message).toMatch(
      /No worker has the local model tiny-voice.*npm run models -- add tiny-voice/,
    );
    await install('tiny-voice');
    await noticed(1);
    await resumeRun(engine.app, { ...owner, run_id: id, workflow_id: run.workflow_id });
    expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({
      status: 'completed',
      lines_delivered: 1,
    });
  });

  test('that are removed while lines are spoken lose no line', async () => {
    const text = Array.from({ length: 40 }, (_, index) => `Line ${'again '.repeat(16 + (index % 9))}.`);
    const { definition } = pipeline(text.join('\n'), { concurrency: 1 });
    const id = await engine.start(owner, definition);
    const firstTake = engine.app.db.selectFrom('attempt').select('line_no').where('run_id', '=', id).limit(1);
    await eventually(async () => (await firstTake.executeTakeFirst()) !== undefined);
    await uninstall('tiny-voice');
    for (const pid of findProcesses()) process.kill(pid, 'SIGKILL');
    const run = await engine.until(id, ['paused', 'completed', 'failed']);
    expect(run).toMatchObject({ status: 'paused', wait_provider: 'local' });
    await install('tiny-voice');
    await noticed(1);
    await resumeRun(engine.app, { ...owner, run_id: id, workflow_id: run.workflow_id });
    const ended = await engine.until(id, ['completed', 'failed']);
    expect([ended.status, ended.lines_delivered, ended.lines_failed]).toEqual(['completed', 40, 0]);
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('without a recognizer leave checks unscored, and name the command that changes it', async () => {
    await uninstall('tiny-ears');
    await eventually(() => engine.app.transcription.get('local')?.models.length === 0);
    const { definition, check } = pipeline('One more line.');
    const run = await finish(definition);
    const [verdict] = await readVerdicts(run.id, check);
    expect(verdict?.port).toBe('pass');
    expect(JSON.stringify(verdict?.verdict)).toContain('npm run models -- add');
  });
});
