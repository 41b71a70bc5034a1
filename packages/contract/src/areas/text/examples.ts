import { example } from '../../openapi/example.ts';
import { NormalizedText, NormalizeTextInput } from './schemas.ts';

const text = 'The 9:30 train has 12 cars.';

/** Examples of what is spoken. */
export const textExamples = [
  example(NormalizeTextInput, { text, locale: 'en-us' }),
  example(NormalizedText, {
    text,
    spoken_script: 'The nine thirty train has twelve cars.',
    changes: [
      { start: 4, end: 8, written: '9:30', spoken: 'nine thirty', kind: 'time' },
      { start: 19, end: 21, written: '12', spoken: 'twelve', kind: 'number' },
    ],
    supported: true,
  }),
];
