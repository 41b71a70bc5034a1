import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunEstimate, Workflow } from '@voiceloom/sdk';
import { useDeferredValue } from 'react';
import { Button } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { count, duration } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Shortage } from '../../parts/shortage.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';
import { CapField, Limits, useCap } from '../budgets/limits.tsx';
import { useNodeDialog } from './node-dialog.tsx';
import { usePreview } from './production.ts';

const words = text.setup;

/** The cost of a run, the problems that prevent it, and the start button. */
export function CostCard(props: {
  workflow: Workflow;
  /** Starting now would run the stored definition, not the displayed one. */
  isSaving: boolean;
}) {
  const { workflow, isSaving } = props;
  const navigate = useNavigate();
  const cap = useCap();
  const preview = usePreview(workflow, useDeferredValue(cap.credits));
  const start = useMutation({
    mutationFn: async () => await client.runs.start(workflow.id, cap.request),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['productions'] });
      void queries.invalidateQueries({ queryKey: ['runs', workflow.id] });
      return navigate({
        to: '/productions/$workflowId/runs/$runId',
        params: { workflowId: workflow.id, runId: id },
      });
    },
  });
  const notes = preview.data?.notes.filter(({ code }) => !SHOWN_ELSEWHERE.has(code)) ?? [];
  const isReady = preview.data?.can_run === true && !preview.isPlaceholderData && !isSaving;
  return (
    <section className="card" aria-labelledby="cost">
      <h2 id="cost">{words.cost}</h2>
      <Loaded query={preview}>{(estimate) => <Estimate workflow={workflow} estimate={estimate} />}</Loaded>
      {start.isError && <Failure error={start.error} />}
      <RequestForm className="row" isPending={start.isPending} onSend={() => start.mutate()}>
        <CapField cap={cap} />
        <RequestButton
          type="submit"
          className="button primary"
          isDisabled={!isReady}
          isPending={start.isPending}
        >
          {words.start}
        </RequestButton>
      </RequestForm>
      {notes.length > 0 && <Notes workflow={workflow} notes={notes} />}
    </section>
  );
}

function Estimate({ workflow, estimate }: { workflow: Workflow; estimate: RunEstimate }) {
  const summary = useQuery({
    queryKey: ['runs', workflow.id, 'summary'],
    queryFn: () => client.runs.summary(workflow.id),
  });
  const seconds = summary.data?.average_duration_seconds;
  return (
    <>
      <div>
        <Price estimate={estimate} />
        <p className="soft numbers">{seconds ? words.time(duration(seconds * 1_000)) : words.unknownTime}</p>
        {estimate.current_balance !== null && (
          <p className="soft numbers">{words.balance(text.credits(count(estimate.current_balance)))}</p>
        )}
      </div>
      <Problems estimate={estimate} />
    </>
  );
}

/** The expected cost of a run. The maximum includes every line, even lines with a take. */
export function Price({ estimate }: { estimate: RunEstimate }) {
  const { min_credits, expected_credits, max_credits, reused_takes, locked_takes } = estimate;
  return (
    <>
      <p className="big numbers">{words.expected(count(expected_credits))}</p>
      {max_credits > min_credits && reused_takes === 0 && (
        <p className="soft numbers">{words.range(count(min_credits), count(max_credits))}</p>
      )}
      {reused_takes > 0 && <p className="soft">{words.reused(count(reused_takes))}</p>}
      {locked_takes > 0 && <p className="soft">{words.locked(count(locked_takes))}</p>}
      {max_credits > expected_credits && reused_takes > 0 && (
        <p className="soft numbers">{words.atMost(count(max_credits))}</p>
      )}
    </>
  );
}

/** The code of the problem that a chosen column is not in the script. */
export const UNKNOWN_COLUMN = 'unknown_column';

/**
 * A problem in the terms of the page. The original message for an unknown column names a setting that the
 * page does not show.
 */
export const problemText = ({ code, message }: { code: string; message: string }): string =>
  code === UNKNOWN_COLUMN ? words.chooseText : toReadable(message);

/** Why a run cannot start, or may pause. */
export function Problems({ estimate }: { estimate: RunEstimate }) {
  const { problems, min_credits, current_balance } = estimate;
  return (
    <>
      {problems.length > 0 && (
        <div className="notice fail">
          <strong>{words.problemsTitle}</strong>
          <ul>
            {problems.map(({ path, code, message }) => (
              <li key={`${path} ${message}`}>{problemText({ code, message })}</li>
            ))}
          </ul>
        </div>
      )}
      {current_balance !== null && min_credits > current_balance && (
        <div className="notice warn">
          <strong>{text.errors.credits}</strong>
          <Shortage shortage={{ needed: min_credits, balance: current_balance }} />
        </div>
      )}
      <Limits limits={estimate.limits} />
    </>
  );
}

/** Codes of notes that the script card already shows in detail. */
const SHOWN_ELSEWHERE = new Set(['column_skipped', 'parts_skipped', 'parts_doubtful', 'encoding_guessed']);

/** The setting that a note refers to, by the note's code. */
const SETTINGS: Record<string, string> = { markup_placeholder: 'placeholder_values' };

/** Notes are below the start button, so that the button does not move. */
function Notes({ workflow, notes }: { workflow: Workflow; notes: RunEstimate['notes'] }) {
  const { dialog, open } = useNodeDialog(workflow.id);
  const { nodes } = workflow.definition.graph;
  // A note names the setting only if the person should change it.
  const hasAction = notes.some(({ code, message }) => message.includes(`\`${SETTINGS[code]}\``));
  return (
    <>
      <details open={hasAction}>
        <summary>{words.notesTitle}</summary>
        <ul className="notes soft">
          {notes.map(({ node_id, code, message }) => {
            const setting = SETTINGS[code];
            const node = setting && nodes.find(({ id }) => id === node_id);
            return (
              <li key={`${node_id} ${code} ${message}`}>
                {toReadable(message)}{' '}
                {node && (
                  <Button className="button small" onPress={() => open(node, setting)}>
                    {words.setPlaceholders}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </details>
      {dialog}
    </>
  );
}
