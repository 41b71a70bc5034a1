import type { WorkflowDefinition } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estimateRun } from '../../src/engine/estimate.ts';
import { definitionOf, type GraphNode, type Link, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { addVoices, troupe } from '../support/troupe.ts';

/** Every check rejects every take, as it comes and mastered. */
const speech = troupe({ rime: { answer: () => ({ is_clipped: false, syllables: 40 }) } });
const GENERATOR = { provider: 'rime', retry_ladder: [], reuse_takes: false };

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech });
  await addVoices(engine, [{ provider: 'rime', name: 'Anna' }]);
});
afterAll(() => engine.close());

/** A generator whose takes come to one check as they are and mastered; `after` leads on from there. */
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
  const { max_credits } = await estimateRun(engine.app, { workspace_id, account_id, definition });
  const id = await engine.start(owner, definition);
  const { status, credits } = await engine.until(id, ['completed', 'failed']);
  expect([status, ...(await auditRun(engine.app, id))]).toEqual(['completed']);
  return { credits, max_credits };
}

test('a take that a check rejects as it is and mastered is made again once', async () => {
  const definition = bothWays((check, generator) => [[check, 'fail', generator]]);
  expect(await costs(definition)).toEqual({ credits: 4, max_credits: 4 });
});

test('a take that a check rejects as it is and mastered goes to another generator once', async () => {
  const other = node('operator_generator', GENERATOR);
  const definition = bothWays((check) => [
    [check, 'fail', other],
    [other, 'audio', node('sink_preview')],
  ]);
  expect(await costs(definition)).toEqual({ credits: 2, max_credits: 2 });
});
