import { objectOf } from '../../envelope.ts';
import { matchHeader, meta, noneMatchHeader, route } from '../../kit.ts';
import { Credits, PlanLimits } from '../billing/schemas.ts';
import { NotificationPreferences, UpdateNotificationPreferences } from './schemas.ts';
import { subscriptions } from './subscriptions.ts';

const shared = {
  area: 'users',
  auth: 'jwt',
  scope: null,
  role: null,
  workspace: 'none',
  idempotent: false,
  success: 200,
} as const;

/** What belongs to the user, whatever the workspace. */
export const users = {
  ...subscriptions,
  getNotificationPreferences: route({
    method: 'GET',
    path: '/api/v1/users/me/notification-preferences',
    summary: 'Get your notification preferences',
    description:
      'Mails about your own runs are on, the others off, until you say otherwise. Mails go to verified addresses alone, and each names a link that turns its kind off.',
    headers: noneMatchHeader,
    responses: { 200: objectOf(NotificationPreferences) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'users.get_notification_preferences' }),
  }),
  updateNotificationPreferences: route({
    method: 'PATCH',
    path: '/api/v1/users/me/notification-preferences',
    summary: 'Change your notification preferences',
    description: 'Changes only the fields that are given; `{}` changes nothing.',
    headers: matchHeader,
    body: UpdateNotificationPreferences,
    responses: { 200: objectOf(NotificationPreferences) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'users.update_notification_preferences' }),
  }),
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
