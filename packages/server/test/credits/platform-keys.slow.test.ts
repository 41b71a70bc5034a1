import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeRun } from '../../src/engine/index.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { readMargin } from '../../src/features/usage/index.ts';
import { creditsFor } from '../../src/ledger/credits.ts';
import { workUntil } from '../support/death.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { handleChunk } from '../support/run-job.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/*
 * Random runs with own keys, platform keys and the embedded engine. Workers are killed at random statements of
 * settlements, and keys change in mid-run. A provider bills what it is asked to speak. In each run, credits are
 * rate x characters, eight workers never pass its cap, and over all runs, the margins add up to the ledgers. The lines
 * are short, because most of the time of a long line is the measurement of its audio.
 */
const ID = 'openai_compatible';
const MODEL = 'tts-1';
const RUNS = 200;
const WORKERS = 8;
const USD_MICROS_PER_CHARACTER = 15;

let provider: EmulatorServer;
let engine: Engine;
beforeAll(async () => {
  provider = await startSpeechEmulator(emulator);
  const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
  const settings = {
    concurrency: WORKERS,
    line_concurrency: 1,
    lines_per_chunk: 3,
    workspace_concurrency: WORKERS,
  };
  engine = await startEngine({ worker: false, config, settings });
  await allowOwnKeys(engine.app);
  await setPlatformKey(engine.app, ID, emulator.credentials);
  await offerPlatform(engine.app, { providers: [ID] });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

/** Numbers from 0 to 1 that are the same in each run of the test. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const queued = (runId: string) =>
  engine.app.db
    .selectFrom('run_chunk')
    .select('id')
    .where('run_id', '=', runId)
    .where('status', '=', 'queued')
    .orderBy('seq')
    .execute();

function narration(lines: readonly string[], generator: object) {
  const source = node('source_script', { text: lines.join('\n'), source_language: 'en-us' });
  const speech = node('operator_generator', { reuse_takes: false, ...generator });
  const sink = node('sink_preview');
  return definitionOf(
    [source, speech, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', sink],
    ],
  );
}

const giveOwnKey = (owner: Owner) =>
  giveKey(engine.app, owner, { provider: ID, credentials: emulator.credentials });
const takeOwnKey = (owner: Owner) =>
  engine.app.db.deleteFrom('provider_key').where('workspace_id', '=', owner.workspace_id).execute();

/** The rate of a take, from the price list of the provider. */
function rateOf(paid_by: string): number {
  const speech = engine.app.speech.get(paid_by === 'none' ? 'espeak' : ID);
  const model = speech?.models.find(({ id }) => paid_by === 'none' || id === MODEL);
  const { credits_per_1000_characters = 0, own_key_credits_per_1000_characters = 0 } = model ?? {};
  return paid_by === 'workspace' ? own_key_credits_per_1000_characters : credits_per_1000_characters;
}

test('credits are rate x characters for own, platform and mixed keys over random runs with kills, and margins add up', async () => {
  const random = createRandom(7);
  let pauses = 0;
  const totals = { platform: 0, workspace: 0, none: 0, platform_characters: 0 };
  for (let round = 0; round < RUNS; round++) {
    const owner = await engine.owner(100_000);
    const kind = (['own', 'platform', 'mixed', 'embedded'] as const)[round % 4];
    if (kind === 'own') await giveOwnKey(owner);
    // Eight workers race for the last credits of a cap.
    const isCapped = round % 5 === 4;
    const lines = Array.from(
      { length: isCapped ? 8 : 2 + Math.floor(random() * 3) },
      (_, index) => `Run ${round}, line ${index}${', again'.repeat(Math.floor(random() * 5))}.`,
    );
    const generator = kind === 'embedded' ? { provider: 'espeak' } : { provider: ID, model: MODEL };
    const definition = narration(lines, generator);
    const { max_credits } = await estimateOf(engine.app, {
      ...{ workspace_id: owner.workspace_id, account_id: owner.user_id, definition },
    });
    const cap = Math.max(1, Math.floor(max_credits * random()));
    const workflow_id = await engine.workflow(owner, definition);
    const options = isCapped ? { workflow_id, max_credits: cap } : { workflow_id };
    const run_id = await engine.start(owner, definition, options);
    let hasOwnKey = kind === 'own';
    for (let step = 0; ; step++) {
      const chunks = await queued(run_id);
      const [chunk] = chunks;
      if (!chunk) {
        const paused = await runRow(engine.app, run_id);
        if (paused.status !== 'paused') break;
        expect(paused.credits + paused.hold).toBeLessThanOrEqual(cap);
        pauses += 1;
        const ref = { workspace_id: owner.workspace_id, workflow_id, run_id };
        await resumeRun(engine.app, ref, { max_credits: 10 * max_credits });
        continue;
      }
      if (kind === 'mixed' && step > 0) {
        await (hasOwnKey ? takeOwnKey(owner) : giveOwnKey(owner));
        hasOwnKey = !hasOwnKey;
      }
      // The first chunk reads the script.
      if (step > 0 && random() < 0.5) {
        const before = String(2 + Math.floor(random() * 14));
        const death = workUntil(engine, { chunk_ids: [chunk.id], run_id, before });
        // A chunk without room for a line settles nothing.
        await death.catch((error: unknown) => expect(isCapped, String(error)).toBe(true));
      }
      const signal = new AbortController().signal;
      const works = isCapped ? chunks.slice(0, WORKERS) : [chunk];
      await Promise.all(
        works.map(({ id }) => handleChunk(engine.app, { chunk_id: id, run_id, tries: 0, signal })),
      );
    }
    const run = await runRow(engine.app, run_id);
    expect([run.status, run.lines_delivered]).toEqual(['completed', lines.length]);
    expect(await auditRun(engine.app, run_id)).toEqual([]);
    const takes = await engine.app.db
      .selectFrom('audio')
      .select(['paid_by', 'characters', 'credits'])
      .where('run_id', '=', run_id)
      .execute();
    expect(takes).toHaveLength(lines.length);
    for (const { paid_by, characters, credits } of takes) {
      expect(credits).toBe(creditsFor(characters, rateOf(paid_by)));
      totals[paid_by as 'platform'] += credits;
      if (paid_by === 'platform') totals.platform_characters += characters;
    }
    expect(run.credits).toBe(takes.reduce((sum, take) => sum + take.credits, 0));
    const payers = [...new Set(takes.map(({ paid_by }) => paid_by))].sort();
    // A mixed run ends with other keys than its estimate assumed.
    if (kind === 'mixed') expect(run.credits).toBeLessThanOrEqual(max_credits);
    else {
      expect(run.credits).toBe(max_credits);
      expect(payers).toEqual([{ own: 'workspace', platform: 'platform', embedded: 'none' }[kind ?? 'own']]);
    }
  }
  expect(pauses).toBeGreaterThan(RUNS / 10);
  const margin = await readMargin(engine.app.db, { since: '2020-01-01' });
  const credits = Object.fromEntries(margin.map((row) => [row.paid_by, row.credits]));
  expect(credits).toEqual({
    ...{ platform: totals.platform, workspace: totals.workspace, none: totals.none },
  });
  const platformRow = margin.find(({ paid_by }) => paid_by === 'platform');
  expect(platformRow?.characters).toBe(totals.platform_characters);
  const cost_usd = (totals.platform_characters * USD_MICROS_PER_CHARACTER) / 1_000_000;
  expect(platformRow?.cost_usd).toBeCloseTo(cost_usd, 4);
  const spoken = provider.requests.filter(emulator.isSpeech);
  const billed = spoken.reduce((sum, request) => sum + emulator.textOf(request).length, 0);
  // Calls of killed workers are billed by the provider, but not charged.
  expect(billed).toBeGreaterThanOrEqual(totals.platform_characters);
  const ledgers = await checkLedgers(engine.app, new Date());
  expect(ledgers.map(({ ledger, differences }) => [ledger, differences])).toEqual(
    ledgers.map(({ ledger }) => [ledger, 0]),
  );
}, 600_000);
