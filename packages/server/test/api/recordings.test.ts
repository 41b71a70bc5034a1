import { decode, durationMs, encodeWav } from '@voiceloom/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mono, tone } from '../../../audio/test/support/signals.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys } from '../support/own-keys.ts';
import { recorded } from '../support/put-recording.ts';
import { SCORING_KEY, type ScoringEndpoint, startScoringEndpoint } from '../support/scoring-endpoint.ts';
import { unzip } from '../support/unzip.ts';
import { startWhisper, WHISPER_KEY, type WhisperServer } from '../support/whisper-server.ts';
import { edge, narration, node } from '../support/workflows.ts';

type Definition = { graph: { nodes: { id: string; type: string }[]; edges: object[] } };

describe('recordings and custom scoring and transcription, over HTTP', () => {
  let server: TestApp;
  let worker: Worker;
  let member: Member;
  let whisper: WhisperServer;
  let endpoint: ScoringEndpoint;
  const scores = [2.6, 4.6];

  beforeAll(async () => {
    whisper = await startWhisper(() => ({
      text: 'The ferry leaves at noon.',
      language: 'english',
      segments: [{ text: 'The ferry leaves at noon.', start: 0.5, end: 2 }],
    }));
    // The check of the key is the first request that is scored.
    endpoint = await startScoringEndpoint((_take, index) => (index === 0 ? 1 : (scores[index - 1] ?? 4.5)));
    const config = {
      provider_urls: { openai_compatible: whisper.url },
      provider_allowed_hosts: [whisper.host, endpoint.host],
    };
    server = await startTestApp({ role: 'all', config });
    await allowOwnKeys(server.app);
    worker = await startWorker(server.app, runJobs);
    member = await createMember(server);
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
    await whisper.close();
    await endpoint.close();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { as: member, body });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };

  async function uploaded(
    workflow: string,
    filename: string,
    bytes: Uint8Array | string,
    category = 'audio',
  ) {
    const { upload, upload_url } = await call('POST', '/uploads', { filename, category });
    const headers = { 'Content-Type': upload.content_type };
    const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
    expect((await fetch(upload_url, { method: 'PUT', body, headers })).status).toBe(200);
    await call('POST', `/uploads/${upload.id}`, { context_type: 'workflow', context_id: workflow });
    return upload.id as string;
  }

  async function run(workflow: string, definition: Definition) {
    await call('PUT', `/workflows/${workflow}`, { name: `Run ${workflow}`, definition });
    const { id } = await call('POST', `/workflows/${workflow}/runs`);
    const path = `/workflows/${workflow}/runs/${id}`;
    const headers = { Authorization: `Bearer ${member.token}` };
    // The stream of events ends with the run.
    await (await fetch(`${server.url}/api/v1${path}/events`, { headers })).text();
    return { path, run: await call('GET', path) };
  }

  test('a recording is uploaded, checked, mastered and packed, and its card plays it', async () => {
    const { id } = await call('POST', '/workflows', { name: 'Studio' });
    const upload = await uploaded(id, 'harbor_en-gb.wav', recorded(1.5));
    const list = await uploaded(
      id,
      'list.csv',
      'file,script,character,max_duration,notes\nharbor_en-gb.wav,Good night.,Ada,5,softly\n',
      'script',
    );
    const source = node('source_audio', { upload_ids: [upload], list_upload_id: list });
    const [noise, mastering] = [
      node('validator_noise'),
      node('operator_mastering', { preset: 'podcast', format: 'mp3' }),
    ];
    const sink = node('sink_preview');
    const definition = {
      graph: {
        nodes: [source, noise, mastering, sink],
        edges: [
          edge([source, 'audio'], [noise, 'audio']),
          edge([noise, 'pass'], [mastering, 'audio']),
          edge([mastering, 'audio'], [sink, 'audio']),
        ],
      },
    };
    const { path, run: ended } = await run(id, definition);
    expect([ended.error, ended.status, ended.credits]).toEqual([null, 'completed', 0]);
    const { rows } = await call('GET', `${path}/data`);
    const [card] = rows[0].cards;
    expect(card).toMatchObject({
      ...{ line_id: 'harbor', locale_code: 'en-gb', character_name: 'Ada', script: 'Good night.' },
      ...{ status: 'delivered', voice: { voice_id: null, status: 'unavailable' } },
      audio: { status: 'available', provider: 'recording', model: 'upload' },
      validations: [{ kind: 'noise', status: 'pass' }],
      takes: [{ iteration: 0, verdicts: [{ kind: 'noise' }] }],
    });
    const { url } = await call('GET', `${path}/nodes/${sink.id}/download`);
    const files = await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const { lines } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    expect(lines).toEqual([
      expect.objectContaining({
        ...{ file: 'en-gb/Ada/harbor.mp3', credits: 0, provider: 'recording' },
        ...{ max_duration_ms: 5_000, notes: 'softly' },
      }),
    ]);
    const { pcm } = await decode(files.get('en-gb/Ada/harbor.mp3') ?? Buffer.alloc(0));
    expect(durationMs(pcm)).toBe(lines[0].duration_ms);
    // The raw take is available in addition to the mastered audio.
    const take = await call('GET', `${path}/audio/${card.takes[0].audio_id}/url`);
    const raw = await decode(new Uint8Array(await (await fetch(take.url)).arrayBuffer()));
    expect(durationMs(raw.pcm)).toBe(1_500);
    // The list of the workflow's uploads includes those of the source, in the same form as scripts.
    const uploads = await call('GET', `/workflows/${id}/uploads`);
    expect(uploads.map((file: { id: string }) => file.id).sort()).toEqual([list, upload].sort());
    // The manifest of this export serves as the list for the next round.
    const manifest = await uploaded(
      id,
      'manifest.csv',
      files.get('manifest.csv')?.toString() ?? '',
      'script',
    );
    const again = await uploaded(id, 'harbor.mp3', files.get('en-gb/Ada/harbor.mp3') ?? Buffer.alloc(0));
    Object.assign(source.config, { upload_ids: [again], list_upload_id: manifest });
    const second = await run(id, definition);
    expect(second.run.status).toBe('completed');
    const [row] = (await call('GET', `${second.path}/data`)).rows;
    expect(row.cards[0]).toMatchObject({ line_id: 'harbor', locale_code: 'en-gb', script: 'Good night.' });
    const line = await server.app.db
      .selectFrom('run_line')
      .select(['max_duration_ms', 'notes'])
      .where('run_id', '=', second.run.id)
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ max_duration_ms: 5_000, notes: 'softly' });
  });

  test('a source without recordings, or with missing ones, does not start', async () => {
    const { id } = await call('POST', '/workflows', { name: 'Empty studio' });
    const [source, sink] = [node('source_audio'), node('sink_preview')];
    const definition = {
      graph: { nodes: [source, sink], edges: [edge([source, 'audio'], [sink, 'audio'])] },
    };
    const warnings = async () => (await call('POST', '/workflows/validate', { definition })).warnings;
    expect(await warnings()).toEqual([
      expect.objectContaining({ code: 'no_upload', path: 'definition.graph.nodes.0.config.upload_ids' }),
    ]);
    Object.assign(source.config, { upload_ids: [id], list_upload_id: id });
    expect((await warnings()).map(({ path }: { path: string }) => path)).toEqual([
      'definition.graph.nodes.0.config.upload_ids.0',
      'definition.graph.nodes.0.config.list_upload_id',
    ]);
    await call('PUT', `/workflows/${id}`, { name: 'Empty studio', definition });
    expect((await ask('POST', `/workflows/${id}/runs`)).status).toBe(422);
  });

  test('a recording is transcribed with the key of the workspace and spoken', async () => {
    const { id } = await call('POST', '/workflows', { name: 'Dub' });
    const upload = await uploaded(
      id,
      'ferry.wav',
      encodeWav(mono(tone({ hz: 200, dbfs: -12, seconds: 3 }, 16_000), 16_000)),
    );
    const media = { input_type: 'media', upload_ids: [upload], transcription_model: 'whisper-1' };
    const definition = narration(media);
    await call('PUT', `/workflows/${id}`, { name: 'Dub', definition });
    const refused = await ask('POST', `/workflows/${id}/runs`);
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [expect.objectContaining({ field: 'definition.graph.nodes.0.config.transcription_provider' })],
    ]);
    whisper.script({ body: { data: [] } });
    await call('PUT', '/provider-keys/openai_compatible', { api_key: WHISPER_KEY });
    const preview = await call('POST', `/workflows/${id}/runs/preview`);
    expect(preview.notes).toEqual([expect.objectContaining({ code: 'recordings_not_transcribed' })]);
    const { path, run: ended } = await run(id, definition);
    expect([ended.error, ended.status]).toEqual([null, 'completed']);
    const [row] = (await call('GET', `${path}/data`)).rows;
    expect(row.cards[0]).toMatchObject({
      script: 'The ferry leaves at noon.',
      locale_code: 'en',
      status: 'delivered',
    });
    const detail = await call('GET', '/nodes/source_script');
    expect(detail.options.transcription_provider.value).toContainEqual({
      value: 'openai_compatible',
      display_name: 'OpenAI compatible',
    });
    expect(detail.options.transcription_model.value).toContainEqual(
      expect.objectContaining({ value: 'whisper-1' }),
    );
  });

  test('takes are scored by the endpoint of the workspace: failed ones are retried, with evidence in the data', async () => {
    const { id } = await call('POST', '/workflows', { name: 'Natural' });
    const source = node('source_script', { text: 'Hello there.', source_language: 'en-us' });
    const [generator, check, sink] = [
      node('operator_generator'),
      node('validator_naturalness'),
      node('sink_preview'),
    ];
    const definition = {
      graph: {
        nodes: [source, generator, check, sink],
        edges: [
          edge([source, 'lines'], [generator, 'lines']),
          edge([generator, 'audio'], [check, 'audio']),
          edge([check, 'pass'], [sink, 'audio']),
          edge([check, 'fail'], [generator, 'lines']),
        ],
      },
    };
    const warnings = async () => (await call('POST', '/workflows/validate', { definition })).warnings;
    expect(await warnings()).toEqual([expect.objectContaining({ code: 'scoring_endpoint_missing' })]);
    await call('PUT', '/provider-keys/scoring_endpoint', { url: endpoint.url, api_key: SCORING_KEY });
    expect(endpoint.heard.map(({ duration_ms }) => duration_ms)).toEqual([1_000]);
    expect(await warnings()).toEqual([]);
    const { path, run: ended } = await run(id, definition);
    expect([ended.error, ended.status]).toEqual([null, 'completed']);
    const [row] = (await call('GET', `${path}/data`)).rows;
    const [card] = row.cards;
    expect(card).toMatchObject({ status: 'delivered', retry_count: 1 });
    expect(card.takes.map(({ verdicts }: { verdicts: { score: number }[] }) => verdicts[0]?.score)).toEqual([
      40, 90,
    ]);
    expect(card.validations).toEqual([
      expect.objectContaining({
        ...{ kind: 'naturalness', score: 90, status: 'pass', threshold: 85 },
        scored_on: `utmos-test at ${endpoint.host}`,
        evidence: [
          expect.objectContaining({ metric: 'mean_opinion_score', value: 4.6, min: 4.4, unit: 'MOS' }),
        ],
      }),
    ]);
  });
});
