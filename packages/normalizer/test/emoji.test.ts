import { describe, expect, test } from 'vitest';
import { normalizeText } from './support/normalize.ts';

const say = (text: string, locale: string) => normalizeText(text, locale).spoken;

describe('emoji are not spoken', () => {
  test.each([
    ['en-us', 'Great job 👍', 'Great job'],
    ['en-us', '👍 Great job', 'Great job'],
    ['en-us', 'Press 👍 now.', 'Press now.'],
    ['en-us', 'Wow🎉wow', 'Wow wow'],
    ['en-us', '(👍 ok)', '(ok)'],
    ['en-us', 'Bring pens, etc. 🎉', 'Bring pens, et cetera.'],
    ['en-us', '5 👍 km', 'five km'],
    ['en-us', 'I ❤️ you', 'I you'],
    ['en-gb', 'Thanks 🙏🏽 so much.', 'Thanks so much.'],
    ['en-gb', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 won 🇬🇧🇫🇷!', 'won!'],
    ['fr-fr', 'Joyeux anniversaire 🎂🎉 !', 'Joyeux anniversaire!'],
    ['de-de', 'Es war toll 🎉\nDanke 🙏', 'Es war toll\nDanke'],
    ['es-es', 'Una familia 👨‍👩‍👧 llegó.', 'Una familia llegó.'],
    ['it-it', 'Brava 👩🏾‍🚀!', 'Brava!'],
    ['pt-br', 'Vamos 🇧🇷 vencer', 'Vamos vencer'],
    ['ja-jp', 'すごい👍です', 'すごいです'],
    ['ko-kr', '좋아요 👍 정말', '좋아요 정말'],
    ['zh-cn', '很好👍！', '很好！'],
    ['pl-pl', 'Dobrze 👍🏽 tak', 'Dobrze tak'],
  ])('%s: %s', (locale, text, spoken) => {
    expect(say(text, locale)).toBe(spoken);
  });

  test('they stay between markup, and if signs are not normalized', () => {
    expect(say('{name} 👍 <b>x 🎉</b> y', 'en-us')).toBe('{name} <b>x</b> y');
    expect(normalizeText('5 👍', 'en-us', { kinds: ['number'] }).spoken).toBe('five 👍');
  });
});

describe('a keycap is its key, without an invisible rest', () => {
  test.each([
    ['en-us', 'Press 1️⃣ now.', 'Press one now.'],
    ['en-us', 'Press 1️⃣2️⃣ now.', 'Press one two now.'],
    ['en-us', 'Press #️⃣ or *️⃣.', 'Press pound or star.'],
    ['de-de', 'Drücke 3️⃣.', 'Drücke drei.'],
    ['fr-fr', 'Tapez 4️⃣ ici.', 'Tapez quatre ici.'],
    ['es-es', 'Marca 5️⃣ ya.', 'Marca cinco ya.'],
    ['ja-jp', '1️⃣を押す', '一を押す'],
  ])('%s: %s', (locale, text, spoken) => {
    expect(say(text, locale)).toBe(spoken);
  });
});

test('signs of rights keep their names, with and without the sign for a picture', () => {
  expect(say('© 2020 ©️ Acme™️', 'en-us')).toBe('copyright twenty twenty copyright Acme');
});
