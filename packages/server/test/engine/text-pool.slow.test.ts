import { NODE_TYPES } from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTextPool, readScript } from '../../src/engine/index.ts';
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

test('a large script is read completely, and returns no more rows than its caller needs', async () => {
  const { rows, facts } = await engine.app.texts.read('script', { ...input, first_lines: 50 });
  expect(rows).toHaveLength(50);
  expect(facts.line_count).toBe(LINES);
  expect((await engine.app.texts.read('script', input)).rows).toHaveLength(LINES);
});

test('a text has the same contents whether a thread reads it or the process itself', async () => {
  const rows = [
    'id,script,locale',
    ...Array.from({ length: 20 }, (_, at) => `${at},Ünï ${'😀'.repeat(3)},en-us`),
  ];
  const small = { ...input, format: 'csv' as const, bytes: new TextEncoder().encode(rows.join('\n')) };
  const padding = `${' '.repeat(20_000)}\n`;
  const large = { ...small, bytes: new TextEncoder().encode(`${rows.join('\n')}\n${padding}`) };
  const [one, other] = await Promise.all([small, large].map((text) => engine.app.texts.read('script', text)));
  expect(other?.rows).toEqual(one?.rows);
});

test('an error in a large text names its row', async () => {
  const bytes = new TextEncoder().encode(`id,script\n${'a,Hello.\n'.repeat(5_000)}`);
  const read = engine.app.texts.read('script', { ...input, format: 'csv', bytes });
  await expect(read).rejects.toMatchObject({ name: 'ScriptError', code: 'DUPLICATE_LINE_ID', row: 3 });
});

test.each([
  ['memory', { heap_mb: 8 }],
  ['time', { deadline_ms: 1 }],
])(
  'a text that takes too much %s is an error of the text, and the process continues',
  async (_of, limits) => {
    const pool = createTextPool({ threads: 1, ...limits });
    onTestFinished(() => pool.close());
    const tooComplex = { name: 'ScriptError', code: 'UNSAFE_FILE' };
    await expect(pool.read('script', input)).rejects.toMatchObject(tooComplex);
    const short = { ...input, bytes: new TextEncoder().encode('One line.') };
    expect((await pool.read('script', short)).rows).toHaveLength(1);
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
