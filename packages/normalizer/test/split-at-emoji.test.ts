import { expect, test } from 'vitest';
import { splitAtEmoji } from '../src/index.ts';

test.each([
  ['a face', 'Hi 😀 you', ['Hi ', ' you']],
  ['a picture with its variation selector', 'I ❤️ you', ['I ', ' you']],
  ['a picture without it', 'Press ▶ now', ['Press ', ' now']],
  ['a dingbat', '✂ here', ['', ' here']],
  ['a profession with a skin tone, joined', 'Ask 👩🏾‍🚀.', ['Ask ', '.']],
  ['a lone skin tone', 'a🏽b', ['a', 'b']],
  ['a family', '👨‍👩‍👧!', ['', '!']],
  ['the flag of a country', 'Go 🇩🇪!', ['Go ', '!']],
  ['the flag of a region, in tags', 'Go 🏴󠁧󠁢󠁥󠁮󠁧󠁿!', ['Go ', '!']],
])('%s separates texts', (_, text, parts) => {
  expect(splitAtEmoji(text)).toEqual(parts);
});

test('a keycap is its key, and double punctuation is two marks', () => {
  expect(splitAtEmoji('Press 1️⃣2️⃣ or #️⃣‼️')).toEqual(['Press 12 or #!!']);
  expect(splitAtEmoji('What⁉')).toEqual(['What!?']);
});

test('signs with a name or a sound stay', () => {
  const text = '© ® ™ ©️ 21 °C, 5 % of €3 + 2 → x, C♯ and B♭, № 7, § 3, ½, ①, 日本語、ไทย';
  expect(splitAtEmoji(text)).toEqual([text.replace('\uFE0F', '')]);
});
