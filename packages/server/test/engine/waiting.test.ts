import type { KeyedProviderId, WorkflowDefinition } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelRun } from '../../src/engine/index.ts';
import { definitionOf, node, shortPipeline } from '../support/definitions.ts';
import {
  auditRun,
  type Engine,
  type EngineOptions,
  eventually,
  type Owner,
  runRow,
  startEngine,
} from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { giveKey } from '../support/own-keys.ts';
import { putUpload, recorded } from '../support/put-recording.ts';
import { SCORING_KEY, type ScoringEndpoint, startScoringEndpoint } from '../support/scoring-endpoint.ts';
import { openaiCompatibleEmulator } from '../support/speech-emulators/openai-compatible.ts';
import { startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { elevenlabsEmulator } from '../support/transcription-emulators/elevenlabs.ts';
import { startListeningEmulator } from '../support/transcription-emulators/server.ts';
import { deeplEmulator } from '../support/translation-emulators/deepl.ts';
import { startTranslationEmulator } from '../support/translation-emulators/server.ts';
import { translatedPipeline } from '../support/translations.ts';

const TEXT = 'Hello there.';

/** script -> speech -> check -> delivery */
function checked(check: ReturnType<typeof node>): WorkflowDefinition {
  const source = node('source_script', { text: TEXT, source_language: 'en-us' });
  const [generator, sink] = [node('operator_generator'), node('sink_preview')];
  return definitionOf(
    [source, generator, check, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', check],
      [check, 'pass', sink],
    ],
  );
}

interface Family {
  provider: KeyedProviderId;
  credentials: (gate: Gate) => Record<string, string>;
  start: () => Promise<{ url: string; close(): Promise<void> }>;
  definition: (engine: Engine, owner: Owner) => Promise<WorkflowDefinition>;
  /**
   * The error of a run whose provider does not return: of the run, of the line, or the reason of the check.
   */
  lost: { run?: string; line?: string; check?: RegExp };
}

const ears = {
  provider: 'elevenlabs',
  credentials: () => elevenlabsEmulator.credentials,
  start: () => startListeningEmulator(elevenlabsEmulator),
} as const;

/** Every provider that a run calls over the network. */
const FAMILIES: Record<string, Family> = {
  'a voice': {
    provider: 'openai_compatible',
    credentials: () => openaiCompatibleEmulator.credentials,
    start: () => startSpeechEmulator(openaiCompatibleEmulator),
    definition: async () => shortPipeline({ text: TEXT, generator: { provider: 'openai_compatible' } }),
    lost: { run: 'lines_failed', line: 'provider_transient' },
  },
  'a translator': {
    provider: 'deepl',
    credentials: () => deeplEmulator.credentials,
    start: () => startTranslationEmulator(deeplEmulator),
    definition: async () => {
      const config = { provider: 'deepl', target_languages: ['de-de'] };
      return translatedPipeline({ text: TEXT, translators: [config] });
    },
    lost: { run: 'lines_failed', line: 'provider_transient' },
  },
  'a recognizer that checks': {
    ...ears,
    definition: async () => checked(node('validator_error_rate')),
    lost: { check: /^elevenlabs returned no transcript\. It returned status 500/ },
  },
  'a recognizer that writes recordings down': {
    ...ears,
    definition: async (engine, owner) => {
      const upload = await putUpload(engine, owner, { filename: 'take.wav', bytes: recorded(2) });
      return shortPipeline({ source: { input_type: 'media', upload_ids: [upload] } });
    },
    lost: { run: 'provider_transient' },
  },
  'a scorer': {
    provider: 'scoring_endpoint',
    credentials: (gate) => ({ url: gate.url, api_key: SCORING_KEY }),
    start: (): Promise<ScoringEndpoint> => startScoringEndpoint(),
    definition: async () => checked(node('validator_naturalness')),
    lost: { check: /^The scoring endpoint returned no score\. It returned status 500/ },
  },
};

const away = { status: 500, headers: { 'retry-after': '0' } };

/**
 * A gate before each provider. All are configured at once, so that the same two engines serve every family.
 */
const gates = new Map<KeyedProviderId, Gate>();
const servers: { close(): Promise<void> }[] = [];
let engine: Engine;
let engineWithoutWaits: Engine;

async function startPlayer(config: EngineOptions['config']): Promise<Engine> {
  const player = await startEngine({ config });
  // The scripted provider makes the takes, unless the test is about speech.
  const asked = [...player.app.speech].filter(([id]) => id === 'openai_compatible');
  Object.assign(player.app, { speech: new Map([...scriptedSpeech().providers, ...asked]) });
  return player;
}

beforeAll(async () => {
  for (const { provider, start } of Object.values(FAMILIES)) {
    if (gates.has(provider)) continue;
    const server = await start();
    servers.push(server);
    gates.set(provider, await startGate(server.url));
  }
  const { scoring_endpoint: _, ...provider_urls } = Object.fromEntries(
    [...gates].map(([provider, { url }]) => [provider, url]),
  );
  const config = { provider_urls, provider_allowed_hosts: [...gates.values()].map(({ host }) => host) };
  engine = await startPlayer(config);
  engineWithoutWaits = await startPlayer({ ...config, provider_timeout_ms: 0 });
});
afterAll(async () => {
  await engine.close();
  await engineWithoutWaits.close();
  for (const each of [...gates.values(), ...servers]) await each.close();
});

describe.each(Object.entries(FAMILIES))('%s', (_name, family) => {
  const { provider } = family;
  let gate: Gate;
  let owner: Owner;
  beforeEach(() => {
    gate = gates.get(provider) as Gate;
    gate.open();
  });

  async function begin(engine: Engine, refusal?: [Parameters<Gate['refuse']>[0], number?]) {
    owner = await engine.owner();
    await giveKey(engine.app, owner, { provider, credentials: family.credentials(gate) });
    const definition = await family.definition(engine, owner);
    if (refusal) gate.refuse(...refusal);
    return engine.start(owner, definition);
  }

  /** The run, the error of its line, the verdict of its accuracy check, and the state of the key. */
  async function ended(engine: Engine, id: string) {
    const { db } = engine.app;
    const run = await engine.until(id, ['completed', 'failed']);
    expect(await auditRun(engine.app, id)).toEqual([]);
    const lines = await db.selectFrom('run_line').select('error').where('run_id', '=', id).execute();
    const checks = await db.selectFrom('attempt').select('verdict').where('run_id', '=', id).execute();
    const key = await db
      .selectFrom('provider_key')
      .select(['status', 'invalid_reason'])
      .where('workspace_id', '=', owner.workspace_id)
      .executeTakeFirstOrThrow();
    const verdicts = checks.flatMap(({ verdict }) =>
      verdict && ['error_rate', 'naturalness'].includes(verdict.kind) ? [verdict] : [],
    );
    return { run, error: lines.find((line) => line.error)?.error, verdict: verdicts[0], key };
  }

  function expectUnusable({ run, error, verdict }: Awaited<ReturnType<typeof ended>>) {
    if (family.lost.check) expect(verdict?.status).toBe('unscored');
    else expect(error?.code ?? run.error?.code).toBe('provider_unusable');
  }

  function expectLost({ run, error, verdict }: Awaited<ReturnType<typeof ended>>) {
    const { lost } = family;
    expect(run.error?.code).toBe(lost.run);
    expect(error?.code).toBe(lost.line);
    if (lost.check)
      expect(verdict).toMatchObject({ status: 'unscored', reason: expect.stringMatching(lost.check) });
  }

  test('is waited for while it throttles', async () => {
    const throttled = { status: 503, headers: { 'retry-after': '0' } };
    const { run, verdict } = await ended(engine, await begin(engine, [throttled, 9]));
    expect([run.status, verdict?.status ?? 'pass']).toEqual(['completed', 'pass']);
    expect(gate.count()).toBeGreaterThanOrEqual(10);
  });

  test('is waited for while it is unavailable, for longer than four attempts', async () => {
    const { run, verdict } = await ended(engine, await begin(engine, [away, 9]));
    expect([run.status, verdict?.status ?? 'pass']).toEqual(['completed', 'pass']);
    expect(gate.count()).toBeGreaterThanOrEqual(10);
  });

  test('that stays unavailable gets four requests after the wait limit', async () => {
    const id = await begin(engineWithoutWaits, [away]);
    expectLost(await ended(engineWithoutWaits, id));
    expect(gate.count()).toBe(4);
  });

  test('that rejects its key gets one request, and the key becomes invalid if a test is rejected too', async () => {
    const { run, error, verdict, key } = await ended(engine, await begin(engine, [{ status: 401 }]));
    expect(key).toMatchObject({ status: 'invalid', invalid_reason: expect.stringContaining('not accepted') });
    // Checking a key takes at most two requests.
    expect(gate.count()).toBeLessThanOrEqual(3);
    const told = [run.error?.code, error?.code, verdict?.reason].join(' ');
    expect(told).toMatch(/provider_auth|It returned status 401/);
  });

  test('that rejects a single request keeps its key', async () => {
    const { key } = await ended(engine, await begin(engine, [{ status: 401 }, 1]));
    expect(key.status).toBe('valid');
  });

  test('does not get an unsupported request again', async () => {
    await ended(engine, await begin(engine, [{ status: 422, body: '{"error":"No."}' }]));
    // Before it gives up a line, a translator requests it alone, with the error.
    expect(gate.count()).toBeLessThanOrEqual(provider === 'deepl' ? 3 : 1);
  });

  const quota = { status: 200, body: '{"error":{"message":"No quota."}}' };

  test.each([
    ['always the same error', () => quota, 2],
    ['nothing', () => ({ status: 200 }), 2],
    ['a redirect', () => ({ status: 302, headers: { location: '/elsewhere' } }), 2],
    [
      'another error each time',
      (count: number) => ({ status: 200, body: `{"message":"Error ${count}."}` }),
      3,
    ],
  ])('that returns %s is called at most three times for a line', async (_, answer, most) => {
    const told = await ended(engine, await begin(engine, [answer]));
    expect(gate.count()).toBeLessThanOrEqual(most);
    expectUnusable(told);
  });

  test('whose error has the status of a success reports its message', async () => {
    const { run, error, verdict } = await ended(engine, await begin(engine, [quota]));
    expect([run.error?.message, error?.message, verdict?.reason].join(' ')).toContain('No quota.');
  });

  test('that returns a usable response after an unusable one loses no line', async () => {
    const { run, verdict } = await ended(engine, await begin(engine, [quota, 1]));
    expect([run.status, verdict?.status ?? 'pass']).toEqual(['completed', 'pass']);
  });

  test('that requests a long wait does not delay a cancel', async () => {
    const id = await begin(engine, [{ status: 503, headers: { 'retry-after': '30' } }]);
    await eventually(() => gate.count() === 1);
    await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: id });
    const isWorkedOn = async () => {
      const { rows } = await sql`select 1 from pgboss.job where name = 'chunk' and state = 'active'`.execute(
        engine.app.db,
      );
      return rows.length > 0;
    };
    // Much sooner than the 30 seconds that it would wait. Otherwise, the test runs out of time.
    await eventually(async () => !(await isWorkedOn()));
    expect(await runRow(engine.app, id)).toMatchObject({ status: 'cancelled', hold: 0 });
    expect(gate.count()).toBe(1);
    expect(await auditRun(engine.app, id)).toEqual([]);
  }, 15_000);
});
