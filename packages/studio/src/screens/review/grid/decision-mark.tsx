import { Button } from 'react-aria-components';
import { text } from '../../../text/en.ts';
import type { Shown } from '../data/shown.ts';

const words = text.review;

export const DECISION_LOOKS = {
  open: ['none', '○'],
  approved: ['pass', '✓'],
  rejected: ['fail', '✕'],
  needs_work: ['warn', '↻'],
  waived: ['run', '–'],
} as const;

interface Props {
  shown: Shown;
  onResolve: (whose: 'mine' | 'theirs') => void;
}

/** A decision as a word and a sign, the person who made it, and actions to resolve a conflict. */
export function DecisionMark({ shown, onResolve }: Props) {
  const { decision, by, state, theirs, message, isHeld } = shown;
  if ((state === 'conflict' || state === 'locked') && theirs) {
    const who = theirs.decided_by?.name ?? words.somebody;
    const mine = state === 'locked' ? words.unlockUseMine : words.useMine;
    return (
      <span className="conflict">
        <span>{words.conflict(who, words.did[theirs.decision ?? 'open'])}</span>
        {isHeld && <span className="why">{words.membersChange}</span>}
        {!isHeld && state === 'locked' && <span className="why">{words.usedByRun}</span>}
        <Choice label={isHeld ? words.discardMine : words.keepTheirs} onPress={() => onResolve('theirs')} />
        {!isHeld && <Choice label={mine} onPress={() => onResolve('mine')} />}
      </span>
    );
  }
  if (state === 'rejected')
    return (
      <span className="conflict" title={message}>
        <span>{message ?? words.noAudio}</span>
        <Choice label={words.discard} onPress={() => onResolve('theirs')} />
      </span>
    );
  const [look, sign] = DECISION_LOOKS[decision ?? 'open'];
  return (
    <span className="decision">
      <span className={`status ${look}`}>
        <span aria-hidden="true">{sign}</span> {words.decisions[decision ?? 'open']}
      </span>
      {state === 'waiting' && <span className="soft">{words.pending}</span>}
      {by !== null && <span className="soft clip-one">{by}</span>}
    </span>
  );
}

/**
 * A button in a grid row or in the detail pane. The Tab key does not reach grid rows, so in a row only a pointer works.
 * In the pane, the keyboard works too.
 */
function Choice({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button className="button small" onPress={onPress}>
      {label}
    </Button>
  );
}
