import { z } from 'zod';
import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { Checkout, CreateCheckout, Plan, PlanChangePreview, PlanQuery, ProcessorEvent } from './schemas.ts';

const access = { auth: 'jwt', scope: null, role: null, workspace: 'none' } as const;

/** Plans and how they are paid. */
export const billing = area('billing', access, {
  listPlans: {
    endpoint: 'GET /api/v1/billing/plans',
    summary: 'List plans',
    description: 'Returns the available plans in display order. The URLs in `next` and `prev` use `page`.',
    query: PlanQuery,
    responses: { 200: listOf(Plan) },
  },
  previewPlanChange: {
    endpoint: 'GET /api/v1/billing/plans/:plan_id/preview',
    summary: 'Preview a plan change',
    description:
      'Returns the amount and the effective date of a change to this plan, without changing the plan. If you change the plan within 15 minutes, you are charged exactly this amount.',
    responses: { 200: objectOf(PlanChangePreview) },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  createCheckout: {
    endpoint: 'POST /api/v1/billing/checkout',
    summary: 'Create a checkout session',
    description:
      'Creates an embedded checkout at the payment processor for a first subscription. The previous checkout expires.',
    body: CreateCheckout,
    responses: { 200: objectOf(Checkout) },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  processorWebhook: {
    endpoint: 'POST /webhooks/stripe',
    auth: 'none',
    summary: 'Receive a Stripe event',
    description:
      'Called only by Stripe. The raw body is verified with `Stripe-Signature`. Idempotent, in any order of events.',
    headers: {
      'stripe-signature': z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .meta({
          description: '`t`: the time of the signature. `v1`: the HMAC of that time and the raw body.',
          examples: ['t=1772444400,v1=5257a869e7'],
        }),
    },
    body: ProcessorEvent,
    responses: { 200: objectOf(Empty) },
  },
});
