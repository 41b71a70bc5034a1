import { readFileSync } from 'node:fs';
import { normalizeText } from '@voiceloom/normalizer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanText,
  findMarkup,
  fixedPieces,
  listMarkup,
  markupTally,
  maxAddedCharacters,
  speechPieces,
  speechText,
  transcriptText,
} from '../../src/index.ts';
import { parseSegments } from '../../src/markup/segments.ts';
import { measureCpu } from '../support/cpu.ts';

interface TaggedLine {
  style: string;
  text: string;
  /** The spoken text, with aliases and sample words. */
  clean: string;
}
const corpus: TaggedLine[] = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8'));
const policy = { locale: 'en-us' };
const say = (text: string, more = {}) => speechText(text, { ...policy, ...more }).text;

test('500 tagged lines from seven tools are spoken without a tag', () => {
  expect(corpus).toHaveLength(500);
  for (const { text, clean } of corpus) expect(transcriptText(text, policy), text).toBe(clean);
});

/** Texts with many characters of markup. */
const tagged = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'<>[]{}()&%$\\*/"\'=;#|,: \n'),
      fc.constantFrom(
        '<b>',
        '</b>',
        '<br/>',
        '{name}',
        '%s',
        '&lt;',
        '&amp;',
        '[sighs]',
        '(laughs)',
        '\\n',
        'one',
      ),
      fc.constantFrom(
        '<sub alias="x">',
        '</sub>',
        '<break time="1s"/>',
        '{n, plural, ',
        'one {#}',
        ' other {x}}',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('the parser', () => {
  test('loses no character, whatever the line contains', () => {
    fc.assert(
      fc.property(tagged, (text) => {
        const segments = parseSegments(text);
        expect(segments.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  test('leaves speech text unchanged when it is parsed again', () => {
    for (const { text } of corpus) expect(say(say(text))).toBe(say(text));
  });

  test.each([
    '<',
    '<a "',
    '[',
    '{',
    '{a, plural, ',
    '(',
    '&',
    '%(',
    '\\',
    '<sub alias="',
    '*a',
    '[[',
    '<!--',
    '{{',
  ])('100,000 repetitions of %j take bounded time', (hostile) => {
    const text = hostile.repeat(100_000);
    expect(measureCpu(() => parseSegments(text))).toBeLessThan(3_000);
  });

  test.each([
    ['braces in braces', `${'{'.repeat(100_000)}${'}'.repeat(100_000)}`],
    ['choices in choices', `${'{a:'.repeat(50_000)}x|y${'}'.repeat(50_000)}`],
    ['many tags', 'a<b>'.repeat(100_000)],
    ['spaces in a choice', `{n, plural, other {${' '.repeat(100_000)}x}}`],
  ])('a line of %s is spoken in bounded time', (_, text) => {
    expect(measureCpu(() => speechText(text, { locale: 'en-us' }))).toBeLessThan(3_000);
  });

  test('a value cannot grow without limit, and cannot inject markup or placeholders', () => {
    const nested = '{n,plural,other{{n,plural,other{{n,plural,other{#}}}}}}';
    const grown = speechText(nested, { locale: 'en-us', placeholder_values: { n: '#'.repeat(500) } });
    expect(grown.text.length).toBeLessThan(1_000);
    const value = { n: '<b>$& {other} 5#</b>' };
    const { text } = speechText('{n,plural,other{You have # left}}', {
      locale: 'en-us',
      placeholder_values: value,
    });
    expect(text).not.toMatch(/[<>{}#]/);
  });

  test.each([
    ['{player_name}', 'placeholder'],
    ['{{x}}', 'placeholder'],
    ['%s', 'placeholder'],
    ['%1$s', 'placeholder'],
    ['$' + '{x}', 'placeholder'],
    ['{n, plural, one {# item} other {# items}}', 'placeholder'],
    ['[player_name]', 'placeholder'],
    ['%PlayerName%', 'placeholder'],
    ['<color=#f00>', 'tag'],
    ['<sprite name="x">', 'tag'],
    ['</>', 'tag'],
    ['{w=0.5}', 'tag'],
    ['[color=red]', 'tag'],
    ['\\N', 'tag'],
    ['&amp;', 'entity'],
    ['[sighs]', 'audio_tag'],
    ['(whispering)', 'audio_tag'],
    ['[Door slams]', 'direction'],
    ['<BREAK time="1s"/>', 'speech'],
  ])('%s is a %s', (text, kind) => expect(listMarkup(`${text} a`)).toEqual([{ kind, text }]));

  test.each([
    '3 < 4 & 5 > 2',
    'The king (of France) is bald.',
    'AT&T; 50% de',
    'C:\\new\\table',
    '*really* good',
    'a {',
  ])('%s is text', (text) => expect(listMarkup(text)).toEqual([]));
});

describe('spoken text', () => {
  test('stays unchanged without markup', () => {
    for (const text of ['  Two  spaces. ', 'a < b', '100 %', '']) expect(say(text)).toBe(text);
  });

  test('a removed tag does not join two words and leaves no double space', () => {
    expect(say('Hello<br>world')).toBe('Hello world');
    expect(say('Hello <img src="x"/> world')).toBe('Hello world');
    expect(say('Hello <i>world</i>!')).toBe('Hello world!');
    expect(say('<size=200%>O</size>nce')).toBe('Once');
    expect(cleanText('Hello [sighs].', policy)).toBe('Hello.');
  });

  test.each([
    '<ruby>今日<rt>きょう</rt></ruby>は雨です。',
    '<ruby>今日<rp>（</rp><rt lang="ja">きょう</rt><rp>）</rp></ruby>は雨です。',
    '<ruby>今<rt>きょ<rb>日<rt>う</ruby>は雨です。',
    '<ruby>今日<rt><b>きょう</b></rt></ruby>は雨です。',
    '<ruby><rb>今日</rb><rtc><rt>きょう</rt></rtc></ruby>は雨です。',
    '<ruby="きょう">今日</ruby>は雨です。',
    '{rb}今日{/rb}{rt}きょう{/rt}は雨です。',
    '[ruby]今日[rt]きょう[/rt][/ruby]は雨です。',
    '今日《きょう》は雨です。',
  ])('the reading above a word does not repeat it: %s', (text) => {
    expect(say(text, { locale: 'ja-jp' })).toBe('今日は雨です。');
    expect(cleanText(text, { locale: 'ja-jp' })).toBe('今日は雨です。');
  });

  test('a title in Chinese brackets and a reading that is never closed are spoken', () => {
    expect(say('我在读《红楼梦》。', { locale: 'zh-cn' })).toBe('我在读《红楼梦》。');
    expect(say('雨<rt>あめ', { locale: 'ja-jp' })).toBe('雨あめ');
  });

  test.each([
    ['One.</p><p>Two.', 'One. Two.'],
    ['<li>One</li><li>two</li>', 'One two'],
    ['One<br />two', 'One two'],
    ['One[br]two', 'One two'],
    ['One\\ntwo', 'One two'],
    ['super<wbr>market', 'supermarket'],
    ['♪ Row the boat ♪', 'Row the boat'],
  ])('a tag that breaks a line keeps words apart: %s', (text, spoken) => {
    expect(cleanText(text, policy)).toBe(spoken);
  });

  test('entities become their characters, however often they were escaped', () => {
    expect(say('Tom &amp;amp; Jerry&#39;s &lt;b&gt;bar&lt;/b&gt;')).toBe("Tom & Jerry's bar");
  });

  test('placeholders become sample words of the locale, or their values', () => {
    expect(say('Hi {player_name}')).toBe('Hi friend');
    expect(say('Hi {player_name}', { locale: 'de-de' })).toBe('Hi Freund');
    const german = { DEU: { player_name: 'Adele' } };
    const placeholder_values = { player_name: 'Ada', '%s': 'Bo', ...german, hero: 'Cy' };
    expect(say('Hi {player_name}, [PLAYER_NAME], %s, <hero>', { placeholder_values })).toBe(
      'Hi Ada, Ada, Bo, Cy',
    );
    expect(say('Hi {player_name}', { locale: 'de-at', placeholder_values })).toBe('Hi Adele');
  });

  test('a plural matches its value', () => {
    const text = '{n, plural, =0 {no keys} one {# key} other {# keys}} left';
    const left = (n: string) => say(text, { placeholder_values: { n } });
    expect([left('0'), left('1'), left('5'), say(text)]).toEqual([
      'no keys left',
      '1 key left',
      '5 keys left',
      '3 keys left',
    ]);
  });

  test('values add at most what was estimated, whichever text is chosen', () => {
    const placeholder_values = { name: 'the fearless', de: { name: 'die Furchtlose' }, n: 'twelve', b: '' };
    const added = (text: string, locale = 'en-us') =>
      maxAddedCharacters(text, { locale, placeholder_values });
    expect(added('Hello, {name}!')).toBe('the fearless'.length - '{name}'.length);
    expect(added('Hello, {name}!', 'de-at')).toBe('die Furchtlose'.length - '{name}'.length);
    expect(added('<name> and {other}', 'en-us')).toBe('the fearless'.length - '<name>'.length);
    expect(added('%s')).toBe('friend'.length - '%s'.length);
    expect(added('Plain <b>{b}</b>')).toBe(0);
    const choice = '{n, plural, one {# {name}} other {#}}';
    expect(added(choice)).toBe('twelve'.length + 'the fearless'.length - '{name}'.length);
    expect(say(choice, { placeholder_values }).length).toBeLessThan(choice.length + added(choice));
  });

  test('audio tags are kept for models that know them, or removed', () => {
    expect(say('(whispering) Come here. *sighs*')).toBe('[whispering] Come here. [sighs]');
    expect(say('(whispering) Come here.', { audio_tags: 'remove' })).toBe('Come here.');
    expect(say('(Sighs) Come. (LAUGHTER) Go! *Sobs* Softly.')).toBe(
      '[sighs] Come. [laughter] Go! [sobs] Softly.',
    );
    expect(say('He said a word (Cheers) to us.')).toBe('He said a word (Cheers) to us.');
  });

  test('speech markup is kept for the provider', () => {
    const text = 'Wait<break time="1s"/> for <sub alias="Doctor">Dr</sub> H<sub>2</sub>O';
    expect(say(text)).toBe('Wait<break time="1s"/> for <sub alias="Doctor">Dr</sub> H2O');
    expect(speechPieces(text, 'en')[1]).toEqual({ kind: 'break', ms: 1_000 });
    expect([cleanText(text, policy), transcriptText(text, policy)]).toEqual([
      'Wait for Dr H2O',
      'Wait for Doctor H2O',
    ]);
  });
});

test('the normalizer leaves the number of a plural to its value', () => {
  const text = '{n, plural, one {# coin} other {#2 of # coins}} #1';
  expect(normalizeText(text, 'en-us', { markup: findMarkup }).spoken).toBe(
    '{n, plural, one {# coin} other {#two of # coins}} number one',
  );
  expect(normalizeText('{a, select, x {#1 fan}}', 'en-us', { markup: findMarkup }).spoken).toBe(
    '{a, select, x {number one fan}}',
  );
});

test('a translation keeps the structure of a plural and translates its texts', () => {
  const text = '{n, plural, one {# key} other {<b>#</b> keys}}';
  expect(fixedPieces(text).map((piece) => piece.text)).toEqual([
    '{n, plural, one {',
    '#',
    '} other {',
    '<b>',
    '#',
    '</b>',
    '}}',
  ]);
});

test('notices name every kind with counts and examples', () => {
  const tally = markupTally();
  tally.add('<b>Hi</b> {name}, {name}!', policy);
  tally.add('[sighs] %s', { ...policy, placeholders: 'skip' });
  expect(tally.notices()).toEqual([
    {
      code: 'markup_placeholder',
      message:
        '2 lines have 3 placeholders: {name} (2), %s. If a placeholder has no value, the voice says a sample word or the number 3 (en-us: "friend"). 1 line with a placeholder that has no value will be skipped. Set the words to say in `placeholder_values`.',
    },
    { code: 'markup_tag', message: '1 line has 2 tags: <b>, </b>. Tags are not spoken.' },
    {
      code: 'markup_audio_tag',
      message:
        '1 line has 1 audio tag: [sighs]. Models that support audio tags receive them; for other models, they are removed.',
    },
  ]);
});

test.each([
  ["C''est l''heure.", "C'est l'heure."],
  ["the dogs'' bowl", "the dogs' bowl"],
  ["''tis late", "'tis late"],
  ["{n, plural, one {l''heure} other {l''heure}}", "l'heure"],
  ["A 6'' pipe, 3' 5'' long.", "A 6'' pipe, 3' 5'' long."],
  ["It's '''bold'''.", "It's '''bold'''."],
  ["'' alone", "'' alone"],
])('two apostrophes next to a letter are one: %s', (text, spoken) => {
  expect(say(text)).toBe(spoken);
});

test.each([
  ['Hello $NAME$, you have $COUNT$ mails.', 'Hello Alex, you have 3 mails.'],
  ['It costs $5 or $10.', 'It costs $5 or $10.'],
  ['US$ and CA$ rates', 'US$ and CA$ rates'],
])('a name between dollar signs is a placeholder: %s', (text, spoken) => {
  expect(say(text, { placeholder_values: { NAME: 'Alex' } })).toBe(spoken);
});
