import { randomUUID } from 'node:crypto';
import { NODE_TYPES } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readScript, ScriptFault } from '../../src/engine/script-lines.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
import { putScript } from '../support/put-script.ts';

let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  engine = await startEngine({ worker: false });
});
beforeEach(async () => {
  owner = await engine.owner();
});
afterAll(() => engine.close());

const SCRIPT = 'id,script\na,Hello there.\nb,Good night.\n';

function reader(id: string, more: object = {}) {
  const given = { input_type: 'file', upload_ids: [id], source_language: 'en-us', ...more };
  const config = NODE_TYPES.source_script.config.parse(given);
  return () => readScript(engine.app, owner.workspace_id, { config, again: true });
}

/** How often the bytes of objects were read meanwhile. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const get = vi.spyOn(engine.app.storage, 'get');
  try {
    await work();
    return get.mock.calls.length;
  } finally {
    get.mockRestore();
  }
}

test('a script that is asked for again is read once, and what was given out may be changed', async () => {
  const read = reader(await putScript(engine, owner, SCRIPT, 'csv'));
  const reads = await readsOf(async () => {
    const [first, same] = await Promise.all([read(), read()]);
    for (const line of first) Object.assign(line, { script: 'Changed.', line_id: randomUUID() });
    expect(same.map(({ script }) => script)).toEqual(['Hello there.', 'Good night.']);
    expect(await read()).toEqual(same);
  });
  expect(reads).toBe(1);
});

test('the same file is read anew where it is to be understood in another way', async () => {
  const id = await putScript(engine, owner, SCRIPT, 'csv');
  await reader(id)();
  const [line] = await reader(id, { source_language: 'de-de' })();
  expect(line?.locale_code).toBe('de-de');
  expect(await reader(id, { csv_has_header: false, csv_column: '1' })()).toHaveLength(3);
});

test('a script that cannot be read says so each time', async () => {
  const read = reader(await putScript(engine, owner, 'id,script\na,"Hello\n', 'csv'));
  for (let tries = 0; tries < 2; tries++) await expect(read()).rejects.toThrow(ScriptFault);
});

test('a script that was deleted is gone, whatever was read before', async () => {
  const id = await putScript(engine, owner, SCRIPT, 'csv');
  await reader(id)();
  const { db, storage } = engine.app;
  const upload = await db
    .selectFrom('upload')
    .select('object_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await storage.remove(upload.object_key);
  await expect(reader(id)()).rejects.toMatchObject({ fault: 'NOT_FOUND' });
  await db.deleteFrom('upload').where('id', '=', id).execute();
  await expect(reader(id)()).rejects.toThrow('There is no confirmed upload');
});

test('what was read lately gives way once there is too much of it', async () => {
  const long = `id,script\n${Array.from({ length: 30_000 }, (_, at) => `l${at},${'A long line. '.repeat(9)}${at}`).join('\n')}\n`;
  const reads = [];
  for (let file = 0; file < 3; file++)
    reads.push(reader(await putScript(engine, owner, `${long}x${file},End.\n`, 'csv')));
  const [first, second, third] = reads;
  const count = await readsOf(async () => {
    await first?.();
    await second?.();
    await third?.();
    // The newest is there, the oldest is not.
    await third?.();
    await first?.();
  });
  expect(count).toBe(4);
});
