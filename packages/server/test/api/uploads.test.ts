import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { docxOf, paragraph } from '../../../text/test/support/docx.ts';
import { MAX_PENDING } from '../../src/features/uploads/actions.ts';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putBytes, type UploadScene, until, uploadScene } from '../support/uploads.ts';
import { createNamed } from '../support/workflows.ts';

let server: TestApp;
let member: Member;
let scene: UploadScene;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
  scene = await uploadScene(server, member);
});
afterAll(() => server.close());

test('an announced upload is pending and returns the address for its bytes', async () => {
  const fields = { filename: 'Main Script.TXT', category: 'script', size_bytes: 12 };
  const { status, body } = await scene.announce(fields);
  expect(status).toBe(201);
  expect(body.data.upload).toMatchObject({
    filename: 'Main Script.TXT',
    format: 'txt',
    content_type: 'text/plain',
    status: 'pending',
    size_bytes: 12,
    user_id: member.user_id,
    workspace_id: member.workspace_id,
    download_url: null,
    context_type: null,
    context_id: null,
  });
  expect(new URL(body.data.upload_url).protocol).toMatch(/^https?:$/);
});

test.each([
  [{ filename: 'a.exe', category: 'script' }, 'body.filename'],
  [{ filename: 'a.wav', category: 'script' }, 'body.filename'],
  [{ filename: 'a.txt', category: 'audio' }, 'body.filename'],
  [{ filename: 'noextension', category: 'script' }, 'body.filename'],
  [{ filename: '.txt', category: 'script' }, 'body.filename'],
  [{ filename: 'a.txt', category: 'video' }, 'body.category'],
  [{ filename: 'a.txt', category: 'script', size_bytes: 104_857_601 }, 'body.size_bytes'],
  [{ filename: 'a.txt', category: 'script', checksum_sha256: 'abc' }, 'body.checksum_sha256'],
])('an announcement is rejected at its field: %j', async (fields, field) => {
  const { status, body } = await scene.announce(fields);
  expect(status).toBe(422);
  expect(body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
});

test('a workspace has a limited number of unconfirmed uploads', async () => {
  const now = new Date();
  const pending = (expires_at: Date) => () => ({
    id: newId(),
    workspace_id: member.workspace_id,
    user_id: member.user_id,
    ...{ filename: 'a.txt', category: 'script', content_type: 'text/plain', format: 'txt' },
    ...{ status: 'pending', object_key: `test/${newId()}` },
    ...{ expires_at, created_at: now, updated_at: now },
  });
  const [over, open] = [new Date(now.getTime() - 1_000), new Date(now.getTime() + 3_600_000)];
  const rows = [
    ...Array.from({ length: 10 }, pending(over)),
    ...Array.from({ length: MAX_PENDING - 1 }, pending(open)),
  ];
  await server.app.db.insertInto('upload').values(rows).execute();
  const last = await scene.announce({ filename: 'last.txt', category: 'script' });
  expect(last.status).toBe(201);
  const refused = await scene.announce({ filename: 'more.txt', category: 'script' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  expect(refused.body.error.message).toContain(String(MAX_PENDING));
  const path = `/api/v1/uploads/${last.body.data.upload.id}`;
  expect((await server.request('DELETE', path, { as: member })).status).toBe(200);
  expect((await scene.announce({ filename: 'more.txt', category: 'script' })).status).toBe(201);
});

test('a file name has at most 255 characters', async () => {
  const named = (length: number) =>
    scene.announce({ filename: `${'a'.repeat(length - 4)}.txt`, category: 'script' });
  expect((await named(255)).status).toBe(201);
  expect((await named(256)).status).toBe(422);
});

test('every category accepts its own formats', async () => {
  const formats = {
    script: 'txt csv tsv srt vtt json xliff xlf docx',
    audio: 'wav mp3 m4a ogg flac webm',
    dictionary: 'wav webm',
  };
  for (const [category, extensions] of Object.entries(formats)) {
    for (const extension of extensions.split(' ')) {
      const { status, body } = await scene.announce({ filename: `file.${extension}`, category });
      expect(status).toBe(201);
      expect(body.data.upload.content_type).not.toBe('application/octet-stream');
    }
  }
});

test('a confirmed upload is counted, charged and can be downloaded', async () => {
  const content = 'Hello there.\n\nWie geht es dir?\n';
  const id = await scene.uploaded(content);
  const { status, body } = await scene.confirm(id);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    status: 'confirmed',
    context_type: 'workflow',
    context_id: scene.workflow.id,
    size_bytes: Buffer.byteLength(content),
    checksum_sha256: createHash('sha256').update(content).digest('hex'),
    char_count: 28,
    line_count: 2,
  });
  expect(await (await fetch(body.data.download_url)).text()).toBe(content);
  expect(await scene.usedBytes()).toBe(Buffer.byteLength(content));
  expect(await scene.chargedBytes()).toBe(Buffer.byteLength(content));
});

test('a large script is counted as well', async () => {
  const { body } = await scene.confirm(await scene.uploaded('One line of many.\n'.repeat(40_000)));
  expect(body.data).toMatchObject({ char_count: 17 * 40_000, line_count: 40_000 });
});

test('a csv is counted by the lines it creates', async () => {
  const id = await scene.uploaded('id,en-us,de-de\na,Hello,Hallo\nb,Bye,\n', { filename: 'lines.csv' });
  expect((await scene.confirm(id)).body.data).toMatchObject({ char_count: 13, line_count: 3 });
});

test('scripts in every format are counted by the lines they create', async () => {
  const xliff = (target: string) =>
    `<xliff version="2.0" srcLang="en"><file id="f"><unit id="a"><segment><source>Hi</source>${target}</segment></unit></file></xliff>`;
  const texts = Array.from({ length: 12_000 }, (_, index) => `This is line ${index} of many.`);
  const counted = { char_count: texts.join('').length, line_count: texts.length };
  const units = texts.map(
    (text, id) => `<unit id="${id}"><segment><source>${text}</source></segment></unit>`,
  );
  const files: [string, string | Uint8Array<ArrayBuffer>, object][] = [
    ['a.json', '["Hello", {"script": "Bye"}]', { char_count: 8, line_count: 2 }],
    ['a.xliff', xliff('<target>Hallo</target>'), { char_count: 5, line_count: 1 }],
    ['a.xlf', xliff(''), { char_count: 2, line_count: 1 }],
    ['a.docx', new Uint8Array(docxOf(paragraph('Hello.'))), { char_count: 6, line_count: 1 }],
    ['a.tsv', 'id\ttext\na\tHi, you\n', { char_count: 7, line_count: 1 }],
    ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Hi\n', { char_count: 2, line_count: 1 }],
    ['b.docx', 'no archive', { char_count: null, line_count: null }],
    // A thread reads larger files. Files over 8 MiB that cannot be streamed are not read.
    ['c.json', JSON.stringify(texts), counted],
    ['c.xliff', xliff('').replace(/<unit.*unit>/, units.join('')), counted],
    ['c.docx', new Uint8Array(docxOf(texts.map((text) => paragraph(text)).join(''))), counted],
    ['d.json', `["Hello"]${' '.repeat(8 * 1024 * 1024)}`, { char_count: null, line_count: null }],
  ];
  for (const [filename, content, counts] of files) {
    const id = await scene.uploaded(content, { filename });
    expect([filename, (await scene.confirm(id)).body.data]).toMatchObject([filename, counts]);
  }
});

test('an unreadable script is confirmed without counts', async () => {
  const id = await scene.uploaded(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2]), {
    filename: 'broken.txt',
  });
  expect((await scene.confirm(id)).body.data).toMatchObject({
    status: 'confirmed',
    char_count: null,
    line_count: null,
  });
});

test('confirming again adds the counts that a killed process did not add', async () => {
  const id = await scene.uploaded('Hello there.\n');
  await scene.confirm(id);
  const { db } = server.app;
  const counts = { char_count: null, line_count: null };
  await db.updateTable('upload').set(counts).where('id', '=', id).execute();
  const expected = { char_count: 12, line_count: 1 };
  expect((await scene.confirm(id)).body.data).toMatchObject(expected);
  const row = db.selectFrom('upload').select(['char_count', 'line_count']).where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual(expected);
});

test('confirming again returns the same and charges nothing more', async () => {
  const id = await scene.uploaded('Twice.');
  const [first, second] = [await scene.confirm(id), await scene.confirm(id)];
  expect(second.status).toBe(200);
  const { download_url: _one, ...one } = first.body.data;
  const { download_url: _two, ...two } = second.body.data;
  expect(two).toEqual(one);
  expect(await scene.usedBytes()).toBe(6);
});

test('simultaneous confirmations charge once and leave one object', async () => {
  const id = await scene.uploaded('Raced.');
  const answers = await Promise.all(Array.from({ length: 12 }, () => scene.confirm(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(await scene.usedBytes()).toBe(6);
  expect(await scene.chargedBytes()).toBe(6);
  await until(async () => (await scene.storedKeys(id)).length === 1);
  expect(await scene.storedKeys(id)).toEqual([(await scene.row(id))?.object_key]);
});

test('simultaneous confirmations copy the file once', async () => {
  const { storage } = server.app;
  const id = await scene.uploaded('Hello there.');
  const { copy } = storage;
  let copies = 0;
  storage.copy = (from, to) => {
    copies += 1;
    return copy(from, to);
  };
  try {
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.confirm(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  } finally {
    storage.copy = copy;
  }
  expect(copies).toBe(1);
});

test('the upload address cannot change a confirmed file', async () => {
  const { body } = await scene.announce({ filename: 'a.txt', category: 'script' });
  const { upload, upload_url } = body.data;
  await putBytes(upload_url, 'Before.', 'text/plain');
  const confirmed = await scene.confirm(upload.id);
  await putBytes(upload_url, 'After!!', 'text/plain');
  expect(await (await fetch(confirmed.body.data.download_url)).text()).toBe('Before.');
});

test('an upload whose bytes never arrived cannot be confirmed', async () => {
  const { body } = await scene.announce({ filename: 'a.txt', category: 'script' });
  const refused = await scene.confirm(body.data.upload.id);
  expect(refused.status).toBe(422);
  expect(refused.body.error.details[0].field).toBe('params.upload_id');
  expect(await scene.row(body.data.upload.id)).toMatchObject({ status: 'pending' });
});

test.each([
  ['size', { size_bytes: 5 }],
  ['checksum', { checksum_sha256: createHash('sha256').update('other').digest('hex') }],
])('bytes of another %s than announced are rejected', async (_what, fields) => {
  const { body } = await scene.announce({ filename: 'a.txt', category: 'script', ...fields });
  const { id } = body.data.upload;
  // Skips the check of the upload address, as with a bucket that cannot limit the size.
  const row = await scene.row(id);
  await server.app.storage.put(String(row?.object_key), Buffer.from('four'), { content_type: 'text/plain' });
  const refused = await scene.confirm(id);
  expect(refused.status).toBe(422);
  expect(await scene.row(id)).toMatchObject({ status: 'pending' });
  expect(await scene.usedBytes()).toBe(0);
  await until(async () => (await scene.storedKeys(id)).length === 1);
});

test('a workflow that is missing, deleted or in another workspace is not found', async () => {
  const id = await scene.uploaded('Lost.');
  const stranger = await createMember(server);
  const foreign = (await createNamed({ server, member: stranger }, 'Foreign')).id;
  const deleted = (await createNamed({ server, member }, 'Other')).id;
  await server.request('DELETE', `/api/v1/workflows/${deleted}`, { as: member });
  for (const context of [newId(), foreign, deleted]) {
    const { status, body } = await scene.confirm(id, context);
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  }
  expect(await scene.row(id)).toMatchObject({ status: 'pending' });
});

test('a confirmed upload does not move to another workflow', async () => {
  const id = await scene.uploaded('Mine.');
  await scene.confirm(id);
  const { status, body } = await scene.confirm(id, (await createNamed({ server, member }, 'Other')).id);
  expect(status).toBe(422);
  expect(body.error.details[0].field).toBe('body.context_id');
});

test.each([
  [{ context_type: 'template' }, 'body.context_type'],
  [{ context_id: 'x' }, 'body.context_id'],
])('the confirmation %j is rejected', async (fields, field) => {
  const id = await scene.uploaded('No.');
  const body = { context_type: 'workflow', context_id: scene.workflow.id, ...fields };
  const refused = await server.request('POST', `/api/v1/uploads/${id}`, { as: member, body });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details[0].field).toBe(field);
});

test('an upload is invisible to another workspace', async () => {
  const id = await scene.uploaded('Secret.');
  const stranger = await createMember(server);
  expect(
    (await scene.confirm(id, (await createNamed({ server, member: stranger }, 'Foreign')).id, stranger))
      .status,
  ).toBe(404);
  expect((await scene.remove(id, stranger)).status).toBe(404);
  expect((await scene.confirm(id)).status).toBe(200);
});
