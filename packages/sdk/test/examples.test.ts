import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { exampleOf, RunCompletedNotice } from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as contract from '../src/contract.ts';
import { allCalls } from '../src/generated/calls.ts';
import * as sdk from '../src/index.ts';
import * as testing from '../src/testing/index.ts';
import * as webhooks from '../src/webhooks.ts';
import { documented, PLACEHOLDERS } from './support/documented-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('./', import.meta.url));
const source = join(root, 'packages/sdk/src');
const run = promisify(execFile);

/** Files whose examples are all for the client itself. */
const DOCUMENTS = ['packages/sdk/README.md', 'docs/guides/sdk.md', 'packages/sdk/src/generated/types.ts'];
/** Strings that programs keep in variables. */
const HELD = [...Object.keys(PLACEHOLDERS), 'apiKey', 'id'];

/** Names that examples use without a declaration. */
const SURROUNDINGS = `
export type ExampleWorld = {
  client: Voiceloom; baseUrl: string; ${HELD.map((name) => `${name}: string;`).join(' ')}
  definition: WorkflowDefinitionInput; names: string[]; lines: unknown[]; tracer: TracerLike;
  secret: string; event: WebhookEvent; request: Request; handle: (request: Request) => Promise<Response>;
  secretOf: (path: string) => string; publish: (...facts: string[]) => Promise<void>;
  app: { post: (path: string, handler: NodeWebhookHandler) => void };
  server: TestServer; flow: WorkflowBuilder; run: RunHandle; link: { url: string; filename: string }; file: UploadSource; show: (...facts: unknown[]) => void;
};
const { client, baseUrl, ${HELD.join(', ')}, definition, names, lines, tracer, secret, event, request,
  handle, secretOf, publish, app, server, flow, run, link, file, show } =
  (globalThis as unknown as { world: ExampleWorld }).world;
`;

type Example = { name: string; code: string };

async function examples(): Promise<Example[]> {
  const own = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('generated'),
  );
  const files = [...DOCUMENTS, ...own.map((name) => `packages/sdk/src/${name}`)];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return texts.flatMap((text, at) =>
    [...text.matchAll(/^([ *]*)```ts\n([\s\S]*?)^\1```/gm)].map(([, margin = '', code = ''], index) => ({
      name: `${files[at]} ${index + 1}`,
      code: code
        .split('\n')
        .map((line) => line.slice(margin.length))
        .join('\n'),
    })),
  );
}

/** Names that examples use without an import. If an example does import one, it comes from this module. */
const GIVEN = { index: sdk, webhooks, 'testing/index': testing, contract };

/** Imports for the types in `code`, from the modules that declare them. */
async function typesIn(code: string): Promise<string[]> {
  const named = new Set(code.match(/\b[A-Z]\w+/g));
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')));
  return texts.flatMap((text, at) => {
    const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
    return declared
      .filter((name) => named.delete(name))
      .map((name) => `import type { ${name} } from '../../src/${files[at]}';`);
  });
}

/** All examples as functions of one module with their imports. */
async function moduleOf(all: Example[]): Promise<string> {
  const imports = new Set(
    Object.entries(GIVEN).map(([path, module]) => {
      const names = Object.keys(module).filter((name) => !HELD.includes(name));
      return `import { ${names.join(', ')} } from '../../src/${path}.ts';`;
    }),
  );
  const given = new Set(Object.values(GIVEN).flatMap((names) => Object.keys(names)));
  const functions = all.map(({ name, code }) => {
    const body = code
      .replaceAll(/^import \{([^}]*)\} from '@voiceloom\/sdk(?:\/(\w+))?';\n/gm, (_, list, path) => {
        const names: string[] = list.split(',').map((name: string) => name.trim());
        // Types are found by their names.
        for (const name of names.filter((one) => !given.has(one) && !one.startsWith('type ')))
          imports.add(`import { ${name} } from '../../src/${path}.ts';`);
        return '';
      })
      .replaceAll(/^export default (.*);$/gm, 'show($1);');
    // If both have a name, it means what the neighboring examples mean.
    const own = Object.keys(contract).filter((one) => HELD.includes(one) && name.includes('src/workflow/'));
    const meant = own.map((one) => `const { ${one} } = await import('../../src/contract.ts');\n`);
    return `  ${JSON.stringify(name)}: async () => {\n${meant.join('')}${body}\n  },`;
  });
  return [
    ...[...imports, ...(await typesIn(SURROUNDINGS + functions.join('\n')))],
    SURROUNDINGS,
    `export const examples: Record<string, () => Promise<unknown>> = {\n${functions.join('\n')}\n};\n`,
  ].join('\n');
}

let folder = '';
let all: Example[] = [];

beforeAll(async () => {
  // The name begins with a dot, so the compiler of the workspace ignores the folder.
  folder = await mkdtemp(join(here, '.examples-'));
  all = await examples();
  await writeFile(join(folder, 'examples.ts'), await moduleOf(all));
  const options = { extends: join(root, 'tsconfig.base.json'), files: ['examples.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  await writeFile(join(folder, 'script.csv'), 'text\nGood evening.\n');
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('every example compiles', async () => {
  expect(all.length).toBeGreaterThan(40);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  // `pnpm check` reports errors of the sources.
  expect(stdout.split('\n').filter((line: string) => line.includes('/examples.ts'))).toEqual([]);
});

/** A script that is spoken and delivered. */
function spoken() {
  const flow = contract.workflow();
  const script = flow.source_script({ text: 'Good evening.', source_language: 'en-us' });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  return flow;
}

/** A webhook delivery, and a program that receives it. */
async function webhookWorld() {
  const secret = webhooks.newSecret();
  const event = exampleOf(RunCompletedNotice) as sdk.WebhookEvent;
  const request = new Request('https://example.com/hooks', await webhooks.sign(event, secret));
  // Several examples read the body.
  request.text = () => request.clone().text();
  const handle = webhooks.webhookHandler({ secrets: secret, on: {} });
  const app = { post: () => {} };
  return { secret, event, request, handle, app, secretOf: () => secret, publish: async () => {} };
}

test('every example runs against a service that returns the examples of the document', async () => {
  const service = await documented();
  vi.stubEnv('WEBHOOK_SECRET', webhooks.newSecret());
  vi.stubEnv('VOICELOOM_API_KEY', 'vl_live_example');
  vi.stubEnv('VOICELOOM_BASE_URL', service.url);
  const { fetch } = globalThis;
  // Some examples use their own service.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    fetch(url.replace(/^https?:\/\/[^/]+/, service.url), init),
  );
  const client = new sdk.Voiceloom();
  const { workflowId = '', runId = '' } = PLACEHOLDERS;
  const world = {
    ...{ client, apiKey: 'vl_live_example', baseUrl: service.url, ...PLACEHOLDERS },
    id: PLACEHOLDERS.workflowId,
    ...{ names: [], lines: [], definition: spoken().build() },
    run: await client.runs.handle(workflowId, runId).refresh(),
    ...(await webhookWorld()),
    ...{ server: testing.createTestServer(), flow: spoken() },
    link: { url: `${service.url}/files/1`, filename: 'a.wav' },
    file: new Blob(['Good evening.']),
    tracer: { startSpan: () => ({ setAttribute: () => {}, end: () => {} }) },
    show: () => {},
  };
  vi.stubGlobal('world', world);
  vi.stubGlobal('console', { ...console, log: () => {}, debug: () => {}, warn: () => {} });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const module = await import(pathToFileURL(join(folder, 'examples.ts')).href);
    for (const [name, example] of Object.entries<() => Promise<unknown>>(module.examples)) {
      await expect(example(), name).resolves.not.toThrow();
    }
  } finally {
    process.chdir(before);
  }
  expect(service.refused).toEqual([]);
  expect(allCalls.filter(({ id }) => !service.seen.has(id))).toEqual([]);
});
