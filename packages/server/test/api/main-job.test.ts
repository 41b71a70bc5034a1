import { decode, durationMs, measureLoudness } from '@voiceloom/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { unzip } from '../support/unzip.ts';
import { edge, node } from '../support/workflows.ts';

const CSV = [
  'id,character,en-us,de-de,fr-fr,es-es,ja-jp',
  'a1,Mara,"Good evening, and welcome to the observatory.","Guten Abend und willkommen in der Sternwarte.","Bonsoir et bienvenue à l’observatoire.","Buenas noches y bienvenidos al observatorio.",こんばんは。天文台へようこそ。',
  'a2,Jon,"Did you see the light over the harbor?","Hast du das Licht über dem Hafen gesehen?","As-tu vu la lumière au-dessus du port ?","¿Has visto la luz sobre el puerto?",港の上の光を見ましたか。',
  'a3,Mara,"I did. It moved against the wind.","Ja. Es bewegte sich gegen den Wind.","Oui. Elle avançait contre le vent.","Sí. Se movía contra el viento.",見ました。風に逆らって動いていました。',
].join('\n');
const LOCALES = ['de-de', 'en-us', 'es-es', 'fr-fr', 'ja-jp'];

describe('the main job over HTTP, from a csv in five languages to a ZIP', () => {
  let server: TestApp;
  let worker: Worker;
  let member: Member;
  let files: Map<string, Buffer>;
  let second: Map<string, Buffer>;
  beforeAll(async () => {
    server = await startTestApp({ role: 'all' });
    worker = await startWorker(server.app, runJobs);
    member = await createMember(server);
    [files, second] = await runMainJob();
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
      filename: 'story.csv',
      category: 'script',
    });
    const put = await fetch(upload_url, {
      method: 'PUT',
      body: CSV,
      headers: { 'Content-Type': upload.content_type },
    });
    expect(put.status).toBe(200);
    await call('POST', `/uploads/${upload.id}`, { context_type: 'workflow', context_id: workflow });
    return upload.id;
  }

  /** One graph with two deliveries: wav masters and mp3 masters. */
  async function runMainJob(): Promise<[Map<string, Buffer>, Map<string, Buffer>]> {
    const workflow = await call('POST', '/workflows', { name: 'Observatory' });
    const upload = await uploadScript(workflow.id);
    const source = node('source_script', { input_type: 'file', upload_ids: [upload] });
    const [generator, noise] = [node('operator_generator'), node('validator_noise')];
    const [wav, mp3] = [node('operator_mastering'), node('operator_mastering', { format: 'mp3' })];
    const [first, other] = [node('sink_preview'), node('sink_preview')];
    const edges = [
      edge([source, 'lines'], [generator, 'lines']),
      edge([generator, 'audio'], [noise, 'audio']),
      edge([noise, 'pass'], [wav, 'audio']),
      edge([noise, 'pass'], [mp3, 'audio']),
      edge([wav, 'audio'], [first, 'audio']),
      edge([mp3, 'audio'], [other, 'audio']),
    ];
    const definition = { graph: { nodes: [source, generator, noise, wav, mp3, first, other], edges } };
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Observatory', definition });
    const started = await call('POST', `/workflows/${workflow.id}/runs`);
    const path = `/workflows/${workflow.id}/runs/${started.id}`;
    const events = await fetch(`${server.url}/api/v1${path}/events`, {
      headers: { Authorization: `Bearer ${member.token}` },
    });
    expect((await events.text()).match(/^event: line\.completed$/gm)).toHaveLength(15);
    const run = await call('GET', path);
    expect(run).toMatchObject({ status: 'completed', credits: 15 });
    const zipOf = async (sink: { id: string }): Promise<Map<string, Buffer>> => {
      const { url } = await call('GET', `${path}/nodes/${sink.id}/download`);
      return unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
    };
    return [await zipOf(first), await zipOf(other)];
  }

  const audioOf = (zip: Map<string, Buffer>, extension: string): string[] =>
    [...zip.keys()].filter((name) => name.endsWith(extension)).sort();

  test('both outputs contain one file for every line and language, in folders by language and character', () => {
    const names = (extension: string): string[] =>
      LOCALES.flatMap((locale) => [
        `${locale}/Jon/a2.${extension}`,
        `${locale}/Mara/a1.${extension}`,
        `${locale}/Mara/a3.${extension}`,
      ]);
    expect(audioOf(files, '.wav')).toEqual(names('wav'));
    expect(audioOf(second, '.mp3')).toEqual(names('mp3'));
  });

  test.each(['wav', 'mp3'])(
    'every %s decodes, is audible and is within 1 LU of the target',
    async (extension) => {
      const zip = extension === 'wav' ? files : second;
      for (const name of audioOf(zip, extension)) {
        const { pcm } = await decode(zip.get(name) ?? Buffer.alloc(0));
        const { lufs } = measureLoudness(pcm);
        expect(lufs, name).not.toBeNull();
        expect(Math.abs((lufs ?? 0) + 16), name).toBeLessThanOrEqual(1);
        expect(durationMs(pcm), name).toBeGreaterThan(800);
      }
    },
  );

  test('manifest and subtitles match the audio', async () => {
    const { lines } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    expect(lines).toHaveLength(15);
    for (const locale of LOCALES) {
      const own = lines.filter((line: { locale: string }) => line.locale === locale);
      const cues = files.get(`subtitles/${locale}.srt`)?.toString() ?? '';
      expect(cues.match(/-->/g)).toHaveLength(3);
      let total = 0;
      for (const line of own) {
        const { pcm } = await decode(files.get(line.file) ?? Buffer.alloc(0));
        expect(Math.abs(durationMs(pcm) - line.duration_ms), line.file).toBeLessThanOrEqual(2);
        expect(cues).toContain(line.script);
        total += line.duration_ms;
      }
      const end = /--> (\d+):(\d+):(\d+),(\d+)\s+[^>]*$/.exec(cues)?.slice(1).map(Number) ?? [];
      const endMs = (((end[0] ?? 0) * 60 + (end[1] ?? 0)) * 60 + (end[2] ?? 0)) * 1_000 + (end[3] ?? 0);
      expect(Math.abs(endMs - total), locale).toBeLessThanOrEqual(10);
    }
  });

  test('the report is one page that loads nothing from other servers', () => {
    const report = files.get('report.html')?.toString() ?? '';
    expect(report).toContain('Observatory');
    expect(report).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
