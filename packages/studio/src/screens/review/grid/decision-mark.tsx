import { Button } from 'react-aria-components';
import { text } from '../../../text/en.ts';
import { isConflict, type LineDecision } from '../data/line-decision.ts';

const words = text.review;

export const DECISION_LOOKS = {
  open: ['none', '○'],
  approved: ['pass', '✓'],
  rejected: ['fail', '✕'],
  needs_work: ['warn', '↻'],
  waived: ['run', '–'],
} as const;

interface Props {
  lineDecision: LineDecision;
  onResolve: (side: 'mine' | 'theirs') => void;
}

/** A decision as a word and a sign, the person who made it, and actions to resolve a conflict. */
export function DecisionMark({ lineDecision, onResolve }: Props) {
  const { decision, by, state, theirs, message } = lineDecision;
  if (isConflict(state) && theirs) return <Conflict lineDecision={lineDecision} onResolve={onResolve} />;
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

/** The decision of another person that arrived first, and the choice between both decisions. */
function Conflict({ lineDecision, onResolve }: Props) {
  const { state, theirs, isProtected } = lineDecision;
  const personName = theirs?.decided_by?.name ?? words.somebody;
  const summary = <span>{words.conflict(personName, words.did[theirs?.decision ?? 'open'])}</span>;
  if (isProtected)
    return (
      <span className="conflict">
        {summary}
        <span className="why">{words.membersChange}</span>
        <Choice label={words.discardMine} onPress={() => onResolve('theirs')} />
      </span>
    );
  const isLocked = state === 'locked';
  return (
    <span className="conflict">
      {summary}
      {isLocked && <span className="why">{words.usedByRun}</span>}
      <Choice label={words.keepTheirs} onPress={() => onResolve('theirs')} />
      <Choice label={isLocked ? words.unlockUseMine : words.useMine} onPress={() => onResolve('mine')} />
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
