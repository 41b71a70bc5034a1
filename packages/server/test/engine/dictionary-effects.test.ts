import { wordKey } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findEffects } from '../../src/features/dictionary/effects.ts';
import { newId } from '../../src/ids.ts';
import { shortPipeline } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
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
});
afterAll(() => engine.close());

async function addEntry(word: string, language: string, ipa: string, after: string[] = []) {
  const [id, now] = [newId(), new Date()];
  const place = { id, workspace_id: owner.workspace_id, created_by: owner.user_id };
  const times = { created_at: now, updated_at: now };
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({
      ...place,
      ...times,
      word,
      word_key: wordKey(word),
      language,
      method: 'ipa',
      ipa,
      context: contextOf(after),
    })
    .execute();
}

const run = async (text: string) =>
  engine.until(await engine.start(owner, shortPipeline({ text })), ['completed']);
const contextOf = (after: string[]) => (after.length > 0 ? JSON.stringify({ before: [], after }) : null);
const effects = (word: string, language = 'en', of = owner, after: string[] = []) =>
  findEffects(engine.app as never, {
    caller: { workspace: { id: of.workspace_id }, user_id: of.user_id } as never,
    body: { word, language, context: after.length > 0 ? { before: [], after } : null },
  });

describe('the effects of an entry', () => {
  test('are the lines with the word, their takes, and the credits that the next run costs', async () => {
    const text = "Kael’thar rises.\nNo kaeltharian here.\nFor KAEL'THAR!";
    const { id } = await run(text);
    const found = await effects("Kael'thar");
    expect(found).toMatchObject({ workflows_count: 1, lines_count: 2, takes_count: 2, is_complete: true });
    expect(found.lines.map(({ script, run_id }) => [script, run_id])).toEqual([
      ['Kael’thar rises.', id],
      ["For KAEL'THAR!", id],
    ]);
    await addEntry("Kael'thar", 'en', 'ˈkeɪl.θɑːr');
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
    const { min_credits } = await estimateOf(engine.app, { ...place, definition: shortPipeline({ text }) });
    expect(found.credits).toBe(min_credits);
    expect(found.credits).toBeGreaterThan(0);
  });

  test('count a take that lines share once', async () => {
    await run('A gif.');
    const { credits } = await effects('gif');
    await run('A gif.');
    const shared = await effects('gif');
    expect(shared).toMatchObject({ lines_count: 2, takes_count: 1, credits });
    expect(credits).toBeGreaterThan(0);
  });

  test('exclude lines of other locales, and lines with a more exact entry', async () => {
    await run('A gif.');
    expect((await effects('gif', 'de')).lines_count).toBe(0);
    expect((await effects('gif', '*')).lines_count).toBe(1);
    await addEntry('gif', 'en', 'ɡɪf');
    expect((await effects('gif', '*')).lines_count).toBe(0);
    expect((await effects('gif', 'en')).lines_count).toBe(1);
  });

  test('are the lines whose context matches, and those that no context of another entry takes', async () => {
    await run('A lead pipe.\nA lead role.\nThe lead.');
    const scripts = async (after: string[] = []) =>
      (await effects('lead', 'en', owner, after)).lines.map(({ script }) => script);
    expect(await scripts(['pipe'])).toEqual(['A lead pipe.']);
    await addEntry('lead', '*', 'lɛd', ['pipe']);
    expect(await scripts()).toEqual(['A lead role.', 'The lead.']);
    expect(await scripts(['pipe', 'role'])).toEqual(['A lead pipe.', 'A lead role.']);
  });

  test('find decomposed letters and wide spaces', async () => {
    await run('Meet me at the Cafe\u0301\u00a0Noir.');
    expect((await effects('café noir')).lines_count).toBe(1);
  });

  test('are invisible to another workspace', async () => {
    await run('A gif.');
    expect((await effects('gif', '*', await engine.owner())).lines_count).toBe(0);
  });
});
