import type { ReviewDecision, ReviewDecisionInput, ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';
import { useId } from 'react';
import { Button } from 'react-aria-components';
import { MAX_LENGTHS } from '../../../api/lengths.ts';
import { text } from '../../../text/en.ts';
import { isConflict, isSentBack, type LineDecision } from '../data/line-decision.ts';
import { DECISION_LOOKS } from '../grid/decision-mark.tsx';
import { isProtected, limitedRightsText, listDecisions, protectionText, type Rights } from '../rights.ts';
import { useDraft } from './use-draft.ts';

const words = text.review;

/** The decision about a line, with a note for the next take. */
export function Decide(props: {
  detail: ReviewItemDetail;
  lineDecision: LineDecision;
  take: ReviewTake | undefined;
  owner: string;
  rights: Rights;
  onDecide: (body: ReviewDecisionInput) => void;
}) {
  const { detail, lineDecision, take, owner, rights, onDecide } = props;
  const { state, decision: current, audio_id, reason, note: savedNote } = lineDecision;
  const savedText = savedNote ?? '';
  const [draft, setDraft] = useDraft(`${owner} ${detail.no} note`, savedText);
  const meanings = useId();
  const note = draft.trim() || null;
  // Saves automatically, so that the next take uses the note. Not in a conflict, where a decision would choose a side.
  const saveNote = () => {
    if (draft.trim() !== savedText && !isConflict(state))
      onDecide({ decision: current, audio_id, reason, note });
  };
  const decide = (decision: ReviewDecision) => {
    const body: ReviewDecisionInput = { decision, audio_id: null };
    if (decision === 'approved') body.audio_id = take?.audio_id ?? null;
    if (isSentBack(decision)) Object.assign(body, { reason, note });
    // The same button again withdraws the decision.
    onDecide(current === decision ? { decision: null } : body);
  };
  if (!rights.mayDecide) return <p className="soft">{limitedRightsText(rights)}</p>;
  const isProtectedLine = isProtected(rights, detail);
  return (
    <div className="decide">
      <fieldset className="row ways" aria-label={words.decision}>
        {listDecisions(rights).map((decision) => {
          const [, sign] = DECISION_LOOKS[decision];
          return (
            <span key={decision} title={words.means[decision]}>
              <span id={`${meanings}-${decision}`} hidden>
                {words.means[decision]}
              </span>
              <Button
                className={`button small ${current === decision ? 'on' : ''}`}
                isDisabled={isProtectedLine}
                aria-describedby={`${meanings}-${decision}`}
                aria-pressed={current === decision}
                onPress={() => decide(decision)}
              >
                <span aria-hidden="true">{sign}</span> {words.decide[decision]}
              </Button>
            </span>
          );
        })}
      </fieldset>
      {isProtectedLine && <p className="soft">{protectionText(detail)}</p>}
      {!isProtectedLine && take?.is_delivered === false && <p className="soft">{words.otherTake}</p>}
      {isSentBack(current) && (
        <div className="note">
          <textarea
            rows={2}
            maxLength={MAX_LENGTHS.note}
            dir="auto"
            aria-label={words.note}
            placeholder={words.note}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            onBlur={saveNote}
          />
          {/* Always shown, so that no button moves when a click on it takes the focus from the field. */}
          <p className="soft">{words.noteSaved}</p>
        </div>
      )}
    </div>
  );
}
