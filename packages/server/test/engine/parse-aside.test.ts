import { NODE_TYPES } from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { parseAside } from '../../src/engine/sources/parse-in-thread.ts';
import { readScript } from '../../src/engine/sources/script-lines.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { putScript } from '../support/put-script.ts';
import { until } from '../support/until.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ worker: false });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.close());

const LINES = 40_000;
const input = {
  bytes: new TextEncoder().encode('One line of many.\n'.repeat(LINES)),
  format: 'txt' as const,
  csv_column: null,
  csv_has_header: true,
  source_language: 'en-us',
};

test('a large script is read completely, and returns no more lines than its caller needs', async () => {
  const { lines, reading } = await parseAside({ ...input, first_lines: 50 });
  expect(lines).toHaveLength(50);
  expect(reading.line_count).toBe(LINES);
  expect((await parseAside(input)).lines).toHaveLength(LINES);
});

test.each([
  ['memory', { heap_mb: 8, deadline_ms: 60_000 }],
  ['time', { heap_mb: 1_024, deadline_ms: 1 }],
])(
  'a script that takes too much %s is an error of the script, and the process continues',
  async (_of, limits) => {
    await expect(parseAside(input, limits)).rejects.toMatchObject({
      name: 'ScriptError',
      code: 'UNSAFE_FILE',
    });
  },
);

test('large scripts are read one after the other, and small ones do not wait for them', async () => {
  const owner = await engine.owner();
  const put = (text: string) => putScript(engine, owner, text, 'txt');
  const large = [await put('One.'), await put('Two.')];
  const size_bytes = 9 * 1024 * 1024;
  await engine.app.db.updateTable('upload').set({ size_bytes }).where('id', 'in', large).execute();
  const read = (id: string) => {
    const given = { input_type: 'file', upload_ids: [id], source_language: 'en-us' };
    return readScript(engine.app, owner.workspace_id, {
      config: NODE_TYPES.source_script.config.parse(given),
    });
  };
  const { storage } = engine.app;
  const get = storage.get.bind(storage);
  const gates: (() => void)[] = [];
  vi.spyOn(storage, 'get').mockImplementation(async (key, ...more) => {
    if (large.some((id) => key.includes(id))) await new Promise<void>((open) => gates.push(open));
    return get(key, ...more);
  });
  const reads = large.map(read);
  await until(() => Promise.resolve(gates.length > 0));
  expect((await read(await put('Small.'))).lines).toHaveLength(1);
  expect(gates).toHaveLength(1);
  gates[0]?.();
  await until(() => Promise.resolve(gates.length > 1));
  gates[1]?.();
  for (const { lines } of await Promise.all(reads)) expect(lines).toHaveLength(1);
});
