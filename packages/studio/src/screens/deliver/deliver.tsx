import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isFinal, type RunOverview } from '@voiceloom/sdk';
import { client } from '../../api/client.ts';
import { Empty, Failure, Loaded, Skeleton } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { useReview } from '../review/data/open-review.ts';
import { ApprovalCard, NotReviewed, sumCounts } from './approval.tsx';
import { BucketsCard } from './buckets.tsx';
import './deliver.css';
import { DownloadsCard } from './downloads.tsx';

const words = text.deliver;

/** The results of a run. */
export function DeliverScreen() {
  const { workflowId, runId } = useParams({ from: '/productions/$workflowId/runs/$runId/deliver' });
  const overview = useQuery({
    queryKey: ['run', workflowId, runId, 'overview'],
    queryFn: () => client.runs.overview(workflowId, runId),
  });
  const detail = useQuery({
    queryKey: ['run', workflowId, runId],
    queryFn: () => client.runs.get(workflowId, runId),
  });
  const run = overview.data?.run;
  const hasEnded = run !== undefined && isFinal(run.status);
  const params = { workflowId, runId };
  return (
    <>
      <div className="head">
        <div>
          <Link to="/productions/$workflowId/runs/$runId" params={params}>
            {overview.data && detail.data
              ? `${overview.data.workflow.name} · ${text.run.title(detail.data.run_number)}`
              : words.back}
          </Link>
          <h1>{words.title}</h1>
        </div>
        {hasEnded && (
          <Link className="button" to="/productions/$workflowId/runs/$runId/review" params={params}>
            {text.run.review}
          </Link>
        )}
      </div>
      <Loaded query={overview} isPage>
        {(data) => {
          if (hasEnded) return <Results key={runId} overview={data} />;
          const follow = (
            <Link className="button primary" to="/productions/$workflowId/runs/$runId" params={params}>
              {words.follow}
            </Link>
          );
          return <Empty action={follow}>{words.notReady}</Empty>;
        }}
      </Loaded>
    </>
  );
}

/** The results of a run that has ended. */
function Results({ overview }: { overview: RunOverview }) {
  const { workflow, run } = overview;
  const { data, isError, error, refetch } = useReview(run.review_id ?? undefined, 'always');
  let approvedLines = 0;
  if (data?.current_run_id === run.id) approvedLines = sumCounts(data, 'approved');
  return (
    <>
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data && <ApprovalCard review={data} runId={run.id} />}
      {run.review_id === null && <NotReviewed params={{ workflowId: workflow.id, runId: run.id }} />}
      {run.review_id !== null && !data && !isError && <Skeleton />}
      <DownloadsCard overview={overview} approvedLines={approvedLines} />
      {run.has_export && <BucketsCard workflowId={workflow.id} runId={run.id} />}
    </>
  );
}
