import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

const speech = scriptedSpeech({ durationMs: () => 300 });
let engine: Engine;

beforeAll(async () => {
  engine = await startEngine({ speech });
});
afterAll(() => engine.close());

function pipeline(preset: string) {
  const source = node('source_script', { text: 'It rains.\nIt snows.', source_language: 'en-us' });
  const generator = node('operator_generator');
  const mastering = node('operator_mastering', { preset });
  const sink = node('sink_preview');
  return definitionOf(
    [source, generator, mastering, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', mastering],
      [mastering, 'audio', sink],
    ],
  );
}

test.each([
  ['the next run', false],
  ['a retry', true],
])(
  'a take whose object is missing fails its line once, is reported, and is spoken again by %s',
  async (_, isRetry) => {
    const owner = await engine.owner();
    const first = await engine.start(owner, pipeline('podcast'));
    await engine.until(first, ['completed']);
    const take = await engine.app.db
      .selectFrom('audio')
      .select(['id', 'object_key'])
      .where('workspace_id', '=', owner.workspace_id)
      .where('kind', '=', 'take')
      .limit(1)
      .executeTakeFirstOrThrow();
    await engine.app.storage.remove(take.object_key);
    const before = speech.requests.length;

    const broadcast = pipeline('broadcast');
    const workflow_id = await engine.workflow(owner, broadcast);
    const second = await engine.start(owner, broadcast, { workflow_id });
    expect(await engine.until(second, ['completed', 'failed'])).toMatchObject({
      lines_failed: 1,
      lines_delivered: 1,
    });
    const { error } = await engine.app.db
      .selectFrom('run_line')
      .select('error')
      .where('run_id', '=', second)
      .where('error', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(error).toMatchObject({ code: 'audio_missing' });
    expect(speech.requests).toHaveLength(before);

    const third = await engine.start(owner, broadcast, { workflow_id, ...(isRetry && { retry_of: second }) });
    expect(await engine.until(third, ['completed', 'failed'])).toMatchObject({
      lines_delivered: 2,
      lines_failed: 0,
    });
    expect(speech.requests).toHaveLength(before + 1);
    for (const id of [first, second, third]) expect(await auditRun(engine.app, id)).toEqual([]);
  },
);
