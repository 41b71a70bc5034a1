/**
 * Runs 1,000 lines on the embedded engine in its deterministic mode, and writes the results: each attempt with its
 * verdict, each take and master with its digest and measurements, the charges, the manifest, and the output of each
 * mastering preset for some takes. To prove that a change has no effect, compare the files from before and after it:
 * `node bench/support/golden.ts before.jsonl`.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MASTERING_PRESETS } from '../../packages/contract/src/index.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { runJobs } from '../../packages/server/src/engine/jobs.ts';
import { listRows } from '../../packages/server/src/export/files.ts';
import { writeManifestCsv } from '../../packages/server/src/export/manifest.ts';
import { getRunExport } from '../../packages/server/src/features/runs/index.ts';
import { startWorker } from '../../packages/server/src/jobs/index.ts';
import { buildApp } from '../../packages/server/src/programs/build-app.ts';
import { createSpeechProviders } from '../../packages/server/src/providers/speech/index.ts';
import { fullPipeline } from '../../packages/server/test/support/definitions.ts';
import { runToEnd } from './engine-runs.ts';

const LINES = Number(process.env.BENCH_LINES ?? 1_000);
const PRESET_LINES = 20;
const file = process.argv[2];
if (!file) throw new Error('Name the file to write.');

/** Short and long lines, pauses, numbers, and lines that a check rejects. */
const SENTENCES = [
  'No.',
  'Line {n} is spoken by the embedded engine.',
  'Yes, {n}!',
  'Wait... not yet; first, count to {n}, slowly, and then turn around - twice.',
  'The {n} sailors saw the sea, sang softly, and slept until the storm was over, which took most of the night.',
  'Strengths, twelfths, sixths and {n} months.',
  'Oh! Ah! {n}? Mm.',
];
const text = Array.from({ length: LINES }, (_, n) =>
  (SENTENCES[n % SENTENCES.length] ?? '').replace('{n}', String(n + 1)),
).join('\n');

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-golden-'));
const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'error' }, directory);
const speech = createSpeechProviders({ espeak: { deterministic: true, lineTimeoutMs: 120_000 } });
const { app, close } = await buildApp(config, { speech });
const worker = await startWorker(app, runJobs);
const definition = fullPipeline({ text });
const ended = await runToEnd(app, definition);

const written: string[] = [];
const write = (value: unknown): void => void written.push(JSON.stringify(value));
/** Ids are random, so the file identifies nodes by their index. */
const nodes = new Map(definition.graph.nodes.map(({ id }, index) => [id, index]));
const visits = await app.db
  .selectFrom('attempt')
  .leftJoin('audio', 'audio.id', 'attempt.output_id')
  .select(['line_no', 'node_id', 'iteration', 'port', 'verdict', 'error', 'attempt.reused'])
  .select(['attempt.credits', 'attempt.characters', 'audio.sha256', 'audio.facts', 'audio.format'])
  .select(['audio.duration_ms', 'audio.size_bytes', 'audio.sample_rate', 'audio.channels', 'audio.kind'])
  .where('attempt.run_id', '=', ended.run)
  .orderBy('line_no')
  .orderBy('iteration')
  .execute();
const placed = visits.map(({ node_id, ...visit }) => ({ ...visit, node: nodes.get(node_id) ?? -1 }));
for (const visit of placed.toSorted(
  (a, b) => a.line_no - b.line_no || a.iteration - b.iteration || a.node - b.node,
))
  write(visit);

const { balance, held, spent } = await app.db
  .selectFrom('credit_account')
  .select(['balance', 'held', 'spent'])
  .where('user_id', '=', ended.account)
  .executeTakeFirstOrThrow();
write({ balance, held, spent });
const charges = await app.db
  .selectFrom('credit_entry')
  .select(({ fn }) => ['kind', fn.sum<string>('amount').as('amount')])
  .where('run_id', '=', ended.run)
  .groupBy('kind')
  .orderBy('kind')
  .execute();
write(charges.filter(({ kind }) => kind !== 'reserve'));

const runRef = { workspace_id: ended.workspace, workflow_id: ended.workflow, run_id: ended.run };
const exported = await getRunExport(app, { runRef, node_id: null });
for await (const row of writeManifestCsv(() => listRows(exported))) written.push(row.trimEnd());

const takes = await app.db
  .selectFrom('audio')
  .innerJoin('attempt', 'attempt.output_id', 'audio.id')
  .select(['audio.object_key', 'attempt.line_no'])
  .where('audio.run_id', '=', ended.run)
  .where('audio.kind', '=', 'take')
  .where('attempt.iteration', '=', 0)
  .where('attempt.port', '=', 'audio')
  .orderBy('attempt.line_no')
  .limit(PRESET_LINES)
  .execute();
for (const { object_key, line_no } of takes) {
  const take = await buffer((await app.storage.get(object_key)).stream);
  for (const [preset, { settings }] of Object.entries(MASTERING_PRESETS)) {
    const { bytes, ...facts } = await app.audio.master(take, settings);
    write({ line_no, preset, sha256: createHash('sha256').update(bytes).digest('hex'), ...facts });
  }
}
writeFileSync(file, `${written.join('\n')}\n`);
console.log(`${written.length} rows in ${file}`);
await worker.stop(2_000);
await close();
rmSync(directory, { recursive: true, force: true });
