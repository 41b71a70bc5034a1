import { afterAll, describe, expect, test } from 'vitest';
import { createEspeakProvider } from '../../../src/providers/speech/embedded/espeak.ts';
import { createSpeechPool } from '../../../src/providers/speech/embedded/pool.ts';

const pool = createSpeechPool({ processes: 1 });
const provider = createEspeakProvider({ processes: 1 });
afterAll(() => Promise.all([pool.close(), provider.close()]));

/** Words whose pronunciation differs from that of the engine, in the locale of the voice. */
const WORDS: Readonly<Record<string, readonly (readonly [word: string, ipa: string])[]>> = {
  'gmw/en-US': [
    ["Kael'thar", 'kaɪlˈtɑːr'],
    ['tomato', 'təˈmɑːtoʊ'],
    ['gif', 'dʒɪf'],
    ['Siobhan', 'ʃəˈvɔːn'],
    ['Nguyen', 'wɪn'],
    ['Niamh', 'niːv'],
    ['nginx', 'ˈɛndʒɪn ˈɛks'],
    ['Worcester', 'ˈwʊstər'],
    ['Hermione', 'ˈhɜːmioʊn'],
    ['data', 'ˈdɑːtə'],
    ['Xochitl', 'ˈsoʊtʃiːl'],
    ['Saoirse', 'ˈsɪərʃə'],
    ['Cthulhu', 'kəˈθuːluː'],
    ['Houston', 'ˈhaʊstən'],
    ['either', 'ˈaɪðər'],
  ],
  'gmw/en': [
    ['Beauchamp', 'ˈbiːtʃəm'],
    ['Magdalen', 'ˈmɔːdlɪn'],
    ['Leicester', 'ˈlaɪsɛstə'],
    ['Cholmondeley', 'ˈtʃʌmli'],
    ['Featherstonehaugh', 'ˈfænʃɔː'],
  ],
  'gmw/de': [
    ['Soest', 'zøːst'],
    ['Orange', 'oˈʁaŋʃ'],
    ['Chemie', 'keˈmiː'],
    ['China', 'ˈkiːna'],
    ['Giovanni', 'dʒoˈvanni'],
    ['Grevenbroich', 'ɡʁeːfn̩ˈbʁoːx'],
    ['Itzehoe', 'ɪtsəˈhoː'],
    ['Joachim', 'joˈaxɪm'],
  ],
  'roa/fr': [
    ['Broglie', 'bʁɔɡli'],
    ['Metz', 'mɛs'],
    ['Bruxelles', 'bʁysɛl'],
    ['Auxerre', 'osɛʁ'],
    ['gnocchi', 'njɔki'],
    ['plus', 'plys'],
  ],
  'roa/es': [
    ['Xavier', 'tʃaˈβjeɾ'],
    ['México', 'ˈmeʃiko'],
    ['Wagner', 'ˈbaɡneɾ'],
    ['jazz', 'ʝas'],
    ['Llobregat', 'ʎoβɾeˈɣat'],
  ],
  'roa/it': [
    ['Agnelli', 'aɡˈnɛlli'],
    ['glicine', 'ˈʎitʃine'],
    ['Benetton', 'ˈbɛneton'],
  ],
  'roa/pt-BR': [
    ['Roraima', 'hoˈɾãjmɐ'],
    ['Xuxa', 'ˈksuksa'],
  ],
  'zlw/pl': [
    ['weekend', 'vɛˈkɛnt'],
    ['Rzeszów', 'ˈrzɛsov'],
  ],
  'zle/ru': [
    ['компьютер', 'kəmˈpjutɛr'],
    ['Путин', 'puˈtin'],
  ],
  'jpx/ja': [
    ['東京', 'toːkio'],
    ['箸', 'haʃi'],
  ],
};
const ALL = Object.entries(WORDS).flatMap(([voice, words]) => words.map((word) => [voice, ...word] as const));

test('the list has fifty words', () => expect(ALL).toHaveLength(50));

describe('the embedded engine', () => {
  const line = { speed: 1, pitch: 0, locale_code: 'en-us' };
  const speak = (voice: string, word: string, ipa?: string) =>
    pool.synthesize({ ...line, voice, text: word, ...(ipa && { parts: [{ text: word, ipa }] }) });

  test.each(ALL)('%s: says %s as /%s/ instead of its default', async (voice, word, ipa) => {
    const [own, given] = [await speak(voice, word), await speak(voice, word, ipa)];
    expect(given.phonemes).not.toBe('');
    expect(given.phonemes).not.toBe(own.phonemes);
    expect(given.unknown_ipa).toEqual([]);
    expect(given.words.map(({ text }) => text)).toEqual(own.words.map(({ text }) => text));
    // One word, without anything after it.
    expect(given.phonemes).not.toContain(' ');
  });

  test.each([
    ['', ''],
    ['', '.'],
    ['(', ').'],
    ['“', '.”'],
    ['', ', '],
    ['', '!'],
  ])('says the same sounds between %j and %j', async (before, after) => {
    const gif = { text: 'gif', ipa: 'ɡɪf' };
    const parts = [{ text: `For ${before}` }, gif, { text: after }];
    const { phonemes } = await pool.synthesize({
      ...line,
      voice: 'gmw/en-US',
      text: `For ${before}gif${after}`,
      parts,
    });
    expect(phonemes).toBe('fɔːɹ ɡˈɪf');
  });
});

describe('a line with given pronunciations', () => {
  const speak = (text: string, voice = 'gmw/en-US+f3') =>
    provider.synthesize(
      {
        model: 'espeak-ng',
        provider_voice_id: voice,
        locale_code: 'en-us',
        text,
        speed: 1,
        pitch: 0,
        idempotency_key: 'x',
      },
      AbortSignal.timeout(30_000),
    );
  const tag = (word: string, ipa: string) => `<phoneme alphabet="ipa" ph="${ipa}">${word}</phoneme>`;

  test('has the words as written, with their times, and nothing of the tag', async () => {
    const { words, spoken_text, dropped } = await speak(`Enter ${tag("Kael'thar", 'ˈkeɪl.θɑːr')}, now.`);
    expect(words.map(({ text }) => text)).toEqual(['Enter', "Kael'thar", 'now']);
    expect([spoken_text, dropped]).toEqual(["Enter Kael'thar, now.", []]);
  });

  test('keeps a possessive in the word', async () => {
    const { words } = await speak(`${tag('Siobhan', 'ʃəˈvɔːn')}'s dog`);
    expect(words.map(({ text }) => text)).toEqual(["Siobhan's", 'dog']);
  });

  test('reports characters that are not IPA, and says the word as written if none is', async () => {
    expect((await speak(tag('cat', 'kæ7t'))).dropped).toEqual(['ipa.7']);
    const { words, dropped } = await speak(`a ${tag('cat', '777')} b`);
    expect([words.map(({ text }) => text), dropped]).toEqual([['a', 'cat', 'b'], ['ipa.7']]);
  });

  test('cannot inject the markup of the engine', async () => {
    const { words } = await speak(`${tag('cat', ']]&lt;break/&gt;[[ˈkæt')} [[t@]]`);
    expect(words[0]?.text).toBe('cat');
  });
});
