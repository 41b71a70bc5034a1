import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NODE_TYPES } from '@voiceloom/contract';
import type { ScriptLine, ScriptReading } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readScript, SourceFailure } from '../../src/engine/index.ts';
import { parseOnce } from '../../src/engine/sources/script-lines.ts';
import { type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';
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
  return async () => (await readScript(engine.app, owner.workspace_id, { config, is_cached: true })).lines;
}

/** How often `work` reads objects from storage. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const get = vi.spyOn(engine.app.storage, 'get');
  try {
    await work();
    return get.mock.calls.length;
  } finally {
    get.mockRestore();
  }
}

test('a script that is read repeatedly is parsed once, and callers can change their copy', async () => {
  const read = reader(await putScript(engine, owner, SCRIPT, 'csv'));
  const reads = await readsOf(async () => {
    const [first, same] = await Promise.all([read(), read()]);
    for (const line of first) Object.assign(line, { script: 'Changed.', line_id: randomUUID() });
    expect(same.map(({ script }) => script)).toEqual(['Hello there.', 'Good night.']);
    expect(await read()).toEqual(same);
  });
  expect(reads).toBe(1);
});

test('the same file is parsed again with other options', async () => {
  const id = await putScript(engine, owner, SCRIPT, 'csv');
  await reader(id)();
  const [line] = await reader(id, { source_language: 'de-de' })();
  expect(line?.locale_code).toBe('de-de');
  expect(await reader(id, { csv_has_header: false, columns: { script: 1 } })()).toHaveLength(3);
});

test('an unreadable script is reported each time', async () => {
  const read = reader(await putScript(engine, owner, 'id,script\na,"Hello\n', 'csv'));
  for (let tries = 0; tries < 2; tries++) await expect(read()).rejects.toThrow(SourceFailure);
});

test('a deleted script is not found, even if it was parsed before', async () => {
  const id = await putScript(engine, owner, SCRIPT, 'csv');
  await reader(id)();
  const { db, storage } = engine.app;
  const upload = await db
    .selectFrom('upload')
    .select('object_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await storage.remove(upload.object_key);
  await expect(reader(id)()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await db.deleteFrom('upload').where('id', '=', id).execute();
  await expect(reader(id)()).rejects.toThrow('There is no confirmed upload');
});

const facts = { size_bytes: 1, etag: 'tag', content_type: 'text/plain', modified_at: new Date() };

/** Four of these scripts need more memory than the cache keeps, even if their files are small. */
test.each([
  ['of many short lines', 99_000, 'Hi'],
  ['of long lines', 30_000, 'A long line. '.repeat(20)],
])('cached scripts %s are evicted once there are too many', async (_name, count, script) => {
  // Only the size matters, because their lines are generated, not parsed.
  const storage = { ...engine.app.storage, head: async () => facts };
  const line = { script, notes: null } as ScriptLine;
  const parsed = { lines: Array<ScriptLine>(count).fill(line), reading: {} as ScriptReading };
  const reads: string[] = [];
  const read = (object_key: string) =>
    parseOnce(storage, { object_key, options: null }, async () => {
      reads.push(object_key);
      return parsed;
    });
  for (const key of ['first', 'second', 'third', 'first', 'fourth']) await read(key);
  // Only the least recently used script is evicted.
  for (const key of ['first', 'third', 'fourth', 'second']) await read(key);
  expect(reads).toEqual(['first', 'second', 'third', 'fourth', 'second']);
});

test('an evicted script is released from memory', async () => {
  const storage = { ...engine.app.storage, head: async () => facts };
  const read = async (object_key: string) => {
    const line = { script: 'x'.repeat(20_000_000), notes: null } as ScriptLine;
    const reading = {} as ScriptReading;
    await parseOnce(storage, { object_key, options: null }, async () => ({ lines: [line], reading }));
    return new WeakRef(line);
  };
  const oldest = await read('1');
  await read('2');
  const newest = await read('3');
  setFlagsFromString('--expose-gc');
  await eventually(async () => {
    runInNewContext('gc')();
    return oldest.deref() === undefined;
  });
  expect(newest.deref()).toBeDefined();
});
