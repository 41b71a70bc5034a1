import { text } from '../text/en.ts';

const LOOKS = {
  completed: ['pass', '✓'],
  failed: ['fail', '✕'],
  cancelled: ['none', '–'],
  skipped: ['none', '–'],
  running: ['run', '▸'],
  paused: ['warn', '‖'],
  pending: ['none', '○'],
  awaiting_approval: ['warn', '‖'],
  draft: ['none', '○'],
} as const;

/** A word and an icon in addition to the color. `completed`: a clearer word for that status. */
export function Status({ of, completed }: { of: keyof typeof LOOKS; completed?: string }) {
  const [look, sign] = LOOKS[of];
  return (
    <span className={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {(of === 'completed' && completed) || text.status[of]}
    </span>
  );
}
