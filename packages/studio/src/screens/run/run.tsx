import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isFinal, type RunDetail, type RunStatus } from '@voiceloom/sdk';
import { useEffect } from 'react';
import { client, queries } from '../../api/client.ts';
import { count, duration, language } from '../../format/format.ts';
import { arrangeInColumns } from '../../parts/graph.ts';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { useScrollable } from '../../parts/use-scrollable.ts';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';
import { useProduction } from '../new/production.ts';
import { RunActions } from './actions.tsx';
import { PauseNotice } from './paused.tsx';
import { countSpoken, hasFiles, type Progress, timeLeft } from './progress.ts';
import './run.css';
import { useProgress } from './use-progress.ts';

const words = text.run;
const OVERVIEW_INTERVAL_MS = 15_000;

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

/** The page of a loaded run. Events update it until the run has ended. */
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
        <RunActions run={run} status={status} failedLines={progress.counts?.failed_lines ?? 0} />
      </div>
      {error !== undefined && <Failure error={error} onRetry={retry} />}
      {progress.error && (
        <div className="notice fail" role="alert">
          <strong>{words.failed}</strong>
          <p>{toReadable(progress.error.message)}</p>
        </div>
      )}
      {status === 'paused' && run.status === 'paused' && <PauseNotice run={run} />}
      {status === 'pending' && <p className="soft">{words.waiting}</p>}
      <Summary run={run} progress={progress} status={status} />
      <Steps run={run} progress={progress} status={status} />
      <Failures run={run} progress={progress} status={status} />
    </>
  );
}

interface Part {
  run: RunDetail;
  progress: Progress;
  status: RunStatus;
}

/** The counts of lines, the remaining time and the cost. */
function Summary({ run, progress, status }: Part) {
  const { id, workflow_id } = run;
  const counts: Partial<NonNullable<Progress['counts']>> = progress.counts ?? {};
  const {
    finished_lines = 0,
    total_lines = 0,
    dropped_lines = 0,
    skipped_lines = 0,
    by_locale = {},
  } = counts;
  const credits = count(Math.max(progress.credits, run.credits));
  const remaining_ms = status === 'running' ? timeLeft(progress, run.started_at, Date.now()) : undefined;
  const locales = Object.entries(by_locale);
  const spokenLines = locales.reduce((sum, [locale]) => sum + countSpoken(progress, locale), 0);
  // Counts the lines over a limit of the script, so that it is seen whether or not a check is in the workflow.
  const overview = useQuery({
    queryKey: [...runKey(workflow_id, id), 'overview'],
    queryFn: () => client.runs.overview(workflow_id, id),
    refetchInterval: status === 'running' ? OVERVIEW_INTERVAL_MS : false,
  });
  const tooLong = overview.data?.too_long ?? 0;
  return (
    <section className="card" aria-labelledby="progress">
      <h2 id="progress">{words.progress}</h2>
      <p className="row numbers" role="status">
        <span className="big">{words.lines(count(finished_lines), count(total_lines))}</span>
        {/* Checks and mastering may start after the last take, so finished lines alone would look stuck. */}
        {spokenLines > finished_lines && <span>{words.spoken(count(spokenLines))}</span>}
        <span>{isFinal(status) ? text.credits(credits) : words.spent(credits)}</span>
        {remaining_ms !== undefined && <span className="soft">{words.left(duration(remaining_ms))}</span>}
        {dropped_lines > 0 && <span className="soft">{words.dropped(count(dropped_lines))}</span>}
        {skipped_lines > 0 && <span className="soft">{words.skipped(count(skipped_lines))}</span>}
        {tooLong > 0 && <span className="soft">{words.tooLong(count(tooLong))}</span>}
      </p>
      {locales.length > 0 && (
        <ul className="bars" aria-label={words.byLocale}>
          {locales.map(([locale, { finished_lines: finishedLines, total_lines: totalLines }]) => {
            const localeLines = countSpoken(progress, locale);
            return (
              <li key={locale}>
                <span>{language(locale)}</span>
                {/* The first half of the way is the take, the second half is all later steps. */}
                <progress
                  aria-label={language(locale)}
                  value={finishedLines + localeLines}
                  max={Math.max(1, 2 * totalLines)}
                />
                <span className="numbers soft">
                  {localeLines > finishedLines && `${words.spoken(count(localeLines))} · `}
                  {words.lines(count(finishedLines), count(totalLines))}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The state of every node, in the order of processing. */
function Steps({ run, progress, status }: Part) {
  const [list, isScrollable] = useScrollable<HTMLOListElement>();
  const isReady = hasFiles(progress, status);
  const getStatus = (id: string) => {
    const nodeStatus = progress.nodes[id] ?? 'pending';
    // A pause sends no events about steps.
    if (nodeStatus === 'running' && status === 'paused') return status;
    return nodeStatus;
  };
  return (
    <section className="card" aria-labelledby="nodes">
      <h2 id="nodes">{words.byNode}</h2>
      <ol ref={list} className="graph" aria-labelledby="nodes" {...(isScrollable && { tabIndex: 0 })}>
        {arrangeInColumns(run.definition_snapshot).map((column) => (
          <li key={column[0]?.id}>
            {column.map(({ id, name, type }) => (
              <div key={id} className={`node card small ${type.split('_')[0]}`}>
                <span>{name ?? type}</span>
                <Status
                  of={getStatus(id)}
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

/** Failures by cause. The message states what to do. */
function Failures({ run, progress, status }: Part) {
  const { failures } = progress;
  if (failures.length === 0 && !isFinal(status)) return null;
  const { nodes } = run.definition_snapshot.graph;
  return (
    <section className="card" aria-labelledby="failures">
      <h2 id="failures">{words.failures}</h2>
      {failures.length === 0 && <p className="soft">{words.noFailures}</p>}
      {failures.length > 0 && (
        <ul className="failures">
          {failures.map(({ code, node_id, message, count: lines, lines: examples }) => (
            <li key={`${code} ${node_id} ${message}`} className="notice fail">
              <strong>
                {nodes.find(({ id }) => id === node_id)?.name} · {text.setup.lines(count(lines))}
              </strong>
              <p>{toReadable(message)}</p>
              <p className="soft">
                <span className="mono">{words.someLines(examples.join(', '))}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
