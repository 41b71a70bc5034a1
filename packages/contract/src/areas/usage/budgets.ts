import { z } from 'zod';
import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import {
  Count,
  CreditCap,
  DateTime,
  Empty,
  keptWhenNull,
  Name,
  object,
  oneOf,
  Uuid,
} from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';

export const BudgetScope = oneOf(
  'BudgetScope',
  'Whose runs a budget limits: all of the workspace, or those that a member or an API key started, or those of a workflow.',
  ['workspace', 'member', 'api_key', 'workflow'],
);
export type BudgetScope = z.infer<typeof BudgetScope>;

export const BudgetPeriod = oneOf('BudgetPeriod', 'A calendar day or month, in UTC.', ['day', 'month']);
export type BudgetPeriod = z.infer<typeof BudgetPeriod>;

export const BudgetAction = oneOf(
  'BudgetAction',
  'What happens when a budget is used up. `warn`: only the alerts. `pause`: runs pause before they pass it. `deny`: runs do not start, and lines of running ones fail.',
  ['warn', 'pause', 'deny'],
);
export type BudgetAction = z.infer<typeof BudgetAction>;

const UsdMicros = z.int().min(1).max(1_000_000_000_000);

const MONEY =
  "In millionths of a US dollar, by the list prices of the models. Only takes with the workspace's own keys count.";

export const BudgetUse = object('BudgetUse', 'What the scope of a budget has used in a period.', {
  starts_at: DateTime,
  ends_at: DateTime,
  credits: Count.describe('Credits charged.'),
  provider_usd_micros: Count.describe(`What the providers bill for new takes. ${MONEY}`),
  unpriced_takes: Count.describe(
    'New takes of models without a list price. Their cost is unknown and not included.',
  ),
  held_credits: Count.describe('Credits that active runs have reserved.'),
  held_usd_micros: Count.describe(
    'What lines in progress can cost at their providers, in millionths of a US dollar.',
  ),
});
export type BudgetUse = z.infer<typeof BudgetUse>;

const limits = {
  limit_credits: CreditCap.nullable(),
  limit_usd_micros: UsdMicros.nullable(),
};

export const Budget = object('Budget', 'A limit on what runs use in a period.', {
  id: Uuid,
  name: z.string(),
  scope: BudgetScope,
  scope_id: Uuid.nullable().describe('The user, API key or workflow. Null for the scope `workspace`.'),
  period: BudgetPeriod,
  limit_credits: limits.limit_credits.describe('Credits per period. Null: no limit.'),
  limit_usd_micros: limits.limit_usd_micros.describe(`Provider cost per period. ${MONEY} Null: no limit.`),
  action: BudgetAction,
  current: BudgetUse.describe('The current period.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Budget = z.infer<typeof Budget>;

export const CreateBudget = z
  .strictObject({
    name: Name,
    scope: BudgetScope.default('workspace'),
    scope_id: Uuid.nullable()
      .default(null)
      .describe('The user, API key or workflow. Required unless the scope is `workspace`.'),
    period: BudgetPeriod.default('month'),
    limit_credits: limits.limit_credits.default(null).describe('Credits per period. Null: no limit.'),
    limit_usd_micros: limits.limit_usd_micros
      .default(null)
      .describe(`Provider cost per period. ${MONEY} Null: no limit.`),
    action: BudgetAction.default('pause'),
  })
  .superRefine(({ scope, scope_id, limit_credits, limit_usd_micros }, ctx) => {
    if (scope === 'workspace' && scope_id !== null)
      ctx.addIssue({ code: 'custom', path: ['scope_id'], message: 'Must be null for the scope workspace.' });
    if (scope !== 'workspace' && scope_id === null)
      ctx.addIssue({ code: 'custom', path: ['scope_id'], message: `Required for the scope ${scope}.` });
    if (limit_credits === null && limit_usd_micros === null)
      ctx.addIssue({
        code: 'custom',
        path: ['limit_credits'],
        message: 'Set limit_credits, limit_usd_micros, or both.',
      });
  })
  .meta({ id: 'CreateBudget', description: 'A new budget. At least one limit is required.' });
export type CreateBudget = z.input<typeof CreateBudget>;

export const UpdateBudget = object(
  'UpdateBudget',
  'The fields to change. To change the scope or the period, create another budget.',
  {
    name: keptWhenNull(Name),
    limit_credits: limits.limit_credits.optional().describe('Credits per period. Null removes the limit.'),
    limit_usd_micros: limits.limit_usd_micros
      .optional()
      .describe(`Provider cost per period. ${MONEY} Null removes the limit.`),
    action: keptWhenNull(BudgetAction),
  },
);
export type UpdateBudget = z.infer<typeof UpdateBudget>;

const access = { auth: 'jwt_or_key', scope: 'workspace:read', role: 'viewer', workspace: 'header' } as const;

/** A program with a key spends, so it must not change what it may spend. */
const writes = { auth: 'jwt', scope: null, role: 'admin' } as const;

/** Limits on what the runs of a workspace use. */
export const budgets = area('budgets', access, {
  list: {
    endpoint: 'GET /api/v1/budgets',
    summary: 'List budgets',
    description: 'Returns the budgets of the workspace with the use of the current period, newest first.',
    query: pagedQuery({}),
    responses: { 200: listOf(Budget) },
  },
  create: {
    endpoint: 'POST /api/v1/budgets',
    ...writes,
    summary: 'Create a budget',
    description:
      'The budget includes what its scope has used in the current period. A workspace has at most 100 budgets. API keys are rejected.',
    body: CreateBudget,
    responses: { 201: objectOf(Budget) },
    errors: ['CONFLICT'],
  },
  get: {
    endpoint: 'GET /api/v1/budgets/:budget_id',
    summary: 'Get a budget',
    description: 'Returns a budget with the use of the current period.',
    etag: true,
    responses: { 200: objectOf(Budget) },
  },
  update: {
    endpoint: 'PATCH /api/v1/budgets/:budget_id',
    ...writes,
    summary: 'Update a budget',
    description:
      'Changes only the fields in the request. Runs that the budget has paused do not resume by themselves. API keys are rejected.',
    body: UpdateBudget,
    responses: { 200: objectOf(Budget) },
    errors: ['PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/budgets/:budget_id',
    ...writes,
    summary: 'Delete a budget',
    description: 'Runs that the budget has paused do not resume by themselves. API keys are rejected.',
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
});

const budget: Budget = {
  id: ids.budget_id,
  name: 'Trailer team',
  scope: 'workspace',
  scope_id: null,
  period: 'month',
  limit_credits: 20_000,
  limit_usd_micros: 50_000_000,
  action: 'pause',
  current: {
    starts_at: '2026-03-01T00:00:00.000Z',
    ends_at: '2026-04-01T00:00:00.000Z',
    credits: 4_180,
    provider_usd_micros: 12_540_000,
    unpriced_takes: 0,
    held_credits: 240,
    held_usd_micros: 0,
  },
  ...TIMES,
};

example(Budget, budget);
example(CreateBudget, { name: 'Trailer team', limit_credits: 20_000, limit_usd_micros: 50_000_000 });
example(UpdateBudget, { limit_credits: 30_000 });
