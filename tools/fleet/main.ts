/**
 * Runs a whole fleet on one host under a steady load, with one fault after the other. See docs/design/fleet.md.
 *   pnpm fleet [options] [scene…]
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startLoad } from './load.ts';
import { createNetwork, removeFleet } from './machines.ts';
import { createMark, measure, type Result } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { checkOutLastRelease, checkoutFault, missingPrerequisite } from './prerequisites.ts';
import { reportOf } from './report.ts';
import { type Fleet, SCENES, type Scene, type SceneOptions } from './scenes.ts';
import { startServices } from './services.ts';
import { startStorage } from './storage.ts';

/** Allows only one fleet at a time, because its addresses and names are fixed. */
const PID_FILE = '/run/voiceloom-fleet.pid';
const RAMP_MS = 8_000;
/** The time limit for runs in progress after the fault. */
const DRAIN_S = 240;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    lines: { type: 'string', default: '100' },
    kills: { type: 'string', default: '50' },
    'bucket-away-s': { type: 'string', default: '600' },
    previous: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const log = (text: string): void =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** Ends the process with a message. */
function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const strange = positionals.find((name) => !SCENES.some((scene) => scene.name === name));
if (strange !== undefined)
  end(`There is no scene ${strange}. Scenes: ${SCENES.map(({ name }) => name).join(', ')}.`);
const missing = missingPrerequisite();
if (missing !== undefined) end(missing);
const previous = values.previous === undefined ? undefined : resolve(values.previous);
if (previous !== undefined) {
  const error = (existsSync(previous) ? undefined : checkOutLastRelease(previous)) ?? checkoutFault(previous);
  if (error !== undefined) end(error);
}
if (isOtherRunning()) end(`Another fleet test is running: ${PID_FILE} has its process id.`);

const folder = mkdtempSync(join(tmpdir(), 'voiceloom-fleet-'));
chmodSync(folder, 0o755);
writeFileSync(PID_FILE, String(process.pid));
removeFleet();
// Also runs after an uncaught error.
process.on('exit', () => {
  removeFleet();
  rmSync(PID_FILE, { force: true });
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const options: SceneOptions = { kills: Number(values.kills), bucket_away_s: Number(values['bucket-away-s']) };
const fleet = await startFleet();
const results: Result[] = [];
for (const scene of SCENES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const result = await play(scene).catch((error: unknown) => {
    log(`${scene.name} did not end: ${explain(error)}`);
    return undefined;
  });
  if (!result) {
    process.exitCode = 1;
    break;
  }
  results.push(result);
  if (result.broken.length > 0) process.exitCode = 1;
  log(`${scene.name}: ${result.broken.join(', ') || 'holds'}`);
  // Written after each scene, so that no results are lost if a later scene is stopped.
  if (values.report !== undefined) writeFileSync(values.report, `${reportOf(results)}\n`);
}
process.stdout.write(`\n${reportOf(results)}\n`);
process.exit();

/** Starts all machines and the load. */
async function startFleet(): Promise<Fleet> {
  log(`Logs and data are in ${folder}.`);
  const network = createNetwork(folder);
  const [database, storage] = await Promise.all([startPostgres(network), startStorage(network)]);
  log('PostgreSQL and the bucket are up.');
  const services = await startServices({ network, database, storage, previous });
  log('The service is up.');
  const load = await startLoad(services, { runs: Number(values.runs), lines: Number(values.lines) });
  return { database, storage, services, load };
}

/** Lets the load run, causes the fault of a scene, and measures until the runs have ended. */
async function play(scene: Scene): Promise<Result> {
  log(`${scene.name}: ${scene.title}`);
  const mark = await createMark(fleet);
  fleet.load.resume();
  await delay(RAMP_MS);
  const fault = await limited('The fault', scene.play(fleet, options), scene.limit_s(options));
  log(`${scene.name}: the fault is over, runs end`);
  await limited('The runs', fleet.load.drain(), DRAIN_S);
  return measure(fleet, scene, { fault, mark });
}

/** Throws if the work takes longer than this. */
function limited<T>(what: string, work: Promise<T>, seconds: number): Promise<T> {
  const late = delay(seconds * 1_000, undefined, { ref: false }).then(() => {
    throw new Error(`${what} took longer than ${seconds} s.`);
  });
  return Promise.race([work, late]);
}

/** The message of an error with those of its causes. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${explain(error.cause)}`;
}

/** Whether another fleet runs on this host: its networks would have the same names. */
function isOtherRunning(): boolean {
  const pid = existsSync(PID_FILE) ? Number(readFileSync(PID_FILE, 'utf8')) : 0;
  return pid > 0 && existsSync(`/proc/${pid}`);
}
