import { type Starter, starterNode, voice } from './starter.ts';

const SCRIPT = `Fresh bread at seven. Yours at five past.
Order tonight, and the first loaf of every week is on the house.
Morning Mill. The bakery that wakes up before you do.`;

export const adSpot: Starter = {
  slug: 'ad-spot',
  name: 'Ad spot with retry loop',
  description:
    'Seconds are sold: a take that is too slow, or longer than the script allows, goes back to the speaker and is spoken faster, up to four times. The mix is loud, as commercials are, and checked at the end.',
  category: 'business',
  nodes: [
    starterNode('copy', 'source_script', {
      name: 'Copy',
      at: [0, 0],
      config: { text: SCRIPT, source_language: 'en-us' },
    }),
    starterNode('speaker', 'operator_generator', {
      name: 'Speaker',
      at: [1, 0],
      config: { voice_id: voice('gmw/en-US+Annie') },
    }),
    starterNode('pacing', 'validator_pacing', {
      name: 'Brisk enough',
      at: [2, 0],
      config: { min_syllables_per_second: 5.2, max_syllables_per_second: 8, threshold: 95, max_retry: 4 },
    }),
    starterNode('noise', 'validator_noise', { name: 'Noise check', at: [3, 0], config: { max_retry: 2 } }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Loud master',
      at: [4, 0],
      config: { preset: 'ad' },
    }),
    starterNode('loudness', 'validator_loudness', {
      name: 'Loudness check',
      at: [5, 0],
      config: { target_lufs: -15, tolerance_lu: 1 },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [6, 0],
      config: { file_pattern: '{workflow}/{line_id}.{ext}', subtitles: ['srt'] },
    }),
  ],
  links: [
    ['copy', 'lines', 'speaker'],
    ['speaker', 'audio', 'pacing'],
    ['pacing', 'pass', 'noise'],
    ['pacing', 'fail', 'speaker'],
    ['noise', 'pass', 'mastering'],
    ['noise', 'fail', 'speaker'],
    ['mastering', 'audio', 'loudness'],
    ['loudness', 'pass', 'delivery'],
  ],
};
