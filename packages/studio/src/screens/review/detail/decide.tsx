import type { ReviewDecision, ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';
import { useId } from 'react';
import { Button } from 'react-aria-components';
import { LONGEST } from '../../../api/lengths.ts';
import { text } from '../../../text/en.ts';
import type { Shown } from '../data/shown.ts';
import type { Decided } from '../data/use-decide.ts';
import { DECISION_LOOKS } from '../grid/decision-mark.tsx';
import { isHeld, limitedRightsText, type Rights } from '../rights.ts';
import { useDraft } from './use-draft.ts';

const words = text.review;
const WAYS: ReviewDecision[] = ['approved', 'rejected', 'needs_work', 'waived'];

const isSentBack = (decision: ReviewDecision | null): boolean =>
  decision === 'rejected' || decision === 'needs_work';

interface Props {
  detail: ReviewItemDetail;
  shown: Shown;
  take: ReviewTake | undefined;
  owner: string;
  rights: Rights;
  onDecide: (body: Decided) => void;
}

/** The decision about a line, with a note for the next take. */
export function Decide({ detail, shown, take, owner, rights, onDecide }: Props) {
  const [note, setNote] = useDraft(`${owner} ${detail.no} note`, shown.note ?? '');
  const meanings = useId();
  const isAsked = isSentBack(shown.decision);
  const isHeldHere = isHeld(rights, detail);
  const isChanged = note.trim() !== (shown.note ?? '');
  // Saves automatically, so that the next take uses the note. Not in a conflict, where a decision would choose a side.
  const saveNote = () => {
    const { state, decision, audio_id, reason } = shown;
    if (isChanged && state !== 'conflict' && state !== 'locked')
      onDecide({ decision, audio_id, reason, note: note.trim() || null });
  };
  const decisionOf = (way: ReviewDecision): Decided => ({
    decision: way,
    audio_id: way === 'approved' ? (take?.audio_id ?? null) : null,
    ...(isSentBack(way) && { reason: shown.reason, note: note.trim() || null }),
  });
  if (!rights.mayDecide) return <p className="soft">{limitedRightsText(rights)}</p>;
  return (
    <div className="decide">
      <fieldset className="row ways" aria-label={words.decision}>
        {WAYS.filter((way) => !rights.isGuest || way !== 'waived').map((way) => {
          const [, sign] = DECISION_LOOKS[way];
          return (
            <span key={way} title={words.means[way]}>
              <span id={`${meanings}-${way}`} hidden>
                {words.means[way]}
              </span>
              <Button
                className={`button small ${shown.decision === way ? 'on' : ''}`}
                isDisabled={isHeldHere}
                aria-describedby={`${meanings}-${way}`}
                aria-pressed={shown.decision === way}
                onPress={() => onDecide(shown.decision === way ? { decision: null } : decisionOf(way))}
              >
                <span aria-hidden="true">{sign}</span> {words.decide[way]}
              </Button>
            </span>
          );
        })}
      </fieldset>
      {isHeldHere && <p className="soft">{words.held(detail.decided_by?.name ?? words.somebody)}</p>}
      {take && !take.is_delivered && !isHeldHere && <p className="soft">{words.otherTake}</p>}
      {isAsked && (
        <div className="note">
          <textarea
            rows={2}
            maxLength={LONGEST.note}
            dir="auto"
            aria-label={words.note}
            placeholder={words.note}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            onBlur={saveNote}
          />
          {/* Always shown, so that no button moves when a click on it takes the focus from the field. */}
          <p className="soft">{words.noteSaved}</p>
        </div>
      )}
    </div>
  );
}
