import { type Starter, type StarterLink, type StarterNode, starterNode, voice } from './starter.ts';

interface Character {
  key: string;
  name: string;
  voice: { voice_id: string; speed?: number; pitch?: number };
  script: string;
}

const CHARACTERS: readonly Character[] = [
  {
    key: 'captain',
    name: 'Captain',
    voice: { voice_id: voice('gmw/en-US+quincy'), speed: 0.95 },
    script: `Hold the lantern higher. There is something behind the gate.
Then tell us what it wants.`,
  },
  {
    key: 'scout',
    name: 'Scout',
    voice: { voice_id: voice('gmw/en-US+rob'), speed: 1.1, pitch: 1 },
    script: `That is not the wind, Captain. The wind does not knock.
I vote we leave the gate closed.`,
  },
  {
    key: 'oracle',
    name: 'Oracle',
    voice: { voice_id: voice('gmw/en-US+grandma'), speed: 0.85 },
    script: `It has knocked for a hundred years. You are the first to listen.
It wants to be let out. It does not say of what.`,
  },
];

/** Also knows the rest of the cast, so that a csv with a character column may take the place of any script. */
const CAST = Object.fromEntries(CHARACTERS.map((character) => [character.name, character.voice]));

const parts = CHARACTERS.flatMap(({ key, name, script, voice: part }, row): StarterNode[] => [
  starterNode(`lines-${key}`, 'source_script', {
    name: `Lines of the ${name}`,
    at: [0, row],
    config: { text: script, source_language: 'en-us' },
  }),
  starterNode(`voice-${key}`, 'operator_generator', {
    name,
    at: [1, row],
    config: { ...part, voices_by_character: CAST },
  }),
]);

export const gameDialogue: Starter = {
  slug: 'game-dialogue',
  name: 'Game dialogue by character',
  description:
    'A script and a voice for each character, with a speed and pitch of its own; files are sorted by language and voice, ready for a game engine. A csv with a character column can take the place of the scripts: every voice node knows the whole cast.',
  category: 'creative',
  nodes: [
    ...parts,
    starterNode('noise', 'validator_noise', { name: 'Noise check', at: [2, 1] }),
    starterNode('mastering', 'operator_mastering', {
      name: 'Mastering for games',
      at: [3, 1],
      config: { preset: 'game' },
    }),
    starterNode('delivery', 'sink_preview', {
      name: 'Delivery',
      at: [4, 1],
      config: { file_pattern: '{locale}/{voice}/{line_id}.{ext}' },
    }),
  ],
  links: [
    ...CHARACTERS.flatMap(({ key }): StarterLink[] => [
      [`lines-${key}`, 'lines', `voice-${key}`],
      [`voice-${key}`, 'audio', 'noise'],
    ]),
    ['noise', 'pass', 'mastering'],
    ['mastering', 'audio', 'delivery'],
  ],
};
