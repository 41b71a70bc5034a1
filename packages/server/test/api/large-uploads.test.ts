import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinPath, pathOfKey } from '../../src/storage/folder-path.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { readyFile, spawnBin, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

const MEGABYTE = 1_000_000;
const UPLOADS = 20;
const LINES = 48_000;
const PLANS_FILE = fileURLToPath(new URL('../../data/plans-unlimited.json', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-large-uploads-'));
let database: TestDatabase;
let child: WorkerProcess;
let address: { url: string; token?: string };

beforeAll(async () => {
  database = await createDatabase();
  const ready_file = join(directory, 'ready.json');
  const env = { DATABASE_URL: database.url, DATA_DIR: directory, READY_FILE: ready_file, PORT: '0' };
  child = spawnBin('api', { ...env, PLANS_FILE });
  address = await readyFile(child, ready_file);
});
afterAll(async () => {
  await child.kill();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${address.token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${address.url}${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return JSON.parse(text).data;
}

/** A file of 95 MB whose lines all have to be read. */
function writeScript(path: string, format: 'txt' | 'csv' | 'json'): void {
  const script = 'Eight words are said again in this line. '.repeat(48);
  const lines = Array.from({ length: LINES }, (_, index) => {
    if (format === 'txt') return `${script}${index}`;
    if (format === 'csv') return `id${index},"${script}"`;
    return JSON.stringify({ line_id: `id${index}`, script });
  });
  if (format === 'csv') lines.unshift('line_id,script');
  writeFileSync(path, format === 'json' ? `[${lines.join(',\n')}]` : lines.join('\n'));
}

function memory(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / MEGABYTE;
}

test.runIf(existsSync('/proc/self/clear_refs'))(
  'confirming many large scripts at once takes little memory of the process, and counts them',
  async () => {
    const definition = narration({ text: 'A line.', source_language: 'en-us' });
    const { id: context_id } = await call('POST', '/api/v1/workflows', { name: 'Large', definition });
    const formats = ['txt', 'csv', 'json'] as const;
    for (const format of formats) writeScript(join(directory, `script.${format}`), format);
    const uploads = [];
    for (let index = 0; index < UPLOADS; index++) {
      const format = formats[index % formats.length] ?? 'txt';
      const fields = { filename: `script.${format}`, category: 'script' };
      const { upload } = await call('POST', '/api/v1/uploads', fields);
      const key = `uploads/pending/${upload.workspace_id}/${upload.id}.${format}`;
      const path = joinPath(join(directory, 'objects', 'objects'), pathOfKey(key));
      mkdirSync(dirname(path), { recursive: true });
      linkSync(join(directory, `script.${format}`), path);
      uploads.push(upload.id);
    }
    const before = memory('VmRSS');
    writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
    const confirm = (id: string) =>
      call('POST', `/api/v1/uploads/${id}`, { context_type: 'workflow', context_id });
    const confirmed = await Promise.all(uploads.map(confirm));
    expect(confirmed.every(({ size_bytes }) => size_bytes > 94 * MEGABYTE)).toBe(true);
    // One after the other is counted, those of a later turn after the response.
    const counts = async () => {
      const rows = await call('GET', `/api/v1/workflows/${context_id}/uploads?limit=100`);
      return rows.map(({ line_count }: { line_count: number | null }) => line_count);
    };
    const known = (all: (number | null)[]) => all.filter((count) => count !== null);
    await until(async () => known(await counts()).length >= 4, 100_000);
    expect(known(await counts()).every((count) => count === LINES)).toBe(true);
    expect(memory('VmHWM') - before).toBeLessThan(150);
  },
);
