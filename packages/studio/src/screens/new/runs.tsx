import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Workflow } from '@voiceloom/sdk';
import { client } from '../../api/client.ts';
import { when } from '../../format/format.ts';
import { Status } from '../../parts/status.tsx';
import { text } from '../../text/en.ts';

const MAX_RUNS = 10;

/** The latest runs of a production. */
export function RunsCard({ workflow }: { workflow: Workflow }) {
  const runs = useQuery({
    queryKey: ['runs', workflow.id],
    queryFn: () => client.runs.list(workflow.id).toArray({ limit: MAX_RUNS }),
  });
  if (!runs.data?.length) return null;
  return (
    <section className="card" aria-labelledby="runs">
      <h2 id="runs">{text.setup.runs}</h2>
      <ul className="runs">
        {runs.data.map(({ id, run_number, status, created_at }) => (
          <li key={id}>
            <Link to="/productions/$workflowId/runs/$runId" params={{ workflowId: workflow.id, runId: id }}>
              {text.run.title(run_number)}
            </Link>
            <Status of={status} />
            <span className="soft">{when(created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
