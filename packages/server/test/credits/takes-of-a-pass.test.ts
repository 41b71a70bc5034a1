import type { WorkflowDefinition } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, type GraphNode, type Link, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { putScript } from '../support/put-script.ts';
import { addVoices, troupe } from '../support/troupe.ts';

const CLIPPED = 'It pours.';
/** Pacing rejects every take, raw and mastered. Noise rejects a raw clipped take. */
const speech = troupe({
  rime: { answer: ({ text }) => (text === CLIPPED ? 'clipped' : { is_clipped: false, syllables: 40 }) },
});
const GENERATOR = { provider: 'rime', retry_strategies: [], reuse_takes: false };

let engine: Engine;
/** Without a worker: the test handles chunks in a known order. */
let idle: Engine;
beforeAll(async () => {
  [engine, idle] = await Promise.all([startEngine({ speech }), startEngine({ speech, worker: false })]);
  for (const one of [engine, idle]) await addVoices(one, [{ provider: 'rime', name: 'Anna' }]);
});
afterAll(() => Promise.all([engine.close(), idle.close()]));

/** A generator whose raw and mastered takes reach the same check. `after` continues from there. */
function bothWays(after: (check: GraphNode, generator: GraphNode) => Link[]): WorkflowDefinition {
  const source = node('source_script', { text: 'It rains.', source_language: 'en-us' });
  const generator = node('operator_generator', GENERATOR);
  const mastering = node('operator_mastering');
  const check = node('validator_pacing', { max_retry: 3 });
  const sink = node('sink_preview');
  const links: Link[] = [
    [source, 'lines', generator],
    [generator, 'audio', mastering],
    [generator, 'audio', check],
    [mastering, 'audio', check],
    [check, 'pass', sink],
    ...after(check, generator),
  ];
  return definitionOf([...new Set(links.flatMap(([from, , to]) => [from, to]))], links);
}

async function costs(definition: WorkflowDefinition) {
  const owner = await engine.owner();
  const { workspace_id, user_id: account_id } = owner;
  const { max_credits } = await estimateOf(engine.app, { workspace_id, account_id, definition });
  const id = await engine.start(owner, definition);
  const { status, credits } = await engine.until(id, ['completed', 'failed']);
  expect([status, ...(await auditRun(engine.app, id))]).toEqual(['completed']);
  return { credits, max_credits };
}

test('a take rejected by a check both raw and mastered is spoken again once', async () => {
  const definition = bothWays((check, generator) => [[check, 'fail', generator]]);
  expect(await costs(definition)).toEqual({ credits: 4, max_credits: 4 });
});

test('a take rejected by a check both raw and mastered goes to another generator once', async () => {
  const other = node('operator_generator', GENERATOR);
  const definition = bothWays((check) => [
    [check, 'fail', other],
    [other, 'audio', node('sink_preview')],
  ]);
  expect(await costs(definition)).toEqual({ credits: 2, max_credits: 2 });
});

test('a raw or mastered take that failed a check goes to no other generator in the next run', async () => {
  const owner = await idle.owner();
  // Over its limit as raw audio, but within it after mastering.
  const sheet = `id,max_duration_ms,en-us\nl1,990,${CLIPPED}`;
  const upload = await putScript(idle, owner, sheet, 'csv');
  const source = node('source_script', { input_type: 'file', upload_ids: [upload] });
  const generator = node('operator_generator', { ...GENERATOR, reuse_takes: true });
  const mastering = node('operator_mastering');
  const pacing = node('validator_pacing', { threshold: 85, max_retry: 1 });
  const noise = node('validator_noise', { threshold: 50 });
  const other = node('operator_generator', GENERATOR);
  const sinks = [node('sink_preview'), node('sink_preview')] as const;
  const definition = definitionOf(
    [source, generator, mastering, pacing, noise, other, ...sinks],
    [
      [source, 'lines', generator],
      [generator, 'audio', pacing],
      [generator, 'audio', mastering],
      [mastering, 'audio', pacing],
      [pacing, 'fail', generator],
      [pacing, 'pass', noise],
      [noise, 'pass', sinks[0]],
      [noise, 'fail', other],
      [other, 'audio', sinks[1]],
    ],
  );
  const first = await handleRun(idle, await idle.start(owner, definition));
  const again = await handleRun(idle, await idle.start(owner, definition));
  expect([first.status, first.credits, again.status, again.credits]).toEqual([
    'completed',
    2,
    'completed',
    0,
  ]);
});
