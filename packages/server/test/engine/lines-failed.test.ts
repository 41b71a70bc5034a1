import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SpeechError } from '../../src/providers/speech/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';

/* The error of a run that failed because of its lines. */
let fault: (text: string) => SpeechError | undefined;
const speech = scriptedSpeech({
  before: async ({ text }) => {
    const error = fault(text);
    if (error) throw error;
  },
  durationMs: () => 300,
});
let engine: Engine;
let owner: Owner;
beforeAll(async () => {
  engine = await startEngine({ speech });
});
beforeEach(async () => {
  owner = await engine.owner();
});
afterAll(() => engine.close());

async function messageOf(lines: number, allowed: number): Promise<string | undefined> {
  const text = numberedLines(lines, crypto.randomUUID());
  const definition = shortPipeline({ text, params: { max_failed_lines: allowed } });
  const run = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect(run.error?.code).toBe('lines_failed');
  return run.error?.message;
}

test('if all lines fail, this is the reason, and no retry is suggested if none can help', async () => {
  fault = () => new SpeechError('invalid_input', 'This text cannot be spoken.');
  expect(await messageOf(3, 5)).toBe(
    'All 3 lines failed. Cause (invalid_input): This text cannot be spoken. ' +
      'A retry would fail in the same way: change the workflow or the script and start a new run.',
  );
});

test('too many failed lines are counted, with the most frequent cause', async () => {
  fault = (text) => {
    if (/number [12] /.test(text)) return new SpeechError('invalid_input', 'This text cannot be spoken.');
    return /number 3 /.test(text) ? new SpeechError('unsupported', 'No such voice.') : undefined;
  };
  expect(await messageOf(4, 1)).toMatch(
    /^3 of 4 lines failed; at most 1 may fail\. Most frequent cause \(invalid_input, 2 times\): This text cannot be spoken\. A retry would/,
  );
});

test('insufficient credits are the first reason', async () => {
  fault = () => undefined;
  owner = await engine.owner(1);
  expect(await messageOf(2, 0)).toBe(
    '1 of 2 lines failed; none may fail. Cause (insufficient_credits): The account has no credits left. ' +
      'Fix the cause first, then retry the run.',
  );
});
