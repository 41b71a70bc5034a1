import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import * as sdk from '@voiceloom/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoServer } from '../src/demo/server.ts';
import { unzip } from '../src/files/unzip.ts';
import { blocksOf, DOCUMENTS, moduleOf, ROOT, scriptOf } from './support/docs-blocks.ts';
import { type Emulators, startEmulators } from './support/docs-emulators.ts';
import { MAIN, writeShims } from './support/docs-shims.ts';
import { hear, stage, start, startService } from './support/examples.ts';

const MINUTES = 60_000;
const run = promisify(execFile);

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'voiceloom-docs-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** A folder that looks like a checkout, in which programs may be saved. */
async function checkout(): Promise<string> {
  const folder = await mkdtemp(join(home, 'checkout-'));
  const own = join(folder, 'packages/cli-examples');
  await mkdir(own, { recursive: true });
  const links = [
    'docs',
    'packages/server',
    'packages/cli-examples/src',
    'packages/cli-examples/node_modules',
  ];
  for (const path of links) await symlink(join(ROOT, path), join(folder, path));
  await writeFile(join(own, 'package.json'), '{"type":"module"}');
  return folder;
}

const TEXTS = ['apiKey', 'baseUrl', 'workflowId', 'runId', 'id', 'rawBody', 'secret', 'newSecret'];

/** The values that readers of the guides have: their keys, IDs and requests, and their own code. */
const SURROUNDINGS = `
import type * as sdk from '@voiceloom/sdk';
import type { TracerLike } from '@voiceloom/sdk';
import type { createTestServer } from '@voiceloom/sdk/testing';
declare global {
  type Middleware = sdk.Middleware;
  ${TEXTS.map((name) => `const ${name}: string;`).join('\n  ')}
  const headers: Record<string, string>;
  const names: string[];
  const tracer: TracerLike;
  const server: ReturnType<typeof createTestServer>;
  const publish: (workflowId: string, runId: string) => Promise<void>;
}
`;

test('every TypeScript block of the README and the guides compiles against the SDK', async () => {
  const folder = join(await checkout(), 'packages/cli-examples');
  const modules = DOCUMENTS.flatMap((document) => {
    const blocks = blocksOf(document).filter(({ kind }) => /^ts\b/.test(kind));
    return blocks.length === 0 ? [] : [[document.replaceAll(/[/.]/g, '-'), moduleOf(blocks)] as const];
  });
  expect(modules.length).toBeGreaterThanOrEqual(6);
  for (const [name, code] of modules) await writeFile(join(folder, `${name}.ts`), code);
  await writeFile(join(folder, 'surroundings.ts'), SURROUNDINGS);
  const options = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      paths: {
        standardwebhooks: [join(ROOT, 'packages/server/node_modules/standardwebhooks/dist/index.d.ts')],
      },
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    files: ['surroundings.ts', ...modules.map(([name]) => `${name}.ts`)],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');
});

test('every shell block is well formed', async () => {
  for (const document of DOCUMENTS) {
    const blocks = blocksOf(document).filter(({ kind }) => /^sh\b/.test(kind));
    for (const { code } of blocks) {
      const file = join(home, 'block.sh');
      // Readers replace placeholders in angle brackets.
      await writeFile(file, code.replaceAll(/<[a-z-]+>/g, 'filled-in'));
      const { stderr } = await run('bash', ['-n', file]).catch((error) => error);
      expect(stderr, `${document}:\n${code}`).toBe('');
    }
  }
});

/** Blocks that this test does not run, by what they need, and the reason why it is missing. */
const NEEDS: Record<string, string> = {
  aws: 'the command line of Amazon, and an account there',
  database: 'IDs of a database in use; the tests of the server check each command',
  docker: 'an image, which is built from a registry',
  kubernetes: 'a cluster, and an image in its registry',
  minutes: 'it is these tests themselves, and the demo, which has its own',
  model: 'a model of hundreds of megabytes; the tests of the server add and use small ones',
  network: 'a network from which it downloads a model of hundreds of megabytes',
  pg_dump: 'the client programs of PostgreSQL, which the embedded one comes without',
  systemd: 'a machine with systemd and rights to change it',
  terminal: 'it asks a person for a credential',
};
const NOT_RUN = {
  'README.md': ['minutes'],
  'docs/guides/command-line.md': ['terminal'],
  'docs/guides/local-recognition.md': ['network'],
  'docs/guides/local-voices.md': ['network', 'model', 'minutes', 'model'],
  'docs/guides/mastering.md': ['aws'],
  ...Object.fromEntries(
    DOCUMENTS.filter((document) => document.startsWith('docs/operating/'))
      .map((document) => [document, blocksOf(document).filter(({ kind }) => kind.startsWith('sh'))] as const)
      .filter(([, blocks]) => blocks.length > 0)
      .map(([document, blocks]) => [document, blocks.map(() => 'database')]),
  ),
  'docs/operating/hosting.md': [
    'docker',
    'database',
    'database',
    'database',
    'systemd',
    'docker',
    'kubernetes',
  ],
  'docs/operating/maintenance.md': ['pg_dump', 'database'],
};

const RUNNABLE = DOCUMENTS.filter((document) => blocksOf(document).some(({ kind }) => kind === 'sh run'));
/** The tests of the SDK run the guides that need only the SDK. */
const RUN_BY_SDK = [
  'docs/guides/sdk.md',
  'docs/guides/testing-your-integration.md',
  'docs/guides/workflow-builder.md',
];
/** Guides whose programs are only compiled, because a receiver listens until it is stopped. */
const COMPILED = ['docs/guides/webhooks.md', 'docs/guides/reviews.md'];
const PROGRAMS = DOCUMENTS.filter(
  (document) =>
    !RUN_BY_SDK.includes(document) &&
    blocksOf(document).some(({ kind, path }) => kind === 'ts run' && path === undefined),
);

test('every shell block is run, or names what it needs and is missing', () => {
  const needs = DOCUMENTS.flatMap((document) => {
    const kinds = blocksOf(document).map(({ kind }) => kind);
    const left = kinds.filter((kind) => /^sh\b/.test(kind) && kind !== 'sh run' && kind !== 'sh start');
    return left.length === 0 ? [] : [[document, left.map((kind) => kind.replace('sh needs ', ''))] as const];
  });
  expect(Object.fromEntries(needs)).toEqual(NOT_RUN);
  expect(Object.keys(NEEDS)).toEqual([...new Set(Object.values(NOT_RUN).flat())].sort());
});

describe('against a live server', () => {
  let server: DemoServer;
  let emulators: Emulators;
  let shims: string;
  let play: ReturnType<typeof stage>;
  let given: NodeJS.ProcessEnv;

  beforeAll(async () => {
    shims = await writeShims(home);
    emulators = await startEmulators();
    server = await startService(home, emulators.hosts, emulators.settings);
    play = stage(server, home);
    const [template] = await play.client.templates.list().toArray({ limit: 1 });
    const definition = sdk.chain(
      ['source_script', { text: 'Good evening.', source_language: 'en-us' }],
      ['operator_generator'],
      ['sink_preview'],
    );
    const workflow = await play.client.workflows.create({ name: 'Of the guides', definition });
    const run = await play.client.runs.start(workflow.id).wait();
    given = {
      ...play.env,
      ...{ DATA_DIR: join(home, 'server'), WORKFLOW: workflow.id, RUN: run.id, ID: template?.id },
    };
  }, 3 * MINUTES);
  afterAll(async () => {
    await server?.stop();
    await emulators?.close();
  }, MINUTES);

  /** Runs the runnable blocks of a document as its reader would. Returns the folder and the output. */
  async function follow(document: string) {
    const blocks = blocksOf(document);
    const { script, files } = scriptOf(blocks, emulators.fillings[document]);
    const folder = await checkout();
    for (const [path, code] of files) await writeFile(join(folder, path), code);
    await writeFile(join(folder, 'script.sh'), script);
    const PATH = `${shims}:${dirname(process.execPath)}:${process.env.PATH}`;
    const env: NodeJS.ProcessEnv = { ...given, PATH, HOME: folder };
    if (blocks.some(({ kind }) => kind === 'sh start')) {
      // A separate service, with the settings for the simulated providers.
      Object.assign(env, emulators.settings, { DATA_DIR: join(folder, 'data'), PORT: '0' });
      for (const name of Object.keys(play.env)) delete env[name];
    }
    if (document.endsWith('command-line.md')) {
      const alias = /^alias .*$/m.exec(blocks[0]?.code ?? '')?.[0];
      env.BASH_ENV = join(folder, 'env.sh');
      await writeFile(env.BASH_ENV, `shopt -s expand_aliases\n${alias}\n`);
    }
    const { code, stdout, stderr } = await start(['bash', 'script.sh'], folder, env).ended;
    expect(code, stderr).toBe(0);
    return { folder, stdout };
  }

  test.each(RUNNABLE.filter((document) => !document.endsWith('quickstart.md')))(
    'the runnable blocks of %s run in order',
    { timeout: 3 * MINUTES },
    async (document) => {
      const { folder, stdout } = await follow(document);
      if (document.endsWith('hosting.md')) {
        const settings = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
        expect(Buffer.from(String(settings.SIGNING_SECRET), 'base64')).toHaveLength(32);
        expect(settings.ENCRYPTION_KEYS).toMatch(/^2026:.{44}$/);
      } else expect(stdout).not.toBe('');
      if (document === 'README.md')
        expect(stdout).toMatch(/en-us\/L00002\.mp3[\s\S]*auth_kind\s+jwt[\s\S]*The SDK speaks from /);
      if (document.endsWith('delivery.md')) {
        await expect.poll(emulators.objects, { timeout: MINUTES }).toContain('builds/voice/manifest.json');
      }
      // The service stores a key as unverified if it cannot reach the provider.
      if (/(providers|provider-keys|recordings|word-accuracy)\.md$/.test(document))
        expect(stdout).toContain('"status":"valid"');
      if (document.endsWith('limits.md')) expect(stdout).toContain('"monthly_credits":"unlimited"');
      // The declined renewal, and the end of the subscription that follows.
      if (document.endsWith('billing.md')) expect(stdout).toMatch(/"status":"past_due"[\s\S]*"data":null/);
    },
  );

  test.each(PROGRAMS)('the programs of %s run', { timeout: 2 * MINUTES }, async (document) => {
    const folder = join(await checkout(), 'program');
    const modules = join(folder, 'node_modules');
    await mkdir(modules, { recursive: true });
    await symlink(join(ROOT, 'packages/cli-examples/node_modules/@voiceloom'), join(modules, '@voiceloom'));
    const library = 'standardwebhooks';
    await symlink(join(ROOT, 'packages/server/node_modules', library), join(modules, library));
    const blocks = blocksOf(document).filter(({ kind }) => kind === 'ts run');
    await writeFile(join(folder, 'guide.ts'), moduleOf(blocks));
    await writeFile(join(folder, 'main.ts'), MAIN);
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const { code, stdout, stderr } = await start([process.execPath, 'main.ts'], folder, { ...given, PATH })
      .ended;
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('the end');
  });

  test('every JSON block is valid, and the service accepts the nodes that guides show', async () => {
    const values = DOCUMENTS.flatMap((document) =>
      blocksOf(document).flatMap(({ kind, code }) => (kind === 'json' ? [JSON.parse(code)] : [])),
    );
    const nodes = values.filter(({ type, config }) => type && config);
    expect(nodes.length).toBeGreaterThanOrEqual(4);
    for (const node of nodes) {
      const graph = { nodes: [{ id: randomUUID(), ...node }], edges: [] };
      const { errors } = await play.client.workflows.validate({ definition: { graph } });
      expect([node.type, errors]).toEqual([node.type, []]);
    }
  });

  test('the quickstart makes audio with curl, the SDK and the command line', {
    timeout: 5 * MINUTES,
  }, async () => {
    const { folder } = await follow('docs/guides/quickstart.md');
    for (const [zip, locales] of [
      ['run.zip', ['en-us']],
      ['lines.zip', ['de-de', 'en-us']],
    ] as const) {
      expect((await stat(join(folder, zip))).size).toBeGreaterThan(10_000);
      const files = await unzip(join(folder, zip), join(folder, `${zip}-unpacked`));
      const audio = files.filter((name) => name.endsWith('.mp3'));
      expect([...new Set(audio.map((name) => name.split('/')[0]))].sort()).toEqual(locales);
      for (const name of audio)
        expect((await hear(join(folder, `${zip}-unpacked`, name))).rms_dbfs).toBeGreaterThan(-35);
    }
  });

  test('every block marked as runnable and every program is run, here or in the SDK tests', () => {
    expect(RUNNABLE).toEqual(expect.arrayContaining(['README.md', 'docs/guides/quickstart.md']));
    const left = DOCUMENTS.filter((document) => blocksOf(document).some(({ kind }) => kind === 'ts'));
    expect([...RUN_BY_SDK, ...COMPILED]).toEqual(expect.arrayContaining(left));
    const programs = DOCUMENTS.flatMap((document) =>
      blocksOf(document).flatMap(({ kind, path }) => (kind === 'ts run' ? [{ document, path }] : [])),
    );
    for (const { document, path } of programs) {
      if (path === undefined) continue;
      const commands = blocksOf(document).filter(({ kind }) => kind === 'sh run');
      expect(
        commands.some(({ code }) => code.includes(path)),
        document,
      ).toBe(true);
    }
  });
});
