import { type Starter, starterNode, voice } from './starter.ts';

const SCRIPT = `Sit comfortably, and let your shoulders drop.
Breathe in through the nose, slowly, and count to four.
Hold the breath for a moment. There is nothing to do.
Breathe out, longer than you breathed in, and let the day go with it.`;

export const guidedRelaxation: Starter = {
  slug: 'guided-relaxation',
  name: 'Guided relaxation',
  description:
    'Slow, low and quiet: a warm voice well below its usual speed, a pacing check against haste, two seconds of rest around every line, soft loudness for headphones.',
  category: 'wellness',
  nodes: [
    starterNode('script', 'source_script', {
      name: 'Exercise',
      at: [0, 0],
      config: { text: SCRIPT, source_language: 'en-us' },
    }),
    starterNode('voice', 'operator_generator', {
      name: 'Warm voice',
      at: [1, 0],
      config: { voice_id: voice('gmw/en-US+f4'), speed: 0.75, pitch: -1 },
    }),
    starterNode('pacing', 'validator_pacing', {
      name: 'Unhurried',
      at: [2, 0],
      config: { min_syllables_per_second: 1.5, max_syllables_per_second: 4.5 },
    }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Soft master',
      at: [3, 0],
      config: {
        preset: 'podcast',
        loudness_lufs: -20,
        padding_ms: 2000,
        tail_padding_ms: 2000,
        fade_ms: 200,
        bitrate_kbps: 160,
      },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [4, 0],
      config: { file_pattern: '{line_id}.{ext}' },
    }),
  ],
  links: [
    ['script', 'lines', 'voice'],
    ['voice', 'audio', 'pacing'],
    ['pacing', 'pass', 'mastering'],
    ['pacing', 'fail', 'voice'],
    ['mastering', 'audio', 'delivery'],
  ],
};
