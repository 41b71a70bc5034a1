import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putScript } from '../support/put-script.ts';
import { edge, fieldsOf, narration, node } from '../support/workflows.ts';

describe('the preview of a run', () => {
  let server: TestApp;
  let member: Member;
  beforeAll(async () => {
    server = await startTestApp();
    member = await createMember(server);
  });
  afterAll(() => server.close());

  const post = async (path: string, body?: object) =>
    server.request('POST', `/api/v1${path}`, { as: member, ...(body && { body }) });

  async function ask(definition: object) {
    const created = await post('/workflows', { name: `Scene ${crypto.randomUUID()}`, definition });
    expect(created.status, created.text).toBe(201);
    const runs = `/workflows/${created.body.data.id}/runs`;
    const preview = await post(`${runs}/preview`);
    expect(preview.status, preview.text).toBe(200);
    const estimate = await post(`/workflows/${created.body.data.id}/estimate`);
    expect(estimate.body.data).toEqual(preview.body.data);
    const report = (await post('/workflows/validate', { definition })).body.data;
    const start = (body?: object) => post(runs, body);
    return { estimate: preview.body.data, warnings: report.warnings, report, start };
  }

  const upload = (text: string) =>
    putScript(server, { user_id: member.user_id, workspace_id: member.workspace_id }, text, 'csv');

  const nobody = '01900000-0000-7000-8000-000000000000';
  const translated = (config: object) => {
    const source = node('source_script', { text: 'Hello.', source_language: 'en-us' });
    const translator = node('operator_translator', config);
    const generator = node('operator_generator');
    const sink = node('sink_preview');
    const edges = [
      edge([source, 'lines'], [translator, 'lines']),
      edge([translator, 'lines'], [generator, 'lines']),
      edge([generator, 'audio'], [sink, 'audio']),
    ];
    return { graph: { nodes: [source, translator, generator, sink], edges } };
  };
  const recordings = (config: object = {}) => {
    const source = node('source_audio', { upload_ids: [], ...config });
    const sink = node('sink_preview');
    return { graph: { nodes: [source, sink], edges: [edge([source, 'audio'], [sink, 'audio'])] } };
  };

  test.each<[string, () => object | Promise<object>]>([
    [
      'a casting sheet has faults',
      async () => {
        const casting_upload_id = await upload('character,voice\nAda,Nobody\n');
        return narration(undefined, { casting_upload_id });
      },
    ],
    [
      'csv_column asks for a column of speakers that a csv does not have',
      async () => {
        const upload_ids = [await upload('id,who,script\nm1,Ada,Hello.\n')];
        return narration({ input_type: 'file', upload_ids, csv_column: 'character_name' });
      },
    ],
    [
      'columns names a column that a csv does not have',
      async () => {
        const upload_ids = [await upload('id,script\nm1,Hello.\n')];
        return narration({ input_type: 'file', upload_ids, columns: { notes: 'Context' } });
      },
    ],
    [
      'a line has more than 10,000 characters',
      () => narration({ text: `Hi.\n${'😀'.repeat(10_001)}`, source_language: 'en-us' }),
    ],
    ['the language of a script does not exist', () => narration({ text: 'Hi.', source_language: 'xx-zz' })],
    ['the language of recordings does not exist', () => recordings({ source_language: 'xx-zz' })],
    ['a provider has no key', () => narration(undefined, { provider: 'elevenlabs' })],
    ['a voice is unknown', () => narration(undefined, { voice_id: nobody })],
    ['recordings are missing', recordings],
    ['a translator has no languages', () => translated({ mode: 'pseudo', target_languages: [] })],
    ['a translator has no key', () => translated({ provider: 'deepl', target_languages: ['de-de'] })],
    ['there is nothing in it', () => ({ graph: { nodes: [], edges: [] } })],
  ])('reports a problem, the same as the start, if %s', async (_what, definition) => {
    const { estimate, start } = await ask(await definition());
    const refused = await start();
    expect(refused.status).toBe(422);
    expect(estimate.can_run).toBe(false);
    const fields = estimate.problems.map(({ path }: { path: string }) => path);
    expect(fields).toEqual(fieldsOf(refused.body));
    expect(estimate.problems.length).toBeGreaterThan(0);
  });

  test.each<[string, object, string, string]>([
    ['text', { text: 'Hello.', source_language: 'xx-zz' }, 'source_language', 'unknown_locale'],
    [
      'a file',
      { input_type: 'file', csv: 'id,script\nm1,Hello.\n', source_language: 'xx-zz' },
      'source_language',
      'unknown_locale',
    ],
    [
      'recorded speech',
      { input_type: 'media', csv: '', source_language: 'xx-zz' },
      'source_language',
      'unknown_locale',
    ],
    [
      'a file without a named column',
      { input_type: 'file', csv: 'id,script\nm1,Hello.\n', columns: { script: 'Text' } },
      'columns.script',
      'unknown_column',
    ],
  ])(
    'reports a field that no run can use at the same path in validate, preview and start: %s',
    async (_what, source, field, code) => {
      const { csv, ...config } = source as { csv?: string };
      const upload_ids = csv === undefined ? [] : [await upload(csv)];
      const { estimate, report, start } = await ask(narration({ upload_ids, ...config }));
      const path = `definition.graph.nodes.0.config.${field}`;
      expect(report).toMatchObject({ valid: true, errors: [] });
      const found = report.warnings.filter((warning: { path: string }) => warning.path === path);
      expect(found).toMatchObject([{ code }]);
      expect([estimate.can_run, estimate.problems]).toEqual([false, expect.arrayContaining(found)]);
      const rejected = await start();
      expect(rejected.body.error.details).toContainEqual({ field: path, message: found[0].message });
    },
  );

  test('names valid locales if a language does not exist, also for one that only the start sets', async () => {
    const { report } = await ask(narration({ text: 'Hello.', source_language: 'xx-zz' }));
    const message = '"xx-zz" is not a known language code. Use a code such as en-us, de-de or ja-jp.';
    expect(report.warnings).toContainEqual(expect.objectContaining({ message }));
    const { start } = await ask(narration());
    const rejected = await start({ source_language: 'xx-zz' });
    expect([rejected.status, rejected.body.error.details]).toEqual([
      422,
      [{ field: 'body.source_language', message }],
    ]);
  });

  test('names source_language if no voice speaks the selected language', async () => {
    const { estimate, start } = await ask(narration({ text: 'Suosdei.', source_language: 'km-kh' }));
    expect(estimate.problems).toMatchObject([
      { code: 'no_voice', message: expect.stringContaining('It is the source_language of Script.') },
    ]);
    expect(estimate.voices).toMatchObject([{ locale_code: 'km-kh', voice: null, chosen: false }]);
    expect((await start()).status).toBe(422);
  });

  test('has no problems if the start is accepted', async () => {
    const { estimate, start } = await ask(narration());
    expect(estimate).toMatchObject({ can_run: true, problems: [], notes: [] });
    expect((await start()).status).toBe(202);
  });

  test('names the lines that values make longer than 10,000 characters', async () => {
    const id = await upload(`id,script\na,${'{all} '.repeat(20)}\nb,${'{all} '.repeat(21)}\n`);
    const source = { input_type: 'file', upload_ids: [id], source_language: 'en-us' };
    const values = { placeholder_values: { all: 'more '.repeat(100).trim() } };
    const { estimate, warnings, start } = await ask(narration(source, values));
    const problem = {
      code: 'line_too_long',
      message:
        '1 line has more than 10,000 characters to speak: "b" in en-us has 10,499. Split it into several lines.',
    };
    expect(estimate).toMatchObject({ can_run: false, problems: [problem] });
    expect(warnings).toContainEqual(expect.objectContaining(problem));
    const rejected = await start();
    expect([rejected.status, rejected.body.error.details[0].message]).toEqual([422, problem.message]);
  });

  test('reports an unreadable script like validate', async () => {
    const id = await upload('id,script\nm1,"Hello\nm2,There\n');
    const definition = narration({ input_type: 'file', upload_ids: [id], source_language: 'en-us' });
    const { estimate, warnings, start } = await ask(definition);
    const problem = {
      path: 'definition.graph.nodes.0.config.upload_ids.0.rows.2',
      code: 'broken_file',
      message: expect.stringContaining('script.csv, row 2'),
    };
    expect(estimate).toMatchObject({ can_run: false, problems: [problem], notes: [] });
    expect(warnings).toContainEqual(problem);
    expect((await start()).status).toBe(422);
  });

  test.each([
    [
      'a line ID that occurs twice',
      'id,script\nm1,Good morning to all of you.\nm1,And a good night as well.\n',
      'duplicate_line_id',
    ],
    ['a language that cannot be detected', 'id,script\nm1,Xq.\n', 'undecidable_locale'],
    ['no text column', 'id,first,second\nm1,Hello there.,Good morning.\n', 'unknown_column'],
  ])('has a problem, and the start is rejected, because of %s', async (_name, script, code) => {
    const id = await upload(script);
    const { estimate, start } = await ask(narration({ input_type: 'file', upload_ids: [id] }));
    expect(estimate).toMatchObject({ can_run: false, problems: [{ code }] });
    expect(estimate.problems).toHaveLength(1);
    expect(await start()).toMatchObject({
      status: 422,
      body: { error: { details: [{ message: estimate.problems[0].message }] } },
    });
  });

  test('has a problem, and the start is rejected, if two sources use the same ID', async () => {
    const read = async (csv: string) =>
      node('source_script', {
        input_type: 'file',
        upload_ids: [await upload(csv)],
        source_language: 'en-us',
      });
    const sources = [await read('id,script\nm1,Hello.\n'), await read('id,script\nm1,There.\n')];
    const [generator, sink] = [node('operator_generator'), node('sink_preview')];
    const edges = [
      ...sources.map((source) => edge([source, 'lines'], [generator, 'lines'])),
      edge([generator, 'audio'], [sink, 'audio']),
    ];
    const { estimate, start } = await ask({ graph: { nodes: [...sources, generator, sink], edges } });
    const problem = {
      path: 'definition.graph.nodes.1.config.upload_ids',
      code: 'duplicate_line_id',
      message: 'Another source also has the line ID "m1" (en-us).',
    };
    expect(estimate).toMatchObject({ can_run: false, problems: [problem] });
    expect((await start()).status).toBe(422);
  });

  test('reports where the cast does not match the lines, like validate', async () => {
    const voices = await server.request('GET', '/api/v1/voices?language=en-us&limit=1', { as: member });
    const [english] = voices.body.data;
    const script = await upload(
      'character,language,script\nAda,en-us,Hello.\nAda,de-de,Hallo.\nBob,en-us,Hi.\nBob,km-kh,Suosdei.\n',
    );
    const casting_upload_id = await upload(`character,voice\nAda,${english.id}\nBbo,${english.id}\n`);
    const placeholder_values = { 'eng-us': { who: 'Bo' }, de: { who: 'Bo' }, fr: { who: 'Bo' }, ada: 'Ada' };
    const config = { voices_by_character: { Eve: { speed: 1.2 } }, casting_upload_id, placeholder_values };
    const { estimate, warnings, start } = await ask(
      narration({ input_type: 'file', upload_ids: [script], source_language: 'en-us' }, config),
    );
    const place = 'definition.graph.nodes.1.config';
    expect(warnings.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
      [place, 'no_voice'],
      [`${place}.casting_upload_id`, 'voice_skipped'],
      [`${place}.voices_by_character.Eve`, 'unused_character'],
      [`${place}.casting_upload_id`, 'unused_character'],
      [`${place}.placeholder_values.fr`, 'unused_placeholder_values'],
    ]);
    const messages = warnings.map(({ message }: { message: string }) => message);
    expect(messages[0]).toMatch(/^No voice speaks km-kh, which 1 line \("L00004"\) needs\./);
    expect(messages[1]).toMatch(
      /^The voice set for Ada does not speak de-de\. .+ will speak 1 line instead\.$/,
    );
    expect(estimate.notes.map(({ message }: { message: string }) => message)).toEqual(messages.slice(1));
    expect(estimate).toMatchObject({ can_run: false, problems: [warnings[0]] });
    const rejected = await start();
    expect(rejected.status).toBe(422);
    expect(rejected.body.error.details).toEqual([{ field: place, message: messages[0] }]);
  });

  test('names skipped columns and files of a list', async () => {
    const script = await upload('id,charcter,script\nm1,Ada,Hello.\n');
    const misspelled = await ask(
      narration({ input_type: 'file', upload_ids: [script], source_language: 'en-us' }),
    );
    expect(misspelled.warnings).toEqual([
      {
        path: 'definition.graph.nodes.0.config.upload_ids.0',
        code: 'column_skipped',
        message: 'script.csv: the column "charcter" is skipped.',
      },
    ]);
    expect(misspelled.estimate.notes).toMatchObject([{ code: 'column_skipped' }]);
    const list_upload_id = await upload(
      'file,script,max_duration\nscript.wav,Hello.,soon\nother.wav,There.,2\n',
    );
    const recording = await putScript(
      server,
      { user_id: member.user_id, workspace_id: member.workspace_id },
      'RIFF',
      'wav',
    );
    const source = node('source_audio', {
      upload_ids: [recording],
      list_upload_id,
      source_language: 'en-us',
    });
    const sink = node('sink_preview');
    const listed = await ask({
      graph: { nodes: [source, sink], edges: [edge([source, 'audio'], [sink, 'audio'])] },
    });
    expect(listed.warnings).toEqual([
      {
        path: 'definition.graph.nodes.0.config.list_upload_id',
        code: 'recordings_not_uploaded',
        message:
          'The list describes files that are not among the uploads: "other.wav". Their rows are skipped.',
      },
      {
        path: 'definition.graph.nodes.0.config.list_upload_id',
        code: 'parts_doubtful',
        message:
          'The list has 1 limit that cannot be read. Row 2: "soon" in the column "max_duration" is not a duration, so the line has no limit.',
      },
    ]);
  });
});
