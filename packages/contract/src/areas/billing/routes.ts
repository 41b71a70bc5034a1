import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import { idempotencyHeader, meta, route } from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
import { Checkout, CreateCheckout, Plan, PlanChangePreview, PlanQuery, ProcessorEvent } from './schemas.ts';

const shared = {
  area: 'billing',
  auth: 'jwt',
  scope: null,
  role: null,
  workspace: 'none',
  idempotent: false,
  success: 200,
} as const;

/** Plans and how they are paid. */
export const billing = {
  listPlans: route({
    method: 'GET',
    path: '/api/v1/billing/plans',
    summary: 'List plans',
    description: 'Plans that can be had, in display order. `next` and `prev` carry `page`.',
    query: PlanQuery,
    responses: { 200: listOf(Plan) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'billing.list_plans' }),
  }),
  previewPlanChange: route({
    method: 'GET',
    path: '/api/v1/billing/plans/:plan_id/preview',
    summary: 'Preview a change of plan',
    description:
      'What a change to this plan would charge, and when it would begin. Nothing is changed; a change within the next 15 minutes charges exactly this.',
    pathParams: z.object({ plan_id: Uuid }),
    responses: { 200: objectOf(PlanChangePreview) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    metadata: meta({ ...shared, operationId: 'billing.preview_plan_change' }),
  }),
  createCheckout: route({
    method: 'POST',
    path: '/api/v1/billing/checkout',
    summary: 'Create a checkout session',
    description:
      'For a first subscription with the embedded checkout of the payment processor. The checkout before it ends.',
    headers: idempotencyHeader,
    body: CreateCheckout,
    responses: { 200: objectOf(Checkout) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    metadata: meta({ ...shared, idempotent: true, operationId: 'billing.create_checkout' }),
  }),
  processorWebhook: route({
    method: 'POST',
    path: '/webhooks/stripe',
    summary: 'Receive an event of the payment processor',
    description:
      'Called by Stripe alone: the raw body is verified with `Stripe-Signature`. Safe to repeat, in any order.',
    headers: {
      'stripe-signature': z
        .string()
        .min(1)
        .max(2_000)
        .optional()
        .meta({ description: 'Time and HMAC of the raw body.', examples: ['t=1772444400,v1=5257a869e7'] }),
    },
    body: ProcessorEvent,
    responses: { 200: objectOf(Empty) },
    errors: [],
    metadata: meta({ ...shared, auth: 'none', operationId: 'billing.processor_webhook' }),
  }),
};
