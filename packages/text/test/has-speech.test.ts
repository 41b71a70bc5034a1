import { expect, test } from 'vitest';
import { hasSpeech } from '../src/index.ts';

test.each(['', '…', '— !?', '{name}', '%1$s', '<b></b>', '[laughs]', '&nbsp;', '♪♪', '\u200b', '👍'])(
  '%j contains nothing to speak',
  (text) => expect(hasSpeech(text)).toBe(false),
);

test.each(['a', '7', '{name}!a', '<b>no</b>', '[laughs] Ha.', 'はい', '안녕', 'ἅ', '٣', '½'])(
  '%j contains something to speak',
  (text) => expect(hasSpeech(text)).toBe(true),
);
