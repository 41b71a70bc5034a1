import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { guideConfiguration } from '../../packages/server/test/support/nginx.ts';
import { RESOURCE } from '../../packages/server/test/support/openid-provider.ts';
import { give, type Machine, type Network, program, runAs } from './machines.ts';
import type { Database } from './postgres.ts';
import type { Storage } from './storage.ts';
import { isUp, waitFor } from './wait.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Each release reads its own plans file. */
const plansOf = (checkout: string): string => join(checkout, 'packages/server/data/plans-unlimited.json');
const SPEECH_PORT = 8443;
const [ISSUER_PORT, SIGN_IN_PORT] = [9000, 9001];
const API_PORT = 8080;
const METRICS_PORT = 9100;
/** The token for a Prometheus on the host. */
const METRICS_TOKEN = 'metrics-of-the-fleet';
/** The provider's time per line and its concurrency, which determine the speed of the load. */
const SPEECH = { WAIT_MS: '1000', AT_ONCE: '10' };

/** A request for speech that the provider accepted. */
export interface SpeechCall {
  text: string;
  at: number;
  /** The address of the worker. */
  from: string;
  /** When the worker disconnected before it had the audio, or null. */
  left_at: number | null;
}

export interface Services {
  /** The URL of the service for clients. */
  url: string;
  apis: Machine[];
  workers: Machine[];
  /** A token of a person. */
  signIn(): Promise<string>;
  /** The URL of the provider, for the key of a workspace. */
  speechUrl: string;
  speechCalls(): Promise<SpeechCall[]>;
  /** Starts an API or worker process, of the newest version unless this checkout is another one. */
  start(machine: Machine, checkout?: string): void;
  isReady(machine: Machine): Promise<boolean>;
  /** Runs one of the commands in `src/bin` to its end. */
  runBin(name: string): Promise<string>;
}

export interface ServiceOptions {
  network: Network;
  database: Database;
  storage: Storage;
  /** The checkout that the first processes run. */
  previous: string | undefined;
}

/** Two API processes behind nginx, four workers, and the providers of identity and speech. */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const { network } = options;
  const identity = startIdentity(network);
  const speech = await startSpeech(network);
  const web = network.addMachine('web', 50);
  const url = `http://${web.address}:${API_PORT}`;
  const env = createSettings(options, { url, identity, speech });
  const apis = [1, 2].map((number) => network.addMachine(`api${number}`, 50 + number));
  const workers = [1, 2, 3, 4].map((number) => network.addMachine(`worker${number}`, 60 + number));
  const start = (machine: Machine, checkout = ROOT): void => {
    const bins = join(checkout, 'packages/server/src/bin');
    const command = apis.includes(machine)
      ? [join(bins, 'api.ts')]
      : ['--max-semi-space-size=4', '--heap-growing-percent=30', join(bins, 'worker.ts')];
    machine.start({
      name: 'service',
      command: [process.execPath, ...command],
      env: { ...env, PLANS_FILE: plansOf(checkout), DATA_DIR: join(network.folder, machine.name) },
    });
  };
  const isReady = (machine: Machine): Promise<boolean> =>
    isUp(`http://${machine.address}:${apis.includes(machine) ? API_PORT : METRICS_PORT}/ready`);
  const runBin = (name: string): Promise<string> =>
    runAs(undefined, [process.execPath, join(ROOT, 'packages/server/src/bin', `${name}.ts`)], {
      env: { ...env, DATA_DIR: join(network.folder, 'bin') },
      timeout_ms: 120_000,
    });
  for (const name of ['compile-cache', ...[...apis, ...workers].map((machine) => machine.name)]) {
    mkdirSync(join(network.folder, name));
    give(join(network.folder, name));
  }
  await runBin('migrate');
  for (const machine of [...apis, ...workers]) start(machine, options.previous);
  startNginx(network, web, apis);
  for (const machine of [...apis, ...workers])
    await waitFor(machine.name, () => isReady(machine), { within_s: 120 });
  await waitFor('nginx', () => isUp(`${url}/ready`), { within_s: 10 });
  const signIn = async () => (await fetch(`http://${identity.address}:${SIGN_IN_PORT}`)).text();
  await waitFor('the OpenID provider', async () => (await signIn()) !== '', { within_s: 30 });
  const speechUrl = `https://${speech.machine.address}:${SPEECH_PORT}`;
  return {
    ...{ url, apis, workers, start, isReady, runBin, signIn, speechUrl },
    speechCalls: async () =>
      JSON.parse(await getOver(`${speechUrl}/calls`, speech.certificate)) as SpeechCall[],
  };
}

/** The machine that issues tokens. */
function startIdentity(network: Network): Machine {
  const machine = network.addMachine('identity', 41);
  const env = { HOST: machine.address, PORT: String(ISSUER_PORT), SIGN_IN_PORT: String(SIGN_IN_PORT) };
  machine.start({ name: 'identity', command: [process.execPath, program('identity')], env });
  return machine;
}

interface Speech {
  machine: Machine;
  certificate: string;
}

/** The machine of the speech provider, with a certificate that the service trusts. */
async function startSpeech(network: Network): Promise<Speech> {
  const machine = network.addMachine('speech', 42);
  const key = join(network.folder, 'speech.key');
  const certificate = join(network.folder, 'speech.pem');
  const kind = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const name = ['-subj', '/CN=speech', '-addext', `subjectAltName=IP:${machine.address}`];
  await runAs(undefined, ['openssl', ...kind, ...name, '-keyout', key, '-out', certificate]);
  give(key);
  const env = { ...SPEECH, PORT: String(SPEECH_PORT), KEY_FILE: key, CERTIFICATE_FILE: certificate };
  machine.start({ name: 'speech', command: [process.execPath, program('speech')], env });
  return { machine, certificate };
}

interface Places {
  url: string;
  identity: Machine;
  speech: Speech;
}

/** The environment of every process of the service. */
function createSettings(
  { network, database, storage }: ServiceOptions,
  { url, identity, speech }: Places,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: String(API_PORT),
    METRICS_PORT: String(METRICS_PORT),
    METRICS_TOKEN,
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.directUrl,
    // PgBouncer of Debian 12 is older than 1.21.
    DATABASE_PREPARED_STATEMENTS: 'false',
    DATABASE_POOL_SIZE: '8',
    AUTH_ISSUER: `http://${identity.address}:${ISSUER_PORT}`,
    AUTH_AUDIENCE: RESOURCE,
    SIGNING_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `fleet:${randomBytes(32).toString('base64')}`,
    PLANS_FILE: plansOf(ROOT),
    PROVIDER_ALLOWED_HOSTS: `${speech.machine.address}:${SPEECH_PORT}`,
    NODE_EXTRA_CA_CERTS: speech.certificate,
    NODE_COMPILE_CACHE: join(network.folder, 'compile-cache'),
    SPEECH_PROCESSES: '1',
    AUDIO_THREADS: '1',
    ...storage.settings,
  };
}

/** The configuration of the hosting guide, without TLS. */
function startNginx({ folder }: Network, machine: Machine, apis: Machine[]): void {
  const body = apis
    .reduce(
      (conf, { address }, index) => conf.replace(`10.0.0.1${index + 1}:8080`, `${address}:${API_PORT}`),
      guideConfiguration(),
    )
    .replace('listen 443 ssl;', `listen ${API_PORT};`)
    .replace(/^\s*ssl_certificate(_key)? .*\n/gm, '');
  const place = join(folder, 'nginx');
  mkdirSync(place);
  give(place);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${place}/${name};`,
  );
  const log = `access_log ${place}/access.log;`;
  const head = `daemon off; pid ${place}/nginx.pid; error_log ${place}/error.log;`;
  writeFileSync(
    join(place, 'nginx.conf'),
    `${head}\nevents {}\nhttp {\n${log}\n${paths.join('\n')}\n${body}\n}\n`,
  );
  const command = ['nginx', '-c', join(place, 'nginx.conf'), '-e', join(place, 'error.log')];
  machine.start({ name: 'nginx', command });
}

/** Sends a GET request. Accepts the provider's own certificate, which this process does not trust by default. */
function getOver(url: string, certificate: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: readFileSync(certificate) }, (res) => resolve(text(res))).on('error', reject);
  });
}
