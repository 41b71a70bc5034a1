import type { WorkflowDefinition } from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cancelRun,
  findVoiceScope,
  isListedVoice,
  pauseRun,
  prepareRun,
  resumeWaitingRuns,
} from '../../src/engine/index.ts';
import { checkPlatformKeys, testPlatformKey } from '../../src/features/provider-keys/index.ts';
import { newId } from '../../src/ids.ts';
import { creditsFor } from '../../src/ledger/credits.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { dropPlatformKey, offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { putScript } from '../support/put-script.ts';
import { handleChunk } from '../support/run-job.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { rimeEmulator } from '../support/speech-emulators/rime.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

const ID = 'openai_compatible';
const MODEL = 'tts-1';
const LINES = [
  'The ferry leaves at noon, whatever the weather, and nobody waits for the last passenger on the pier. '
    .repeat(3)
    .trim(),
  'Good night.',
];
const CHARACTERS = LINES.reduce((sum, line) => sum + line.length, 0);

let provider: EmulatorServer;
let rime: EmulatorServer;
let engine: Engine;
let owner: Owner;
let isRevoked = false;
/** Whether tests of the key get no verdict. */
let isListAway = false;
const rejection = json(
  { error: { code: 'invalid_api_key', message: 'Key of account org-42 revoked.' } },
  401,
);
const usedUp = json({ error: { code: 'insufficient_quota', message: 'Account org-42 is used up.' } }, 429);
beforeAll(async () => {
  const list: typeof emulator.list = (request) => {
    if (isListAway) return { status: 503 };
    return isRevoked ? rejection : emulator.list(request);
  };
  provider = await startSpeechEmulator({ ...emulator, list });
  rime = await startSpeechEmulator(rimeEmulator);
  const config = {
    provider_urls: { [ID]: provider.url, rime: rime.url },
    provider_allowed_hosts: [provider.host, rime.host],
  };
  engine = await startEngine({ worker: false, config });
  await allowOwnKeys(engine.app);
  // Runs that wait and continue together.
  const limits = JSON.stringify({ byok_enabled: 1, concurrent_runs_per_user: 'unlimited' });
  await engine.app.db.updateTable('plan').set({ limits }).where('is_default', '=', true).execute();
});
beforeEach(async () => {
  owner = await engine.owner();
  await setPlatformKey(engine.app, ID, emulator.credentials);
  await offerPlatform(engine.app, { providers: [ID] });
});
afterEach(async () => {
  isRevoked = false;
  isListAway = false;
  provider.decide(undefined);
  await dropPlatformKey(engine.app, ID);
});
afterAll(async () => {
  await engine.close();
  await provider.close();
  await rime.close();
});

function narration(
  lines: readonly string[] = LINES,
  generator: object = {},
  script: object = {},
): WorkflowDefinition {
  const source = node('source_script', { text: lines.join('\n'), source_language: 'en-us', ...script });
  const speech = node('operator_generator', { provider: ID, model: MODEL, ...generator });
  const sink = node('sink_preview');
  return definitionOf(
    [source, speech, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', sink],
    ],
  );
}

const giveOwnKey = () => giveKey(engine.app, owner, { provider: ID, credentials: emulator.credentials });
const cost = (rate = 0) => LINES.reduce((sum, line) => sum + creditsFor(line.length, rate), 0);
const model = () => engine.app.speech.get(ID)?.models.find(({ id }) => id === MODEL);
const fullCost = () => cost(model()?.credits_per_1000_characters);
const ownKeyCost = () => cost(model()?.own_key_credits_per_1000_characters);
const spoken = () => provider.requests.filter(emulator.isSpeech);
const estimate = (definition: WorkflowDefinition) =>
  estimateOf(engine.app, { workspace_id: owner.workspace_id, account_id: owner.user_id, definition });
const problems = async (definition: WorkflowDefinition) =>
  (await prepareRun(engine.app, { workspace_id: owner.workspace_id, definition })).problems;
const takes = (run_id: string) =>
  engine.app.db
    .selectFrom('audio')
    .select(['paid_by', 'provider', 'credits'])
    .where('run_id', '=', run_id)
    .where('kind', '=', 'take')
    .execute();
const usage = () =>
  engine.app.db
    .selectFrom('provider_usage')
    .select([
      'provider',
      'model',
      'paid_by',
      'plan_slug',
      'takes',
      'characters',
      'credits',
      'provider_usd_micros',
    ])
    .where('workspace_id', '=', owner.workspace_id)
    .orderBy('paid_by')
    .execute();
const storedKey = () =>
  engine.app.db.selectFrom('platform_provider_key').selectAll().executeTakeFirstOrThrow();

async function run(definition: WorkflowDefinition) {
  const id = await engine.start(owner, definition);
  return handleRun(engine, id);
}

/** Starts a run and reads its sources, but speaks no line. */
async function startSources(definition: WorkflowDefinition): Promise<string> {
  const run_id = await engine.start(owner, definition);
  const chunks = await engine.app.db
    .selectFrom('run_chunk')
    .select('id')
    .where('run_id', '=', run_id)
    .execute();
  const signal = new AbortController().signal;
  for (const { id } of chunks) await handleChunk(engine.app, { chunk_id: id, run_id, tries: 0, signal });
  return run_id;
}

async function expectClean(run_id: string) {
  expect(await auditRun(engine.app, run_id)).toEqual([]);
}

describe('a provider that the plan offers', () => {
  test('costs the full rate of its estimate through the platform key, and an unchanged rerun nothing', async () => {
    expect(ownKeyCost()).toBeLessThan(fullCost());
    const { min_credits, max_credits } = await estimate(narration());
    expect([min_credits, max_credits]).toEqual([fullCost(), fullCost()]);
    const { id, status, credits } = await run(narration());
    expect([status, credits]).toEqual(['completed', fullCost()]);
    expect((await takes(id)).map(({ paid_by }) => paid_by)).toEqual(['platform', 'platform']);
    expect(await usage()).toMatchObject([
      {
        ...{ provider: ID, model: MODEL, paid_by: 'platform', plan_slug: 'free', takes: 2 },
        ...{ characters: CHARACTERS, credits: fullCost() },
        // 15 dollars for a million characters.
        provider_usd_micros: CHARACTERS * 15,
      },
    ]);
    await expectClean(id);
    const calls = spoken().length;
    expect(await estimate(narration())).toMatchObject({ min_credits: 0 });
    expect((await run(narration())).credits).toBe(0);
    expect(spoken()).toHaveLength(calls);
  });

  test('speaks more lines of a chunk than it speaks at once', async () => {
    const lines = Array.from(
      { length: 40 },
      (_, at) => `Number ${at} of forty lines of another length${'!'.repeat(at)}`,
    );
    const { id, status, lines_delivered } = await run(narration(lines, { concurrency: 2 }));
    expect([status, lines_delivered]).toEqual(['completed', 40]);
    await expectClean(id);
  });

  test('costs the reduced rate with an own key, which comes first', async () => {
    await giveOwnKey();
    expect((await estimate(narration())).max_credits).toBe(ownKeyCost());
    const { id, credits } = await run(narration());
    expect(credits).toBe(ownKeyCost());
    expect((await takes(id)).map(({ paid_by }) => paid_by)).toEqual(['workspace', 'workspace']);
    await expectClean(id);
  });

  test('is not paid by the service in place of an own key that was rejected', async () => {
    await giveOwnKey();
    await engine.app.db.updateTable('provider_key').set({ status: 'invalid' }).execute();
    expect(await problems(narration())).toMatchObject([{ code: 'provider_key_invalid' }]);
  });

  test.each([
    ['the plan does not name the provider', { providers: [] }],
    ['the plan names other models', { providers: [ID], models: [`${ID}/tts-1-hd`] }],
  ])('cannot be used if %s', async (_, offer) => {
    await offerPlatform(engine.app, offer);
    expect(await problems(narration())).toMatchObject([{ code: 'provider_key_missing' }]);
    const calls = spoken().length;
    expect(await run(narration())).toMatchObject({ status: 'failed', credits: 0 });
    expect(spoken()).toHaveLength(calls);
  });

  test('does not speak with the default model if the plan names others', async () => {
    await offerPlatform(engine.app, { providers: [ID], models: [`${ID}/tts-1-hd`] });
    expect(await problems(narration(LINES, { model: null }))).toMatchObject([
      { code: 'provider_key_missing' },
    ]);
  });

  test('does not sell models without a price, unless the plan names them', async () => {
    const unpriced = engine.app.speech.get(ID)?.models.find(({ price }) => !price)?.id;
    const definition = narration(LINES, { model: unpriced });
    expect(await problems(definition)).toMatchObject([{ code: 'provider_key_missing' }]);
    await offerPlatform(engine.app, { providers: [ID], models: [`${ID}/${unpriced}`] });
    expect(await problems(definition)).toEqual([]);
  });

  test('does not reject a retry because of a line that keeps its take, although its model has no key', async () => {
    const generator = { provider: 'espeak', model: null, fallback_provider: ID };
    const definition = narration(LINES, generator);
    expect(await problems(definition)).toMatchObject([{ code: 'provider_key_missing' }]);
    const request = { workspace_id: owner.workspace_id, definition, keeps_others: true };
    const retry = await prepareRun(engine.app, { ...request, spoken_again: new Set<string>() });
    expect(retry.problems).toEqual([]);
  });

  test('keeps its voices until those of an own key are listed', async () => {
    const count = async () => {
      const scope = await findVoiceScope(engine.app.db, owner.workspace_id);
      const voices = engine.app.db.selectFrom('voice').select('id').where('provider', '=', ID);
      return (await voices.where('is_active', '=', true).where(isListedVoice(scope)).execute()).length;
    };
    expect(await count()).toBe(3);
    await giveOwnKey();
    const { db } = engine.app;
    expect(await count()).toBe(3);
    await db.updateTable('provider_key').set({ voices_listed_at: null }).execute();
    await db
      .updateTable('voice')
      .set({ is_active: false })
      .where('workspace_id', '=', owner.workspace_id)
      .execute();
    expect(await count()).toBe(3);
    expect((await run(narration())).status).toBe('completed');
  });

  test('speaks only listed models, because others have no price, unless the plan names them', async () => {
    const definition = narration(LINES, { model: 'my-model' });
    expect(await problems(definition)).toMatchObject([{ code: 'provider_key_missing' }]);
    await offerPlatform(engine.app, { providers: [ID], models: [`${ID}/my-model`] });
    expect(await problems(definition)).toEqual([]);
    expect((await run(definition)).status).toBe('completed');
  });

  test('is a candidate of automatic selection until its key is unavailable', async () => {
    const routing = {
      mode: 'auto',
      candidates: [
        { provider: ID, model: MODEL, quality: 4 },
        { provider: 'espeak', quality: 1 },
      ],
    };
    const definition = narration(LINES, { routing });
    const first = await run(definition);
    expect((await takes(first.id)).map(({ provider: id }) => id)).toEqual([ID, ID]);
    await engine.app.db
      .updateTable('platform_provider_key')
      .set({ unavailable_until: new Date(Date.now() + 60_000), unavailable_reason: 'quota' })
      .execute();
    const lines = LINES.map((line) => `${line} Again.`);
    const second = await run(narration(lines, { routing }));
    expect((await takes(second.id)).map(({ provider: id }) => id)).toEqual(['espeak', 'espeak']);
  });

  test('keeps its voice if the plan changes in mid-run, and each take costs what applied when it was made', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${LINES[0]} ${index}.`);
    const id = await engine.start(owner, narration(lines));
    let calls = 0;
    provider.decide(() => {
      calls += 1;
      if (calls === 5) void giveOwnKey();
      return undefined;
    });
    const { status, credits } = await handleRun(engine, id);
    expect(status).toBe('completed');
    const { credits_per_1000_characters: full = 0, own_key_credits_per_1000_characters: own = 0 } =
      model() ?? {};
    const rates = { platform: full, workspace: own, none: 0 };
    const rows = await takes(id);
    const expected = await engine.app.db
      .selectFrom('audio')
      .select(['paid_by', 'characters'])
      .where('run_id', '=', id)
      .execute();
    const sum = expected.reduce(
      (total, take) => total + creditsFor(take.characters, rates[take.paid_by as keyof typeof rates]),
      0,
    );
    expect(credits).toBe(sum);
    expect(rows).toHaveLength(40);
    await expectClean(id);
  });
});

describe('a platform key that cannot be used', () => {
  const failWith = (response: typeof rejection) => provider.decide(() => ({ act: 'respond', response }));

  test.each([
    ['quota', 'valid', usedUp],
    ['auth', 'invalid', rejection],
  ])(
    '(%s) lets runs wait without a charge, and they continue when it passes a test',
    async (reason, status, response) => {
      isRevoked = reason === 'auth';
      failWith(response);
      const waiting = await run(narration());
      expect(waiting).toMatchObject({
        status: 'paused',
        wait_provider: ID,
        credits: 0,
        lines_failed: 0,
        error: null,
      });
      expect(await storedKey()).toMatchObject({ status, unavailable_reason: reason });
      // What belongs to the workspace does not say what is wrong with the key of the operator.
      const { db } = engine.app;
      const errors = await db
        .selectFrom('run_provider_error')
        .selectAll()
        .where('run_id', '=', waiting.id)
        .execute();
      expect(errors).toMatchObject([{ kind: 'unavailable', message: '' }]);
      const events = await db.selectFrom('run_event').selectAll().where('run_id', '=', waiting.id).execute();
      const lines = await db.selectFrom('run_line').selectAll().where('run_id', '=', waiting.id).execute();
      expect(JSON.stringify([waiting, errors, events, lines])).not.toMatch(
        /"auth"|"quota"|rejected|used up|org-42/,
      );
      // A second run does not call the provider.
      const calls = spoken().length;
      const second = await engine.start(owner, narration(['Another line.']));
      expect(await handleRun(engine, second)).toMatchObject({ status: 'paused', wait_provider: ID });
      expect(spoken()).toHaveLength(calls);
      await resumeWaitingRuns(engine.app);
      expect((await runRow(engine.app, waiting.id)).status).toBe('paused');

      isRevoked = false;
      provider.decide(undefined);
      await testPlatformKey(engine.app, { provider: ID, now: new Date(Date.now() + 1_000) });
      await resumeWaitingRuns(engine.app);
      expect(await handleRun(engine, waiting.id)).toMatchObject({
        ...{ status: 'completed', credits: fullCost(), wait_provider: null, resume_at: null },
      });
      expect((await handleRun(engine, second)).status).toBe('completed');
      await expectClean(waiting.id);
    },
  );

  test('is tried again after some minutes', async () => {
    failWith(usedUp);
    const { id, resume_at } = await run(narration());
    provider.decide(undefined);
    const later = { ...engine.app, clock: () => new Date(Date.now() + 11 * 60_000) };
    expect(resume_at?.getTime()).toBeLessThan(later.clock().getTime());
    await resumeWaitingRuns(later);
    expect((await runRow(engine.app, id)).status).toBe('running');
    await engine.app.db
      .updateTable('platform_provider_key')
      .set({ unavailable_until: null, unavailable_reason: null })
      .execute();
    expect((await handleRun(engine, id)).status).toBe('completed');
  });

  const noticesOf = async (run_id: string) => {
    const rows = await engine.app.db
      .selectFrom('webhook_event')
      .select(['type', 'data'])
      .where('workspace_id', '=', owner.workspace_id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.filter(({ data }) => (data as { run_id: string }).run_id === run_id);
  };

  test('sends one event when a run pauses for it, and one when it speaks again', async () => {
    const at = { created_at: new Date(), updated_at: new Date() };
    const { workspace_id, user_id: created_by } = owner;
    const events = ['run.paused', 'run.resumed', 'run.completed'];
    const endpoint = {
      id: newId(),
      workspace_id,
      created_by,
      url: 'https://hooks.example.com',
      events,
      ...at,
    };
    await engine.app.db
      .insertInto('webhook_endpoint')
      .values({ ...endpoint, secret: Buffer.from('x') })
      .execute();
    failWith(usedUp);
    const { id } = await run(narration());
    const after = (minutes: number) => ({
      ...engine.app,
      clock: () => new Date(Date.now() + minutes * 60_000),
    });
    for (const minutes of [11, 22, 33]) {
      const app = after(minutes);
      expect(await resumeWaitingRuns(app)).toBe(1);
      expect((await handleRun({ ...engine, app }, id)).status).toBe('paused');
    }
    expect((await noticesOf(id)).map(({ type }) => type)).toEqual(['run.paused']);
    expect((await noticesOf(id))[0]?.data).toMatchObject({
      pause_reason: 'provider_unavailable',
      pause_message: expect.stringMatching(/is unavailable at the moment/),
    });
    provider.decide(undefined);
    const app = after(44);
    await testPlatformKey(app, { provider: ID, now: app.clock() });
    await resumeWaitingRuns(app);
    expect(await handleRun({ ...engine, app }, id)).toMatchObject({
      status: 'completed',
      waiting_since: null,
    });
    const types = (await noticesOf(id)).map(({ type }) => type);
    expect(types).toEqual(['run.paused', 'run.resumed', 'run.completed']);
    await expectClean(id);
  });

  test('ends a run that waited for it for a week without a take, and says so', async () => {
    failWith(usedUp);
    const { id } = await run(narration());
    const after = (days: number) => ({
      ...engine.app,
      clock: () => new Date(Date.now() + days * 86_400_000),
    });
    for (const days of [1, 3, 6]) {
      const app = after(days);
      expect(await resumeWaitingRuns(app)).toBe(1);
      expect((await handleRun({ ...engine, app }, id)).status).toBe('paused');
    }
    expect(await resumeWaitingRuns(after(7.1))).toBe(0);
    expect(await runRow(engine.app, id)).toMatchObject({
      ...{ status: 'failed', hold: 0, resume_at: null, waiting_since: null },
      error: {
        code: 'provider_unavailable',
        message: expect.stringMatching(/^The run waited 7 days for openai_compatible without a new take\./),
      },
    });
    await expectClean(id);
  });

  test('is replaced by the fallback of the workflow, with the charge of the fallback', async () => {
    failWith(usedUp);
    const { id, status, credits } = await run(narration(LINES, { fallback_provider: 'espeak' }));
    expect([status, credits]).toEqual(['completed', ownKeyCost()]);
    expect((await takes(id)).map(({ paid_by }) => paid_by)).toEqual(['none', 'none']);
    const { settings } = await engine.app.db
      .selectFrom('audio')
      .select('settings')
      .where('run_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(settings)).not.toMatch(/auth|quota|org-42/);
    await expectClean(id);
  });

  test('lets a run continue with an own key that the customer adds', async () => {
    failWith(usedUp);
    const { id } = await run(narration());
    provider.decide(undefined);
    await giveOwnKey();
    await engine.app.db
      .updateTable('provider_key')
      .set({ updated_at: new Date(Date.now() + 1_000) })
      .execute();
    await resumeWaitingRuns(engine.app);
    expect(await handleRun(engine, id)).toMatchObject({ status: 'completed', credits: ownKeyCost() });
  });

  test('leaves a run alone that a person paused or canceled while it waited', async () => {
    failWith(usedUp);
    const { id, workflow_id } = await run(narration());
    await pauseRun(engine.app, { ...owner, workflow_id, run_id: id });
    const later = { ...engine.app, clock: () => new Date(Date.now() + 11 * 60_000) };
    await resumeWaitingRuns(later);
    expect((await runRow(engine.app, id)).status).toBe('paused');
    await cancelRun(engine.app, { ...owner, run_id: id });
    await expectClean(id);
  });

  test.each([
    [400, 'openai_compatible rejected the text of the line.'],
    [403, 'openai_compatible is unavailable for this line. Try again later, or add your own key'],
    [410, 'openai_compatible no longer has the model.'],
  ])(
    '(status %i) fails the line with a neutral message if the key itself is accepted',
    async (status, message) => {
      failWith(json({ error: { message: 'Account org-42 may not do this.', code: 'other' } }, status));
      const { id } = await run(narration(['One line.']));
      const { db } = engine.app;
      const line = await db
        .selectFrom('run_line')
        .select('error')
        .where('run_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(line.error?.message).toMatch(new RegExp(`^${message}`));
      const errors = await db.selectFrom('run_provider_error').selectAll().where('run_id', '=', id).execute();
      const events = await db.selectFrom('run_event').selectAll().where('run_id', '=', id).execute();
      expect(JSON.stringify([line, errors, events])).not.toMatch(/org-42|the key is not accepted/);
      // Other runs and workspaces are not affected.
      expect(await storedKey()).toMatchObject({ status: 'valid', unavailable_until: null });
      provider.decide(undefined);
      expect((await run(narration(['Another line.']))).status).toBe('completed');
    },
  );

  test('lets the run wait if its account is used up after a rejection of another line', async () => {
    const forbidden = json({ error: { message: 'Not this voice.', code: 'other' } }, 403);
    let calls = 0;
    provider.decide(() => {
      calls += 1;
      return { act: 'respond', response: calls === 1 ? forbidden : usedUp };
    });
    const lines = Array.from({ length: 6 }, (_, index) => `${LINES[1]} ${index}.`);
    const { status, wait_provider, lines_failed } = await run(narration(lines));
    expect([status, wait_provider]).toEqual(['paused', ID]);
    expect(lines_failed).toBeLessThanOrEqual(1);
    expect(await storedKey()).toMatchObject({ unavailable_reason: 'quota' });
  });

  test('is called for the lines after a rejected one, although there is a fallback', async () => {
    const forbidden = json({ error: { message: 'Not this voice.', code: 'other' } }, 403);
    let calls = 0;
    provider.decide(() => {
      calls += 1;
      return calls === 1 ? { act: 'respond', response: forbidden } : undefined;
    });
    const lines = Array.from({ length: 40 }, (_, index) => `${LINES[1]} ${index}.`);
    const { id, status } = await run(narration(lines, { fallback_provider: 'espeak' }));
    expect(status).toBe('completed');
    expect((await takes(id)).filter(({ paid_by }) => paid_by === 'platform')).toHaveLength(39);
  });

  test('lets only the run wait whose line was rejected, if its test gets no verdict', async () => {
    isListAway = true;
    failWith(rejection);
    const { id, status, wait_provider, lines_failed } = await run(narration());
    expect([status, wait_provider, lines_failed]).toEqual(['paused', ID, 0]);
    expect(await storedKey()).toMatchObject({ status: 'valid', unavailable_until: null });
    provider.decide(undefined);
    expect((await run(narration(['Another line of another run.']))).status).toBe('completed');
    const later = { ...engine.app, clock: () => new Date(Date.now() + 11 * 60_000) };
    await resumeWaitingRuns(later);
    expect((await handleRun(engine, id)).status).toBe('completed');
    await expectClean(id);
  });

  test('is not called again until a test of the sweep succeeds', async () => {
    isRevoked = true;
    failWith(rejection);
    const { id } = await run(narration());
    const calls = spoken().length;
    const later = { ...engine.app, clock: () => new Date(Date.now() + 11 * 60_000) };
    expect(await resumeWaitingRuns(later)).toBe(0);
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'paused', wait_provider: ID });
    await checkPlatformKeys(later, later.clock());
    expect(await storedKey()).toMatchObject({ status: 'invalid', unavailable_reason: 'auth' });
    expect(spoken()).toHaveLength(calls);
    isRevoked = false;
    provider.decide(undefined);
    const muchLater = new Date(Date.now() + 60 * 60_000);
    await checkPlatformKeys(later, muchLater);
    expect(await storedKey()).toMatchObject({ status: 'valid', unavailable_until: null });
    await resumeWaitingRuns(later);
    expect((await handleRun({ ...engine, app: later }, id)).status).toBe('completed');
  });

  test('is not needed for stored takes', async () => {
    await run(narration());
    failWith(usedUp);
    await run(narration(['A line that waits.']));
    expect(await storedKey()).toMatchObject({ unavailable_reason: 'quota' });
    expect(await run(narration())).toMatchObject({ status: 'completed', credits: 0 });
  });

  test.each([
    ['the fallback speaks', { fallback_provider: 'espeak' }, { status: 'completed' }],
    ['the run fails and says why', {}, { status: 'failed', error: { code: 'provider_key_missing' } }],
  ])('is removed in mid-run: %s', async (_, generator, outcome) => {
    const id = await startSources(narration(LINES, generator));
    await dropPlatformKey(engine.app, ID);
    expect(await handleRun(engine, id)).toMatchObject(outcome);
  });

  test('is removed in mid-run: the fallback speaks the lines of a character with this provider', async () => {
    const csv = 'character_name,script\nAda,The harbor sleeps.\nBen,Good night.\n';
    const source = { input_type: 'file', upload_ids: [await putScript(engine, owner, csv, 'csv')] };
    const voices_by_character = { Ada: { provider: ID } };
    const generator = { provider: 'espeak', model: null, fallback_provider: 'espeak', voices_by_character };
    const id = await startSources(narration([], generator, source));
    await dropPlatformKey(engine.app, ID);
    expect(await handleRun(engine, id)).toMatchObject({ status: 'completed', lines_failed: 0 });
  });

  test('lets a run wait whose own key of the main provider is rejected in mid-run', async () => {
    // The fallback speaks with the default model.
    const models = engine.app.speech.get(ID)?.models.map((listed) => `${ID}/${listed.id}`);
    await offerPlatform(engine.app, { providers: [ID], models });
    await giveKey(engine.app, owner, { provider: 'rime', credentials: rimeEmulator.credentials });
    const generator = { provider: 'rime', model: null, fallback_provider: ID };
    const id = await startSources(narration(LINES, generator));
    const { db } = engine.app;
    await db
      .updateTable('provider_key')
      .set({ status: 'invalid' })
      .where('workspace_id', '=', owner.workspace_id)
      .execute();
    await db
      .updateTable('platform_provider_key')
      .set({ unavailable_until: new Date(Date.now() + 60_000), unavailable_reason: 'quota' })
      .execute();
    expect(await handleRun(engine, id)).toMatchObject({ status: 'paused', wait_provider: ID, error: null });
  });
});

describe('the characters of a day', () => {
  const used = async () =>
    (
      await engine.app.db
        .selectFrom('platform_characters')
        .select('characters')
        .where('account_id', '=', owner.user_id)
        .executeTakeFirst()
    )?.characters;

  test('are counted, and a run that needs more waits for the next day (UTC) without a charge for the rest', async () => {
    await offerPlatform(engine.app, { providers: [ID], characters_per_day: CHARACTERS });
    expect((await run(narration())).status).toBe('completed');
    expect(await used()).toBe(CHARACTERS);
    const waiting = await run(narration(['One more line.']));
    expect(waiting).toMatchObject({
      ...{ status: 'paused', wait_provider: ID, credits: 0, pause_reason: 'provider_unavailable' },
      pause_message: expect.stringMatching(/add your own key/),
    });
    expect(waiting.pause_message).toMatch(/no more characters with openai_compatible today/);
    expect(waiting.resume_at?.toISOString()).toMatch(/T00:00:00\.000Z$/);
    expect(await used()).toBe(CHARACTERS);
    await cancelRun(engine.app, { ...owner, run_id: waiting.id });
  });

  test('do not limit an own key', async () => {
    await offerPlatform(engine.app, { providers: [ID], characters_per_day: 0 });
    await giveOwnKey();
    expect((await run(narration())).status).toBe('completed');
    expect(await used()).toBeUndefined();
  });

  test('do not include calls without a take', async () => {
    await offerPlatform(engine.app, { providers: [ID], characters_per_day: 10_000 });
    provider.decide(() => ({ act: 'respond', response: json({ error: { message: 'No.' } }, 400) }));
    await run(narration());
    expect(await used()).toBe(0);
  });

  test('let the fallback speak a line that is longer than the whole day allows', async () => {
    await offerPlatform(engine.app, { providers: [ID], characters_per_day: 20 });
    const { id, status } = await run(narration(LINES, { fallback_provider: 'espeak' }));
    expect(status).toBe('completed');
    expect((await takes(id)).map(({ paid_by }) => paid_by).sort()).toEqual(['none', 'platform']);
  });

  test('fail a line that is longer than the whole day allows', async () => {
    await offerPlatform(engine.app, { providers: [ID], characters_per_day: 20 });
    const { id } = await run(narration());
    const lines = await engine.app.db
      .selectFrom('run_line')
      .select(['status', 'error'])
      .where('run_id', '=', id)
      .orderBy('no')
      .execute();
    expect(lines).toMatchObject([
      { status: 'failed', error: { code: 'plan_limit' } },
      { status: 'delivered' },
    ]);
  });
});
