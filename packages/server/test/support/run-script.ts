import { fullPipeline } from './definitions.ts';
import type { LinePlan, Scene, StoredRun } from './run-factory.ts';
import { insertRun, insertWorkflow } from './run-factory.ts';

const passes = { noise: { score: 100 }, pacing: { score: 95 }, loudness: { score: 92 } };
const slow = { score: 40, status: 'fail', reason: 'Too slow.' } as const;

/**
 * Lines with every result: delivered immediately, after a retry, with the best of rejected takes, dropped,
 * failed.
 */
export const SCRIPT: LinePlan[] = [
  {
    ...{ line_id: 'hello', line_index: 0, locale_code: 'en-us', script: 'Hello there.' },
    character_name: 'Ada',
    takes: [{ verdicts: passes }],
    status: 'delivered',
  },
  {
    ...{ line_id: 'hello', line_index: 0, locale_code: 'de-de', script: 'Guten Tag.' },
    character_name: 'Ada',
    takes: [{ verdicts: { noise: { score: 100 }, pacing: slow } }, { verdicts: passes }],
    status: 'delivered',
  },
  {
    ...{ line_id: 'bye', line_index: 1, locale_code: 'en-us', script: 'Good bye, =now.' },
    takes: [
      { verdicts: { noise: { score: 100 }, pacing: { ...slow, score: 70 } } },
      {
        verdicts: { noise: { score: 100 }, pacing: { score: 30, status: 'exhausted', reason: 'Too slow.' } },
      },
    ],
    status: 'delivered',
    delivered_take: 0,
  },
  {
    ...{ line_id: 'bye', line_index: 1, locale_code: 'de-de', script: 'Auf Wiedersehen.' },
    status: 'failed',
    error: { code: 'no_voice', message: 'No voice speaks de-de.' },
  },
  {
    ...{ line_id: 'hush', line_index: 2, locale_code: 'en-us', script: 'Shh!' },
    takes: [{ verdicts: { ...passes, loudness: { score: 10, status: 'fail', reason: 'Too quiet.' } } }],
    status: 'dropped',
  },
  {
    ...{ line_id: 'again', line_index: 3, locale_code: 'en-us', script: 'Once more.' },
    takes: [{ verdicts: { ...passes, noise: { score: null, status: 'unscored' } }, reused: true }],
    status: 'delivered',
  },
];

/** A completed run of the script above. */
export async function insertScriptRun(scene: Scene, name = 'Café & Söhne'): Promise<StoredRun> {
  const workflow = await insertWorkflow(scene, fullPipeline(), name);
  return insertRun(scene, workflow, { status: 'completed', lines: SCRIPT, run_number: 1 });
}
