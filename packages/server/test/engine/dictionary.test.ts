import { wordKey } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDictionary, loadDictionary } from '../../src/engine/index.ts';
import { newId } from '../../src/ids.ts';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { putUpload, recorded } from '../support/put-recording.ts';

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

interface Entry {
  word: string;
  language?: string;
  method?: string;
  pronunciation?: string | null;
  ipa?: string;
  context?: string;
  upload_id?: string;
}

async function addEntry({ word, language = 'en', method = 'spelled', ...rest }: Entry, to = owner) {
  const [id, now] = [newId(), new Date()];
  const place = { id, workspace_id: to.workspace_id, created_by: to.user_id };
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({
      ...place,
      word,
      word_key: wordKey(word),
      language,
      method,
      ...rest,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function run(text: string) {
  const row = await engine.until(await engine.start(owner, shortPipeline({ text })), ['completed', 'failed']);
  expect([row.status, row.error, await auditRun(engine.app, row.id)]).toEqual(['completed', null, []]);
  return row;
}

const spoken = () => speech.requests.map(({ text }) => text).sort();
const usesOf = async (table: 'voice' | 'dictionary_entry', id: string) =>
  (await engine.app.db.selectFrom(table).select('uses_count').where('id', '=', id).executeTakeFirstOrThrow())
    .uses_count;
const takesOf = (runId: string) =>
  engine.app.db.selectFrom('audio').selectAll().where('run_id', '=', runId).orderBy('spoken_text').execute();

describe('a generator', () => {
  test('says words with the pronunciations of the dictionary of its own workspace', async () => {
    await addEntry({ word: 'nginx', pronunciation: 'engine x' });
    await addEntry({ word: 'nginx', pronunciation: 'wrong' }, await engine.owner());
    await run('Start NGINX now.\nNo nginxes here.');
    expect(spoken()).toEqual(['No nginxes here.', 'Start engine x now.']);
  });

  test('makes new takes of exactly the lines that a new entry changes, as the estimate says', async () => {
    const text = 'Say tomato.\nSay potato.';
    const definition = shortPipeline({ text });
    const estimate = async () => {
      const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
      return (await estimateOf(engine.app, { ...place, definition })).min_credits;
    };
    const first = await run(text);
    expect(first.reused_takes).toBe(0);
    expect(await estimate()).toBe(0);
    await addEntry({ word: 'tomato', pronunciation: 'tomahto' });
    speech.requests.length = 0;
    const cost = await estimate();
    expect(cost).toBeGreaterThan(0);
    const second = await run(text);
    expect(spoken()).toEqual(['Say tomahto.']);
    expect(second).toMatchObject({ reused_takes: 1, credits: cost });
    expect(await estimate()).toBe(0);
  });

  test('makes new takes of exactly the lines in which the context of an entry matches', async () => {
    await addEntry({ word: 'lead', pronunciation: 'leed' });
    const text = 'A lead role.\nA lead pipe.\nNothing.';
    await run(text);
    const context = JSON.stringify({ before: [], after: ['pipe'] });
    await addEntry({ word: 'lead', language: '*', pronunciation: 'led', context });
    speech.requests.length = 0;
    expect(await run(text)).toMatchObject({ reused_takes: 2 });
    expect(spoken()).toEqual(['A led pipe.']);
  });

  test('charges for the script, not for the replaced text', async () => {
    await addEntry({ word: 'x', pronunciation: 'a very long way to say a very short word '.repeat(4) });
    const plain = await run('y');
    expect((await run('x')).credits).toBe(plain.credits);
  });

  test('sends words with IPA in a phoneme tag, and reports recordings with the take', async () => {
    const gif = await addEntry({ word: 'gif', method: 'ipa', ipa: 'ɡɪf' });
    await addEntry({ word: 'Siobhan', method: 'recorded' });
    const { id } = await run('A gif of SIOBHAN.\nNothing special.');
    expect(spoken()).toEqual([
      'A <phoneme alphabet="ipa" ph="ɡɪf">gif</phoneme> of SIOBHAN.',
      'Nothing special.',
    ]);
    const dropped = (await takesOf(id)).map(({ settings }) => settings.dropped);
    expect(dropped).toEqual([['dictionary.recorded:SIOBHAN'], []]);
    expect(await usesOf('dictionary_entry', gif)).toBe(1);
  });

  test('keeps takes whose engine returns no word timestamps, and the estimate names the words', async () => {
    const text = 'Ask for Siobhan.\nNothing special.';
    await run(text);
    const upload_id = await putUpload(engine, owner, { filename: 'word.wav', bytes: recorded() });
    await addEntry({ word: 'siobhan', method: 'recorded', upload_id });
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
    const estimate = await estimateOf(engine.app, { ...place, definition: shortPipeline({ text }) });
    expect(estimate).toMatchObject({ new_takes: 0, reused_takes: 2 });
    expect(estimate.notes).toMatchObject([
      {
        code: 'unused_recording',
        message:
          'espeak returns no word timestamps for en-us, so recordings cannot replace words. In 1 line, the voice speaks these words instead: "siobhan".',
      },
    ]);
  });

  test('leaves a word unchanged if the script gives its pronunciation', async () => {
    await addEntry({ word: 'gif', method: 'ipa', ipa: 'ɡɪf' });
    const own = 'A <phoneme alphabet="ipa" ph="dʒɪf">gif</phoneme>.';
    await run(own);
    expect(spoken()).toEqual([own]);
  });
});

describe('uses', () => {
  test('are counted once per run, for voices that spoke and entries that were applied, reused or not', async () => {
    const [applied, unused] = [
      await addEntry({ word: 'alpha', pronunciation: 'al fa' }),
      await addEntry({ word: 'omega', pronunciation: 'oh mega' }),
    ];
    const text = 'alpha one\nalpha two\nalpha three';
    const first = await run(text);
    const [take] = await takesOf(first.id);
    const voice = String(take?.voice_id);
    const before = await usesOf('voice', voice);
    expect(before).toBeGreaterThan(0);
    expect(await usesOf('dictionary_entry', applied)).toBe(1);
    const second = await run(text);
    expect(second.reused_takes).toBe(3);
    expect(await usesOf('dictionary_entry', applied)).toBe(2);
    expect(await usesOf('dictionary_entry', unused)).toBe(0);
    expect(await usesOf('voice', voice)).toBe(before + 1);
  });

  test('of runs that end together are all counted', async () => {
    const first = await run('together');
    const voice = String((await takesOf(first.id))[0]?.voice_id);
    const before = await usesOf('voice', voice);
    const owners = await Promise.all(Array.from({ length: 6 }, () => engine.owner()));
    const runs = await Promise.all(
      owners.map((own) => engine.start(own, shortPipeline({ text: 'together' }))),
    );
    await Promise.all(runs.map((id) => engine.until(id, ['completed'])));
    expect(await usesOf('voice', voice)).toBe(before + 6);
  });
});

describe('a normalizer that applies the dictionary', () => {
  test('respells words, and the generator tags words with IPA in the normalized text', async () => {
    await addEntry({ word: 'gif', method: 'ipa', ipa: 'ɡɪf' });
    await addEntry({ word: 'nginx', pronunciation: 'engine x' });
    const dictionary = await loadDictionary(engine.app.db, owner.workspace_id, ['en-us']);
    expect(dictionary.respell('nginx gif 2', 'en-us').text).toBe('engine x gif 2');
    expect(dictionary.pronounce('engine x gif two', 'en-us', ['ipa']).text).toBe(
      'engine x <phoneme alphabet="ipa" ph="ɡɪf">gif</phoneme> two',
    );
  });
});

describe('an entry', () => {
  const pronounce = async (text: string, locale = 'en-us') => {
    const dictionary = await loadDictionary(engine.app.db, owner.workspace_id, [locale]);
    return dictionary.pronounce(text, locale).text;
  };

  test('for a language applies to its regions, and one for the region overrides it', async () => {
    await addEntry({ word: 'route', pronunciation: 'root' });
    await addEntry({ word: 'route', language: 'en-us', pronunciation: 'rowt' });
    expect(await pronounce('the route', 'en-us')).toBe('the rowt');
    expect(await pronounce('the route', 'en-gb')).toBe('the root');
    expect(await pronounce('die route', 'de-de')).toBe('die route');
  });

  test('for all locales applies to each, and any other entry of the word overrides it', async () => {
    await addEntry({ word: 'Kaelthar', language: '*', pronunciation: 'all' });
    await addEntry({ word: 'Kaelthar', language: 'de', pronunciation: 'German' });
    expect(await pronounce('Kaelthar', 'en-us')).toBe('all');
    expect(await pronounce('Kaelthar', 'ja-jp')).toBe('all');
    expect(await pronounce('Kaelthar', 'de-at')).toBe('German');
  });

  test('with different capitalization makes no new take, also with a recording', () => {
    const recording = { sha256: 'ab', filename: 'word.wav', object_key: 'x', size_bytes: 1 };
    const place = { id: newId(), language: 'en', context: null, pronunciation: null, ipa: null };
    const said = (word: string) =>
      createDictionary([{ ...place, word, key: wordKey(word), method: 'recorded', recording }]).pronounce(
        'Ask for Siobhan.',
        'en-us',
      ).text;
    expect(said('SIOBHAN')).toBe(said('Siobhan'));
    expect(said('Siobhan')).toContain('sha256="ab"');
  });

  test('applies from the next run on', async () => {
    expect(await pronounce('later')).toBe('later');
    await addEntry({ word: 'later', pronunciation: 'soon' });
    expect(await pronounce('later')).toBe('soon');
  });
});
