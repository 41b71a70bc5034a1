import { type Starter, starterNode, voice } from './starter.ts';

const SCRIPT = `Welcome to the service line. This call may be recorded.
For orders, press one. For invoices, press two. To speak to us, stay on the line.
All of our colleagues are busy. You are next in line.
We are closed now. You can reach us Monday to Friday, from nine to five.`;

export const phonePrompts: Starter = {
  slug: 'phone-prompts',
  name: 'Phone prompts',
  description:
    'Announcements for a telephone system: a firm voice, no long pauses, mu-law at 8 kHz, all prompts equally loud, one file a prompt.',
  category: 'business',
  nodes: [
    starterNode('prompts', 'source_script', {
      name: 'Prompts',
      at: [0, 0],
      config: { text: SCRIPT, source_language: 'en-us' },
    }),
    starterNode('speaker', 'operator_generator', {
      name: 'Speaker',
      at: [1, 0],
      config: { voice_id: voice('gmw/en-US+m7') },
    }),
    starterNode('noise', 'validator_noise', {
      name: 'Noise check',
      at: [2, 0],
      config: { max_inner_silence_ms: 1200, max_lead_silence_ms: 500, max_tail_silence_ms: 800 },
    }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Telephone, mu-law at 8 kHz',
      at: [3, 0],
      config: { preset: 'phone_mulaw', padding_ms: 150 },
    }),
    starterNode('loudness', 'validator_loudness', {
      name: 'Loudness check',
      at: [4, 0],
      config: { target_lufs: -19, tolerance_lu: 1.5, max_true_peak_dbtp: -2 },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [5, 0],
      config: { file_pattern: '{locale}/{line_id}.{ext}', subtitles: [] },
    }),
  ],
  links: [
    ['prompts', 'lines', 'speaker'],
    ['speaker', 'audio', 'noise'],
    ['noise', 'pass', 'mastering'],
    ['noise', 'fail', 'speaker'],
    ['mastering', 'audio', 'loudness'],
    ['loudness', 'pass', 'delivery'],
  ],
};
