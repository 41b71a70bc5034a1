import { randomBytes } from 'node:crypto';
import { encodeWav } from '@voiceloom/audio';
import type { AudioFacts } from '../../src/db/rows.ts';
import {
  CREDITS_PER_TAKE,
  charactersOf,
  keyOf,
  type LinePlan,
  nodeOf,
  type Scene,
  type StoredRun,
  TAKE_MS,
  type TakePlan,
} from './run-plan.ts';

export interface LineScene {
  scene: Scene;
  run: StoredRun;
  voice_id: string;
}

/** A line with its takes, their audio, and all its visits to nodes. */
export async function insertLine(context: LineScene, no: number, line: LinePlan): Promise<void> {
  const { db } = context.scene.server.app;
  const takes: string[] = [];
  let delivered: string | null = null;
  const bytes = toneOf(no);
  for (const [iteration, take] of (line.takes ?? []).entries()) {
    const settings = JSON.stringify(take.strategy ? { strategy: take.strategy } : {});
    const id = await insertAudio(context, { line, kind: 'take', bytes, settings });
    await insertTakeAttempts(context, { no, line, take, iteration, id, before: takes.at(-1) ?? '' });
    takes.push(id);
  }
  if (line.status === 'delivered') {
    const take = takes[line.delivered_take ?? takes.length - 1] ?? '';
    delivered = await deliver(context, { no, line, take, bytes });
  }
  await db
    .insertInto('run_line')
    .values({
      run_id: context.run.id,
      no,
      node_id: nodeOf(context.run, 'source_script'),
      line_id: line.line_id,
      line_index: line.line_index,
      locale_code: line.locale_code,
      script: line.script,
      character_name: line.character_name ?? null,
      notes: line.notes ?? null,
      direction: line.direction ?? null,
      max_duration_ms: line.max_duration_ms ?? null,
      characters: charactersOf(line),
      status: line.status,
      audio_id: delivered,
      retry_count: Math.max(0, takes.length - 1),
      error: line.error ? JSON.stringify(line.error) : null,
    })
    .execute();
  context.run.audio.set(keyOf(line), { takes, delivered, bytes });
}

/** Different audio for every line, so that the tests notice if audio is mixed up. */
function toneOf(no: number): Buffer {
  const sampleRate = 8_000;
  const wave = (_: unknown, at: number) => 0.3 * Math.sin((2 * Math.PI * (200 + 30 * no) * at) / sampleRate);
  const samples = Float32Array.from({ length: (sampleRate * TAKE_MS) / 1_000 }, wave);
  return Buffer.from(encodeWav({ channels: [samples], sampleRate }));
}

const FACTS: AudioFacts = {
  lufs: -16.2,
  loudness_method: 'ungated',
  integrated_lufs: -17.04,
  true_peak_dbtp: -1.5,
  peaks: Array.from({ length: 200 }, (_, index) => index),
  metrics: { speech_ms: 400 } as unknown as AudioFacts['metrics'],
  syllables: 2,
};

interface NewAudio {
  line: LinePlan;
  kind: 'take' | 'master';
  bytes: Buffer;
  take_id?: string;
  settings?: string;
}

async function insertAudio({ scene, run, voice_id }: LineScene, audio: NewAudio): Promise<string> {
  const { db, storage } = scene.server.app;
  const id = randomBytes(8).toString('hex');
  const object_key = `workspaces/${scene.member.workspace_id}/runs/${run.id}/${id}.wav`;
  const stored = await storage.put(object_key, audio.bytes, { content_type: 'audio/wav' });
  const isTake = audio.kind === 'take';
  await db
    .insertInto('audio')
    .values({
      workspace_id: scene.member.workspace_id,
      id,
      kind: audio.kind,
      take_id: audio.take_id ?? id,
      run_id: run.id,
      reuse_key: randomBytes(32),
      provider: 'espeak',
      model: 'espeak-ng',
      voice_id,
      settings: audio.settings ?? '{}',
      locale_code: audio.line.locale_code,
      characters: isTake ? charactersOf(audio.line) : 0,
      credits: isTake ? CREDITS_PER_TAKE : 0,
      object_key,
      ...stored,
      format: 'wav',
      content_type: 'audio/wav',
      sample_rate: 8_000,
      channels: 1,
      duration_ms: TAKE_MS,
      facts: JSON.stringify(FACTS),
      created_at: new Date(),
    })
    .execute();
  return id;
}

interface TakeAttempts {
  no: number;
  line: LinePlan;
  take: TakePlan;
  iteration: number;
  id: string;
  before: string;
}

async function insertTakeAttempts(context: LineScene, made: TakeAttempts): Promise<void> {
  const { no, line, take, iteration, id, before } = made;
  const credits = take.reused ? 0 : CREDITS_PER_TAKE;
  const spoken = { characters: charactersOf(line), credits, reused: take.reused ?? false };
  await insertAttempt(context, 'operator_generator', {
    ...{ no, iteration, input_id: before, output_id: id, port: 'audio' },
    ...spoken,
  });
  for (const kind of ['noise', 'pacing', 'loudness'] as const) {
    const verdict = take.verdicts?.[kind];
    if (!verdict) continue;
    const complete = {
      kind,
      score: 100,
      threshold: 85,
      status: 'pass',
      reason: null,
      evidence: { findings: [] },
      ...verdict,
    };
    const port = complete.status === 'fail' ? 'fail' : 'pass';
    const place = { no, iteration, input_id: id, output_id: id, port };
    await insertAttempt(context, `validator_${kind}`, { ...place, verdict: JSON.stringify(complete) });
  }
}

interface NewAttempt {
  no: number;
  iteration: number;
  input_id: string;
  output_id: string;
  port: string;
  verdict?: string;
  characters?: number;
  credits?: number;
  reused?: boolean;
}

async function insertAttempt({ scene, run }: LineScene, type: string, attempt: NewAttempt): Promise<void> {
  const { no: line_no, ...columns } = attempt;
  const place = { run_id: run.id, node_id: nodeOf(run, type), line_no };
  await scene.server.app.db
    .insertInto('attempt')
    .values({ ...place, ...columns, created_at: new Date() })
    .execute();
}

interface Delivery {
  no: number;
  line: LinePlan;
  take: string;
  bytes: Buffer;
}

async function deliver(context: LineScene, { no, line, take, bytes }: Delivery): Promise<string> {
  const iteration = Math.max(0, (line.takes?.length ?? 1) - 1);
  const id = await insertAudio(context, { line, kind: 'master', bytes, take_id: take });
  const passing = { no, iteration };
  await insertAttempt(context, 'operator_mastering', {
    ...passing,
    ...{ input_id: take, output_id: id, port: 'audio' },
  });
  await insertAttempt(context, 'sink_preview', {
    ...passing,
    ...{ input_id: id, output_id: id, port: 'delivered' },
  });
  return id;
}
