import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isFinal, type RunDetail } from '@voiceloom/sdk';
import { useEffect } from 'react';
import { client, queries } from '../../api/client.ts';
import { count, duration, language } from '../../format/format.ts';
import { columnsOf } from '../../parts/graph.ts';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { useScrollable } from '../../parts/use-scrollable.ts';
import { text } from '../../text/en.ts';
import { readable } from '../../text/labels.ts';
import { useProduction } from '../new/production.ts';
import { RunActions } from './actions.tsx';
import { type Failed, hasFiles, type Progress, spokenIn, timeLeft } from './progress.ts';
import './run.css';
import { useProgress } from './use-progress.ts';

const words = text.run;

export const runKey = (workflowId: string, runId: string) => ['run', workflowId, runId];

/** A run with live progress. */
export function RunScreen() {
  const { workflowId, runId } = useParams({ from: '/productions/$workflowId/runs/$runId' });
  const run = useQuery({
    queryKey: runKey(workflowId, runId),
    queryFn: () => client.runs.get(workflowId, runId),
  });
  // The key resets all state when another run is shown.
  return (
    <Loaded query={run} isPage>
      {(detail) => <Run key={runId} run={detail} />}
    </Loaded>
  );
}

function Run({ run }: { run: RunDetail }) {
  const { id, workflow_id, run_number } = run;
  const production = useProduction(workflow_id);
  const { progress, error, retry } = useProgress(workflow_id, id);
  const status = progress.status ?? run.status;
  useEffect(() => {
    if (progress.status === undefined) return;
    // Reads what the stream does not contain, such as the start time and the final cost.
    void queries.invalidateQueries({ queryKey: runKey(workflow_id, id) });
    if (isFinal(progress.status)) void queries.invalidateQueries({ queryKey: ['credits'] });
  }, [progress.status, workflow_id, id]);
  return (
    <>
      <div className="head">
        <div>
          <Link to="/productions/$workflowId" params={{ workflowId: workflow_id }}>
            {production.data?.name}
          </Link>
          <h1>
            {words.title(run_number)} <Status of={status} />
          </h1>
        </div>
        <RunActions run={run} status={status} failed={progress.counts?.failed_lines ?? 0} />
      </div>
      {error !== undefined && <Failure error={error} onRetry={retry} />}
      {progress.error && (
        <div className="notice fail" role="alert">
          <strong>{words.failed}</strong>
          <p>{readable(progress.error.message)}</p>
        </div>
      )}
      {status === 'pending' && <p className="soft">{words.waiting}</p>}
      <Summary run={run} progress={progress} status={status} />
      <Steps run={run} progress={progress} status={status} />
      <Failures run={run} failures={progress.failures} status={status} />
    </>
  );
}

type Part = { run: RunDetail; progress: Progress };

function Summary({ run, progress, status }: Part & { status: RunDetail['status'] }) {
  const { counts } = progress;
  const credits = count(Math.max(progress.credits, run.credits));
  const left = status === 'running' ? timeLeft(progress, run.started_at, Date.now()) : undefined;
  const locales = Object.entries(counts?.by_locale ?? {});
  const spoken = locales.reduce((sum, [locale]) => sum + spokenIn(progress, locale), 0);
  const tooLong = useTooLong(run, status);
  return (
    <section className="card" aria-labelledby="progress">
      <h2 id="progress">{words.progress}</h2>
      <p className="row numbers" role="status">
        <span className="big">
          {words.lines(count(counts?.finished_lines ?? 0), count(counts?.total_lines ?? 0))}
        </span>
        {/* Checks and mastering may start after the last take, so finished lines alone would look stuck. */}
        {counts !== undefined && spoken > counts.finished_lines && <span>{words.spoken(count(spoken))}</span>}
        <span>{isFinal(status) ? text.credits(credits) : words.spent(credits)}</span>
        {left !== undefined && <span className="soft">{words.left(duration(left))}</span>}
        {counts !== undefined && counts.dropped_lines > 0 && (
          <span className="soft">{words.dropped(count(counts.dropped_lines))}</span>
        )}
        {counts !== undefined && counts.skipped_lines > 0 && (
          <span className="soft">{words.skipped(count(counts.skipped_lines))}</span>
        )}
        {tooLong > 0 && <span className="soft">{words.tooLong(count(tooLong))}</span>}
      </p>
      {locales.length > 0 && (
        <ul className="bars" aria-label={words.byLocale}>
          {locales.map(([locale, { finished_lines, total_lines }]) => (
            <li key={locale}>
              <span>{language(locale)}</span>
              {/* The first half of the way is the take, the second half is all later steps. */}
              <progress
                aria-label={language(locale)}
                value={finished_lines + spokenIn(progress, locale)}
                max={Math.max(1, 2 * total_lines)}
              />
              <span className="numbers soft">
                {spokenIn(progress, locale) > finished_lines &&
                  `${words.spoken(count(spokenIn(progress, locale)))} · `}
                {words.lines(count(finished_lines), count(total_lines))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const OVERVIEW_INTERVAL_MS = 15_000;

/** The number of lines over a limit of the script, so that it is seen whether or not a check is in the workflow. */
function useTooLong({ id, workflow_id }: RunDetail, status: RunDetail['status']): number {
  const overview = useQuery({
    queryKey: [...runKey(workflow_id, id), 'overview'],
    queryFn: () => client.runs.overview(workflow_id, id),
    refetchInterval: status === 'running' ? OVERVIEW_INTERVAL_MS : false,
  });
  return overview.data?.too_long ?? 0;
}

function Steps({ run, progress, status }: Part & { status: RunDetail['status'] }) {
  const [list, isScrollable] = useScrollable<HTMLOListElement>();
  const isReady = hasFiles(progress, status);
  // A pause sends no events about steps.
  const statusOf = (id: string) => {
    const own = progress.nodes[id] ?? 'pending';
    return own === 'running' && status === 'paused' ? status : own;
  };
  return (
    <section className="card" aria-labelledby="nodes">
      <h2 id="nodes">{words.byNode}</h2>
      <ol ref={list} className="graph" aria-labelledby="nodes" {...(isScrollable && { tabIndex: 0 })}>
        {columnsOf(run.definition_snapshot).map((column) => (
          <li key={column[0]?.id}>
            {column.map(({ id, name, type }) => (
              <div key={id} className={`node card small ${type.split('_')[0]}`}>
                <span>{name ?? type}</span>
                <Status
                  of={statusOf(id)}
                  {...(isReady && type.startsWith('sink_') && { completed: words.filesReady })}
                />
                {progress.takes[id] !== undefined && (
                  <span className="soft numbers">{words.takes(count(progress.takes[id]))}</span>
                )}
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

type FailuresProps = { run: RunDetail; failures: readonly Failed[]; status: RunDetail['status'] };

/** Failures by cause. The message states what to do. */
function Failures({ run, failures, status }: FailuresProps) {
  if (failures.length === 0 && !isFinal(status)) return null;
  const nameOf = (id: string | null) =>
    run.definition_snapshot.graph.nodes.find((node) => node.id === id)?.name ?? '';
  return (
    <section className="card" aria-labelledby="failures">
      <h2 id="failures">{words.failures}</h2>
      {failures.length === 0 && <p className="soft">{words.noFailures}</p>}
      {failures.length > 0 && (
        <ul className="failures">
          {failures.map(({ code, node_id, message, count: lines, lines: named }) => (
            <li key={`${code} ${node_id} ${message}`} className="notice fail">
              <strong>
                {nameOf(node_id)} · {words.failureCount(count(lines))}
              </strong>
              <p>{readable(message)}</p>
              <p className="soft">
                <span className="mono">{words.someLines(named.join(', '))}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
