import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as sdk from '@voiceloom/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoServer } from '../src/demo/server.ts';
import { unzip } from '../src/unzip.ts';
import { blocksOf, DOCUMENTS, moduleOf, ROOT, scriptOf } from './support/docs-blocks.ts';
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

/** What guides speak of without saying where it comes from. */
const SURROUNDINGS = `
import type * as sdk from '@voiceloom/sdk';
import type * as builder from '@voiceloom/sdk/workflow';
import type { TracerLike } from '@voiceloom/sdk/telemetry';
import type { createTestServer } from '@voiceloom/sdk/testing';
declare global {
  ${Object.keys(sdk)
    .map((name) => `const ${name}: typeof sdk.${name};`)
    .join('\n  ')}
  type Middleware = sdk.Middleware;
  type WorkflowProblem = builder.WorkflowProblem;
  const workflow: typeof builder.workflow;
  const client: sdk.Voiceloom;
  ${TEXTS.map((name) => `const ${name}: string;`).join('\n  ')}
  const headers: Record<string, string>;
  const names: string[];
  const told: string[];
  const tracer: TracerLike;
  const server: ReturnType<typeof createTestServer>;
  const show: (...facts: unknown[]) => void;
  const publish: (workflowId: string, runId: string) => Promise<void>;
}
`;

test('every block in TypeScript of the README and the guides compiles against the SDK', async () => {
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

test('every block for the shell is well formed', async () => {
  for (const document of DOCUMENTS) {
    const blocks = blocksOf(document).filter(({ kind }) => /^sh\b/.test(kind));
    for (const { code } of blocks) {
      const file = join(home, 'block.sh');
      // Whoever reads fills in what stands in angle brackets.
      await writeFile(file, code.replaceAll(/<[a-z-]+>/g, 'filled-in'));
      const { stderr } = await run('bash', ['-n', file]).catch((error) => error);
      expect(stderr, `${document}:\n${code}`).toBe('');
    }
  }
});

/** `npx … exec` without a registry, and a curl that ends a script when the service refuses. */
const SHIMS = {
  npx: `#!/bin/sh
while [ "$1" != exec ]; do shift; done
shift
PATH="${ROOT}node_modules/.bin:$PATH"
exec "$@"
`,
  curl: `#!/bin/sh
PATH=$\{PATH#*:}
exec curl --fail-with-body --silent --show-error --max-time 100 "$@"
`,
};

const RUNNABLE = DOCUMENTS.filter((document) => blocksOf(document).some(({ kind }) => kind === 'sh run'));

describe('against a live server', () => {
  let server: DemoServer;
  let shims: string;
  let play: ReturnType<typeof stage>;
  let given: NodeJS.ProcessEnv;

  beforeAll(async () => {
    shims = join(home, 'shims');
    await mkdir(shims);
    for (const [name, text] of Object.entries(SHIMS)) {
      await writeFile(join(shims, name), text);
      await chmod(join(shims, name), 0o755);
    }
    server = await startService(home, []);
    play = stage(server, home);
    const scopes = [
      'workflows:read',
      'workflows:write',
      'workflows:run',
      'uploads:write',
      'voices:read',
    ] as const;
    const { api_key: KEY } = await play.client.apiKeys.create({ name: 'Quickstart', scopes: [...scopes] });
    const [template] = await play.client.templates.list().toArray({ limit: 1 });
    const definition = sdk.chain(
      ['source_script', { text: 'Good evening.', source_language: 'en-us' }],
      ['operator_generator'],
      ['sink_preview'],
    );
    const workflow = await play.client.workflows.create({ name: 'Of the guides', definition });
    given = { ...play.env, KEY, WORKFLOW: workflow.id, ID: template?.id, DATA_DIR: join(home, 'server') };
  }, 3 * MINUTES);
  afterAll(() => server?.stop(), MINUTES);

  /** Runs what a document marks as runnable, as its reader would; answers the folder and the output. */
  async function follow(document: string) {
    const { script, files } = scriptOf(blocksOf(document));
    const folder = await checkout();
    for (const [path, code] of files) await writeFile(join(folder, path), code);
    await writeFile(join(folder, 'script.sh'), script);
    const PATH = `${shims}:${dirname(process.execPath)}:${process.env.PATH}`;
    const env: NodeJS.ProcessEnv = { ...given, PATH, HOME: folder };
    if (document.endsWith('command-line.md')) {
      // Its first block is about a terminal that asks: a login.
      Object.assign(env, { VOICELOOM_BASE_URL: server.url, VOICELOOM_TOKEN: server.token });
      const alias = /^alias .*$/m.exec(blocksOf(document)[0]?.code ?? '')?.[0];
      env.BASH_ENV = join(folder, 'env.sh');
      await writeFile(env.BASH_ENV, `shopt -s expand_aliases\n${alias}\n`);
    }
    const { code, stdout, stderr } = await start(['bash', 'script.sh'], folder, env).ended;
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.anything() });
    return { folder, stdout };
  }

  test.each(RUNNABLE.filter((document) => !document.endsWith('quickstart.md')))(
    'the runnable blocks of %s run in order',
    { timeout: 3 * MINUTES },
    async (document) => {
      const { stdout } = await follow(document);
      expect(stdout).not.toBe('');
      if (document === 'README.md') expect(stdout).toContain('en-us/L00002.mp3');
    },
  );

  test('the quickstart goes from curl over the SDK to the command line, with audio each time', {
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

  test('whatever is marked as runnable is run', () => {
    expect(RUNNABLE).toEqual(expect.arrayContaining(['README.md', 'docs/guides/quickstart.md']));
    const programs = DOCUMENTS.flatMap((document) =>
      blocksOf(document).flatMap(({ kind, path }) => (kind === 'ts run' ? [{ document, path }] : [])),
    );
    for (const { document, path } of programs) {
      // The guide to the builder is run by the tests of the SDK.
      if (document.endsWith('workflow-builder.md')) continue;
      const commands = blocksOf(document).filter(({ kind }) => kind === 'sh run');
      expect(
        commands.some(({ code }) => path !== undefined && code.includes(path)),
        document,
      ).toBe(true);
    }
  });
});
