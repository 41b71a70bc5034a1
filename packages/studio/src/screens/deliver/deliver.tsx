import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { DownloadLink, RunOverview } from '@voiceloom/sdk';
import { Button } from 'react-aria-components';
import { client } from '../../api/client.ts';
import { count, duration, language } from '../../format/format.ts';
import { Empty, Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { BucketsCard } from './buckets.tsx';

const words = text.deliver;

/** The results of a run. */
export function DeliverScreen() {
  const { workflowId, runId } = useParams({ from: '/productions/$workflowId/runs/$runId/deliver' });
  const overview = useQuery({
    queryKey: ['run', workflowId, runId, 'overview'],
    queryFn: () => client.runs.overview(workflowId, runId),
  });
  return (
    <>
      <div className="head">
        <div>
          <Link to="/productions/$workflowId/runs/$runId" params={{ workflowId, runId }}>
            {words.back}
          </Link>
          <h1>{words.title}</h1>
        </div>
        <Link
          className="button"
          to="/productions/$workflowId/runs/$runId/review"
          params={{ workflowId, runId }}
        >
          {text.run.review}
        </Link>
      </div>
      <Loaded query={overview}>{(data) => <Results overview={data} />}</Loaded>
      {overview.data?.run.has_export && <BucketsCard workflowId={workflowId} runId={runId} />}
    </>
  );
}

function Results({ overview: { workflow, run, audio_by_language } }: { overview: RunOverview }) {
  // The browser downloads the link itself, however large the file is.
  const download = useMutation({
    mutationFn: async (link: () => PromiseLike<DownloadLink>) => location.assign((await link()).url),
  });
  if (!run.has_export) return <Empty>{words.nothing}</Empty>;
  return (
    <section className="card">
      <table className="rows tight">
        <thead>
          <tr>
            <th scope="col">{text.setup.locale}</th>
            <th scope="col" className="number">
              {words.lines}
            </th>
            <th scope="col" className="number">
              {words.duration}
            </th>
          </tr>
        </thead>
        <tbody>
          {audio_by_language.map(({ locale_code, line_count, total_duration_ms }) => (
            <tr key={locale_code}>
              <th scope="row">{language(locale_code)}</th>
              <td className="number">{count(line_count)}</td>
              <td className="number">{duration(total_duration_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {download.isError && <Failure error={download.error} />}
      <div className="row">
        <Button
          className="button primary"
          isDisabled={download.isPending}
          onPress={() => download.mutate(() => client.runs.download(workflow.id, run.id))}
        >
          {words.zip}
        </Button>
        <Button
          className="button"
          isDisabled={download.isPending}
          onPress={() =>
            download.mutate(() => client.runs.download(workflow.id, run.id, { only: 'approved' }))
          }
        >
          {words.approvedZip}
        </Button>
        <Button
          className="button"
          isDisabled={download.isPending}
          onPress={() => download.mutate(() => client.runs.script(workflow.id, run.id))}
        >
          {words.script}
        </Button>
        <span className="soft">{words.zipHelp}</span>
      </div>
    </section>
  );
}
