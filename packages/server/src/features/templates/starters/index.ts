import { adSpot } from './ad-spot.ts';
import { eLearning } from './e-learning.ts';
import { gameDialogue } from './game-dialogue.ts';
import { guidedRelaxation } from './guided-relaxation.ts';
import { multiLanguageNarration } from './multi-language-narration.ts';
import { phonePrompts } from './phone-prompts.ts';
import { singleNarration } from './single-narration.ts';
import type { Starter } from './starter.ts';

export { type Starter, starterDefinition } from './starter.ts';

/** Every template that comes with the service. */
export const STARTERS: readonly Starter[] = [
  singleNarration,
  multiLanguageNarration,
  gameDialogue,
  eLearning,
  phonePrompts,
  adSpot,
  guidedRelaxation,
];
