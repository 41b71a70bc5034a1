import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Review } from '@voiceloom/sdk';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { count } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';

const words = text.review.retry;

/** Lines that people sent back. */
export const countSentBack = ({ progress }: Review): number =>
  progress.reduce((sum, counts) => sum + counts.rejected_count + counts.needs_work_count, 0);

/** Starts a run that speaks the lines again that were sent back. Shows the cost first. */
export function RetryDialog(props: {
  review: Review;
  /** Whether notes or decisions of this person are still being sent. */
  isSending: boolean;
  onClose: () => void;
}) {
  const { review, isSending, onClose } = props;
  const { id, workflow_id } = review;
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async () => await client.reviews.retry(id),
    onSuccess: (run) => {
      void queries.invalidateQueries({ queryKey: ['runs', workflow_id] });
      return navigate({
        to: '/productions/$workflowId/runs/$runId',
        params: { workflowId: workflow_id, runId: run.id },
      });
    },
  });
  // Stays true after the start, until the page of the run is shown.
  const isStarting = start.isPending || start.isSuccess;
  const preview = useQuery({
    queryKey: ['review-retry', id, review.seq],
    queryFn: () => client.reviews.retryPreview(id),
    gcTime: 0,
    // After the start, a preview would fail: the lines cannot be spoken again before the run ends.
    enabled: !isStarting && !isSending,
    placeholderData: (last) => last,
  });
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog" role="alertdialog">
          <Heading slot="title">{words.title(text.setup.lines(count(countSentBack(review))))}</Heading>
          <p>{words.help}</p>
          {isSending ? (
            <p className="soft" role="status">
              {words.waits}
            </p>
          ) : (
            <Loaded query={preview} rows={1}>
              {({ expected_credits, min_credits, max_credits, problems, notes }) => {
                // Notes that the models do not support would cost the same and change nothing.
                const unsupportedNotes = notes.filter(({ code }) => code === 'note_dropped');
                return (
                  <>
                    <p className="numbers">
                      <strong>{text.setup.expected(count(expected_credits))}</strong>
                    </p>
                    {min_credits !== max_credits && (
                      <p className="soft numbers">
                        {text.setup.range(count(min_credits), count(max_credits))}
                      </p>
                    )}
                    {problems.length > 0 && (
                      <div className="notice fail">
                        <strong>{text.setup.problemsTitle}</strong>
                        <ul>
                          {problems.map(({ path, message }) => (
                            <li key={`${path} ${message}`}>{toReadable(message)}</li>
                          ))}
                        </ul>
                      </div>
                    )}
                    {unsupportedNotes.length > 0 && (
                      <div className="notice warn">
                        <strong>{words.notesTitle}</strong>
                        <ul>
                          {unsupportedNotes.map(({ node_id, message }) => (
                            <li key={`${node_id} ${message}`}>{toReadable(message)}</li>
                          ))}
                        </ul>
                      </div>
                    )}
                  </>
                );
              }}
            </Loaded>
          )}
          {start.isError && <Failure error={start.error} />}
          <div className="row actions">
            <Button className="button" onPress={onClose}>
              {text.cancel}
            </Button>
            <RequestButton
              className="button primary"
              isDisabled={!preview.data?.can_run}
              isPending={preview.isPlaceholderData || isStarting || isSending}
              onPress={() => start.mutate()}
            >
              {words.start}
            </RequestButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
