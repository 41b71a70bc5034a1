import type { Call } from './client.ts';
import type { RunRecord } from './load.ts';
import type { Fault, Fleet, Scene } from './scenes.ts';
import type { SpeechCall } from './services.ts';

export interface Result {
  scene: Scene;
  lines: number;
  /** The number of errors by kind, such as "503": 12. The kind shows if `Retry-After` was missing. */
  errors: Map<string, number>;
  /** Seconds from the beginning of the fault to the last error; undefined without an error. */
  errors_for_s: number | undefined;
  /** Seconds from the end of the fault to the last error; negative if all errors came before the end. */
  served_after_s: number | undefined;
  /** The longest time without a completed line in any run, since the beginning of the fault. */
  longest_pause_s: number;
  /** The longest time between the loss of a worker and another one's request for its line. */
  taken_over_s: number | undefined;
  reconnects: number;
  lost: number;
  asked_twice: number;
  charged_twice: number;
  gaps: number;
  /** The number of new objects without a row, since the beginning of the scene. */
  orphans: number;
  ledgers: string[];
  broken: string[];
}

/** The lengths of all records at the beginning of a scene. */
export interface Mark {
  calls: number;
  runs: number;
  speech: number;
  orphans: number;
}

/** The counts before a scene, which are subtracted from those after it. */
export async function createMark({ load, services, ...fleet }: Fleet): Promise<Mark> {
  const orphans = await countOrphans(fleet);
  const speech = (await services.speechCalls()).length;
  return { calls: load.calls.length, runs: load.runs.length, speech, orphans };
}

/** The results of a scene. Call it when all runs have ended and nothing is in progress. */
export async function measure(
  fleet: Fleet,
  scene: Scene,
  { fault, mark }: { fault: Fault; mark: Mark },
): Promise<Result> {
  const runs = fleet.load.runs.slice(mark.runs);
  const calls = fleet.load.calls.slice(mark.calls);
  const speech = (await fleet.services.speechCalls()).slice(mark.speech);
  const failed = calls.filter(hasFailed);
  const lastError = failed.findLast(({ kind }) => kind === 'api')?.at;
  const since = (time: number) => (lastError === undefined ? undefined : (lastError - time) / 1_000);
  const result = {
    scene,
    lines: sum(runs.map(({ lines_total }) => lines_total)),
    errors: countErrors(failed),
    errors_for_s: since(fault.began),
    served_after_s: since(fault.ended),
    longest_pause_s: findLongestPause(runs, fault.began),
    taken_over_s: takenOver(speech),
    reconnects: sum(runs.map(({ reconnects }) => reconnects)),
    asked_twice: speech.length - new Set(speech.map(({ text }) => text)).size,
    gaps: sum(runs.map(({ gaps }) => gaps)),
    orphans: (await countOrphans(fleet)) - mark.orphans,
    ledgers: await checkLedgers(fleet),
    ...(await countLostAndChargedTwice(fleet, runs)),
  };
  return { ...result, broken: listBrokenPromises(result, failed) };
}

type Measured = Omit<Result, 'broken'>;

/** What the service should have kept during the fault, but did not. */
function listBrokenPromises(result: Measured, failed: Call[]): string[] {
  const { promises = {} } = result.scene;
  const isServiceError = ({ kind }: Call) => kind === 'api';
  const unexpected = failed.filter((call) => isServiceError(call) && !isPolite(call)).length;
  const { served_within_s: served = Infinity, taken_over_within_s: takenOver = Infinity } = promises;
  const rules: [string, boolean][] = [
    ['lines were lost', result.lost > 0],
    ['takes were charged twice', result.charged_twice > 0],
    ['ledgers are not in order', result.ledgers.length > 0],
    ['event streams have gaps', result.gaps > 0],
    ['clients saw other errors than 503 with Retry-After', unexpected > 0],
    ['clients saw errors', Boolean(promises.no_errors) && failed.some(isServiceError)],
    [`clients saw errors ${served} s after the end of the fault`, (result.served_after_s ?? 0) > served],
    [`lines waited longer than ${takenOver} s for another worker`, (result.taken_over_s ?? 0) > takenOver],
    ['the provider was asked twice for a line', Boolean(promises.asks_once) && result.asked_twice > 0],
  ];
  return rules.filter(([, isBroken]) => isBroken).map(([what]) => what);
}

/** The status is 0 if there was no response. */
const hasFailed = ({ status }: Call): boolean => status === 0 || status >= 400;

/** Whether an error only asks to retry: the service is unavailable, or a request with the same key is running. */
const isPolite = ({ status, hasRetryAfter }: Call): boolean =>
  hasRetryAfter && (status === 503 || status === 409);

/** The number of errors by status and kind: `503`, `500 without Retry-After`. */
function countErrors(failed: Call[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const call of failed) {
    const status = call.status === 0 ? 'no response' : String(call.status);
    let kind = '';
    if (call.kind === 'bucket') kind = ' of the bucket';
    else if (!isPolite(call)) kind = ' without Retry-After';
    counts.set(status + kind, (counts.get(status + kind) ?? 0) + 1);
  }
  return counts;
}

/** The longest time without a completed line after the start of the fault, in seconds. */
function findLongestPause(runs: RunRecord[], began: number): number {
  const laterLines = runs.flatMap(({ lines }) => lines).filter((time) => time > began);
  const times = [began, ...laterLines].sort((a, b) => a - b);
  // `index` counts from the second time, so it is that of the time before.
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return Math.max(0, ...pauses) / 1_000;
}

/** The longest time from an aborted request of a worker to its repetition, in seconds. */
function takenOver(speech: SpeechCall[]): number | undefined {
  const waits = [...Map.groupBy(speech, ({ text }) => text).values()].flatMap((calls) =>
    calls.slice(1).flatMap(({ at }, index) => {
      const left = calls[index]?.left_at;
      return left ? [(at - left) / 1_000] : [];
    }),
  );
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Lines that were not delivered, and lines whose takes were charged more than once. */
async function countLostAndChargedTwice({ database }: Fleet, runs: RunRecord[]) {
  const ids = runs.map(({ id }) => `'${id}'`).join() || 'null';
  const expected = sum(runs.map(({ lines_total }) => lines_total));
  const [row = []] = await database.query(`
    select (select coalesce(sum(lines_delivered), 0) from run where id in (${ids})),
      (select count(*) - count(distinct (run_id, split_part(cause, '/', 5)))
       from credit_entry where kind = 'settle' and run_id in (${ids}))`);
  const [delivered = 0, charged_twice = 0] = row.map(Number);
  return { lost: expected - delivered, charged_twice };
}

/** The number of objects without a row. */
async function countOrphans({ database, storage }: Pick<Fleet, 'database' | 'storage'>): Promise<number> {
  const rows = await database.query('select object_key from audio union select object_key from upload');
  const named = new Set(rows.map(([key]) => key));
  return (await storage.keys()).filter((key) => !named.has(key)).length;
}

/** Runs the ledger check. Returns the lines of its output that report differences. */
async function checkLedgers({ services }: Fleet): Promise<string[]> {
  const output = await services.runBin('check-ledgers').catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error;
    return error.stdout;
  });
  return output.split('\n').filter((line) => line !== '' && !line.endsWith('in order'));
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
