import { wordKey } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findEffects } from '../../src/features/dictionary/effects.ts';
import { suggestEntries } from '../../src/features/dictionary/suggestions.ts';
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
      context: providerKeyContext(after),
    })
    .execute();
}

const run = async (text: string) =>
  engine.until(await engine.start(owner, shortPipeline({ text })), ['completed']);
const providerKeyContext = (after: string[]) =>
  after.length > 0 ? JSON.stringify({ before: [], after }) : null;
const effects = (
  word: string,
  language = 'en',
  of = owner,
  { after = [], method }: { after?: string[]; method?: 'recorded' } = {},
) =>
  findEffects(engine.app as never, {
    caller: { workspace: { id: of.workspace_id }, user_id: of.user_id } as never,
    body: { word, language, method, context: after.length > 0 ? { before: [], after } : null },
  });

describe('the effects of an entry', () => {
  test('are the lines with the word, their takes, and the credits of the next run', async () => {
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

  test('count a shared take once', async () => {
    await run('A gif.');
    const { credits } = await effects('gif');
    await run('A gif.');
    const shared = await effects('gif');
    expect(shared).toMatchObject({ lines_count: 2, takes_count: 1, credits });
    expect(credits).toBeGreaterThan(0);
  });

  test('exclude lines of other locales, and lines with a more specific entry', async () => {
    await run('A gif.');
    expect((await effects('gif', 'de')).lines_count).toBe(0);
    expect((await effects('gif', '*')).lines_count).toBe(1);
    await addEntry('gif', 'en', 'ɡɪf');
    expect((await effects('gif', '*')).lines_count).toBe(0);
    expect((await effects('gif', 'en')).lines_count).toBe(1);
  });

  test('are the lines whose context matches, except those that match the context of another entry', async () => {
    await run('A lead pipe.\nA lead role.\nThe lead.');
    const scripts = async (after: string[] = []) =>
      (await effects('lead', 'en', owner, { after })).lines.map(({ script }) => script);
    expect(await scripts(['pipe'])).toEqual(['A lead pipe.']);
    await addEntry('lead', '*', 'lɛd', ['pipe']);
    expect(await scripts()).toEqual(['A lead role.', 'The lead.']);
    expect(await scripts(['pipe', 'role'])).toEqual(['A lead pipe.', 'A lead role.']);
  });

  test('find decomposed letters and wide spaces', async () => {
    await run('Meet me at the Cafe\u0301\u00a0Noir.');
    expect((await effects('café noir')).lines_count).toBe(1);
  });

  test('of a recording are the lines whose engine returns word timestamps', async () => {
    await run('A gif.');
    const touched = async () => (await effects('gif', 'en', owner, { method: 'recorded' })).lines_count;
    const provider = speech.providers.get('espeak');
    expect(await touched()).toBe(0);
    Object.assign(provider ?? {}, { timesWords: () => true });
    expect(await touched()).toBe(1);
    Object.assign(provider ?? {}, { timesWords: undefined });
    await addEntry('gif', 'en', 'ɡɪf');
    expect(await touched()).toBe(1);
  });

  test('are invisible to another workspace', async () => {
    await run('A gif.');
    expect((await effects('gif', '*', await engine.owner())).lines_count).toBe(0);
  });
});

describe('suggestions', () => {
  /** Verdicts of a word accuracy check for two takes of each line of a run. */
  async function mishear(runId: string, [script, transcript]: [string, string], kind = 'error_rate') {
    const { db } = engine.app;
    const lines = await db.selectFrom('run_line').select('no').where('run_id', '=', runId).execute();
    const part = (op: string, words: string) => ({
      op,
      script: words,
      transcript,
      start_ms: null,
      end_ms: null,
    });
    const diff = [part('match', 'Say'), part('substitute', script), part('delete', 'gone')];
    const verdict = { kind, score: 90, threshold: 80, status: 'pass', reason: null, evidence: { diff } };
    const own = { run_id: runId, node_id: newId(), port: 'pass', verdict: JSON.stringify(verdict) };
    const rows = lines.flatMap(({ no }) =>
      [0, 1].map((iteration) => {
        return {
          ...own,
          line_no: no,
          iteration,
          input_id: `${runId}/${no}/${iteration}`,
          created_at: new Date(),
        };
      }),
    );
    await db.insertInto('attempt').values(rows).execute();
  }

  test('are the words without an entry that checks misheard, with their lines', async () => {
    const first = await run('Say nginx, gone.\nSay NGINX.');
    await mishear(first.id, ['nginx', 'engine']);
    await mishear(first.id, ['Say', 'hay'], 'pronunciation');
    const other = await run('Say tomato.');
    await mishear(other.id, ['tomato', 'potato']);
    const found = await suggestEntries(engine.app, owner.workspace_id);
    expect(found.is_complete).toBe(true);
    expect(
      found.suggestions.map(({ word, ...rest }) => [word, rest.misrecognized_takes_count, rest.lines_count]),
    ).toEqual([
      ['nginx', 4, 2],
      ['tomato', 2, 1],
    ]);
    expect(found.suggestions[1]).toMatchObject({
      locale_code: 'en-us',
      transcribed: [{ text: 'potato', takes_count: 2 }],
      lines: [{ workflow_id: other.workflow_id, run_id: other.id, line_id: 'L00001', script: 'Say tomato.' }],
    });
    await addEntry('Nginx', 'en', 'x');
    await addEntry('tomato', 'de', 'x');
    const left = await suggestEntries(engine.app, owner.workspace_id);
    expect(left.suggestions.map(({ word }) => word)).toEqual(['tomato']);
    expect((await suggestEntries(engine.app, (await engine.owner()).workspace_id)).suggestions).toEqual([]);
    const { db } = engine.app;
    await db.updateTable('run').set({ next_line_no: 20_001 }).where('id', '=', other.id).execute();
    expect((await suggestEntries(engine.app, owner.workspace_id)).is_complete).toBe(false);
    const deleted_at = new Date();
    await db.updateTable('workflow').set({ deleted_at }).where('id', '=', other.workflow_id).execute();
    expect(await suggestEntries(engine.app, owner.workspace_id)).toEqual({
      suggestions: [],
      is_complete: true,
    });
  });
});
