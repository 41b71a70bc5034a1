import { Invoice, type PaymentMethod, Plan, type PlanLimits, Subscription } from '@voiceloom/contract';
import { toView } from '../../handler/view.ts';
import type { Card, ProcessorInvoice } from '../../providers/payments/index.ts';
import type { PlanRow, SubscribedPlan } from './queries.ts';

export function planView(row: PlanRow): Plan {
  // Only a manually inserted row has no slug.
  return toView(Plan, { ...row, slug: row.slug ?? row.id, limits: row.limits as PlanLimits });
}

export function subscriptionView({ row, plan, scheduled_plan }: SubscribedPlan): Subscription {
  return toView(Subscription, {
    ...row,
    plan: planView(plan),
    scheduled_plan: scheduled_plan && planView(scheduled_plan),
  });
}

export function cardView(card: Card, defaultId: string | null): PaymentMethod {
  return { ...card, is_default: card.id === defaultId };
}

export function invoiceView(invoice: ProcessorInvoice): Invoice {
  return toView(Invoice, { ...invoice, created: invoice.created_at });
}
