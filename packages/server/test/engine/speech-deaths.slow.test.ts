import type { KeyedProviderId } from '@voiceloom/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelRun } from '../../src/engine/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, startEngine } from '../support/engine.ts';
import { giveKey } from '../support/own-keys.ts';
import type { SpeechEmulator } from '../support/speech-emulators/emulator.ts';
import { SPEECH_EMULATORS } from '../support/speech-emulators/index.ts';
import { type Act, type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/** One provider for each form of audio: a WAV file, samples in JSON, a file in JSON, raw samples. */
const FAMILIES: readonly KeyedProviderId[] = ['openai_compatible', 'elevenlabs', 'google', 'polly'];
const LINES = 4;

/** The points at which a provider can fail. */
const POINTS: readonly (readonly [string, Act])[] = [
  ['before it has answered anything', { act: 'hang' }],
  ['in the middle of the audio', { act: 'drip', endless: true }],
];

const emulators = FAMILIES.map((id): [KeyedProviderId, SpeechEmulator] => {
  const emulator = SPEECH_EMULATORS.get(id);
  if (!emulator) throw new Error(`${id} has no emulator`);
  return [id, emulator];
});
const servers = new Map<KeyedProviderId, EmulatorServer>();
let engine: Engine;
beforeAll(async () => {
  for (const [id, emulator] of emulators) servers.set(id, await startSpeechEmulator(emulator));
  const provider_urls = Object.fromEntries([...servers].map(([id, { url }]) => [id, url]));
  const provider_allowed_hosts = [...servers.values()].map(({ host }) => host);
  engine = await startEngine({ config: { provider_urls, provider_allowed_hosts } });
});
afterAll(async () => {
  await engine.close();
  for (const server of servers.values()) await server.close();
});

describe.each(emulators)('a provider that crashes: %s', (id, emulator) => {
  let server: EmulatorServer;
  let port: number;
  beforeAll(() => {
    server = servers.get(id) as EmulatorServer;
    port = Number(new URL(server.url).port);
  });

  test.each(POINTS)('%s loses no line and charges each once when it is back', async (_, act) => {
    const owner = await engine.owner();
    await giveKey(engine.app, owner, { provider: id, credentials: emulator.credentials });
    server.decide(() => act);
    const generator = { provider: id, model: emulator.model, concurrency: 2 };
    const runId = await engine.start(
      owner,
      shortPipeline({ text: numberedLines(LINES, 'is spoken'), generator }),
    );
    await eventually(() => server.active() >= 2);
    await server.close();
    server = await startSpeechEmulator(emulator, port);
    servers.set(id, server);
    expect(await engine.until(runId, ['completed', 'failed'])).toMatchObject({
      status: 'completed',
      lines_delivered: LINES,
      credits: LINES,
      hold: 0,
    });
    expect(await auditRun(engine.app, runId)).toEqual([]);
    const takes = await engine.app.db
      .selectFrom('audio')
      .select('settings')
      .where('run_id', '=', runId)
      .where('kind', '=', 'take')
      .execute();
    expect(takes).toHaveLength(LINES);
    expect(JSON.stringify(takes)).toContain('"transient"');
    expect(JSON.stringify(takes)).not.toContain(emulator.secret);
  });

  test('while it is unavailable nothing is charged or reserved, and a cancel ends the waiting', async () => {
    const owner = await engine.owner(1_000);
    await giveKey(engine.app, owner, { provider: id, credentials: emulator.credentials });
    server.decide(() => ({ act: 'reset' }));
    const asked = server.requests.length;
    const text = numberedLines(LINES, 'waits in vain');
    const runId = await engine.start(owner, shortPipeline({ text, generator: { provider: id } }));
    await eventually(() => server.requests.length > asked + 4);
    await cancelRun(engine.app, { workspace_id: owner.workspace_id, run_id: runId });
    const run = await engine.until(runId, ['cancelled']);
    expect(run).toMatchObject({ credits: 0, hold: 0 });
    expect(await auditRun(engine.app, runId)).toEqual([]);
    server.decide(undefined);
  });
});
