import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { putScript } from '../support/put-script.ts';
import { openaiEmulator } from '../support/translation-emulators/language-models.ts';
import { startTranslationEmulator, type TranslationServer } from '../support/translation-emulators/server.ts';
import { translatedPipeline } from '../support/translations.ts';
import { unzip } from '../support/unzip.ts';

const CSV = [
  'id,character,script',
  'greet,Ada,"Hello there, {name}."',
  'storm,Bo,The storm is over.',
  'ferry,Ada,The ferry leaves at noon and nobody slept.',
].join('\n');
const LANGUAGES = ['de-de', 'fr-fr', 'es-es'];

describe('a script in three more languages, from the csv to the ZIP', () => {
  let server: TestApp;
  let worker: Worker;
  let emulator: TranslationServer;
  let member: Member;
  beforeAll(async () => {
    emulator = await startTranslationEmulator(openaiEmulator);
    const config = {
      provider_urls: { openai_compatible: emulator.url },
      provider_allowed_hosts: [emulator.host],
    };
    server = await startTestApp({ role: 'all', config });
    await allowOwnKeys(server.app);
    worker = await startWorker(server.app, runJobs);
  });
  beforeEach(async () => {
    member = await createMember(server);
    emulator.decide(undefined);
    emulator.requests.length = 0;
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
    await emulator.close();
  });

  const ask = (method: string, path: string, body?: unknown) =>
    server.request(method, `/api/v1${path}`, { as: member, body });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const enterKey = () =>
    giveKey(server.app, member, { provider: 'openai_compatible', credentials: openaiEmulator.credentials });
  const definitionOf = async (translator: Record<string, unknown>, csv = CSV) => {
    const { user_id, workspace_id } = member;
    const upload = await putScript(server, { user_id, workspace_id }, csv, 'csv');
    const source = { input_type: 'file', upload_ids: [upload] };
    return translatedPipeline({ source, translators: [{ target_languages: LANGUAGES, ...translator }] });
  };

  async function ended(path: string) {
    const headers = { Authorization: `Bearer ${member.token}` };
    await (await fetch(`${server.url}/api/v1${path}/events`, { headers })).text();
    return call('GET', path);
  }

  async function runOf(translator: Record<string, unknown>, csv?: string) {
    const definition = await definitionOf(translator, csv);
    const workflow = await call('POST', '/workflows', { name: 'Ferry' });
    await call('PUT', `/workflows/${workflow.id}`, { name: 'Ferry', definition });
    const started = await call('POST', `/workflows/${workflow.id}/runs`);
    const path = `/workflows/${workflow.id}/runs/${started.id}`;
    return { path, workflow, definition, run: await ended(path) };
  }

  async function fileOf(path: string) {
    const { url } = await call('GET', path);
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  }

  test('the catalog lists translators and their models', async () => {
    const { options } = await call('GET', '/nodes/operator_translator');
    const values = (field: string) => options[field].value.map(({ value }: { value: string }) => value);
    expect(values('provider')).toEqual(['deepl', 'google', 'openai_compatible', 'anthropic']);
    expect(values('model')).toContain('claude-sonnet-4-6');
    expect(values('mode')).toEqual(['translate', 'pseudo']);
  });

  test('a translator without its key, or without a language, prevents the start of a run', async () => {
    for (const [translator, code, field] of [
      [{ provider: 'openai_compatible' }, 'provider_key_missing', 'provider'],
      [{ provider: 'deepl', model: 'gpt-4.1' }, 'unknown_model', 'model'],
      [{ mode: 'pseudo', target_languages: [] }, 'no_target_language', 'target_languages'],
    ] as const) {
      const definition = await definitionOf(translator);
      const report = await call('POST', '/workflows/validate', { definition });
      const path = `definition.graph.nodes.1.config.${field}`;
      expect(report.warnings).toEqual(expect.arrayContaining([expect.objectContaining({ code, path })]));
      const workflow = await call('POST', '/workflows', { name: code });
      await call('PUT', `/workflows/${workflow.id}`, { name: code, definition });
      const refused = await ask('POST', `/workflows/${workflow.id}/runs`);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toEqual(
        expect.arrayContaining([expect.objectContaining({ field: path })]),
      );
    }
  });

  test('a missing translator is a warning, and two translators for one language are an error', async () => {
    const nobody = await call('POST', '/workflows/validate', { definition: await definitionOf({}) });
    expect(nobody.warnings).toEqual([expect.objectContaining({ code: 'no_translation_provider' })]);
    const definition = await definitionOf({ mode: 'pseudo' });
    const [source, translator, generator] = definition.graph.nodes;
    const twin = { ...translator, id: crypto.randomUUID() };
    const edge = (from: string, to: string) => ({
      ...{ id: crypto.randomUUID(), source: from, sourcePort: 'lines', target: to, targetPort: 'lines' },
    });
    const edges = [edge(source?.id ?? '', twin.id), edge(twin.id, generator?.id ?? '')];
    const graph = {
      nodes: [...definition.graph.nodes, twin],
      edges: [...definition.graph.edges, ...edges],
    };
    const doubled = await call('POST', '/workflows/validate', { definition: { ...definition, graph } });
    // The lines have a placeholder.
    const codes = doubled.warnings.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(['duplicate_target_language', 'markup_placeholder']);
  });

  test('every line is delivered in every language, with its source text', async () => {
    await enterKey();
    const { path, workflow, definition, run } = await runOf({ provider: 'openai_compatible' });
    expect(run).toMatchObject({ status: 'completed', finished_steps: run.total_steps });
    const { by_locale, lines } = run.usage_summary;
    expect([lines, Object.keys(by_locale).sort()]).toEqual([9, [...LANGUAGES].sort()]);
    expect(by_locale['de-de'].lines).toBe(3);

    const data = await call('GET', `${path}/data`);
    expect(data.rows.map(({ line_id, script }: Record<string, string>) => `${line_id}: ${script}`)).toEqual([
      'greet: Hello there, {name}.',
      'storm: The storm is over.',
      'ferry: The ferry leaves at noon and nobody slept.',
    ]);
    const cards = data.rows[0].cards;
    expect(
      cards.map(({ locale_code, status }: Record<string, string>) => `${locale_code} ${status}`),
    ).toEqual(LANGUAGES.map((locale) => `${locale} delivered`));
    expect(cards[0]).toMatchObject({
      ...{ line_id: 'greet.de-de', source_line_id: 'greet', character_name: 'Ada' },
      script: 'Hallo zusammen, {name}.',
      translation: { kind: 'provider', provider: 'openai_compatible', model: 'gpt-4.1-mini', attempts: 1 },
    });
    const found = await call('GET', `${path}/data?search=storm%20is`);
    expect(found.rows[0].cards).toHaveLength(3);

    const sink = definition.graph.nodes.at(-1);
    const files = await unzip(await fileOf(`${path}/nodes/${sink?.id}/download`));
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    expect(manifest.totals).toMatchObject({ lines: 9, delivered: 9, dropped: 0, failed: 0 });
    expect(manifest.lines[0]).toMatchObject({ source_line_id: 'greet', translation: 'openai_compatible' });
    expect([...files.keys()].filter((name) => name.endsWith('.wav'))).toHaveLength(9);
    expect(files.get('subtitles/de-de.srt')?.toString()).toContain('Der Sturm ist vorbei.');
    expect(files.has('subtitles/en-us.srt')).toBe(false);

    const csv = (await fileOf(`${path}/script?format=csv`)).toString();
    expect(csv).toContain('storm.fr-fr,storm,fr-fr,Bo,,,,,The storm is over.,Le orage est passé.');
    const xliff = (await fileOf(`${path}/script?format=xliff-2.0&language=es-es`)).toString();
    expect(xliff).toContain(
      '<source>The storm is over.</source>\n<target>El temporal está terminado.</target>',
    );

    const overview = await call('GET', `${path}/overview`);
    expect(overview.audio_by_language.map(({ locale_code }: { locale_code: string }) => locale_code)).toEqual(
      [...LANGUAGES].sort(),
    );
    const again = await call('POST', `/workflows/${workflow.id}/runs/preview`);
    expect(again).toMatchObject({ min_credits: 0, notes: [{ code: 'markup_placeholder' }] });
  });

  test('named lines are spoken again with their existing translation, also if named by their source', async () => {
    await enterKey();
    const { path, workflow } = await runOf({ provider: 'openai_compatible', reuse_translations: false });
    const asked = emulator.requests.length;
    for (const [line_ids, made] of [
      [['storm.de-de'], 1],
      [['storm'], 3],
    ] as const) {
      const retried = await call('POST', `${path}/retry`, { line_ids });
      const second = `/workflows/${workflow.id}/runs/${retried.id}`;
      const run = await ended(second);
      expect([run.status, run.usage_summary.lines]).toEqual(['completed', 9]);
      const { rows } = await call('GET', `${second}/data`);
      const cards = rows.flatMap((row: { cards: unknown[] }) => row.cards);
      expect(cards.every((card: { translation: { kind: string } }) => card.translation.kind === 'run')).toBe(
        true,
      );
      const takes = await server.app.db
        .selectFrom('attempt')
        .select('line_no')
        .where('run_id', '=', retried.id)
        .where('characters', '>', 0)
        .where('reused', '=', false)
        .execute();
      expect(takes).toHaveLength(made);
    }
    expect(emulator.requests).toHaveLength(asked);
  });

  test('a line that could not be translated is retried without the others', async () => {
    await enterKey();
    const stubborn = (text: string) => text.includes('{name}');
    emulator.decide((texts, language) =>
      language === 'de' && texts.some(({ text }) => stubborn(text))
        ? { act: 'say', say: ({ text }, said) => (stubborn(text) ? 'Hallo!' : said) }
        : undefined,
    );
    const { path, workflow, run } = await runOf({ provider: 'openai_compatible' });
    expect(run).toMatchObject({ status: 'failed', error_details: { code: 'lines_failed' } });
    expect(run.error_details.details).toEqual([
      { field: 'lines.greet.de-de.de-de', message: expect.stringContaining('{name} is missing') },
    ]);
    const { rows } = await call('GET', `${path}/data`);
    expect(rows[0].cards[0]).toMatchObject({
      status: 'not_delivered',
      script: '',
      translation: { attempts: 3 },
    });
    // The unit is empty, for a translator to fill in.
    const xliff = (await fileOf(`${path}/script?format=xliff-1.2&language=de-de`)).toString();
    expect(xliff).toContain('<source>Hello there, {name}.</source>\n<note');
    emulator.decide(undefined);
    emulator.requests.length = 0;
    const retried = await call('POST', `${path}/retry`);
    const second = await ended(`/workflows/${workflow.id}/runs/${retried.id}`);
    expect(second.status).toBe('completed');
    expect(emulator.requests.flatMap((sent) => openaiEmulator.textsOf(sent))).toHaveLength(1);
  });

  test('a pseudo translation is marked as one everywhere', async () => {
    const { path, definition, run } = await runOf({ mode: 'pseudo', target_languages: ['de-de'] });
    expect(run.status).toBe('completed');
    const { rows } = await call('GET', `${path}/data`);
    expect(rows[1].cards[0]).toMatchObject({
      script: 'Thé štórm íš óvér lore.',
      translation: { kind: 'pseudo', provider: null, model: null, attempts: 0, billed: null },
    });
    const sink = definition.graph.nodes.at(-1);
    const files = await unzip(await fileOf(`${path}/nodes/${sink?.id}/download`));
    const { lines } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}');
    expect(lines[0]).toMatchObject({
      translation: 'pseudo',
      reason: expect.stringContaining('pseudo translation'),
    });
    const xliff = (await fileOf(`${path}/script?format=xliff-1.2`)).toString();
    expect(xliff).toContain('<target state="needs-translation">');
    expect(emulator.requests).toEqual([]);
  });
});
