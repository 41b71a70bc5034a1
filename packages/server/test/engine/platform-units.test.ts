import type { KeyedProviderId } from '@voiceloom/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { estimateCost, estimateRun, prepareRun } from '../../src/engine/index.ts';
import { newId } from '../../src/ids.ts';
import { findBudgetPeriod } from '../../src/ledger/budgets.ts';
import { creditsFor } from '../../src/ledger/credits.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { putScript } from '../support/put-script.ts';
import { azureEmulator } from '../support/speech-emulators/azure.ts';
import { fishAudioEmulator } from '../support/speech-emulators/fish-audio.ts';
import { minimaxEmulator } from '../support/speech-emulators/minimax.ts';
import { respeecherEmulator } from '../support/speech-emulators/respeecher.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/*
 * Providers count in different ways. With a platform key, a take is charged for what its provider bills; with an own key,
 * the budgets of the workspace count it.
 */
const EMULATORS = [azureEmulator, fishAudioEmulator, minimaxEmulator, respeecherEmulator];
const TEXT = 'Meet 李小龙 at the café.';
const HAN = 3;
/** Three for each Chinese character, and two for the accented letter. */
const BYTES = TEXT.length + 2 * HAN + 1;

const servers = new Map<KeyedProviderId, EmulatorServer>();
let engine: Engine;
beforeAll(async () => {
  for (const emulator of EMULATORS) servers.set(emulator.id, await startSpeechEmulator(emulator));
  engine = await startEngine({
    worker: false,
    config: {
      provider_urls: Object.fromEntries([...servers].map(([id, { url }]) => [id, url])),
      provider_allowed_hosts: [...servers.values()].map(({ host }) => host),
    },
  });
  await allowOwnKeys(engine.app);
  for (const { id, credentials } of EMULATORS) await setPlatformKey(engine.app, id, credentials);
});
beforeEach(async () => {
  const providers = EMULATORS.map(({ id }) => id);
  const models = EMULATORS.map(({ id, model }) => `${id}/${model}`);
  await offerPlatform(engine.app, { providers, models });
});
afterAll(async () => {
  await engine.close();
  for (const server of servers.values()) await server.close();
});

const findModel = ({ id, model }: (typeof EMULATORS)[number]) => {
  const found = engine.app.speech.get(id)?.models.find((listed) => listed.id === model);
  if (!found) throw new Error(`no model ${model}`);
  return found;
};

async function speak(emulator: (typeof EMULATORS)[number], { owner, text = TEXT, generator = {} }: Speaking) {
  const { app } = engine;
  const definition = narration(text, { provider: emulator.id, model: emulator.model, ...generator });
  const ref = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { min_credits, max_credits } = await estimateOf(app, ref);
  const run_id = await engine.start(owner, definition);
  const run = await handleRun(engine, run_id);
  expect(await auditRun(app, run_id)).toEqual([]);
  const usage = app.db.selectFrom('provider_usage').selectAll();
  const [row] = await usage.where('workspace_id', '=', owner.workspace_id).execute();
  return { run, min_credits, max_credits, usage: row };
}

function narration(text: string, generator: Record<string, unknown>) {
  const source = node('source_script', { text, source_language: 'en-us' });
  const speech = node('operator_generator', generator);
  const sink = node('sink_preview');
  return definitionOf(
    [source, speech, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', sink],
    ],
  );
}

interface Speaking {
  owner: Owner;
  text?: string;
  generator?: object;
}

test.each([
  ['azure', azureEmulator, TEXT.length + HAN],
  ['minimax', minimaxEmulator, TEXT.length + HAN],
  ['fish_audio', fishAudioEmulator, BYTES],
  ['respeecher', respeecherEmulator, TEXT.length],
])('a take with a platform key of %s is charged for what the provider counts', async (_, emulator, units) => {
  const rate = findModel(emulator).credits_per_1000_characters;
  const { run, min_credits, max_credits, usage } = await speak(emulator, { owner: await engine.owner() });
  expect(run).toMatchObject({ status: 'completed', characters: units, credits: creditsFor(units, rate) });
  expect([min_credits, max_credits]).toEqual([run.credits, run.credits]);
  expect(usage).toMatchObject({ paid_by: 'platform', characters: units, credits: run.credits });
});

test('the tags of a pronunciation are charged if the provider bills them', async () => {
  const owner = await engine.owner();
  const at = { created_at: new Date(), updated_at: new Date() };
  const word = { word: 'Xq', method: 'ipa', ipa: 'ɛks', word_key: 'xq', language: 'en' };
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({ id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id, ...word, ...at })
    .execute();
  const tag = '<phoneme alphabet="ipa" ph="ɛks">Xq</phoneme>';
  const { run, max_credits } = await speak(azureEmulator, { owner, text: 'The Xq.' });
  expect(run.characters).toBe(`The ${tag}.`.length);
  expect(max_credits).toBe(run.credits);
});

test('a direction is charged if it is a part of the text', async () => {
  const generator = { controls: { instructions: 'in a very low voice' } };
  const { run, max_credits } = await speak(fishAudioEmulator, { owner: await engine.owner(), generator });
  expect(run.characters).toBe(BYTES + '[in a very low voice] '.length);
  expect(max_credits).toBe(run.credits);
});

test.each([
  [
    'sentences, each with its direction',
    fishAudioEmulator,
    'sentences',
    { controls: { instructions: 'low' } },
  ],
  ['another tempo, which is written in tags', azureEmulator, 'tempo', {}],
])('the maximum of a preview includes %s', async (_, emulator, strategy, controls) => {
  const { app } = engine;
  const owner = await engine.owner();
  const csv = 'script,max_duration_ms\nIt is late. He waits. She sings. They dance. We go.,300\n';
  const upload_ids = [await putScript(engine, owner, csv, 'csv')];
  const source = node('source_script', { input_type: 'file', upload_ids, source_language: 'en-us' });
  const config = { provider: emulator.id, model: emulator.model, retry_strategies: [strategy], ...controls };
  const speech = node('operator_generator', config);
  const check = node('validator_pacing', { max_retry: 1 });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speech, check, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', check],
      [check, 'fail', speech],
      [check, 'pass', sink],
    ],
  );
  const ref = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { min_credits, max_credits } = await estimateOf(app, ref);
  const { retries, credits } = await handleRun(engine, await engine.start(owner, definition));
  expect(retries).toBe(1);
  expect(credits).toBeGreaterThan(2 * min_credits);
  expect(credits).toBeLessThanOrEqual(max_credits);
});

test('credits at the full rate are not worth less than the bill of the provider', async () => {
  // The price of a credit in the plan with the most expensive credits.
  const usd = 19 / 50_000;
  const text = '李小龙在咖啡馆。'.repeat(40);
  const { run, usage } = await speak(fishAudioEmulator, { owner: await engine.owner(), text });
  expect(usage?.provider_usd_micros).toBe(Buffer.byteLength(text) * 15);
  expect(run.credits * usd * 1_000_000).toBeGreaterThanOrEqual(Number(usage?.provider_usd_micros));
});

test('a model that bills seconds is sold only if the plan names it, because the cost of a text is not known', async () => {
  await offerPlatform(engine.app, { providers: ['respeecher'] });
  const run = speak(respeecherEmulator, { owner: await engine.owner() });
  expect((await run).run).toMatchObject({ status: 'failed', error: { code: 'provider_key_missing' } });
});

test('a used-up budget in dollars that denies rejects only runs that a provider bills to the workspace', async () => {
  const { app } = engine;
  const owner = await engine.owner();
  const { workspace_id, user_id } = owner;
  await giveKey(app, owner, { provider: 'fish_audio', credentials: fishAudioEmulator.credentials });
  const at = { created_at: new Date(), updated_at: new Date() };
  const rule = { scope: 'workspace', period: 'month', action: 'deny', limit_usd_micros: 100 };
  const budget = { id: newId(), workspace_id, name: 'Team', ...rule, ...at };
  await app.db.insertInto('budget').values(budget).execute();
  const { starts_at } = findBudgetPeriod('month', new Date());
  await app.db
    .insertInto('budget_period')
    .values({ budget_id: budget.id, starts_at, credits: 0, usd_micros: 100, unpriced_takes: 0 })
    .execute();
  const tryRun = async (generator: Record<string, unknown>) => {
    const definition = narration(TEXT, { reuse_takes: false, ...generator });
    const workflow_id = await engine.workflow(owner, definition);
    const prepared = await prepareRun(app, { workspace_id, workflow_id, definition });
    const run = { workspace_id, workflow_id, triggered_by: user_id, api_key_id: null };
    const { can_run } = await estimateRun(app, prepared, { account_id: user_id, run });
    const { min_credits, spends_usd } = await estimateCost(app, prepared);
    expect(min_credits).toBeGreaterThan(0);
    const start = engine.start(owner, definition, { workflow_id, min_credits, spends_usd });
    if (!can_run) await expect(start).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
    else expect((await handleRun(engine, await start)).status).toBe('completed');
    return can_run;
  };
  expect(await tryRun({ provider: 'espeak' })).toBe(true);
  // The operator pays for platform keys.
  expect(await tryRun({ provider: 'azure', model: azureEmulator.model })).toBe(true);
  expect(await tryRun({ provider: 'fish_audio', model: fishAudioEmulator.model })).toBe(false);
  // Each line reserves what the fallback could cost.
  expect(await tryRun({ provider: 'espeak', fallback_provider: 'fish_audio' })).toBe(false);
});

test('a budget in dollars reserves the bytes of Chinese text in an English line', async () => {
  const owner = await engine.owner();
  const { workspace_id } = owner;
  await giveKey(engine.app, owner, { provider: 'fish_audio', credentials: fishAudioEmulator.credentials });
  const at = { created_at: new Date(), updated_at: new Date() };
  const rule = { scope: 'workspace', period: 'month', action: 'pause', limit_usd_micros: 15 * BYTES - 1 };
  await engine.app.db
    .insertInto('budget')
    .values({ id: newId(), workspace_id, name: 'Team', ...rule, ...at })
    .execute();
  const { run } = await speak(fishAudioEmulator, { owner });
  expect([run.status, run.provider_usd_micros]).toEqual(['paused', 0]);
});
