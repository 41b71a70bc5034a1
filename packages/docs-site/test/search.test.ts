import openapi from '@voiceloom/contract/openapi.json' with { type: 'json' };
import { beforeAll, expect, test } from 'vitest';
import { readDocuments, readOperations, type SearchEntry, searchIndex } from '../src/index.ts';
import { makeIndex, type SearchIndex, search } from '../src/page/search.js';

let all: SearchIndex;
beforeAll(async () => {
  const operations = readOperations(Buffer.from(JSON.stringify(openapi)));
  all = makeIndex(JSON.parse(searchIndex(await readDocuments(), operations)));
});

const place = (page: string, title: string, heading = '', text = ''): SearchEntry => ({
  ...{ page, anchor: heading.toLowerCase(), title, heading, text },
});
const addressOf = ({ page, anchor }: SearchEntry) => (anchor === '' ? page : `${page}#${anchor}`);
const found = (places: SearchEntry[], query: string) => search(makeIndex(places), query).map(addressOf);
const asked = (query: string) => search(all, query).map(addressOf);

test('the search finds common queries, wherever the text is in a document', () => {
  for (const [query, wanted] of [
    ['mp3', '/docs/guides/mastering#choose-a-preset'],
    ['streaming', '/docs/guides/runs#wait-without-a-stream'],
    ['onProgress', '/docs/guides/sdk#upload-and-download-files'],
    ['timeoutMs', '/docs/guides/limits#requests'],
    ['install sdk', '/docs/guides/sdk'],
    ['rate limit', '/docs/guides/limits#requests'],
    ['webhook secret', '/docs/guides/webhooks'],
    ['PORT', '/docs/operating/settings#server'],
    ['webhok', '/docs/guides/webhooks'],
    ['make it whisper', '/docs/guides/direction#make-it-whisper-or-sound-angry'],
    ['read slower', '/docs/guides/direction#make-it-read-slower'],
    ["how do I pronounce Kael'thar", '/docs/guides/pronunciation#pronounce-a-name-such-as-kaelthar'],
    ['instructions', '/docs/guides/direction#make-it-whisper-or-sound-angry'],
  ])
    expect([query, asked(query ?? '')]).toEqual([query, expect.arrayContaining([wanted])]);
  for (const [question, first] of [
    ['how do I make it whisper', '/docs/guides/direction#make-it-whisper-or-sound-angry'],
    ["how do I pronounce Kael'thar", '/docs/guides/pronunciation#pronounce-a-name-such-as-kaelthar'],
    ['what happens to {player_name}', '/docs/guides/scripts#give-player_name-a-value'],
  ])
    expect([question, asked(question ?? '')[0]]).toEqual([question, first]);
  const languages = '/docs/guides/rest#generate-a-client-for-python-go-or-ruby';
  for (const language of ['python', 'go', 'Ruby'])
    expect([language, asked(language).slice(0, 3)]).toEqual([language, expect.arrayContaining([languages])]);
});

test('a title ranks before a heading, and a heading before text', () => {
  const places = [
    place('/docs/text', 'Text', '', 'All voices speak.'),
    place('/docs/heading', 'Heading', 'Voices'),
    place('/docs/title', 'Voices'),
    place('/docs/begins', 'More', '', 'voicesome'),
  ];
  expect(found(places, 'voices')).toEqual([
    ...['/docs/title', '/docs/heading#voices', '/docs/text', '/docs/begins'],
  ]);
});

test('all words must match, in any order, each as a prefix', () => {
  const places = [
    place('/docs/a', 'Keys', 'Rotate', 'The old one lasts a day.'),
    place('/docs/b', 'Keys', 'Make', 'Nothing else.'),
  ];
  expect(found(places, 'day rot KEY')).toEqual(['/docs/a#rotate']);
  expect(found(places, 'rotate nothing')).toEqual([]);
  expect(found(places, 'tate')).toEqual([]);
  expect(found(places, 'How do I rotate my keys?')).toEqual(['/docs/a#rotate']);
  expect(found(places, 'how')).toEqual([]);
  expect(found(places, '<>')).toEqual([]);
});

test('words in several sections of a page link to the section that has most of them', () => {
  const places = [
    place('/docs/a', 'A'),
    place('/docs/a', 'A', 'One', 'apples and pears'),
    place('/docs/a', 'A', 'Two', 'plums'),
  ];
  expect(found(places, 'apples pears plums')).toEqual(['/docs/a#one']);
});

test('one letter may be wrong if nothing else matches and a word has five or more', () => {
  const places = [place('/docs/a', 'Webhooks'), place('/docs/b', 'Run')];
  for (const typed of ['webhok', 'wehbook', 'wbhook', 'webbhook', 'wabhook', 'ebhooks'])
    expect([typed, found(places, typed)]).toEqual([typed, ['/docs/a']]);
  expect(found(places, 'wbhok')).toEqual([]);
  expect(found(places, 'rxn')).toEqual([]);
  expect(found([...places, place('/docs/c', 'Webhoks')], 'webhok')).toEqual(['/docs/c']);
});

test('a name in capitals is searched for exactly', () => {
  const places = [
    place('/docs/a', 'A', 'B', 'a port of a node'),
    place('/docs/b', 'A', 'B', 'UNSUPPORTED'),
    place('/docs/c', 'A', 'B', 'PORT, 8080 unless set'),
  ];
  expect(found(places, 'PORT')).toEqual(['/docs/c#b', '/docs/a#b']);
});

test('a snippet is the part of the text with most of the words, which are highlighted', () => {
  const text = `Secrets first. ${'Much else is said. '.repeat(20)}A webhook has a secret of its own. ${'And more. '.repeat(30)}`;
  const [first] = search(makeIndex([place('/docs/a', 'A', '', text)]), 'secret webhook');
  const pieces = first?.snippet ?? [];
  expect(pieces.filter((_, at) => at % 2 === 1)).toEqual(['webhook', 'secret']);
  expect(pieces.join('')).toMatch(/^… .*A webhook has a secret of its own\..* …$/);
  expect(pieces.join('').length).toBeLessThan(220);
});

test('a page has at most three results, and a search twelve', () => {
  const sections = ['a', 'b', 'c', 'd'].map((name) => place('/docs/one', 'One', `Voices ${name}`));
  const others = Array.from({ length: 20 }, (_, at) => place(`/docs/${at}`, 'Other', '', 'voices'));
  const places = found([...sections, ...others], 'voices');
  expect(places).toHaveLength(12);
  expect(places.filter((address) => address.startsWith('/docs/one'))).toHaveLength(3);
});
