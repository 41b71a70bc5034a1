import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { startTestApp, type TestApp } from '../support/app.ts';
import { definitionOf, fullPipeline, node } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, type LinePlan, nodeOf, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';

let server: TestApp;
let member: Member;
let shift_ms = 0;

beforeAll(async () => {
  server = await startTestApp({ clock: () => new Date(Date.now() + shift_ms) });
});
beforeEach(async () => {
  shift_ms = 0;
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string) => server.request('GET', path, { as: member });

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true });
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

interface ManifestLine {
  line_id: string;
  locale: string;
  file: string | null;
  [field: string]: unknown;
}

async function download(path: string) {
  const { status, body } = await get(path);
  expect(status).toBe(200);
  const response = await fetch(body.data.url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const manifest = JSON.parse(String(files.get('manifest.json'))) as {
    run: Record<string, unknown>;
    lines: ManifestLine[];
    totals: Record<string, number>;
  };
  return { link: body.data as { url: string; filename: string; expires_at: string }, files, manifest };
}

const LINE = { line_index: 0, locale_code: 'en-us', script: 'Hi.' } as const;

test('the ZIP of a run contains every delivered line with its own bytes and name', async () => {
  const run = await insertScriptRun({ server, member });
  const { link, files, manifest } = await download(`${run.path}/download`);
  expect(link.filename).toBe('Café-Söhne-run-1.zip');
  const audio = manifest.lines.filter((line) => line.file !== null);
  expect([...files.keys()].filter((name) => name.endsWith('.wav'))).toEqual(audio.map((line) => line.file));
  for (const { line_id, locale, file } of audio) {
    const bytes = run.audio.get(`${line_id}/${locale}`)?.bytes;
    expect([line_id, bytes?.equals(files.get(String(file)) ?? Buffer.alloc(0))]).toEqual([line_id, true]);
  }
  const { lines } = (await get(`${run.path}/outputs`)).body.data.outputs[0];
  expect(lines.map((line: ManifestLine) => line.file)).toEqual(audio.map((line) => line.file));
});

test('the manifest shows what happened to every line, and its totals are those of the run', async () => {
  const run = await insertScriptRun({ server, member });
  const { manifest, files } = await download(`${run.path}/download`);
  expect(manifest.run).toMatchObject({ run_id: run.id, run_number: 1, loudness_target_lufs: -16 });
  expect(manifest.lines).toMatchObject([
    {
      line_id: 'hello',
      status: 'delivered',
      reused: false,
      credits: 2,
      retries: 0,
      lufs: -16.2,
      loudness_method: 'ungated',
      integrated_lufs: -17.04,
    },
    { line_id: 'hello', status: 'delivered', credits: 4, retries: 1, syllables_per_second: 5 },
    { line_id: 'bye', status: 'delivered', verdicts: [{}, { kind: 'pacing', score: 70, retry_count: 1 }] },
    { line_id: 'bye', status: 'failed', reason: 'No voice speaks de-de.', file: null },
    { line_id: 'hush', status: 'dropped', reason: 'Loudness check: Too quiet.', file: null },
    { line_id: 'again', status: 'delivered', reused: true, credits: 0 },
  ]);
  const { credits, usage_summary } = (await get(run.path)).body.data;
  expect(manifest.totals).toMatchObject({ lines: 6, delivered: 4, dropped: 1, failed: 1 });
  expect(manifest.totals).toMatchObject({ credits, characters: usage_summary.characters });
  for (const name of ['manifest.csv', 'report.html', 'subtitles/en-us.srt', 'subtitles/de-de.vtt']) {
    expect([name, files.has(name)]).toEqual([name, true]);
  }
});

test('the list of files has every file of the ZIP with an address of its bytes', async () => {
  const run = await insertScriptRun({ server, member });
  const { files, manifest } = await download(`${run.path}/download`);
  const { body } = await get(`${run.path}/download?format=files`);
  expect(body.data.filename).toBe('Café-Söhne-run-1.jsonl');
  const listed = await fetch(body.data.url);
  expect([listed.status, listed.headers.get('content-type')]).toEqual([200, 'application/jsonl']);
  const entries = (await listed.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ file }) => file)).toEqual(manifest.lines.flatMap(({ file }) => file ?? []));
  for (const { file, url, size_bytes, sha256, content_type, expires_at } of entries) {
    const response = await fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(files.get(file) ?? Buffer.alloc(0)), file).toBe(true);
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size_bytes, sha256]);
    expect(response.headers.get('content-type')).toBe(content_type);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 3_600_000);
  }
  const sink = await get(`${run.path}/nodes/${nodeOf(run, 'sink_preview')}/download?format=files`);
  expect((await (await fetch(sink.body.data.url)).text()).trimEnd().split('\n')).toHaveLength(entries.length);
  expect((await get(`${run.path}/download?format=tar`)).status).toBe(422);
});

test('the waveform levels in the report range from 0 to 1', async () => {
  const run = await insertScriptRun({ server, member });
  const { files } = await download(`${run.path}/download`);
  // The stored levels rise from 0 to 199 of 255, so the waveform begins at the lowest value and does not
  // reach the highest.
  expect(String(files.get('report.html'))).toMatch(/"wave":"0[0-9A-Za-m]+"/);
});

test('the download of a sink contains what that sink delivers', async () => {
  const run = await insertScriptRun({ server, member });
  const whole = await download(`${run.path}/download`);
  const sink = await download(`${run.path}/nodes/${nodeOf(run, 'sink_preview')}/download`);
  expect(sink.link.filename).toBe('Café-Söhne-run-1-Delivery.zip');
  expect([...sink.files.keys()]).toEqual([...whole.files.keys()]);
  expect(sink.manifest.lines).toEqual(whole.manifest.lines);
  for (const id of [nodeOf(run, 'validator_noise'), randomUUID()]) {
    expect((await get(`${run.path}/nodes/${id}/download`)).status).toBe(404);
  }
});

/** All lines go to the first of two sinks. `both` goes to the second sink too. */
async function insertForkedRun(): Promise<{ run: StoredRun; second: string }> {
  const [source, generator] = [node('source_script', { text: 'Hi.' }), node('operator_generator')];
  const [mastering, first, second] = [node('operator_mastering'), node('sink_preview'), node('sink_preview')];
  const definition = definitionOf(
    [source, generator, mastering, first, second],
    [
      [source, 'lines', generator],
      [generator, 'audio', mastering],
      [mastering, 'audio', first],
      [mastering, 'audio', second],
    ],
  );
  const delivered = { ...LINE, takes: [{}], status: 'delivered' as const };
  const lines: LinePlan[] = [
    { ...delivered, line_id: 'one' },
    { ...delivered, line_id: 'both', line_index: 1 },
    { ...LINE, line_id: 'none', line_index: 2, status: 'failed' },
  ];
  const workflow = await insertWorkflow({ server, member }, definition);
  const run = await insertRun({ server, member }, workflow, { status: 'completed', lines });
  const audio_id = run.audio.get('both/en-us')?.delivered ?? '';
  const visit = { run_id: run.id, node_id: second.id, iteration: 0, line_no: 1, input_id: audio_id };
  await server.app.db
    .insertInto('attempt')
    .values({ ...visit, port: 'delivered', output_id: audio_id, created_at: new Date() })
    .execute();
  return { run, second: second.id };
}

test('the download of a sink omits lines that only went to another sink', async () => {
  const { run, second } = await insertForkedRun();
  const idsOf = (manifest: { lines: ManifestLine[] }) =>
    manifest.lines.map((line) => [line.line_id, line.status]);
  const whole = await download(`${run.path}/download`);
  expect(idsOf(whole.manifest)).toEqual([
    ['one', 'delivered'],
    ['both', 'delivered'],
    ['none', 'failed'],
  ]);
  const other = await download(`${run.path}/nodes/${second}/download`);
  expect(idsOf(other.manifest)).toEqual([
    ['both', 'delivered'],
    ['none', 'failed'],
  ]);
  const { outputs } = (await get(`${run.path}/outputs`)).body.data;
  expect(outputs.map((output: { line_count: number }) => output.line_count)).toEqual([2, 1]);
});

test('an export with more lines than one database read is complete and in order', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const lines: LinePlan[] = [{ ...LINE, line_id: 'first', takes: [{}], status: 'delivered' }];
  const run = await insertRun({ server, member }, workflow, { status: 'completed', lines });
  const line = { run_id: run.id, node_id: nodeOf(run, 'source_script'), locale_code: 'en-us', script: 'x' };
  // Two locales of one line have the same position in the script, and the end of a batch is between them.
  const more = Array.from({ length: 452 }, (_, index) => ({
    ...{ ...line, no: 900 - index, line_id: `L${index}`, line_index: 1 + (index >> 1) },
    ...{ characters: 1, status: 'failed' },
  }));
  await server.app.db.insertInto('run_line').values(more).execute();
  const { manifest } = await download(`${run.path}/download`);
  const wanted = more.toSorted((a, b) => a.line_index - b.line_index || a.no - b.no);
  expect(manifest.lines.map((found) => found.line_id)).toEqual([
    'first',
    ...wanted.map((row) => row.line_id),
  ]);
});

const DELIVERED: LinePlan = { ...LINE, line_id: 'a', takes: [{}], status: 'delivered' };

test('a failed or canceled run has what it delivered, with the missing lines in manifest and report', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const missing: LinePlan = { ...LINE, line_id: 'b', line_index: 1, status: 'active' };
  const reasons = { cancelled: 'The run was canceled before', failed: 'The run failed before' };
  for (const status of ['cancelled', 'failed'] as const) {
    const run = await insertRun({ server, member }, workflow, { status, lines: [DELIVERED, missing] });
    expect((await get(run.path)).body.data.has_export).toBe(true);
    const whole = await download(`${run.path}/download`);
    const sink = await download(`${run.path}/nodes/${nodeOf(run, 'sink_preview')}/download`);
    for (const { files, manifest } of [whole, sink]) {
      expect(manifest.run.status).toBe(status);
      expect(manifest.lines).toMatchObject([
        { line_id: 'a', status: 'delivered', file: 'en-us/a.wav' },
        {
          line_id: 'b',
          status: 'missing',
          file: null,
          reason: `${reasons[status]} the line was finished.`,
        },
      ]);
      expect(manifest.totals).toMatchObject({ lines: 2, delivered: 1, failed: 0, missing: 1 });
      expect(String(files.get('report.html'))).toContain('of 2: 1 missing');
    }
    const list = await fetch((await get(`${run.path}/download?format=files`)).body.data.url);
    expect((await list.text()).trimEnd().split('\n')).toHaveLength(1);
  }
});

test('a line that a canceled run left open is in the export of the output that it had reached', async () => {
  const { run, second } = await insertForkedRun();
  const { db } = server.app;
  await db.updateTable('run_line').set({ status: 'active' }).where('run_id', '=', run.id).execute();
  await db
    .updateTable('run')
    .set({ status: 'cancelled', lines_delivered: 0, lines_failed: 0 })
    .where('id', '=', run.id)
    .execute();
  expect((await get(run.path)).body.data.has_export).toBe(true);
  const idsOf = (manifest: { lines: ManifestLine[] }) =>
    manifest.lines.map((line) => [line.line_id, line.status]);
  expect(idsOf((await download(`${run.path}/download`)).manifest)).toEqual([
    ['one', 'delivered'],
    ['both', 'delivered'],
    ['none', 'missing'],
  ]);
  expect(idsOf((await download(`${run.path}/nodes/${second}/download`)).manifest)).toEqual([
    ['one', 'missing'],
    ['both', 'delivered'],
    ['none', 'missing'],
  ]);
});

test('an active run cannot be downloaded, and one that delivered nothing is not found', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const scene = { server, member };
  for (const status of ['pending', 'running', 'paused'] as const) {
    // A workflow has one active run at a time.
    const own = await insertWorkflow(scene, fullPipeline());
    const run = await insertRun(scene, own, { status, lines: [DELIVERED] });
    expect((await get(run.path)).body.data.has_export).toBe(false);
    for (const path of ['', `/nodes/${nodeOf(run, 'sink_preview')}`]) {
      const { status: code, body } = await get(`${run.path}${path}/download`);
      expect([code, body.error]).toMatchObject([409, { code: 'CONFLICT' }]);
      expect(body.error.message).toBe(`The run is ${status}. It can be downloaded once it has ended.`);
    }
  }
  const open: LinePlan = { ...LINE, line_id: 'a', takes: [{}], status: 'active' };
  for (const status of ['failed', 'cancelled'] as const) {
    const run = await insertRun(scene, workflow, { status, lines: [open] });
    expect((await get(run.path)).body.data.has_export).toBe(false);
    expect((await get(`${run.path}/download`)).status).toBe(404);
    expect((await get(`${run.path}/nodes/${nodeOf(run, 'sink_preview')}/download`)).status).toBe(404);
  }
  const dropped: LinePlan = { ...LINE, line_id: 'a', takes: [{}], status: 'dropped' };
  const silent = await insertRun(scene, workflow, { status: 'completed', lines: [dropped] });
  expect((await get(`${silent.path}/download`)).status).toBe(404);
  expect((await get(`${silent.path}/nodes/${nodeOf(silent, 'sink_preview')}/download`)).status).toBe(404);
  expect((await get(silent.path)).body.data.has_export).toBe(false);
});

test('a link is valid for 15 minutes, cannot be modified, and ends with its workflow', async () => {
  const run = await insertScriptRun({ server, member });
  const { url, expires_at } = (await get(`${run.path}/download`)).body.data;
  const left = Date.parse(expires_at) - server.app.clock().getTime();
  expect(left).toBeGreaterThan(14 * 60_000);
  expect(left).toBeLessThanOrEqual(15 * 60_000);
  const open = async (link: string) => {
    const response = await fetch(link);
    if (response.ok) {
      await response.body?.cancel();
      return response.status;
    }
    const { error } = (await response.json()) as { error: { code: string } };
    return `${response.status} ${error.code}`;
  };
  expect((await fetch(url, { method: 'HEAD' })).headers.get('content-disposition')).toContain('attachment');
  const waveform = url.replace('/exports/', '/waveforms/');
  expect(await open(waveform)).toBe('403 FORBIDDEN');
  expect(await open(`${url}x`)).toBe('403 FORBIDDEN');
  shift_ms = 15 * 60_000;
  expect(await open(url)).toBe('403 FORBIDDEN');
  shift_ms = 0;
  expect(await open(url)).toBe(200);
  await server.request('DELETE', `/api/v1/workflows/${run.workflow.id}`, { as: member });
  expect(await open(url)).toBe('404 NOT_FOUND');
});
