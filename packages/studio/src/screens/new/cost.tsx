import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunEstimate, Workflow } from '@voiceloom/sdk';
import { client, queries } from '../../api/client.ts';
import { count, duration } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';

const words = text.setup;

interface Props {
  workflow: Workflow;
  preview: UseQueryResult<RunEstimate>;
  /** A start now would run what is stored, not what is shown. */
  isSaving: boolean;
}

/** What a run costs, what is in its way, and the button that starts it. */
export function CostCard({ workflow, preview, isSaving }: Props) {
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async () => await client.runs.start(workflow.id),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['productions'] });
      void queries.invalidateQueries({ queryKey: ['runs', workflow.id] });
      return navigate({
        to: '/productions/$workflowId/runs/$runId',
        params: { workflowId: workflow.id, runId: id },
      });
    },
  });
  const isReady = preview.data?.can_run === true && !preview.isPlaceholderData && !isSaving;
  return (
    <section className="card" aria-labelledby="cost">
      <h2 id="cost">{words.cost}</h2>
      <Loaded query={preview}>{(estimate) => <Estimate workflow={workflow} estimate={estimate} />}</Loaded>
      {start.isError && <Failure error={start.error} />}
      <RequestButton
        className="button primary"
        isDisabled={!isReady}
        isPending={start.isPending}
        onPress={() => start.mutate()}
      >
        {words.start}
      </RequestButton>
    </section>
  );
}

function Estimate({ workflow, estimate }: { workflow: Workflow; estimate: RunEstimate }) {
  const summary = useQuery({
    queryKey: ['runs', workflow.id, 'summary'],
    queryFn: () => client.runs.summary(workflow.id),
  });
  const seconds = summary.data?.average_duration_seconds;
  const { min_credits, expected_credits, max_credits, reused_takes, locked_takes } = estimate;
  return (
    <>
      <div>
        <p className="big numbers">{words.expected(count(expected_credits))}</p>
        {max_credits > min_credits && (
          <p className="soft numbers">{words.range(count(min_credits), count(max_credits))}</p>
        )}
        {reused_takes > 0 && <p className="soft">{words.reused(count(reused_takes))}</p>}
        {locked_takes > 0 && <p className="soft">{words.locked(count(locked_takes))}</p>}
        <p className="soft numbers">{seconds ? words.time(duration(seconds * 1_000)) : words.unknownTime}</p>
        <p className="soft numbers">{words.balance(text.credits(count(estimate.current_balance)))}</p>
      </div>
      {estimate.problems.length > 0 && (
        <div className="notice fail">
          <strong>{words.problemsTitle}</strong>
          <ul>
            {estimate.problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {estimate.notes.length > 0 && (
        <details>
          <summary>{words.notesTitle}</summary>
          <ul className="notes soft">
            {estimate.notes.map(({ node_id, code, message }) => (
              <li key={`${node_id} ${code} ${message}`}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
