import { decode } from '@voiceloom/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { starterId } from '../../src/features/templates/seed.ts';
import { STARTERS } from '../../src/features/templates/starters.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { unzip } from '../support/unzip.ts';

let server: TestApp;
let worker: Worker;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ role: 'all' });
  worker = await startWorker(server.app, runJobs);
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.request(method, `/api/v1${path}`, { as: member, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
};

interface Card {
  locale_code: string;
  status: string;
  voice: { display_name: string };
  validations: { kind: string; status: string }[];
  takes: unknown[];
}

interface Finished {
  run: { status: string; credits: number; error?: unknown };
  cards: Card[];
  files: Map<string, Buffer>;
}

/** Clones a starter, runs it unchanged and downloads the result. */
async function cloneAndRun(slug: string): Promise<Finished> {
  member = await createMember(server);
  const workflow = await call('POST', `/templates/${starterId(slug)}/clone`);
  const started = await call('POST', `/workflows/${workflow.id}/runs`);
  const path = `/workflows/${workflow.id}/runs/${started.id}`;
  // The stream of events ends with the run.
  const events = await fetch(`${server.url}/api/v1${path}/events`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  await events.text();
  const run = await call('GET', `${path}/status`);
  const { rows } = await call('GET', `${path}/data?limit=100&include_dropped=true`);
  const { url } = await call('GET', `${path}/download`);
  const files = await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
  return { run, cards: rows.flatMap(({ cards }: { cards: Card[] }) => cards), files };
}

const runs = new Map<string, Promise<Finished>>();

/** The run of a starter, which several tests share. */
function finishedRun(slug: string): Promise<Finished> {
  const run = runs.get(slug) ?? cloneAndRun(slug);
  runs.set(slug, run);
  return run;
}

const audioOf = (files: Map<string, Buffer>): string[] =>
  [...files.keys()].filter((name) => /\.(wav|mp3|ogg|flac)$/.test(name)).sort();

/** How many lines the sample of each starter has. */
const LINES: Record<string, number> = {
  'single-narration': 4,
  'multi-language-narration': 15,
  'game-dialogue': 6,
  'e-learning': 4,
  'phone-prompts': 4,
  'ad-spot': 3,
  'guided-relaxation': 4,
};

test('every starter has its number of lines listed here', () => {
  expect(Object.keys(LINES).sort()).toEqual(STARTERS.map(({ slug }) => slug).sort());
});

describe.each(STARTERS.map(({ slug }) => slug))('the starter %s, cloned and run unchanged', (slug) => {
  let finished: Finished;
  beforeAll(async () => {
    finished = await finishedRun(slug);
  }, 120_000);

  test('completes with audio for every line', async () => {
    expect(finished.run).toMatchObject({ status: 'completed', has_export: true });
    expect(finished.cards.map(({ status }) => status)).toEqual(
      Array.from({ length: LINES[slug] ?? 0 }, () => 'delivered'),
    );
    expect(audioOf(finished.files)).toHaveLength(LINES[slug] ?? 0);
    for (const name of audioOf(finished.files)) {
      const { pcm } = await decode(finished.files.get(name) ?? Buffer.alloc(0));
      expect(
        pcm.channels[0]?.some((sample) => Math.abs(sample) > 0.05),
        name,
      ).toBe(true);
    }
  });

  test('passes its own checks', () => {
    for (const { validations } of finished.cards) {
      for (const { kind, status } of validations) expect([kind, status]).toEqual([kind, 'pass']);
    }
  });

  test('uses only a small part of the monthly credits of a free plan', () => {
    expect(finished.run.credits).toBeLessThanOrEqual(50);
  });
});

describe('the purpose of each starter', () => {
  test('the dialogue gives every character its own voice and folder', async () => {
    const { cards, files } = await finishedRun('game-dialogue');
    const voices = cards.map((card) => card.voice.display_name).sort();
    expect(voices).toEqual(['Dorothy', 'Dorothy', 'Tyler', 'Tyler', 'Walter', 'Walter']);
    const folders = new Set(audioOf(files).map((name) => name.split('/').slice(0, 2).join('/')));
    expect([...folders]).toEqual(['en-us/Dorothy', 'en-us/Tyler', 'en-us/Walter']);
  }, 120_000);

  test('the multi-language narration speaks five languages', async () => {
    const { cards } = await finishedRun('multi-language-narration');
    const locales = [...new Set(cards.map((card) => card.locale_code))].sort();
    expect(locales).toEqual(['de-de', 'en-us', 'es-es', 'fr-fr', 'ja-jp']);
  }, 120_000);

  test('phone prompts are mono wav at 8 kHz', async () => {
    const { files } = await finishedRun('phone-prompts');
    for (const name of audioOf(files)) {
      expect(name).toMatch(/^en-us\/\w+\.wav$/);
      const header = files.get(name) ?? Buffer.alloc(44);
      expect([header.readUInt16LE(22), header.readUInt32LE(24)]).toEqual([1, 8_000]);
    }
  }, 120_000);

  test('the ad spot speaks lines again until they are fast enough', async () => {
    const { cards } = await finishedRun('ad-spot');
    expect(cards.some(({ takes }) => takes.length > 1)).toBe(true);
  }, 120_000);
});
