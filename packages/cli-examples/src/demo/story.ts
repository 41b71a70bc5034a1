import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chain, type RunHandle, type Voiceloom, type Workflow } from '@voiceloom/sdk';
import { saveTo } from '@voiceloom/sdk/node';
import { runProgress } from '../dialog/progress.ts';
import { unzip } from '../files/unzip.ts';
import { countText } from '../terminal/count-text.ts';
import { chooseVoices, LOCALES, listSpokenLocales } from './cast.ts';
import { readSummary, type Summary } from './summary.ts';
import { TINY_VOICE } from './tiny-models.ts';

const SCRIPT = new URL('../../demo/script.csv', import.meta.url);
const NAME = 'Harbor lights (demo)';
/** The line that the demo changes, with a page number that no earlier run had. */
const CHANGED_LINE = 'Logbook, page 1:';

/** Low, because the words of a short line are few, and a recognizer makes errors of its own. */
const WORDS_THRESHOLD = 50;

/** The loudness that the demo asks for and then checks. */
const TARGET_LUFS = -16;

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

const HOME = fileURLToPath(new URL('../../../../.voiceloom/demo', import.meta.url));

/** Where the demo stores the server's data and log, and the deliveries. */
export const DEMO_FOLDER = resolve(process.env.VOICELOOM_DEMO_DIR || HOME);

/** What the parts of the demo share. */
export type Stage = {
  client: Voiceloom;
  signal: AbortSignal;
  out: NodeJS.WriteStream;
  /** The local model that speaks. Without one, the embedded engine speaks. */
  model?: string | undefined;
};

/** A finished run, unpacked. */
export type Delivery = { run: RunHandle; zip: string; folder: string; files: string[]; summary: Summary };

/** The demo's workflow: the one of an earlier demo, or a new one. */
export async function findOrCreateWorkflow({ client, signal }: Stage): Promise<string> {
  const [existingWorkflow] = await client.workflows
    .list({ search: NAME, limit: 1 }, { signal })
    .toArray({ limit: 1 });
  if (existingWorkflow) return existingWorkflow.id;
  const description = 'A lighthouse, a ferry and an old lantern, in five languages.';
  return (await client.workflows.create({ name: NAME, description }, { signal })).id;
}

async function scriptFor(page: number): Promise<Blob> {
  const text = await readFile(SCRIPT, 'utf8');
  if (!text.includes(CHANGED_LINE))
    throw new Error(`The script lacks the line ${JSON.stringify(CHANGED_LINE)}.`);
  return new Blob([text.replace(CHANGED_LINE, `Logbook, page ${page}:`)]);
}

/** The languages of the demo: those of the tiny voice, whose recognizer hears nothing else, or else all. */
export async function listDemoLocales({ client, model }: Stage): Promise<readonly string[]> {
  return model === TINY_VOICE ? listSpokenLocales(client, model) : LOCALES;
}

/** Uploads the script, with the logbook at `page`, and makes the workflow speak it. */
export async function prepare(stage: Stage, workflowId: string, page: number): Promise<Workflow> {
  const { client, signal } = stage;
  const upload = await client.uploads.upload({
    file: await scriptFor(page),
    filename: 'harbor-lights.csv',
    category: 'script',
    workflowId,
    signal,
  });
  const { model } = stage;
  const locales = await listDemoLocales(stage);
  const texts = Object.fromEntries(locales.map((locale) => [locale, locale]));
  const voices_by_character = await chooseVoices(client, { model, locales });
  // With a local model, a local recognizer checks the words, if one is installed.
  const wordCheck = ['validator_error_rate', { threshold: WORDS_THRESHOLD, max_retry: 1 }] as const;
  // Rejected takes are spoken again.
  const definition = chain(
    ['source_script', { input_type: 'file', upload_ids: [upload.id], columns: { texts } }],
    ['operator_generator', { provider: 'espeak', voices_by_character }],
    ...(model === undefined ? [] : [wordCheck]),
    ['validator_noise'],
    ['validator_pacing', { max_retry: 2 }],
    ['operator_mastering', { format: 'mp3', loudness_lufs: TARGET_LUFS }],
    ['validator_loudness', { target_lufs: TARGET_LUFS, max_retry: 1 }],
    ['sink_preview'],
  );
  return client.workflows.replace(workflowId, { name: NAME, definition }, { signal });
}

/**
 * Cancels the run that an aborted demo left, because a workflow has one active run at a time. Returns its
 * number.
 */
export async function endLeftover(
  { client, signal }: Stage,
  workflowId: string,
): Promise<number | undefined> {
  const [newest] = await client.runs.list(workflowId, { limit: 1 }, { signal }).toArray({ limit: 1 });
  if (!newest || ENDED.has(newest.status)) return undefined;
  const run = client.runs.handle(workflowId, newest.id);
  await run.cancel({ signal });
  return (await run.wait({ signal })).run_number;
}

/** Runs the workflow with live progress and returns the ended run; throws unless it completed. */
export async function perform({ client, signal, out }: Stage, workflowId: string): Promise<RunHandle> {
  const progress = runProgress(out);
  try {
    const run = await client.runs
      .start(workflowId, {}, { signal })
      .wait({ onEvent: progress.onEvent, signal });
    if (run.status === 'completed') return run;
    const details =
      run.error_details?.details.map(({ field, message }) => `\n  ${field}: ${message}`).join('') ?? '';
    throw new Error(`The run is ${run.status}: ${run.error ?? 'no reason was given'}${details}`);
  } finally {
    progress.stop();
  }
}

/** Downloads the run's ZIP and unpacks it into a separate folder. */
export async function fetchDelivery({ signal }: Stage, run: RunHandle): Promise<Delivery> {
  const folder = join(DEMO_FOLDER, 'output', String(run.run_number));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const zip = `${folder}.zip`;
  await saveTo(await run.download({ signal }), zip);
  const files = await unzip(zip, folder);
  const summary = await readSummary(folder);
  if (summary.delivered !== summary.lines.length) {
    const missing = summary.lines.length - summary.delivered;
    throw new Error(`${missing} of ${countText(summary.lines.length, 'line')} not delivered; see ${folder}.`);
  }
  return { run, zip, folder, files, summary };
}
