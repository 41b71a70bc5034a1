import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isFinal, type Run, type RunDetail, type RunStatus } from '@voiceloom/sdk';
import { client, queries } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useReview } from '../review/data/open-review.ts';
import { AgainButton } from './again.tsx';

const words = text.run;

/** The actions that the state of a run allows. */
export function RunActions(props: { run: RunDetail; status: RunStatus; failedLines: number }) {
  const { run, status, failedLines } = props;
  const { id, workflow_id } = run;
  const navigate = useNavigate();
  const params = { workflowId: workflow_id, runId: id };
  const act = useMutation({
    mutationFn: async (action: () => PromiseLike<Run>) => await action(),
    onSuccess: async (result) => {
      await queries.invalidateQueries({ queryKey: ['run', workflow_id, id] });
      if (result.id === id) return;
      void queries.invalidateQueries({ queryKey: ['runs', workflow_id] });
      await navigate({
        to: '/productions/$workflowId/runs/$runId',
        params: { workflowId: workflow_id, runId: result.id },
      });
    },
  });
  const hasEnded = isFinal(status);
  const isDecided = useDecided(run, hasEnded);
  const isPausing = status === 'running' && run.pause_requested_at !== null;
  const button = (label: string, action: () => PromiseLike<Run>) => (
    <RequestButton
      className="button"
      isPending={act.isPending || isPausing}
      onPress={() => act.mutate(action)}
    >
      {label}
    </RequestButton>
  );
  return (
    <div className="row">
      {isPausing && <span className="soft">{words.pausing}</span>}
      {/* One button for both, so that it keeps the focus. */}
      {status === 'paused'
        ? button(words.resume, () => client.runs.resume(workflow_id, id))
        : status === 'running' && button(words.pause, () => client.runs.pause(workflow_id, id))}
      {!hasEnded && (
        <ConfirmButton
          label={words.cancel}
          warning={words.cancelWarning}
          onConfirm={() => act.mutate(() => client.runs.cancel(workflow_id, id))}
        />
      )}
      {hasEnded && failedLines > 0 && button(words.retry, () => client.runs.retry(workflow_id, id))}
      {hasEnded && (
        <>
          <AgainButton
            workflowId={workflow_id}
            isPending={act.isPending}
            onStart={(request, onEnd) =>
              act.mutate(() => client.runs.start(workflow_id, request), { onSettled: onEnd })
            }
          />
          <Link
            className={isDecided ? 'button' : 'button primary'}
            to="/productions/$workflowId/runs/$runId/review"
            params={params}
          >
            {words.review}
          </Link>
        </>
      )}
      {run.has_export && (
        <Link
          className={isDecided ? 'button primary' : 'button'}
          to="/productions/$workflowId/runs/$runId/deliver"
          params={params}
        >
          {words.deliver}
        </Link>
      )}
      {act.isError && <Failure error={act.error} />}
    </div>
  );
}

/** Whether every line of a run has a decision. Until then, the next step is to listen. */
function useDecided({ id, workflow_id }: RunDetail, hasEnded: boolean): boolean {
  const overview = useQuery({
    queryKey: ['run', workflow_id, id, 'overview'],
    queryFn: () => client.runs.overview(workflow_id, id),
    enabled: hasEnded,
  });
  const review = useReview(overview.data?.run.review_id ?? undefined, 'always');
  if (!review.data || review.data.progress.length === 0) return false;
  return review.data.progress.every(({ open_count }) => open_count === 0);
}
