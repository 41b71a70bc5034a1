import { expect, test } from 'vitest';
import { fullPipeline, numberedLines } from '../support/definitions.ts';
import { startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

test('lines with identical audio keep their own takes and words; a second run masters none of them again', async () => {
  const engine = await startEngine({ speech: scriptedSpeech() });
  const owner = await engine.owner();
  const definition = fullPipeline({ text: numberedLines(3, 'sounds like the others') });
  const workflow_id = await engine.workflow(owner, definition);
  const delivered = async (): Promise<string[]> => {
    const id = await engine.start(owner, definition, { workflow_id });
    expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({ status: 'completed' });
    const rows = await engine.app.db
      .selectFrom('run_line')
      .innerJoin('attempt', (join) =>
        join.onRef('attempt.run_id', '=', 'run_line.run_id').onRef('attempt.line_no', '=', 'run_line.no'),
      )
      .innerJoin('run_step', (join) =>
        join
          .onRef('run_step.run_id', '=', 'attempt.run_id')
          .onRef('run_step.node_id', '=', 'attempt.node_id'),
      )
      .innerJoin('audio', 'audio.id', 'run_line.audio_id')
      .select(['attempt.output_id as take', 'audio.take_id', 'audio.id'])
      .where('run_line.run_id', '=', id)
      .where('run_step.node_type', '=', 'operator_generator')
      .orderBy('run_line.no')
      .execute();
    expect(rows.map(({ take_id }) => take_id)).toEqual(rows.map(({ take }) => take));
    expect(new Set(rows.map(({ take }) => take)).size).toBe(3);
    return rows.map(({ id: master }) => master);
  };
  const masters = await delivered();
  expect(await delivered()).toEqual(masters);
  await engine.close();
});
