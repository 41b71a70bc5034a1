import { decode, durationMs, measureLoudness } from '@voiceloom/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { unzip } from '../support/unzip.ts';
import { edge, node } from '../support/workflows.ts';

const LONG = 'Please listen to the following menu, because our options have changed since your last call.';
/** `fits` needs slightly faster speech, `never` needs more than the maximum speed. */
const CSV = `id,script,max_duration_ms\nnever,"${LONG}",2500\nfits,"${LONG}",4600\nfree,"${LONG}",\n`;

type Card = {
  line_id: string;
  audio: { duration_ms: number; content_type: string; reason: string | null };
  validations: { kind: string; evidence: Record<string, unknown>[] }[];
};

type Pickup = { line_id: string; reasons: string[]; details: string[] };

describe('a delivery by preset, over HTTP', () => {
  let server: TestApp;
  let worker: Worker;
  let member: Member;
  let files: Map<string, Buffer>;
  let cards: Map<string, Card>;
  let pickups: Pickup[];
  beforeAll(async () => {
    server = await startTestApp({ role: 'all' });
    worker = await startWorker(server.app, runJobs);
    member = await createMember(server);
    await runPrompts();
  }, 120_000);
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.request(method, `/api/v1${path}`, { as: member, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };

  async function uploadScript(workflow: string): Promise<string> {
    const { upload, upload_url } = await call('POST', '/uploads', {
      filename: 'ivr.csv',
      category: 'script',
    });
    const headers = { 'Content-Type': upload.content_type };
    expect((await fetch(upload_url, { method: 'PUT', body: CSV, headers })).status).toBe(200);
    await call('POST', `/uploads/${upload.id}`, { context_type: 'workflow', context_id: workflow });
    return upload.id;
  }

  async function runPrompts(): Promise<void> {
    const workflow = await call('POST', '/workflows', { name: 'Prompts' });
    const upload_ids = [await uploadScript(workflow.id)];
    const source = node('source_script', { input_type: 'file', upload_ids, source_language: 'en-us' });
    const generator = node('operator_generator');
    const mastering = node('operator_mastering', { preset: 'phone_alaw', max_stretch_percent: 25 });
    const loudness = node('validator_loudness', { target_lufs: -19, max_true_peak_dbtp: -3, max_retry: 0 });
    const pacing = node('validator_pacing', { threshold: 0 });
    const sink = node('sink_preview', { file_pattern: '{line_id}.{ext}', subtitle_timing: 'word' });
    const edges = [
      edge([source, 'lines'], [generator, 'lines']),
      edge([generator, 'audio'], [mastering, 'audio']),
      edge([mastering, 'audio'], [loudness, 'audio']),
      edge([loudness, 'pass'], [pacing, 'audio']),
      edge([pacing, 'pass'], [sink, 'audio']),
    ];
    const nodes = [source, generator, mastering, loudness, pacing, sink];
    await call('PUT', `/workflows/${workflow.id}`, {
      name: 'Prompts',
      definition: { graph: { nodes, edges } },
    });
    const started = await call('POST', `/workflows/${workflow.id}/runs`);
    const path = `/workflows/${workflow.id}/runs/${started.id}`;
    const headers = { Authorization: `Bearer ${member.token}` };
    await (await fetch(`${server.url}/api/v1${path}/events`, { headers })).text();
    expect(await call('GET', path)).toMatchObject({ status: 'completed' });
    const download = async (query = '') => fetch((await call('GET', `${path}/download${query}`)).url);
    files = await unzip(Buffer.from(await (await download()).arrayBuffer()));
    pickups = ((await (await download('?format=pickups-json')).json()) as { lines: Pickup[] }).lines;
    const { rows } = await call('GET', `${path}/data`);
    cards = new Map(rows.flatMap((row: { cards: Card[] }) => row.cards.map((card) => [card.line_id, card])));
  }

  const heard = async (id: string) => (await decode(files.get(`${id}.wav`) ?? Buffer.alloc(0))).pcm;

  test('every file is A-law at 8 kHz in a WAV, at the loudness of the preset', async () => {
    for (const id of ['free', 'fits', 'never']) {
      expect(files.get(`${id}.wav`)?.readUInt16LE(20), id).toBe(6);
      const pcm = await heard(id);
      expect([pcm.sampleRate, pcm.channels.length]).toEqual([8_000, 1]);
      expect(Math.abs((measureLoudness(pcm).lufs ?? 0) + 19), id).toBeLessThanOrEqual(0.5);
      expect(cards.get(id)?.audio.content_type).toBe('audio/wav');
    }
  });

  test('a line that can fit its limit does, and one that cannot stays as it was spoken', async () => {
    const natural = durationMs(await heard('free'));
    expect(natural).toBeGreaterThan(4_600);
    expect(durationMs(await heard('fits'))).toBeLessThanOrEqual(4_600);
    expect(durationMs(await heard('fits'))).toBeGreaterThan(4_500);
    // Not faster than the original speech, without the silence that the preset adds at both ends. Silence is
    // cut in steps of 10 ms.
    expect(Math.abs(durationMs(await heard('never')) - (natural - 200))).toBeLessThanOrEqual(10);
    const { lines } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    const reasons = Object.fromEntries(
      lines.map(({ line_id, reason }: { line_id: string; reason: string | null }) => [line_id, reason]),
    );
    expect(reasons).toMatchObject({ free: null, fits: null });
    expect(reasons.never).toContain('At most 25 % is allowed');
  });

  test('a file over its limit is reported with its numbers in data, manifest, pick-ups and report', async () => {
    const ms = durationMs(await heard('never'));
    const text = `The file lasts ${ms} ms, ${ms - 2_500} ms over its limit of 2500 ms.`;
    expect(cards.get('never')?.audio.reason).toMatch(new RegExp(`^${text} To last at most 2500 ms the line`));
    expect(cards.get('fits')?.audio.reason).toBeNull();
    const { lines } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    expect(lines).toMatchObject([
      { line_id: 'never', max_duration_ms: 2_500, reason: cards.get('never')?.audio.reason },
      { line_id: 'fits', max_duration_ms: 4_600, reason: null },
      { line_id: 'free', max_duration_ms: null, reason: null },
    ]);
    expect(files.get('manifest.csv')?.toString()).toContain(text);
    const never = pickups.find(({ line_id }) => line_id === 'never');
    expect(never?.reasons).toContain('too_long');
    expect(never?.details).toContain(text);
    expect(pickups.flatMap(({ reasons }) => reasons).filter((reason) => reason === 'too_long')).toHaveLength(
      1,
    );
    expect(files.get('report.html')?.toString()).toContain(`"over":"${text}"`);
  });

  test('a verdict contains its numbers, their limits and their positions', () => {
    const evidenceOf = (kind: string) =>
      cards.get('never')?.validations.find((verdict) => verdict.kind === kind)?.evidence;
    expect(evidenceOf('loudness')).toMatchObject([
      { metric: 'loudness', unit: 'LUFS', min: -20, max: -18, passed: true },
      { metric: 'true_peak', unit: 'dBTP', max: -3, passed: true, start_ms: expect.any(Number) },
    ]);
    const { duration_ms } = cards.get('never')?.audio ?? { duration_ms: 0 };
    expect(evidenceOf('pacing')).toMatchObject([
      {
        metric: 'duration',
        value: duration_ms,
        max: 2_500,
        start_ms: 2_500,
        end_ms: duration_ms,
        passed: false,
      },
      { metric: 'speaking_rate', unit: 'syllables/s', passed: expect.any(Boolean) },
    ]);
  });

  test('the subtitles follow the words of the engine through trimming and stretching', async () => {
    const vtt = files.get('subtitles/en-us.vtt')?.toString() ?? '';
    expect(vtt).toMatch(/Please <00:00:00\.\d{3}>listen /);
    const times = [...vtt.matchAll(/(\d\d):(\d\d):(\d\d)\.(\d{3})/g)].map(
      ([, h, m, s, ms]) => ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1_000 + Number(ms),
    );
    const total = (await Promise.all(['free', 'fits', 'never'].map(heard))).reduce(
      (sum, pcm) => sum + durationMs(pcm),
      0,
    );
    // The last word ends with the voice, before the silence that mastering added.
    expect(Math.max(...times)).toBeLessThan(total - 50);
    expect(Math.max(...times)).toBeGreaterThan(total - 400);
  });

  test('the report shows the evidence', () => {
    const report = files.get('report.html')?.toString() ?? '';
    expect(report).toContain('"True peak"');
    expect(report).toContain('class="lines"');
  });
});
