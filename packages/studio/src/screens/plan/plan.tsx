import { useQuery } from '@tanstack/react-query';
import type { Credits, Invoice, PlanLimits, Subscription } from '@voiceloom/sdk';
import { type ReactNode, useEffect } from 'react';
import { client, findSubscription } from '../../api/client.ts';
import { bytes, count, money, when } from '../../format/format.ts';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { Cards, finishCard } from './cards.tsx';
import { showLimit } from './limit.ts';
import './plan.css';
import { listPlans, Plans } from './plans.tsx';

const words = text.plan;
const MAX_INVOICES = 12;

/** The plan of the person, what it includes, the credits that are left, and the invoices. */
export function PlanScreen() {
  const credits = useQuery({ queryKey: ['credits'], queryFn: () => client.users.getCredits() });
  const subscription = useQuery({ queryKey: ['subscription'], queryFn: findSubscription });
  const limits = useQuery({ queryKey: ['limits'], queryFn: () => client.users.getLimits() });
  // Without a payment processor, nobody sells, and there is nothing to choose.
  const plans = useQuery({ queryKey: ['plans'], queryFn: listPlans });
  useEffect(() => void finishCard().catch(() => undefined), []);
  const sells = plans.data?.some(({ tier }) => tier === 'paid') ?? false;
  return (
    <>
      <h1>{words.title}</h1>
      <section className="card" aria-labelledby="credits">
        <h2 id="credits">{words.credits}</h2>
        <Loaded query={credits} rows={2}>
          {(data) => <Balance credits={data} />}
        </Loaded>
      </section>
      {/* One error is enough if the service is unavailable. */}
      {!credits.isLoadingError && (
        <section className="card" aria-labelledby="plan">
          <h2 id="plan">{words.plan}</h2>
          <Loaded query={subscription} rows={2}>
            {({ paid }) => (paid ? <PaidPlan subscription={paid} /> : <p>{words.default}</p>)}
          </Loaded>
          <Loaded query={limits}>{(data) => <Limits limits={data} />}</Loaded>
        </section>
      )}
      {sells && subscription.isSuccess && <Plans subscription={subscription.data?.paid ?? undefined} />}
      {sells && <Cards />}
      {subscription.data?.paid && <Invoices />}
    </>
  );
}

function Balance({ credits }: { credits: Credits }) {
  const { remaining, used, balance, plan_grant, period_end } = credits;
  if (remaining === null || balance === null)
    return (
      <>
        <p className="credits-left numbers">{words.used(text.credits(count(used)))}</p>
        <p className="soft">{words.unlimitedCredits}</p>
      </>
    );
  return (
    <>
      <div>
        <p className="credits-left numbers">{words.left(text.credits(count(remaining)))}</p>
        <p className="soft numbers">{words.used(text.credits(count(used)))}</p>
        {balance > remaining && (
          <p className="soft numbers">{words.held(text.credits(count(balance - remaining)))}</p>
        )}
      </div>
      {plan_grant !== 'unlimited' && (
        <p>{words.nextGrant(text.credits(count(plan_grant)), when(period_end))}</p>
      )}
    </>
  );
}

function PaidPlan({ subscription }: { subscription: Subscription }) {
  const { plan, status, current_period_end, cancel_at_period_end, scheduled_plan, scheduled_at } =
    subscription;
  const end = when(current_period_end);
  const price = words.price[plan.billing_interval](money(plan.amount, plan.currency));
  return (
    <>
      <p>
        <strong>{plan.name}</strong> {plan.amount > 0 && <span className="numbers">{price}</span>}
      </p>
      {status === 'past_due' && <p className="notice warn">{words.overdue}</p>}
      {cancel_at_period_end && <p>{words.ends(end)}</p>}
      {scheduled_plan && scheduled_at && <p>{words.changes(scheduled_plan.name, when(scheduled_at))}</p>}
      {!cancel_at_period_end && !scheduled_plan && <p className="soft">{words.renews(end)}</p>}
    </>
  );
}

function Limits({ limits }: { limits: PlanLimits }) {
  const rows: Record<string, ReactNode> = {
    [words.limits.credits]: showLimit(limits.monthly_credits),
    [words.limits.seats]: showLimit(limits.seats),
    [words.limits.workspaces]: showLimit(limits.workspaces_per_owner),
    [words.limits.runs]: showLimit(limits.concurrent_runs_per_user),
    [words.limits.storage]: showLimit(limits.storage_bytes_per_workspace, bytes),
    [words.limits.retention]: showLimit(limits.retention_days),
    [words.limits.keys]: limits.byok_enabled === 1 ? text.form.yes : text.form.no,
  };
  return (
    <dl className="limits">
      {Object.entries(rows).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Invoices() {
  const invoices = useQuery({
    queryKey: ['invoices'],
    queryFn: () => client.users.listInvoices({ limit: MAX_INVOICES }),
  });
  return (
    <section className="card" aria-labelledby="invoices">
      <h2 id="invoices">{words.invoices}</h2>
      <Loaded query={invoices} rows={2}>
        {({ invoices: list }) => (
          <ul className="entries">
            {list.length === 0 && <li className="soft">{words.noInvoices}</li>}
            {list.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, status, amount_due, currency, created, hosted_invoice_url } = invoice;
  return (
    <li>
      <span>
        {when(created)} <span className="soft">{number}</span>
      </span>
      <span className="numbers">{money(amount_due, currency)}</span>
      <span className={`status ${status === 'paid' ? 'pass' : 'none'}`}>{words.invoiceStatus[status]}</span>
      {hosted_invoice_url && (
        // The page of the payment processor.
        <a href={hosted_invoice_url} target="_blank" rel="noreferrer">
          {words.openInvoice}
        </a>
      )}
    </li>
  );
}
