import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Budget, RunDetail, UpdateBudget } from '@voiceloom/sdk';
import { type ReactNode, useState } from 'react';
import { client, isGone, queries } from '../../api/client.ts';
import { useRole } from '../../api/role.ts';
import { when } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';
import { toDollars, toMicros } from '../budgets/amounts.ts';
import { BudgetBars } from '../budgets/bars.tsx';
import { MAX_CREDITS, MAX_DOLLARS } from '../budgets/budget-form.tsx';

const words = text.run.paused;

/** Why the service paused a run, what is missing, and how the run can go on. Nothing if a person paused it. */
export function PauseNotice({ run }: { run: RunDetail }) {
  const { pause_reason, pause_limit, pause_message, pause_budget_id } = run;
  if (pause_reason === 'provider_unavailable')
    return (
      <Notice title={words.provider}>{pause_message !== null && <p>{toReadable(pause_message)}</p>}</Notice>
    );
  if (pause_reason !== 'budget') return null;
  if (pause_limit === 'budget' && pause_budget_id !== null)
    return <BudgetNotice run={run} budgetId={pause_budget_id} />;
  return <CapNotice run={run} />;
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="notice warn" aria-label={title}>
      <strong dir="auto">{title}</strong>
      {children}
    </section>
  );
}

/** Raises what stopped a run, and resumes it. Reads both again, even if the second step fails. */
const useRaise = ({ id, workflow_id }: RunDetail) =>
  useMutation({
    mutationFn: async (raise: () => Promise<unknown>) => await raise(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['run', workflow_id, id] }),
        queries.invalidateQueries({ queryKey: ['budgets'] }),
      ]),
  });

function CapNotice({ run }: { run: RunDetail }) {
  const { id, workflow_id, credits, max_credits, pause_limit, pause_message } = run;
  // A first suggestion: the cap, if the estimate was lower, or twice as much as the run may spend now.
  const [cap, setCap] = useState(() => {
    if (pause_limit === 'estimate') return String(Math.max(max_credits ?? 0, 2 * credits, credits + 1));
    return String(Math.max(2 * (max_credits ?? credits), credits + 1));
  });
  const raise = useRaise(run);
  // The last sentence names a parameter for programs. The form below is the same for people.
  const [reason = ''] = toReadable(pause_message ?? '').split(' Resume it with ');
  return (
    <Notice title={pause_limit === 'estimate' ? words.maximum : words.cap}>
      <p>{reason}</p>
      <RequestForm
        className="row"
        isPending={raise.isPending}
        onSend={() =>
          raise.mutate(async () => await client.runs.resume(workflow_id, id, { max_credits: Number(cap) }))
        }
      >
        <LimitField
          label={words.newCap}
          min={credits + 1}
          max={MAX_CREDITS}
          step={1}
          value={cap}
          onChange={setCap}
        />
        <RequestButton type="submit" className="button primary" isPending={raise.isPending}>
          {words.raise}
        </RequestButton>
      </RequestForm>
      {raise.isError && <Failure error={raise.error} />}
    </Notice>
  );
}

function BudgetNotice({ run, budgetId }: { run: RunDetail; budgetId: string }) {
  const budget = useQuery({
    queryKey: ['budgets', budgetId],
    queryFn: () => client.budgets.get(budgetId),
  });
  const role = useRole();
  if (isGone(budget.error)) return <Notice title={words.someBudget}>{words.deleted}</Notice>;
  return (
    <Notice title={budget.data ? words.budget(budget.data.name) : words.someBudget}>
      {budget.data && <BudgetBars budget={budget.data} />}
      <p>{toReadable(run.pause_message ?? '')}</p>
      {budget.data && role === 'admin' && <RaiseBudget run={run} budget={budget.data} />}
      {budget.data && role !== undefined && role !== 'admin' && (
        <p>{words.askAdmin(when(budget.data.current.ends_at))}</p>
      )}
      <Link to="/usage">{words.allBudgets}</Link>
    </Notice>
  );
}

function RaiseBudget({ run, budget }: { run: RunDetail; budget: Budget }) {
  const { limit_credits, limit_usd_micros } = budget;
  // A first suggestion: twice the limit, or twice of what is already used.
  const { credits: usedCredits, held_credits, provider_usd_micros, held_usd_micros } = budget.current;
  const [credits, setCredits] = useState(() =>
    String(2 * Math.max(limit_credits ?? 0, usedCredits + held_credits)),
  );
  const [dollars, setDollars] = useState(() =>
    toDollars(2 * Math.max(limit_usd_micros ?? 0, provider_usd_micros + held_usd_micros)),
  );
  const raise = useRaise(run);
  const send = async () => {
    const limits: UpdateBudget = {};
    if (limit_credits !== null) limits.limit_credits = Number(credits);
    if (limit_usd_micros !== null) limits.limit_usd_micros = toMicros(dollars);
    await client.budgets.update(budget.id, limits);
    await client.runs.resume(run.workflow_id, run.id);
  };
  return (
    <>
      <RequestForm className="row" isPending={raise.isPending} onSend={() => raise.mutate(send)}>
        {limit_credits !== null && (
          <LimitField
            label={words.newCredits}
            min={1}
            max={MAX_CREDITS}
            step={1}
            value={credits}
            onChange={setCredits}
          />
        )}
        {limit_usd_micros !== null && (
          <LimitField
            label={words.newMoney}
            min={0.000001}
            max={MAX_DOLLARS}
            step="any"
            value={dollars}
            onChange={setDollars}
          />
        )}
        <RequestButton type="submit" className="button primary" isPending={raise.isPending}>
          {words.raise}
        </RequestButton>
      </RequestForm>
      {raise.isError && <Failure error={raise.error} />}
    </>
  );
}

function LimitField(props: {
  label: string;
  min: number;
  max: number;
  step: number | 'any';
  value: string;
  onChange: (value: string) => void;
}) {
  const { label, onChange, ...input } = props;
  return (
    <label className="field">
      <span>{label}</span>
      <input type="number" required {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
