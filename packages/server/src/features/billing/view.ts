import type { Invoice, PaymentMethod, Plan, PlanLimits, Subscription } from '@voiceloom/contract';
import type { Card, ProcessorInvoice } from '../../providers/payments/index.ts';
import type { PlanRow } from './plan-queries.ts';
import type { SubscribedPlan } from './queries.ts';

export function planView(row: PlanRow): Plan {
  return {
    id: row.id,
    // Only a row that was written by hand has none.
    slug: row.slug ?? row.id,
    name: row.name,
    tier: row.tier as Plan['tier'],
    limits: row.limits as PlanLimits,
    billing_interval: row.billing_interval as Plan['billing_interval'],
    amount: row.amount,
    currency: row.currency,
    display_order: row.display_order,
  };
}

export function subscriptionView({ row, plan, scheduled_plan }: SubscribedPlan): Subscription {
  return {
    id: row.id,
    plan: planView(plan),
    status: row.status as Subscription['status'],
    current_period_start: row.current_period_start.toISOString(),
    current_period_end: row.current_period_end.toISOString(),
    cancel_at_period_end: row.cancel_at_period_end,
    canceled_at: row.canceled_at?.toISOString() ?? null,
    scheduled_plan: scheduled_plan && planView(scheduled_plan),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
  };
}

export function cardView(card: Card, defaultId: string | null): PaymentMethod {
  return { ...card, is_default: card.id === defaultId };
}

export function invoiceView({ created_at, ...invoice }: ProcessorInvoice): Invoice {
  return {
    ...invoice,
    period_start: invoice.period_start.toISOString(),
    period_end: invoice.period_end.toISOString(),
    created: created_at.toISOString(),
  };
}
