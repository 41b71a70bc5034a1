import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { writeTinyModels } from '@voiceloom/speech-local/tiny-models';
import { type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalEngine } from '../../../src/providers/local/local-engine.ts';
import { readDescription } from '../../../src/providers/local/models/description.ts';
import { digestFolder } from '../../../src/providers/local/models/digest.ts';
import { download } from '../../../src/providers/local/models/download.ts';
import {
  installFromFolder,
  installFromUrl,
  listInstalledModels,
  REGISTRY,
  removeModel,
  verifyModel,
} from '../../../src/providers/local/models/index.ts';
import type { InstallOptions } from '../../../src/providers/local/models/install.ts';
import { unpack } from '../../../src/providers/local/models/unpack.ts';

let root: string;
let options: InstallOptions;
let archive: Buffer;
/** Answers the requests of a test; the default serves the archive, in parts if a part is requested. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: (string | undefined)[];
const server = createServer((request, response) => {
  ranges.push(request.headers.range);
  answer(request, response);
});
const engine = createLocalEngine({ threads: 1 });
const signal = AbortSignal.timeout(110_000);

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  root = await mkdtemp(join(tmpdir(), 'local-models-'));
  await writeTinyModels(join(root, 'source'));
  archive = await packFolder(join(root, 'source', 'tiny-voice'), 'tiny-voice');
});
afterAll(async () => {
  await engine.close();
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  const modelsDir = await mkdtemp(join(root, 'models-'));
  options = { modelsDir, engine: undefined, signal, now: new Date('2026-11-29T07:00:00Z'), pause_ms: 1 };
  ranges = [];
  answer = serve(archive);
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/tiny-voice.tar.gz`;

async function tinyVoice(more: { sha256?: string } = {}) {
  const description = await readDescription(join(root, 'source', 'tiny-voice'));
  if (!description) throw new Error('The tiny voice has no description.');
  return { ...description, url: url(), extra_files: [], ...more };
}

/** Serves `content`, and breaks the connection after `cutAfter` bytes of each response. */
function serve(content: Buffer, { cutAfter = content.length, etag = '"one"' } = {}): typeof answer {
  return (request, response) => {
    const [, from = '0'] = /bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
    const start = request.headers['if-range'] === etag ? Number(from) : 0;
    const rest = content.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length, etag });
    if (rest.length <= cutAfter) response.end(rest);
    else response.write(rest.subarray(0, cutAfter), () => cut(response));
  };
}

/** `fetch` discards what it has not passed on when the connection ends, so the part has to arrive first. */
const cut = (response: ServerResponse) => setTimeout(() => response.destroy(), 200);

async function packFolder(folder: string, name: string): Promise<Buffer> {
  const files: [Partial<Header> & { name: string }, Buffer][] = [];
  for (const file of await readdir(folder))
    files.push([{ name: `${name}/${file}` }, await readFile(join(folder, file))]);
  return packEntries(files);
}

async function packEntries(entries: [Partial<Header> & { name: string }, Buffer?][]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content = Buffer.alloc(0)] of entries) tar.entry(header, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('a download', () => {
  test('is checked, unpacked, tried and described', async () => {
    const model = await installFromUrl(await tinyVoice({ sha256: sha256(archive) }), { ...options, engine });
    expect(model.installation).toMatchObject({
      archive_sha256: sha256(archive),
      installed_at: '2026-11-29T07:00:00.000Z',
    });
    expect(model.installation.speed).toBeGreaterThan(1);
    expect(await listInstalledModels(options.modelsDir)).toEqual([model]);
    expect(await verifyModel(options.modelsDir, model)).toBeUndefined();
    expect((await readdir(join(options.modelsDir, '.downloads'))).sort()).toEqual([]);
  });

  test('goes on where the connection was cut, and ends with the same bytes', async () => {
    answer = serve(archive, { cutAfter: Math.ceil(archive.length / 3) });
    const model = await installFromUrl(await tinyVoice({ sha256: sha256(archive) }), options);
    expect(model.installation.archive_sha256).toBe(sha256(archive));
    expect(ranges.length).toBeGreaterThanOrEqual(3);
    expect(ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range ?? ''))).toBe(true);
  });

  test('is continued by a later command', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': archive.length, etag: '"one"' });
      response.write(archive.subarray(0, 1_000), () => cut(response));
      answer = (_later, refusal) => void refusal.destroy();
    };
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(
      /Repeat the command to continue/,
    );
    answer = serve(archive);
    ranges = [];
    await installFromUrl(await tinyVoice(), options);
    expect(ranges).toEqual([expect.stringMatching(/^bytes=\d+-$/)]);
  });

  test('starts again if the server has another file now', async () => {
    let count = 0;
    answer = (request, response) => {
      count += 1;
      if (count > 1) return serve(archive, { etag: '"two"' })(request, response);
      return serve(Buffer.alloc(archive.length), { cutAfter: 500 })(request, response);
    };
    const model = await installFromUrl(await tinyVoice(), options);
    expect(model.installation.archive_sha256).toBe(sha256(archive));
  });

  test('with a wrong digest is refused, and leaves nothing behind', async () => {
    const wrong = 'a'.repeat(64);
    await expect(installFromUrl(await tinyVoice({ sha256: wrong }), options)).rejects.toThrow(
      /differs from the published digest/,
    );
    expect(await listInstalledModels(options.modelsDir)).toEqual([]);
    expect(await readdir(join(options.modelsDir, '.downloads'))).toEqual([]);
  });

  test('that differs from the first one is refused, also after the model was removed', async () => {
    await removeModel(options.modelsDir, await installFromUrl(await tinyVoice(), options));
    answer = serve(await packEntries([[{ name: 'other' }, Buffer.from('other')]]));
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(
      /differs from the first download/,
    );
  });

  test('that cannot be unpacked does not count as the first one, and is not used again', async () => {
    answer = serve(archive.subarray(0, Math.floor(archive.length / 2)));
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(/cannot be unpacked/);
    answer = serve(archive, { etag: '"two"' });
    expect(await installFromUrl(await tinyVoice(), options)).toMatchObject({ name: 'tiny-voice' });
  });

  test('that the library cannot load does not count as the first one', async () => {
    answer = serve(await packEntries([[{ name: 'model.onnx' }, Buffer.from('no')]]));
    await expect(installFromUrl(await tinyVoice(), { ...options, engine })).rejects.toThrow(/cannot use/);
    answer = serve(archive, { etag: '"two"' });
    expect(await installFromUrl(await tinyVoice(), options)).toMatchObject({ name: 'tiny-voice' });
  });

  test('is refused while another command changes the folder, unless that was killed', async () => {
    const installations = [
      installFromUrl(await tinyVoice(), options),
      installFromUrl(await tinyVoice(), options),
    ];
    const outcomes = await Promise.allSettled(installations);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lock = join(options.modelsDir, '.lock');
    await writeFile(lock, '');
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(/Another command is changing/);
    const long = new Date(Date.now() - 120_000);
    await utimes(lock, long, long);
    await installFromUrl(await tinyVoice(), options);
    expect(await readdir(options.modelsDir)).not.toContain('.lock');
  });

  test('that is complete is not repeated after a command that was interrupted', async () => {
    const file = join(options.modelsDir, 'archive.tar.gz');
    answer = serve(archive);
    await download({ url: url(), file, signal });
    answer = (_request, response) =>
      void response.writeHead(416, { 'content-range': `bytes */${archive.length}` }).end();
    await download({ url: url(), file, signal });
    expect(sha256(await readFile(file))).toBe(sha256(archive));
  });

  test('that is too large is refused', async () => {
    const file = join(options.modelsDir, 'archive.tar.gz');
    await expect(download({ url: url(), file, signal, max_bytes: 100 })).rejects.toThrow(/has more than/);
    answer = (_request, response) => {
      response.writeHead(200);
      response.end(archive);
    };
    await expect(download({ url: url(), file, signal, max_bytes: 100 })).rejects.toThrow(/has more than/);
  });

  test('of a missing file fails at once', async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(/status 404/);
    expect(ranges).toHaveLength(1);
  });

  test.skipIf(process.platform === 'win32')('to a full disk says so, and keeps no model', async () => {
    await mkdir(join(options.modelsDir, '.downloads'));
    await symlink('/dev/full', join(options.modelsDir, '.downloads', 'tiny-voice.tar.gz'));
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(/not enough space/);
    expect(await listInstalledModels(options.modelsDir)).toEqual([]);
  });
});

describe('an archive', () => {
  const hostile: [string, [Partial<Header> & { name: string }, Buffer?][], RegExp][] = [
    ['a path to the parent folder', [[{ name: 'model/../../evil' }, Buffer.from('x')]], /leads outside/],
    ['an absolute path', [[{ name: '/tmp/evil' }, Buffer.from('x')]], /leads outside/],
    ['a path of another system', [[{ name: 'model\\..\\evil' }, Buffer.from('x')]], /leads outside/],
    ['a symbolic link', [[{ name: 'model/link', type: 'symlink', linkname: '/etc' }]], /contains a link/],
    ['a hard link', [[{ name: 'model/link', type: 'link', linkname: '/etc/passwd' }]], /contains a link/],
    ['a device', [[{ name: 'model/device', type: 'character-device' }]], /neither a file nor a folder/],
    [
      'the same file twice',
      [
        [{ name: 'a' }, Buffer.from('x')],
        [{ name: 'a' }, Buffer.from('y')],
      ],
      /EEXIST/,
    ],
    ['nothing', [], /is empty/],
  ];
  test.each(hostile)('with %s is refused, and writes nothing outside', async (_name, entries, reason) => {
    answer = serve(await packEntries(entries));
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(reason);
    const names = await readdir(options.modelsDir);
    expect(names.filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(names).not.toContain('evil');
  });

  test('that is damaged is refused', async () => {
    answer = serve(archive.subarray(0, Math.floor(archive.length / 2)));
    await expect(installFromUrl(await tinyVoice(), options)).rejects.toThrow(/cannot be unpacked/);
  });

  test('that needs more space than there is is refused before it is written', async () => {
    const full = { ...options, freeBytes: () => Promise.resolve(256 * 1_048_576 + 1_000) };
    await expect(installFromUrl(await tinyVoice(), full)).rejects.toThrow(/not enough space/);
  });

  test('compressed with bzip2 is unpacked, without its only folder', async () => {
    // `model/hello.txt` with the text `hello`, packed with tar and bzip2 1.0.8.
    const file = join(root, 'hello.tar.bz2');
    await writeFile(file, Buffer.from(BZIP2, 'base64'));
    const folder = join(root, 'hello');
    await unpack(file, folder, { signal });
    expect(await readFile(join(folder, 'hello.txt'), 'utf8')).toBe('hello');
  });
});

describe('a model from a folder', () => {
  test('describes itself, and keeps its digest wherever it is', async () => {
    const source = join(root, 'source', 'tiny-ears');
    const model = await installFromFolder(source, undefined, { ...options, engine });
    expect(model).toMatchObject({
      name: 'tiny-ears',
      kind: 'recognition',
      installation: { archive_sha256: null },
    });
    expect(model.installation.digest).toBe((await digestFolder(source)).digest);
    // The service may run as another user.
    expect((await stat(join(options.modelsDir, 'tiny-ears'))).mode & 0o055).toBe(0o055);
  });

  test('is listed beside a folder that cannot be read', async () => {
    await installFromFolder(join(root, 'source', 'tiny-ears'), undefined, options);
    await mkdir(join(options.modelsDir, 'broken', 'voiceloom-model.json'), { recursive: true });
    const unreadable: string[] = [];
    const models = await listInstalledModels(options.modelsDir, (name) => void unreadable.push(name));
    expect(models.map(({ name }) => name)).toEqual(['tiny-ears']);
    expect(unreadable).toEqual(['broken']);
  });

  test('that the library cannot load is not installed', async () => {
    const source = join(root, 'broken');
    await cp(join(root, 'source', 'tiny-voice'), source, { recursive: true });
    await writeFile(join(source, 'model.onnx'), 'not a model');
    await expect(installFromFolder(source, undefined, { ...options, engine })).rejects.toThrow(
      /cannot use the model/,
    );
    expect(await readdir(options.modelsDir)).toEqual([]);
  });

  test('must not contain links', async () => {
    const source = join(root, 'linked');
    await cp(join(root, 'source', 'tiny-voice'), source, { recursive: true });
    await symlink('/etc/hostname', join(source, 'extra.txt'));
    await expect(installFromFolder(source, undefined, options)).rejects.toThrow(/Links are not allowed/);
  });

  test('is found to be changed', async () => {
    const model = await installFromFolder(join(root, 'source', 'tiny-ears'), undefined, options);
    await writeFile(join(options.modelsDir, 'tiny-ears', 'tokens.txt'), 'changed');
    expect(await verifyModel(options.modelsDir, model)).toMatch(/have changed/);
  });
});

describe('the registry', () => {
  test('has about thirty models, each once, of every family', () => {
    expect(REGISTRY.length).toBeGreaterThanOrEqual(30);
    expect(new Set(REGISTRY.map(({ name }) => name)).size).toBe(REGISTRY.length);
    expect(new Set(REGISTRY.map(({ family }) => family)).size).toBeGreaterThanOrEqual(12);
  });

  test('numbers the speakers of each model once', () => {
    for (const model of REGISTRY) {
      if (model.kind === 'recognition') continue;
      const ids = model.speakers.map(({ id }) => id);
      expect(new Set(ids).size, model.name).toBe(ids.length);
    }
  });

  test('names the terms of every model whose license is not a common one', () => {
    const common = ['Apache-2.0', 'MIT', 'CC0-1.0', 'CC-BY-4.0'];
    for (const { name, license, terms } of REGISTRY)
      expect(common.includes(license) || terms !== undefined, name).toBe(true);
  });
});

const BZIP2 =
  'QlpoOTFBWSZTWWvKEMcAAI77gMmAAAhAAeeAIBBmRp5ABAggAHQSkmQ0GgxGmmmQSSRoxGgAAPu4ynIekBzWkhFz2aIWOYgPEIYBoHQ4bMZeIiQjgBFQyChxEatz2rapSDxxImW69B5JlxQoVLWK2N+BED8XckU4UJBryhDH';
