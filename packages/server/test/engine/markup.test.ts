import { skipReason } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { markupPolicyResolver } from '../../src/engine/index.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';

let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech();
  engine = await startEngine({ speech });
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.requests.length = 0;
});
afterAll(() => engine.close());

function spoken(text: string, config: Record<string, unknown> = {}) {
  const source = node('source_script', { text, source_language: 'en-us' });
  const generator = node('operator_generator', config);
  const sink = node('sink_preview');
  return definitionOf(
    [source, generator, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', sink],
    ],
  );
}

async function run(definition: ReturnType<typeof spoken>) {
  const row = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect([row.status, row.error, await auditRun(engine.app, row.id)]).toEqual(['completed', null, []]);
  return row;
}

const texts = () => speech.requests.map(({ text }) => text).toSorted();

test('a line is sent without tags, and with the values of its placeholders', async () => {
  const text = '<b>Hello</b> {player_name}!<br>Tom &amp; Jerry.\n[Door slams] Ask {who}.';
  const placeholder_values = { player_name: 'Ada', en: { who: 'the captain' } };
  await run(spoken(text, { placeholder_values }));
  expect(texts()).toEqual(['Ask the captain.', 'Hello Ada! Tom & Jerry.']);
});

test('a line with an open placeholder is held: reported, skipped and free', async () => {
  const definition = spoken('Hello {player_name}.\nHello {friend}.\nHello all.', {
    placeholders: 'skip',
    placeholder_values: { friend: 'Bo' },
  });
  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { notes, new_takes } = await estimateOf(engine.app, place);
  expect(notes).toMatchObject([
    {
      code: 'markup_placeholder',
      message: expect.stringContaining('1 line with a placeholder that has no value will be skipped'),
    },
  ]);
  expect(new_takes).toBe(2);
  const { lines_skipped } = await run(definition);
  expect([lines_skipped, texts()]).toEqual([1, ['Hello Bo.', 'Hello all.']]);
});

test('a value for a placeholder changes exactly the takes that contain it', async () => {
  const text = 'Hello {player_name}.\nHello all.';
  await run(spoken(text));
  speech.requests.length = 0;
  await run(spoken(text, { placeholder_values: { player_name: 'Ada' } }));
  expect(texts()).toEqual(['Hello Ada.']);
});

test('a value is billed as it is sent, as the estimate says', async () => {
  const text = '<b>Hello</b> {name}.\nHello {name}!';
  const definition = spoken(text, { placeholder_values: { name: 'x'.repeat(500) } });
  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { expected_credits } = await estimateOf(engine.app, place);
  const { credits, characters } = await run(definition);
  expect(characters).toBe(speech.requests.reduce((sum, request) => sum + request.text.length, 0));
  expect(credits).toBe(expected_credits);
});

test('a character has its own policy', () => {
  const definition = spoken('Hi', {
    audio_tags: 'remove',
    placeholder_values: { who: 'all' },
    voices_by_character: { Ada: { audio_tags: 'auto', placeholder_values: { who: 'Bo' } } },
  });
  const policy = markupPolicyResolver(definition);
  const line = { script: 'Hi', locale_code: 'en-us' };
  expect(policy({ ...line, character_name: 'Ada' })).toMatchObject({
    audio_tags: 'auto',
    placeholder_values: { who: 'Bo' },
  });
  expect(policy(line)).toMatchObject({ audio_tags: 'remove', placeholder_values: { who: 'all' } });
});

test('the policy of a line is that of the generator that last processed it', () => {
  const first = node('operator_generator', { placeholders: 'sample' });
  const second = node('operator_generator', { placeholders: 'skip' });
  const policy = markupPolicyResolver(definitionOf([first, second], []));
  const line = { script: '{name}', locale_code: 'en-us' };
  expect(policy(line, second.id).placeholders).toBe('skip');
  expect(policy(line).placeholders).toBe('sample');
  expect(skipReason('{name}', policy(line, second.id))).toContain(
    'The line is held, because it has a placeholder without a value.',
  );
  expect(skipReason('{name}', policy(line, first.id))).toContain('nothing to speak');
});
