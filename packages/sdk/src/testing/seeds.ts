import type { WorkflowDefinition } from '../generated/types.ts';
import { workflow } from '../workflow/builder.ts';
import { checkDefinition } from '../workflow/check.ts';
import type { TestVoice } from './options.ts';
import { addKey, type StoredKey } from './simulate/stored-key.ts';
import { addTemplate } from './simulate/templates.ts';
import { addVoice } from './simulate/voices.ts';
import { addWorkspace } from './simulate/workspaces.ts';
import type { StoredWorkspace, World } from './world.ts';

const VOICES: readonly TestVoice[] = [
  { name: 'Ada', supported_languages: ['en-us'], gender: 'female', tags: ['calm'] },
  { name: 'Brian', supported_languages: ['en-gb'], gender: 'male' },
  { name: 'Clara', supported_languages: ['de-de'], gender: 'female' },
  { name: 'Diego', supported_languages: ['es-es'], gender: 'male' },
  { name: 'Emi', supported_languages: ['ja-jp'], gender: 'female' },
];

/** A narration: script, voice, delivery. */
function narration(): WorkflowDefinition {
  const flow = workflow();
  const id = (part: number, name: string) => ({ id: `018f0000-0000-7000-9000-00000000000${part}`, name });
  const script = flow.source_script({ text: 'Good evening.', source_language: 'en-us' }, id(1, 'Script'));
  const voice = flow.operator_generator({}, id(2, 'Narrator'));
  const mastered = flow.operator_mastering({}, id(3, 'Mastering'));
  const delivery = flow.sink_preview({}, id(4, 'Delivery'));
  script.lines.to(voice.lines).audio.to(mastered.audio).audio.to(delivery.audio);
  const { definition } = checkDefinition(flow.build());
  if (definition === null) throw new Error('The starter template is not valid.');
  return definition;
}

/** What is there from the start: a personal workspace with a key of all scopes, five voices and a starter. */
export function seed(
  world: World,
  voices: readonly TestVoice[] = VOICES,
): { workspace: StoredWorkspace; key: StoredKey } {
  const user_id = world.user.id;
  const workspace = addWorkspace(world, { name: 'Test workspace' }, { user_id, isPersonal: true });
  const key = addKey(world, {
    name: 'Test key',
    scopes: [...world.scopes],
    workspace_id: workspace.id,
    created_by: user_id,
    rate_limit_per_min: null,
  });
  for (const voice of voices) addVoice(world, voice);
  addTemplate(world, {
    name: 'Narration',
    description: 'A script, a voice and a delivery.',
    category: 'media',
    definition: narration(),
  });
  return { workspace, key };
}
