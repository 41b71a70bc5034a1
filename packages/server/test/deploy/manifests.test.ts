import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { contract } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, SETTINGS } from '../../src/config/config.ts';
import { loadJobs, queueNames } from '../../src/jobs/index.ts';
import { DEPLOY, namesIn, readQueries } from '../support/monitoring.ts';

type Settings = Record<string, string>;

const TOP = new URL('../', DEPLOY);
const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');

const DOCKERFILE = readFileSync(new URL('Dockerfile', TOP), 'utf8');
const settingsIn = (text = ''): Settings => ({ ...parseEnv(text) }) as Settings;
/** The settings of the image. */
const IMAGE = settingsIn(/^ENV (.+)$/m.exec(DOCKERFILE)?.[1]?.replaceAll(' ', '\n'));
const ENCRYPTION_KEYS = `2026:${Buffer.alloc(32).toString('base64')}`;
const SECRETS = { SIGNING_SECRET: 'a'.repeat(32), ENCRYPTION_KEYS, METRICS_TOKEN: 'b'.repeat(16) };

/**
 * The config that a process with these settings would start with. Throws if a setting is invalid or unknown.
 */
function configOf(settings: Settings) {
  const unknown = Object.keys(settings).filter((name) => !SETTINGS.includes(name));
  if (unknown.length > 0) throw new Error(`There is no setting ${unknown.join(', ')}.`);
  return readConfig({ ...IMAGE, ...settings }, '/');
}

const PROGRAM = /packages\/server\/src\/bin\/(\w+)\.ts$/;

/** The program that a command starts. It must exist. */
function programOf(command: string[]): string {
  const [file = '', name = ''] = PROGRAM.exec(command.join(' ')) ?? [];
  if (!existsSync(new URL(file, TOP))) throw new Error(`There is no ${command.join(' ')}.`);
  expect(command.slice(0, -1).filter((word) => !word.startsWith('--'))).toEqual([
    expect.stringMatching(/node$/),
  ]);
  return name;
}

interface Compose {
  services: Record<
    string,
    {
      command?: string[];
      environment: Settings;
      ports?: string[];
      read_only?: boolean;
      healthcheck?: { test: string[] };
    }
  >;
}

test('compose starts an api and a worker with valid settings and ports', () => {
  // Optional settings are empty.
  const compose = read('compose.yaml').replaceAll(/\$\{\w+:-\}/g, '');
  const filled = compose.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    const values: Settings = {
      ...SECRETS,
      AUTH_ISSUER: 'https://login.example.com/',
      AUTH_AUDIENCE: 'voice',
    };
    return values[name] ?? (name === 'PUBLIC_URL' ? 'https://voice.example.com' : 'secret');
  });
  const { database: _, ...services } = (parse(filled, { merge: true }) as Compose).services;
  expect(Object.keys(services)).toEqual(['api', 'worker']);
  for (const [name, { command = [], environment, ports = [], read_only, healthcheck }] of Object.entries(
    services,
  )) {
    const config = configOf(environment);
    expect([programOf(command), read_only]).toEqual([name, true]);
    expect(ports).toEqual(name === 'api' ? [`8080:${config.port}`] : []);
    if (name === 'worker') expect(healthcheck?.test.join(' ')).toContain(`:${config.metrics_port}/health`);
  }
});

test('compose and Kubernetes set the client of the studio, so that people can sign in', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as Compose;
  for (const name of ['api', 'worker']) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of compose
    expect(services[name]?.environment.STUDIO_CLIENT_ID).toBe('${STUDIO_CLIENT_ID:-}');
  }
  expect(configOf(podSettings()).studio.client_id).toBe('voiceloom-studio');
});

test.each(['api', 'worker'])(
  'the unit of the %s starts it, hardened, and keeps retrying through an outage',
  (name) => {
    const unit = read(`systemd/voiceloom-${name}.service`);
    const values = new Map(
      [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
    );
    expect(programOf(values.get('ExecStart')?.split(' ') ?? [])).toBe(name);
    const environment = settingsIn(values.get('Environment'));
    expect(Object.keys(environment).filter((key) => !SETTINGS.includes(key))).toEqual([]);
    expect(environment.DATA_DIR).toBe(`/var/lib/${values.get('StateDirectory')}`);
    const restart = { StartLimitIntervalSec: '0', Restart: 'always', RestartSec: '2', TimeoutStopSec: '30' };
    const hardening = {
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      CapabilityBoundingSet: '',
      UMask: '0077',
    };
    expect(Object.fromEntries(values)).toMatchObject({ User: 'voiceloom', ...restart, ...hardening });
  },
);

type Probe = { httpGet: { path: string; port: string } };

interface Container {
  name: string;
  command: string[];
  env?: { name: string; value: string }[];
  envFrom: object[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  volumeMounts: { mountPath: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: { matchLabels: Settings };
    template: {
      metadata: { labels: Settings };
      spec: { securityContext: object; containers: Container[]; initContainers: Container[] };
    };
    ports: { targetPort: string }[];
    metrics: { external: { metric: { name: string; selector: { matchLabels: Settings } } } }[];
    scaleTargetRef: { kind: string; name: string };
  };
}

const manifestsOf = (file: string): Manifest[] =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS());

/** The settings of the pods, from the config map and the filled-in secret. */
function podSettings(): Settings {
  const filled = { ...SECRETS, DATABASE_URL: 'postgres://a:b@c/d', SMTP_URL: 'smtp://a:b@c:587' };
  return {
    ...settingsIn(read('kubernetes/settings.env')),
    ...settingsIn(read('kubernetes/secrets.env.example')),
    ...filled,
  };
}

test.each(['api', 'worker'])(
  'the deployment of the %s starts it like the image, without privileges',
  (name) => {
    const { template, selector } = manifestsOf(`${name}.yaml`)[0]!.spec;
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    const { containers, initContainers, securityContext } = template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    const all = [...initContainers, ...containers];
    expect(all.map(({ command }) => programOf(command))).toEqual(['migrate', name]);
    for (const { env = [], envFrom, securityContext: own, volumeMounts } of all) {
      const more = Object.fromEntries(env.map((variable) => [variable.name, variable.value]));
      const { production, data_dir } = configOf({ ...podSettings(), ...more });
      expect(production).toBe(true);
      expect(envFrom).toEqual([
        { configMapRef: { name: 'voiceloom' } },
        { secretRef: { name: 'voiceloom' } },
      ]);
      expect(own).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([data_dir, '/tmp']);
    }
  },
);

test.each(['api', 'worker'])('probes of the %s use its port and paths', (name) => {
  const { port, metrics_port } = configOf(podSettings());
  const [container] = manifestsOf(`${name}.yaml`)[0]!.spec.template.spec.containers;
  const { ports = [], startupProbe, livenessProbe, readinessProbe } = container!;
  expect(ports.map(({ containerPort }) => containerPort)).toEqual([name === 'api' ? port : metrics_port]);
  const { live, ready } = contract.health;
  const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => [
    httpGet.path,
    httpGet.port,
  ]);
  const served = ports[0]?.name;
  expect(paths).toEqual([live.path, live.path, ready.path].map((path) => [path, served]));
});

test('services, budgets and the autoscaler select existing workloads', async () => {
  const manifests = ['api.yaml', 'worker.yaml'].flatMap(manifestsOf);
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const pods = of('Deployment').map(({ spec }) => spec.template);
  for (const { kind, spec } of [...of('Service'), ...of('PodDisruptionBudget')]) {
    const labels = kind === 'Service' ? (spec.selector as unknown as Settings) : spec.selector.matchLabels;
    expect(pods.map(({ metadata }) => metadata.labels)).toContainEqual(labels);
  }
  expect(of('PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual([
    'voiceloom-api',
    'voiceloom-worker',
  ]);
  const [autoscaler] = of('HorizontalPodAutoscaler');
  const { scaleTargetRef, metrics } = autoscaler!.spec;
  expect(of('Deployment').map(({ metadata }) => metadata.name)).toContain(scaleTargetRef.name);
  const { name, selector } = metrics[0]!.external.metric;
  expect(read('kubernetes/prometheus-adapter.yaml')).toContain(`seriesQuery: ${name}\n`);
  expect(readQueries().flatMap((query) => namesIn(query).metrics)).toContain(name);
  expect(queueNames(await loadJobs())).toContain(selector.matchLabels.queue);
});

test('the kustomization lists exactly the existing manifests', () => {
  const { resources } = parse(read('kubernetes/kustomization.yaml')) as { resources: string[] };
  const others = ['kustomization.yaml', 'prometheus-adapter.yaml', 'secrets.env.example', 'settings.env'];
  expect([...resources, ...others].sort()).toEqual(readdirSync(new URL('kubernetes/', DEPLOY)).sort());
});

test('the image runs as a numeric non-root user, on one base image pinned by digest', () => {
  expect(/^USER (\d+):(\d+)$/m.exec(DOCKERFILE)?.slice(1)).toEqual(['1000', '1000']);
  const bases = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(bases.every((image) => image?.endsWith('{NODE_IMAGE}'))).toBe(true);
  expect(DOCKERFILE).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/m);
  expect(Object.keys(IMAGE).filter((name) => !SETTINGS.includes(name))).toEqual([]);
});
