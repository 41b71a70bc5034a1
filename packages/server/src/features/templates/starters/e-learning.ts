import { type Starter, starterNode, voice } from './starter.ts';

const SCRIPT = `In this module you will learn how to read a circuit diagram.
Every symbol stands for one part. A zigzag line, for example, is a resistor.
Follow the line from the battery, and name each part that you meet.
Which part would you measure first? Take your time.`;

export const eLearning: Starter = {
  slug: 'e-learning',
  name: 'E-learning with pacing check',
  description:
    'Course narration that learners can follow: a calm voice, a check of the speaking rate, and of the time that a slide has where the script names one. Lines that are too fast, or too long for their slide, are spoken again at another speed.',
  category: 'education',
  nodes: [
    starterNode('slides', 'source_script', {
      name: 'Slides',
      at: [0, 0],
      config: { text: SCRIPT, source_language: 'en-us' },
    }),
    starterNode('teacher', 'operator_generator', {
      name: 'Teacher',
      at: [1, 0],
      config: { voice_id: voice('gmw/en-US+f4'), speed: 0.9 },
    }),
    starterNode('pacing', 'validator_pacing', {
      name: 'Pacing check',
      at: [2, 0],
      config: { max_syllables_per_second: 5.5, enforce_max_duration: true, max_retry: 3 },
    }),
    starterNode('noise', 'validator_noise', { name: 'Noise check', at: [3, 0] }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Mastering',
      at: [4, 0],
      config: { preset: 'podcast' },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [5, 0],
      config: { file_pattern: '{line_id}.{ext}', subtitles: ['vtt'] },
    }),
  ],
  links: [
    ['slides', 'lines', 'teacher'],
    ['teacher', 'audio', 'pacing'],
    ['pacing', 'pass', 'noise'],
    ['pacing', 'fail', 'teacher'],
    ['noise', 'pass', 'mastering'],
    ['noise', 'fail', 'teacher'],
    ['mastering', 'audio', 'delivery'],
  ],
};
