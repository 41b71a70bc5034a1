import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { definitionOf, node } from '../../packages/server/test/support/definitions.ts';
import { bodyOf, type Call, type Caller, createCaller, pauseOf } from './client.ts';
import { type Reading, readEvents } from './events.ts';
import type { Services } from './services.ts';

/** The requests per second of all readers and writers. One key may send ten. */
const CALLS_PER_S = 20;
const KEYS = 4;
const UPLOAD_EVERY_MS = 2_000;
const SCRIPT = 'The ferry leaves at noon.\nNobody waits for the last passenger.\n';

export interface LoadOptions {
  /** Runs in progress at once. */
  runs: number;
  /** Lines of each run. */
  lines: number;
}

export interface RunRecord extends Reading {
  id: string;
  lines_total: number;
}

export interface Load {
  calls: Call[];
  runs: RunRecord[];
  /** Starts uploads, and runs one after the other in each place, until `drain`. */
  resume(): void;
  /** Starts no more runs and uploads, and resolves when all have ended. */
  drain(): Promise<void>;
}

interface Stage {
  caller: Caller;
  keys: string[];
  /** A workflow can have one active run, so each place has its own. */
  workflows: string[];
  options: LoadOptions;
}

/** Starts clients that read, write, upload, start runs and follow them. */
export async function startLoad(services: Services, options: LoadOptions): Promise<Load> {
  const calls: Call[] = [];
  const runs: RunRecord[] = [];
  const stage = await setStage(services, createCaller(services.url, calls), options);
  void readAndWrite(stage);
  let pausing = new AbortController();
  let places: Promise<void>[] = [];
  return {
    calls,
    runs,
    resume() {
      pausing = new AbortController();
      const { signal } = pausing;
      places = stage.workflows.map((workflow, place) => startRuns(stage, { workflow, place, runs, signal }));
      places.push(upload(stage, signal));
    },
    async drain() {
      pausing.abort();
      await Promise.all(places);
    },
  };
}

/** Creates keys of a workspace, its account at the speech provider, and a workflow for each place. */
async function setStage(services: Services, caller: Caller, options: LoadOptions): Promise<Stage> {
  const token = await services.signIn();
  const provider = 'openai_compatible';
  const credentials = { base_url: services.speechUrl, api_key: 'sk-fleet' };
  await caller.insist(token, 'PUT', `/provider-keys/${provider}`, { body: credentials });
  const [voice] = await caller.insist<{ id: string }[]>(token, 'GET', `/voices?provider=${provider}&limit=1`);
  const scopes = ['workflows:read', 'workflows:run', 'workflows:write', 'uploads:write', 'voices:read'];
  const keys = await Promise.all(
    Array.from({ length: KEYS }, async (_, index) => {
      const body = { name: `Fleet ${index + 1}`, scopes };
      return (await caller.insist<{ api_key: string }>(token, 'POST', '/api-keys', { body })).api_key;
    }),
  );
  const definition = spokenBy({ provider, model: 'tts-1', voice_id: voice?.id });
  const workflows = await Promise.all(
    Array.from({ length: options.runs }, async (_, place) => {
      const body = { name: `Place ${place + 1}`, definition };
      return (await caller.insist<{ id: string }>(token, 'POST', '/workflows', { body })).id;
    }),
  );
  return { caller, keys, workflows, options };
}

/** script -> speech -> pacing check, which every tone passes -> delivery. */
function spokenBy(voice: Record<string, unknown>) {
  const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
  const speech = node('operator_generator', voice);
  const pacing = node('validator_pacing', { threshold: 0 });
  const sink = node('sink_preview');
  return definitionOf(
    [source, speech, pacing, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', pacing],
      [pacing, 'pass', sink],
    ],
  );
}

interface Place {
  workflow: string;
  place: number;
  runs: RunRecord[];
  signal: AbortSignal;
}

/** Starts one run after the other until the signal, and reads the events of each. */
async function startRuns(stage: Stage, { workflow, place, runs, signal }: Place): Promise<void> {
  const { caller, options } = stage;
  const key = stage.keys[place % KEYS] ?? '';
  while (!signal.aborted) {
    const body = { script_text: scriptOf(options.lines), source_language: 'en-us' };
    const path = `/workflows/${workflow}/runs`;
    const { id } = await caller.insist<{ id: string }>(key, 'POST', path, { body });
    const run: RunRecord = {
      id,
      lines_total: options.lines,
      lines: [],
      gaps: 0,
      reconnects: 0,
      status: undefined,
    };
    runs.push(run);
    await readEvents(caller, key, `${path}/${id}`, run);
  }
}

/** New lines, so that no take is reused. */
function scriptOf(lines: number): string {
  const tag = randomBytes(4).toString('hex');
  return Array.from({ length: lines }, (_, index) => `Line ${index + 1} of ${tag} is spoken here.`).join(
    '\n',
  );
}

/** Sends the requests of clients with an open screen, distributed over all keys, while this process runs. */
async function readAndWrite({ caller, keys, workflows }: Stage): Promise<never> {
  const [workflow = ''] = workflows;
  const paths = [
    '/workflows?limit=5',
    '/voices?limit=5',
    `/workflows/${workflow}`,
    `/workflows/${workflow}/runs?limit=5`,
  ];
  for (let count = 0; ; count++) {
    const key = keys[count % KEYS] ?? '';
    const isWrite = count % 10 === 9;
    const body = { name: `Draft ${randomBytes(4).toString('hex')}` };
    const call = isWrite
      ? caller.ask(key, 'POST', '/workflows', { body })
      : caller.ask(key, 'GET', paths[count % paths.length] ?? '');
    void call.then(bodyOf);
    await delay(1_000 / CALLS_PER_S);
  }
}

interface Announced {
  upload: { id: string; content_type: string };
  upload_url: string;
}

/** Uploads scripts directly to the bucket, one after the other. */
async function upload({ caller, keys, workflows }: Stage, signal: AbortSignal): Promise<void> {
  const key = keys.at(-1) ?? '';
  while (!signal.aborted) {
    const size_bytes = Buffer.byteLength(SCRIPT);
    const body = { filename: 'ferry.txt', category: 'script', size_bytes };
    const { upload: file, upload_url } = await caller.insist<Announced>(key, 'POST', '/uploads', { body });
    const put = { method: 'PUT', body: SCRIPT, headers: { 'Content-Type': file.content_type } };
    for (;;) {
      const response = await caller.send('bucket', upload_url, put);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.ok || signal.aborted) break;
      await delay(pauseOf(response));
    }
    if (signal.aborted) return;
    const context = { context_type: 'workflow', context_id: workflows[0] };
    await caller.insist(key, 'POST', `/uploads/${file.id}`, { body: context });
    await delay(UPLOAD_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
