import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinPath, toPath } from '../../src/storage/folder-path.ts';
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

const FORMATS = ['txt', 'csv'] as const;

/** A file of 95 MB whose lines all have to be read. */
function writeScript(path: string, format: (typeof FORMATS)[number]): void {
  const script = 'Eight words are said again in this line. '.repeat(48);
  const lines = Array.from({ length: LINES }, (_, index) =>
    format === 'txt' ? `${script}${index}` : `id${index},"${script}"`,
  );
  if (format === 'csv') lines.unshift('line_id,script');
  writeFileSync(path, lines.join('\n'));
}

/** Memory of a process and all its descendants, without mapped files, in megabytes. Processes that have ended count as 0. */
function treeMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = (Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024) / MEGABYTE;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return children.reduce((sum, id) => sum + treeMemory(Number(id)), own);
  } catch {
    return 0;
  }
}

/** The peak memory of a process and all its descendants while `work` runs. */
async function peakMemory(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(pid));
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

/** An upload whose bytes are stored. */
async function uploaded(format: string): Promise<string> {
  const fields = { filename: `script.${format}`, category: 'script' };
  const { upload } = await call('POST', '/api/v1/uploads', fields);
  const key = `uploads/pending/${upload.workspace_id}/${upload.id}.${format}`;
  const path = joinPath(join(directory, 'objects', 'objects'), toPath(key));
  mkdirSync(dirname(path), { recursive: true });
  linkSync(join(directory, `script.${format}`), path);
  return upload.id;
}

test.runIf(process.platform === 'linux')(
  'confirming many large scripts at once takes little memory over all processes, and counts them',
  async () => {
    const definition = narration({ text: 'A line.', source_language: 'en-us' });
    const { id: context_id } = await call('POST', '/api/v1/workflows', { name: 'Large', definition });
    for (const format of FORMATS) writeScript(join(directory, `script.${format}`), format);
    const uploads: string[] = [];
    for (let index = 0; index < UPLOADS; index++) uploads.push(await uploaded(FORMATS[index % 2] ?? 'txt'));
    const pid = Number(child.pid);
    const before = treeMemory(pid);
    expect(before).toBeGreaterThan(0);
    const confirm = (id: string) =>
      call('POST', `/api/v1/uploads/${id}`, { context_type: 'workflow', context_id });
    const peak = await peakMemory(pid, async () => {
      const confirmed = await Promise.all(uploads.map(confirm));
      expect(confirmed.every(({ size_bytes }) => size_bytes > 94 * MEGABYTE)).toBe(true);
      // Uploads are counted one after another. A waiting upload is counted after the response.
      const counted = async (): Promise<number[]> => {
        // Waits, because the rate limit requires a pause between polls.
        await delay(500);
        const rows = await call('GET', `/api/v1/workflows/${context_id}/uploads?limit=100`);
        return rows.flatMap(({ line_count }: { line_count: number | null }) => line_count ?? []);
      };
      await until(async () => (await counted()).length >= 4, 200_000);
      expect((await counted()).every((count) => count === LINES)).toBe(true);
    });
    // Reading in parts takes about 120 MB. A whole script in memory would add its 95 MB.
    expect(peak - before).toBeLessThan(190);
  },
  300_000,
);
