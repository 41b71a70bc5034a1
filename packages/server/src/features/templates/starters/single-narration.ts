import { type Starter, starterNode, voice } from './starter.ts';

const SCRIPT = `The lighthouse keeper wrote one line every evening.
Some nights it was only the weather. Some nights it was a name.
After thirty years the lines had become a book that nobody had planned.
Tonight we read from its first page.`;

export const singleNarration: Starter = {
  slug: 'single-narration',
  name: 'Single narration',
  description:
    'One narrator, one language: paste a text, one paragraph a line. Takes are checked for noise and mastered to -16 LUFS as mp3, as podcasts want them.',
  category: 'media',
  nodes: [
    starterNode('script', 'source_script', {
      name: 'Script',
      at: [0, 0],
      config: { text: SCRIPT, source_language: 'en-us' },
    }),
    starterNode('narrator', 'operator_generator', {
      name: 'Narrator',
      at: [1, 0],
      config: { voice_id: voice('gmw/en-US+f2'), speed: 0.95 },
    }),
    starterNode('noise', 'validator_noise', { name: 'Noise check', at: [2, 0] }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Mastering',
      at: [3, 0],
      config: { preset: 'podcast' },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [4, 0],
      config: { file_pattern: '{line_index}-{line_id}.{ext}' },
    }),
  ],
  links: [
    ['script', 'lines', 'narrator'],
    ['narrator', 'audio', 'noise'],
    ['noise', 'pass', 'mastering'],
    ['noise', 'fail', 'narrator'],
    ['mastering', 'audio', 'delivery'],
  ],
};
