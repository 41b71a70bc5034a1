import { expect, test } from 'vitest';
import { speechSentences } from '../../src/index.ts';

test('speech text splits into sentences only between elements, and each can be spoken alone', () => {
  const phoneme = '<phoneme alphabet="ipa" ph="a. B.">A. Bee</phoneme>';
  expect(
    speechSentences(`I met ${phoneme}. [He. Laughs.] Then <break time="1. S"/> I left.`, 'en-us'),
  ).toEqual([`I met ${phoneme}.`, '[He. Laughs.] Then <break time="1. S"/> I left.']);
  const slow = '<prosody rate="slow">One. <emphasis>Two.</emphasis> Three.</prosody>';
  expect(speechSentences(`${slow} Four. Five.`, 'en-us')).toEqual([`${slow} Four.`, 'Five.']);
  expect(speechSentences('<s>One.</s> <s>Two.</s> Three.', 'en-us').length).toBeGreaterThan(1);
  expect(speechSentences('<prosody rate="slow">One. Two.', 'en-us').join(' ')).toBe(
    '<prosody rate="slow">One. Two.',
  );
});

test('what has nothing to speak stays with the sentence beside it', () => {
  expect(speechSentences('It works! 🎉🎉', 'en-us')).toEqual(['It works! 🎉🎉']);
  expect(speechSentences('One. … <break time="1s"/>', 'en-us')).toEqual(['One. … <break time="1s"/>']);
  expect(speechSentences('... One. Two.', 'en-us').at(0)).toContain('One.');
});
