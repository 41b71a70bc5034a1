import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { creditsFor } from '../../src/ledger/credits.ts';
import { admin } from '../support/admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putOnPlan } from '../support/plans.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { narration } from '../support/workflows.ts';

/*
 * An operator gives users a voice in two commands, and one shows the margin. The provider bills what it is asked to
 * speak.
 */
const ID = 'openai_compatible';
const TEXT = 'The ferry leaves at noon, whatever the weather, and nobody waits on the pier. '
  .repeat(4)
  .trim();
const USD_PER_CHARACTER = 15 / 1_000_000;

let server: TestApp;
let worker: Worker;
let provider: EmulatorServer;
/** The characters that the provider was asked to speak. */
let billed = 0;
/** The whole log of the service. */
let log = '';
beforeAll(async () => {
  const isSpeech: typeof emulator.isSpeech = (request) => {
    const speaks = emulator.isSpeech(request);
    if (speaks) billed += emulator.textOf(request).length;
    return speaks;
  };
  provider = await startSpeechEmulator({ ...emulator, isSpeech });
  const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
  const logTo = new PassThrough();
  logTo.on('data', (chunk) => {
    log += chunk;
  });
  server = await startTestApp({ role: 'all', config, checks_ledgers: true, logTo });
  worker = await startWorker(server.app, runJobs);
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
  await provider.close();
});

const request = async (member: Member, method: string, path: string, body?: unknown) => {
  const response = await server.request(method, `/api/v1${path}`, { as: member, body });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body.data;
};

/** Runs a workflow, and returns the run. */
async function speak(member: Member, generator: object) {
  const definition = narration({ text: TEXT, source_language: 'en-us' }, generator);
  const { id: workflow } = await request(member, 'POST', '/workflows', { name: 'Test', definition });
  const preview = await request(member, 'POST', `/workflows/${workflow}/runs/preview`, {});
  const { id } = await request(member, 'POST', `/workflows/${workflow}/runs`, {});
  const path = `/workflows/${workflow}/runs/${id}`;
  const events = await fetch(`${server.url}/api/v1${path}/events`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  await events.text();
  return {
    preview,
    run: await request(member, 'GET', path),
    rows: await request(member, 'GET', `${path}/data`),
  };
}

test('two commands give all free users a voice, which costs what its preview says, and one shows the margin', async () => {
  const free = await createMember(server);
  const catalog = async () => (await request(free, 'GET', `/providers/${ID}`)) as Record<string, unknown>;
  expect(await catalog()).toMatchObject({ available: false, paid_by: 'none', voices_count: 0 });

  expect((await admin(server, ['providers', 'set', ID], emulator.secret)).code).toBe(0);
  expect((await admin(server, ['plans', 'offer', 'free', ID, '--models', `${ID}/tts-1`])).code).toBe(0);

  expect(await catalog()).toMatchObject({
    available: true,
    paid_by: 'platform',
    key_status: 'not_configured',
    voices_count: 3,
  });
  const model = await request(free, 'GET', `/providers/${ID}/models/tts-1`);
  expect(model).toMatchObject({ paid_by: 'platform' });
  const { preview, run, rows } = await speak(free, { provider: ID, model: 'tts-1' });
  expect(preview.voices).toMatchObject([{ paid_by: 'platform', voice: { provider: ID } }]);
  expect([run.status, run.credits]).toEqual(['completed', preview.max_credits]);
  const cards = rows.rows.flatMap((row: { cards: unknown[] }) => row.cards);
  expect(cards[0].takes).toMatchObject([{ paid_by: 'platform', provider: ID }]);
  const rate = model.credits_per_1000_characters;
  expect(run.credits).toBe(
    cards.reduce((sum: number, card: { script: string }) => sum + creditsFor(card.script.length, rate), 0),
  );
  const usage = await request(free, 'GET', '/usage/summary');
  expect(usage.paid_by).toEqual({
    workspace: { credits: 0, characters: 0 },
    platform: { credits: run.credits, characters: billed },
    none: { credits: 0, characters: 0 },
  });

  // Somebody on a plan without the offer does not see the voices.
  const creator = await createMember(server);
  await putOnPlan(server.app.db, creator.user_id, 'creator-monthly');
  expect(await request(creator, 'GET', `/providers/${ID}`)).toMatchObject({
    available: false,
    paid_by: 'none',
    voices_count: 0,
  });
  expect((await request(creator, 'GET', `/voices?provider=${ID}`)).length).toBe(0);
  const [voice] = await request(free, 'GET', `/voices?provider=${ID}`);
  const hidden = await server.request('GET', `/api/v1/voices/${voice.id}`, { as: creator });
  expect(hidden.status).toBe(404);
  // An own key has its own bill.
  await request(creator, 'PUT', `/provider-keys/${ID}`, { api_key: emulator.secret });
  const platformBill = billed;
  const own = await speak(creator, { provider: ID, model: 'tts-1' });
  expect(own.run.credits).toBeLessThan(run.credits);

  const { json, output } = await admin(server, ['margin', '--since', '2020-01-01', '--json']);
  expect(output).not.toContain(emulator.secret);
  expect(json.credits).toBe(run.credits + own.run.credits);
  expect(json.cost_usd).toBeCloseTo(platformBill * USD_PER_CHARACTER, 4);
  const [platformRow, ownRow] = json.usage;
  expect(platformRow).toMatchObject({
    ...{ plan: 'free', provider: ID, paid_by: 'platform', characters: platformBill, credits: run.credits },
    sold_usd: null,
  });
  // 50,000 credits for 19 dollars.
  expect(ownRow).toMatchObject({
    plan: 'creator-monthly',
    paid_by: 'workspace',
    credits: own.run.credits,
    cost_usd: 0,
  });
  expect(ownRow.sold_usd).toBeCloseTo((own.run.credits * 19) / 50_000, 2);
  expect((await admin(server, ['margin'])).output).toMatch(/US dollars owed to providers by price list\.\n$/);
});

test('an operator is told about plans whose credits cost less than full rates assume, and about losses', async () => {
  const offer = await admin(server, ['plans', 'offer', 'creator-yearly', ID]);
  // 190 dollars a year for 50,000 credits a month.
  expect(offer.output).toContain('A credit costs 0.00032 US dollars in this plan. Full rates assume 0.00038');
  await admin(server, ['plans', 'offer', 'creator-yearly', 'none']);
  const member = await createMember(server);
  const use = { plan_slug: 'creator-yearly', provider: ID, model: 'tts-1', paid_by: 'platform', takes: 1 };
  await server.app.db
    .insertInto('provider_usage')
    .values({
      ...{ ...use, workspace_id: member.workspace_id, day: '2019-05-01', characters: 1_000_000 },
      ...{ credits: 40_000, provider_usd_micros: 15_000_000 },
    })
    .execute();
  const { output } = await admin(server, ['margin', '--since', '2019-01-01']);
  expect(output).toContain(
    `Sold below cost: ${ID} in the plan creator-yearly, 12.67 US dollars of credits for a list price of 15.00.`,
  );
  await server.app.db.deleteFrom('provider_usage').where('plan_slug', '=', 'creator-yearly').execute();
});

test('no response, event, error or log shows the key, also if the provider rejects it', async () => {
  const member = await createMember(server);
  expect((await admin(server, ['plans', 'offer', 'free', ID])).code).toBe(0);
  const rejection = {
    error: { code: 'invalid_api_key', message: `Incorrect API key provided: ${emulator.secret}` },
  };
  provider.decide(() => ({ act: 'respond', response: json(rejection, 401) }));
  const definition = narration({ text: TEXT, source_language: 'en-us' }, { provider: ID, model: 'tts-1' });
  const { id: workflow } = await request(member, 'POST', '/workflows', { name: 'Test', definition });
  const { id } = await request(member, 'POST', `/workflows/${workflow}/runs`, {});
  const runs = `/workflows/${workflow}/runs`;
  const path = `${runs}/${id}`;
  const isOver = async () => ['failed', 'paused'].includes((await request(member, 'GET', path)).status);
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 50));
  const paths = [
    ...[path, runs, `${path}/data`, `${path}/overview`, `${path}/steps`, `${path}/status`],
    ...[
      '/providers',
      `/providers/${ID}`,
      `/providers/${ID}/models`,
      `/voices?provider=${ID}`,
      '/voices/facets',
    ],
    ...[
      '/provider-keys',
      '/usage/summary',
      '/usage/activity',
      '/users/me/limits',
      '/billing/plans',
      '/nodes',
    ],
  ];
  let texts = '';
  for (const one of paths) texts += (await server.request('GET', `/api/v1${one}`, { as: member })).text;
  texts += (await server.request('POST', '/api/v1/workflows/validate', { as: member, body: { definition } }))
    .text;
  texts += (await server.request('POST', `/api/v1${runs}/preview`, { as: member, body: {} })).text;
  const rows = await server.app.db.selectFrom('run_event').selectAll().where('run_id', '=', id).execute();
  const errors = await server.app.db
    .selectFrom('run_provider_error')
    .selectAll()
    .where('run_id', '=', id)
    .execute();
  texts += JSON.stringify([rows, errors]);
  expect(texts).toContain('"paid_by":"platform"');
  expect(texts).not.toContain(emulator.secret);
  // Neither its masked end nor the operator's actions.
  expect(texts).not.toMatch(
    new RegExp(`••••${emulator.secret.slice(-4)}|platform_key|plan_offer|invalid_api_key`),
  );
  expect(log).not.toContain(emulator.secret);
});

test('a day that does not exist is an invalid command', async () => {
  expect((await admin(server, ['margin', '--since', '2026-02-30'])).code).toBe(2);
});
