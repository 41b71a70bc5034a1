import { randomUUID } from 'node:crypto';
import { NODE_TYPES } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transcriptions } from '../../src/engine/jobs.ts';
import type { RunHead } from '../../src/engine/model.ts';
import type { PlanNode } from '../../src/engine/plan.ts';
import { readMedia } from '../../src/engine/sources/media-lines.ts';
import { runUnderClaim } from '../../src/engine/sources/transcripts.ts';
import { type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { putUpload, recorded } from '../support/put-recording.ts';
import { runHousekeeping } from '../support/run-job.ts';
import { elevenlabsEmulator as emulator } from '../support/transcription-emulators/elevenlabs.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';

const never = new AbortController().signal;

let server: ListeningServer;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  server = await startListeningEmulator(emulator);
  engine = await startEngine({
    speech: scriptedSpeech(),
    config: { provider_urls: { elevenlabs: server.url }, provider_allowed_hosts: [server.host] },
  });
});
beforeEach(async () => {
  owner = await engine.owner();
  server.decide(undefined);
  server.requests.length = 0;
  await giveKey(engine.app, owner, { provider: 'elevenlabs', credentials: emulator.credentials });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const upload = (seconds: number, whose = owner) =>
  putUpload(engine, whose, { filename: `${seconds} s.wav`, bytes: recorded(seconds) });

/** Reads recordings as a worker does, in the name of a run. */
function read(
  upload_ids: string[],
  {
    signal = never,
    whose = owner,
    ...more
  }: { signal?: AbortSignal; whose?: Owner; [more: string]: unknown } = {},
) {
  const config = NODE_TYPES.source_script.config.parse({
    ...{ input_type: 'media', upload_ids, source_language: 'en-us' },
    ...more,
  });
  const run = { id: randomUUID(), workspace_id: whose.workspace_id } as RunHead;
  return readMedia(engine.app, { run, node: {} as PlanNode, signal }, config);
}

const keptRows = async () => {
  const rows = await engine.app.db
    .selectFrom('transcription')
    .select(['holder', 'result'])
    .where('workspace_id', '=', owner.workspace_id)
    .execute();
  return rows.map(({ holder, result }) => [holder, result?.text]);
};

describe('a recording is transcribed once', () => {
  test('for two workers that process it at the same time', async () => {
    let answer: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    server.decide(() => ({ act: 'wait', until }));
    const ids = [await upload(1)];
    const both = Promise.all([read(ids), read(ids)]);
    await eventually(() => server.requests.length > 0);
    answer();
    const [one, other] = await both;
    expect(one).toEqual(other);
    expect(one.map(({ script }) => script)).toEqual(['Hello there.']);
    expect(server.requests).toHaveLength(1);
    expect(await keptRows()).toEqual([[null, 'Hello there.']]);
  });

  test('also if its worker dies before the next recording: only that one is transcribed again', async () => {
    const ids = [await upload(1), await upload(2)];
    const ended = new AbortController();
    server.decide(() => (server.requests.length === 2 ? { act: 'hang' } : undefined));
    const first = read(ids, { signal: ended.signal });
    await eventually(() => server.hanging() === 1);
    ended.abort(new Error('ended'));
    await expect(first).rejects.toThrow('ended');
    server.decide(undefined);
    expect(await read(ids)).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
  });

  test('and for later runs, until the week is over', async () => {
    const ids = [await upload(1)];
    await read(ids);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await runHousekeeping(engine.app, transcriptions, days(6));
    await read(ids);
    expect(server.requests).toHaveLength(1);
    await runHousekeeping(engine.app, transcriptions, days(8));
    await read(ids);
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, Record<string, unknown>]>([
    ['told another language', { source_language: 'de-de' }],
    ['told none', { source_language: null }],
    ['heard by another model', { transcription_model: 'scribe_v1' }],
  ])('but not if it is %s', async (_name, more) => {
    const ids = [await upload(1)];
    await read(ids);
    await read(ids, more);
    expect(server.requests).toHaveLength(2);
  });

  test('but not for another workspace, which pays itself', async () => {
    await read([await upload(1)]);
    const whose = await engine.owner();
    await giveKey(engine.app, whose, { provider: 'elevenlabs', credentials: emulator.credentials });
    await read([await upload(1, whose)], { whose });
    expect(server.requests).toHaveLength(2);
  });

  test('and an error is not cached', async () => {
    const ids = [await upload(1)];
    server.decide(() => ({ act: 'respond', response: { status: 422 } }));
    await expect(read(ids)).rejects.toMatchObject({ code: 'provider_invalid_input' });
    expect(await keptRows()).toEqual([]);
    server.decide(undefined);
    await read(ids);
    expect(server.requests).toHaveLength(2);
  });
});

describe('a claim on a transcription', () => {
  const wanted = () => ({ workspace_id: owner.workspace_id, key: Buffer.from(randomUUID()), signal: never });
  const claim = async (key: Buffer, held_until: Date) => {
    const holder = randomUUID();
    const { workspace_id } = owner;
    const row = { workspace_id, key, holder, held_until, created_at: new Date() };
    await engine.app.db.insertInto('transcription').values(row).execute();
  };

  test('makes others wait, and they use its result', async () => {
    const place = wanted();
    await claim(place.key, new Date(Date.now() + 3_600_000));
    let [made, looks]: [string | undefined, number] = [undefined, 0];
    const making = runUnderClaim(engine.app, place, {
      find: async () => {
        looks += 1;
        return made;
      },
      make: async () => 'a second one',
    });
    await eventually(() => looks > 1);
    made = 'the first one';
    expect(await making).toBe('the first one');
  });

  test('makes others wait only until it expires', async () => {
    const place = wanted();
    let now = new Date();
    await claim(place.key, new Date(now.getTime() + 15_000));
    let looks = 0;
    const making = runUnderClaim({ ...engine.app, clock: () => now }, place, {
      find: async () => {
        looks += 1;
        return undefined;
      },
      make: async () => 'by another',
    });
    await eventually(() => looks > 1);
    now = new Date(now.getTime() + 15_000);
    expect(await making).toBe('by another');
    const { rows } = await sql`select 1 from transcription where key = ${place.key}`.execute(engine.app.db);
    expect(rows).toEqual([]);
  });

  test('passes to the next one after an error', async () => {
    const place = wanted();
    const find = async () => undefined;
    const failing = runUnderClaim(engine.app, place, {
      find,
      make: () => Promise.reject(new Error('not today')),
    });
    await expect(failing).rejects.toThrow('not today');
    expect(await runUnderClaim(engine.app, place, { find, make: async () => 'made' })).toBe('made');
  });

  test('does not make a canceled run wait', async () => {
    const place = wanted();
    await claim(place.key, new Date(Date.now() + 3_600_000));
    const left = new AbortController();
    let looks = 0;
    const making = runUnderClaim(
      engine.app,
      { ...place, signal: left.signal },
      {
        find: async () => {
          looks += 1;
          return undefined;
        },
        make: async () => 'never',
      },
    );
    await eventually(() => looks > 0);
    left.abort(new Error('cancelled'));
    await expect(making).rejects.toMatchObject({ cause: { message: 'cancelled' } });
  });
});
