import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadRunHead } from '../../src/engine/chunks/load.ts';
import { awaitPendingVerdicts } from '../../src/engine/nodes/validators/verdicts.ts';
import { definitionOf, type GraphNode, node } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';

/**
 * How often a check rejects a line if another check, beside or before it, has sent the line back in the
 * meantime.
 */
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  engine = await startEngine({ worker: false });
});
beforeEach(async () => {
  owner = await engine.owner();
});
afterAll(async () => {
  await engine.close();
});

const script = () => node('source_script', { text: 'Hello there.', source_language: 'en-us' });

/** A run with two checks that send lines back, in parallel or in sequence. */
async function twoChecks(arranged: 'beside' | 'behind') {
  const [source, generator, sink] = [script(), node('operator_generator'), node('sink_preview')];
  const [quick, slow] = [node('validator_noise'), node('validator_error_rate', { max_retry: 2 })];
  const definition = definitionOf(
    [source, generator, quick, slow, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', quick],
      ...(arranged === 'beside'
        ? ([
            [generator, 'audio', slow],
            [quick, 'pass', sink],
          ] as const)
        : ([[quick, 'pass', slow]] as const)
      ).map(([from, port, to]) => [from, port, to] as [GraphNode, string, GraphNode]),
      [quick, 'fail', generator],
      [slow, 'fail', generator],
      [slow, 'pass', sink],
    ],
  );
  const run = await loadRunHead(engine.app.db, await engine.start(owner, definition));
  const place = run.plan.nodes.get(slow.id);
  if (!place) throw new Error('no check');
  const enter = async (check: GraphNode, iteration: number, port: string) => {
    const row = {
      run_id: run.id,
      node_id: check.id,
      iteration,
      line_no: 1,
      input_id: `take ${iteration}`,
      port,
    };
    await engine.app.db
      .insertInto('attempt')
      .values({ ...row, created_at: new Date() })
      .execute();
    return { ...row, verdict: null };
  };
  const signal = new AbortController().signal;
  const context = {
    ...{ app: engine.app, run, node: place, chunk_id: '', iteration: 2, works: [], signal },
  };
  const rounds = (earlier: Awaited<ReturnType<typeof enter>>[], allowed = 2) =>
    awaitPendingVerdicts(context, 1, { earlier, max_retries: allowed });
  return { quick, slow, enter, rounds };
}

test.each([
  ['fail', 2],
  ['pass', 1],
])('a pending verdict of a parallel check is awaited: %s', async (port, lost) => {
  const { quick, slow, enter, rounds } = await twoChecks('beside');
  await enter(quick, 0, 'fail');
  await enter(quick, 1, 'fail');
  const second = await enter(slow, 1, 'fail');
  const counted = rounds([second]);
  // The check was still working on the previous take.
  await enter(slow, 0, port);
  expect(await counted).toMatchObject({ retries: lost, earlier: [{ iteration: 1 }, { iteration: 0 }] });
});

test('a missing verdict counts as a rejection: nothing is spoken beyond the limit', async () => {
  const { quick, slow, enter, rounds } = await twoChecks('beside');
  await enter(quick, 0, 'fail');
  await enter(quick, 1, 'fail');
  expect(await rounds([await enter(slow, 1, 'fail')])).toMatchObject({ retries: 2 });
});

test('irrelevant verdicts are not awaited', async () => {
  const { quick, slow, enter, rounds } = await twoChecks('beside');
  await enter(quick, 0, 'fail');
  await enter(quick, 1, 'fail');
  const second = await enter(slow, 1, 'fail');
  expect(await rounds([second], 3)).toEqual({ earlier: [second], retries: 1 });
  expect(await rounds([second], 1)).toEqual({ earlier: [second], retries: 1 });
});

test('takes that an earlier check returned do not count for a later check', async () => {
  const { quick, enter, rounds } = await twoChecks('behind');
  await enter(quick, 0, 'fail');
  await enter(quick, 1, 'fail');
  expect(await rounds([])).toMatchObject({ earlier: [], retries: 0 });
});
