import { useMutation } from '@tanstack/react-query';
import type { ReviewDecision, ReviewFilter } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { newWriteId } from '../../api/outbox/writes.ts';
import { count } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { getReview } from './data/cache.ts';
import { DECISIONS, listDecisions, type Rights } from './rights.ts';

const words = text.review;

/** The actions for several lines. */
export function Bulk(props: {
  /** The number of lines that the person selected. */
  markedLines: number;
  /** How many lines match the filter. */
  total: number;
  rights: Rights;
  onDecide: (decision: ReviewDecision) => void;
  onDecideAll: () => void;
  onAssign: () => void;
  onClear: () => void;
}) {
  const { markedLines, total, rights, onDecide, onDecideAll, onAssign, onClear } = props;
  const { mayDecide, isGuest } = rights;
  return (
    <div className="row bulk">
      <span className="numbers" role="status">
        {markedLines > 0 ? words.selected(count(markedLines)) : text.setup.lines(count(total))}
      </span>
      {mayDecide &&
        markedLines > 0 &&
        listDecisions(rights).map((decision) => (
          <Button key={decision} className="button small" onPress={() => onDecide(decision)}>
            {words.decide[decision]}
          </Button>
        ))}
      {mayDecide && !isGuest && markedLines === 0 && total > 0 && (
        <Button className="button small" onPress={onDecideAll}>
          {words.decideAll(count(total))}
        </Button>
      )}
      {mayDecide && !isGuest && (markedLines > 0 || total > 0) && (
        <Button className="button small" onPress={onAssign}>
          {words.assign}
        </Button>
      )}
      {markedLines > 0 && (
        <Button className="button small quiet" onPress={onClear}>
          {words.clearSelection}
        </Button>
      )}
    </div>
  );
}

/**
 * Makes one decision about every line that matches the filter, including lines that are not loaded. Lines that changed
 * meanwhile stay unchanged.
 */
export function DecideAllDialog(props: {
  reviewId: string;
  filter: ReviewFilter;
  total: number;
  /** The number of decided lines, if known. */
  decidedLines: number;
  onDone: (saved: number, conflicts: number) => void;
  onClose: () => void;
}) {
  const { reviewId, filter, total, decidedLines, onDone, onClose } = props;
  const [decision, setDecision] = useState<ReviewDecision>('approved');
  const [id] = useState(newWriteId);
  const [seq] = useState(() => getReview(reviewId)?.seq);
  const act = useMutation({
    mutationFn: async () => {
      const body = seq === undefined ? { filter, decision } : { filter, decision, seq };
      // A repetition after a lost response has the same key, and a changed decision has a different one.
      return client.reviews.decideMany(reviewId, body, { idempotencyKey: `${id}-${decision}` });
    },
    onSuccess: ({ saved_count, conflicts_count }) => onDone(saved_count, conflicts_count),
  });
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog" role="alertdialog">
          <Heading slot="title">{words.decideAllTitle(text.setup.lines(count(total)))}</Heading>
          <p>{words.decideAllHelp}</p>
          {decidedLines > 0 && <p className="notice warn">{words.decideAgain(count(decidedLines))}</p>}
          <select
            aria-label={words.decision}
            value={decision}
            onChange={({ target }) => setDecision(target.value as ReviewDecision)}
          >
            {DECISIONS.map((decision) => (
              <option key={decision} value={decision}>
                {words.decide[decision]}
              </option>
            ))}
          </select>
          {act.isError && <Failure error={act.error} />}
          <div className="row actions">
            <Button className="button" onPress={onClose}>
              {text.cancel}
            </Button>
            <RequestButton className="button primary" isPending={act.isPending} onPress={() => act.mutate()}>
              {words.decideAllNow}
            </RequestButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
