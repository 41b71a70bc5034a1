import { useMutation, useQuery } from '@tanstack/react-query';
import type { Plan, Subscription } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { money, when } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { AddCard, useCards } from './cards.tsx';
import { showLimit } from './limit.ts';

const words = text.plan;
const MAX_PLANS = 100;

export const listPlans = () => client.billing.listPlans().toArray({ limit: MAX_PLANS });

const planPrice = ({ amount, currency, billing_interval }: Plan): string =>
  words.price[billing_interval](money(amount, currency));

/** The plans on offer. The price of a change is shown before it is made. */
export function Plans({ subscription }: { subscription: Subscription | undefined }) {
  const plans = useQuery({ queryKey: ['plans'], queryFn: listPlans });
  const [chosen, setChosen] = useState<Plan>();
  return (
    <section className="card" aria-labelledby="plans">
      <h2 id="plans">{words.plans}</h2>
      <Loaded query={plans} rows={3}>
        {(list) => (
          <ul className="entries">
            {list.map((plan) => (
              <li key={plan.id}>
                <span>
                  <strong>{plan.name}</strong>{' '}
                  <span className="soft numbers">
                    {words.included(showLimit(plan.limits.monthly_credits))}
                  </span>
                </span>
                <span className="numbers">{plan.amount > 0 && planPrice(plan)}</span>
                {plan.id === subscription?.plan.id ? (
                  <span className="status run">{words.current}</span>
                ) : (
                  plan.tier === 'paid' && (
                    <Button
                      className="button small"
                      aria-label={words.choosePlan(plan.name, planPrice(plan))}
                      onPress={() => setChosen(plan)}
                    >
                      {words.choose}
                    </Button>
                  )
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {chosen && (
        <Change
          key={chosen.id}
          plan={chosen}
          subscription={subscription}
          onDone={() => setChosen(undefined)}
        />
      )}
      {subscription && <Ending subscription={subscription} />}
    </section>
  );
}

/** Reads everything again that a change of the plan affects. */
const refresh = () =>
  Promise.all(
    ['subscription', 'credits', 'limits', 'invoices'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );

/** The cost of the chosen plan, and its confirmation. The first subscription is charged to the default card. */
function Change(props: { plan: Plan; subscription: Subscription | undefined; onDone: () => void }) {
  const { plan, subscription, onDone } = props;
  const cards = useCards();
  const preview = useQuery({
    queryKey: ['plan-change', plan.id],
    queryFn: () => client.billing.previewPlanChange(plan.id),
    enabled: subscription !== undefined,
    // The service charges the amount of the latest preview, so none is shown again later.
    gcTime: 0,
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: async () =>
      subscription
        ? await client.users.changePlan({ new_plan_id: plan.id })
        : await client.users.subscribe({ plan_id: plan.id }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
  const price = planPrice(plan);
  // A first subscription is charged at once.
  const needsCard = !subscription && cards.data?.every(({ is_default }) => !is_default) === true;
  return (
    <section className="notice" aria-label={words.choosePlan(plan.name, price)}>
      <p>
        <strong>{plan.name}</strong> <span className="numbers">{price}</span>
      </p>
      {!subscription && !needsCard && <p>{words.dueNow(money(plan.amount, plan.currency))}</p>}
      {subscription && (
        <Loaded query={preview} rows={1}>
          {({ proration_amount, effective_at, currency }) => (
            <p>
              {words.startsOn(when(effective_at))}{' '}
              {proration_amount === null ? words.nothingDue : words.dueNow(money(proration_amount, currency))}
            </p>
          )}
        </Loaded>
      )}
      {needsCard && <p>{words.needsCard(money(plan.amount, plan.currency))}</p>}
      <div className="row">
        {needsCard ? (
          <AddCard isPrimary />
        ) : (
          <RequestButton
            className="button primary"
            isPending={change.isPending}
            isDisabled={subscription !== undefined && (!preview.isSuccess || preview.isFetching)}
            onPress={() => change.mutate()}
          >
            {words.confirm}
          </RequestButton>
        )}
        <Button className="button" onPress={onDone}>
          {words.notNow}
        </Button>
      </div>
      {change.isError && <Failure error={change.error} />}
    </section>
  );
}

/** Cancels the subscription, or what is scheduled for its end. */
function Ending({ subscription }: { subscription: Subscription }) {
  const act = useMutation({
    mutationFn: async (action: () => PromiseLike<unknown>) => await action(),
    onSuccess: refresh,
  });
  const { cancel_at_period_end, scheduled_plan, current_period_end } = subscription;
  const isScheduled = cancel_at_period_end || scheduled_plan !== null;
  return (
    <div className="row">
      {isScheduled ? (
        <RequestButton
          className="button"
          isPending={act.isPending}
          onPress={() => act.mutate(() => client.users.cancelScheduledChange())}
        >
          {words.keepPlan}
        </RequestButton>
      ) : (
        <ConfirmButton
          label={words.cancel}
          warning={words.cancelWarning(when(current_period_end))}
          onConfirm={() => act.mutate(() => client.users.cancelSubscription())}
        />
      )}
      {act.isError && <Failure error={act.error} />}
    </div>
  );
}
