import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTakeKey } from '../../src/engine/casting/takes.ts';
import type { VoiceAssignment } from '../../src/engine/casting/voice-pool.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

const LINES = 10_000;
const textOf = (index: number) => `Line number ${index}.`;

let server: TestApp;
let worker: Worker;
let member: Member;
let path: string;

beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300 }).providers;
  server = await startTestApp({ role: 'all', speech });
  worker = await startWorker(server.app, runJobs);
  member = await createMember(server);
  const { body, text } = await server.request('POST', '/api/v1/workflows', {
    as: member,
    body: { name: 'Long', definition: definitionOf([textOf(0)]) },
  });
  expect(body.data?.id, text).toBeDefined();
  path = `/api/v1/workflows/${body.data.id}`;
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

function definitionOf(lines: string[]) {
  return narration({ input_type: 'text', text: lines.join('\n'), source_language: 'en-us' });
}

async function preview(lines: string[]) {
  const saved = await server.request('PUT', path, {
    as: member,
    body: { name: 'Long', definition: definitionOf(lines) },
  });
  expect(saved.status, saved.text).toBe(200);
  const { status, body, text } = await server.request('POST', `${path}/runs/preview`, { as: member });
  expect(status, text).toBe(200);
  return body.data as Record<string, number>;
}

async function runOnce(): Promise<Record<string, number>> {
  const started = await server.request('POST', `${path}/runs`, { as: member });
  expect(started.status, started.text).toBe(202);
  const status = `${path}/runs/${started.body.data.id}/status`;
  const read = async () => (await server.request('GET', status, { as: member })).body.data;
  await until(async () => (await read()).completed_at !== null, 60_000);
  return read();
}

/** The take of the first line, stored once for each other line, as if all had been spoken. */
async function storeTakes(count: number): Promise<void> {
  const { db } = server.app;
  const made = await db
    .selectFrom('audio')
    .innerJoin('voice', 'voice.id', 'audio.voice_id')
    .select(['audio.id', 'audio.reuse_key', 'audio.provider', 'audio.model', 'voice.provider_voice_id'])
    .where('audio.workspace_id', '=', member.workspace_id)
    .where('audio.kind', '=', 'take')
    .executeTakeFirstOrThrow();
  const { provider, model, provider_voice_id } = made;
  const spoken = { provider: { id: provider }, model: { id: model }, voice: { provider_voice_id } };
  const assignment = { ...spoken, speed: 1, pitch: 0, controls: {} } as unknown as VoiceAssignment;
  const keyOf = (index: number) =>
    createTakeKey({ assignment, locale_code: 'en-us', text: textOf(index), direction: null });
  expect(keyOf(0).equals(made.reuse_key), 'the key is the one that the engine makes').toBe(true);
  const keys = Array.from({ length: count - 1 }, (_, index) => keyOf(index + 1));
  const columns = Object.keys(
    await db.selectFrom('audio').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow(),
  ).filter((name) => !['id', 'take_id', 'reuse_key'].includes(name));
  const same = sql.raw(columns.map((name) => `"${name}"`).join(', '));
  await sql`
    insert into audio (id, take_id, reuse_key, ${same})
    select lpad(to_hex(number), 16, '0'), lpad(to_hex(number), 16, '0'), key, ${same}
    from audio cross join unnest(${keys}::bytea[]) with ordinality as stored (key, number)
    where audio.id = ${made.id} and audio.workspace_id = ${member.workspace_id}`.execute(db);
}

test('if one of 10,000 spoken lines changes, the estimate counts 1 new and 9,999 stored takes', async () => {
  const lines = Array.from({ length: LINES }, (_, index) => textOf(index));
  const fresh = await preview(lines);
  expect(fresh).toMatchObject({ new_takes: LINES, reused_takes: 0, expected_credits: LINES });
  await preview(lines.slice(0, 1));
  await runOnce();
  // From here on, statistics and prepared plans are those of a workspace with one take.
  await sql`analyze`.execute(server.app.db);
  await preview(lines);
  await storeTakes(LINES);
  const same = await preview(lines);
  expect(same).toMatchObject({ new_takes: 0, reused_takes: LINES, min_credits: 0, expected_credits: 0 });
  const changed = await preview(lines.with(5_000, 'Another one.'));
  expect(changed).toMatchObject({
    new_takes: 1,
    reused_takes: LINES - 1,
    min_credits: 1,
    expected_credits: 1,
  });
  expect(changed.max_credits).toBe(LINES);
});

test('the run makes as many new and stored takes as the estimate announced', async () => {
  const said = await preview([textOf(0), textOf(7), 'Never said before.', 'Nor this.']);
  expect(said).toMatchObject({ new_takes: 2, reused_takes: 2, expected_credits: 2 });
  const run = await runOnce();
  expect([run.status, run.credits]).toEqual(['completed', said.expected_credits]);
});
