import { objectOf } from '../../envelope.ts';
import { meta, route } from '../../kit.ts';
import { Credits, PlanLimits } from '../billing/schemas.ts';

const shared = {
  area: 'users',
  auth: 'jwt',
  scope: null,
  role: null,
  workspace: 'none',
  idempotent: false,
  success: 200,
} as const;

/** What the caller's own plan gives: every workspace that they own lives on it. */
export const credits = {
  getCredits: route({
    method: 'GET',
    path: '/api/v1/users/me/credits',
    summary: 'Get your credits',
    description:
      'The account that pays for runs in every workspace that you own. Without a subscription a period is a calendar month (UTC), with one it is a month of the subscription.',
    responses: { 200: objectOf(Credits) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'users.get_credits' }),
  }),
  getLimits: route({
    method: 'GET',
    path: '/api/v1/users/me/limits',
    summary: 'Get the limits of your plan',
    description:
      'They hold for every workspace that you own, whoever works there. A smaller plan takes nothing away: it only refuses what would be new.',
    responses: { 200: objectOf(PlanLimits) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'users.get_limits' }),
  }),
};
