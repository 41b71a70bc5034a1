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
      'By default, emails about your own runs are on and the others are off. Emails are sent only to verified addresses, and each has a link to unsubscribe from its kind.',
    headers: noneMatchHeader,
    responses: { 200: objectOf(NotificationPreferences) },
    metadata: meta({ ...shared, operationId: 'users.get_notification_preferences' }),
  }),
  updateNotificationPreferences: route({
    method: 'PATCH',
    path: '/api/v1/users/me/notification-preferences',
    summary: 'Update your notification preferences',
    description: 'Changes only the fields in the request.',
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
      'Returns the account that pays for runs in every workspace that you own. A period is a month of the subscription, or a calendar month (UTC) without one.',
    responses: { 200: objectOf(Credits) },
    metadata: meta({ ...shared, operationId: 'users.get_credits' }),
  }),
  getLimits: route({
    method: 'GET',
    path: '/api/v1/users/me/limits',
    summary: 'Get the limits of your plan',
    description:
      'The limits apply to every workspace that you own, for all its members. A smaller plan removes nothing: it only limits what is created later.',
    responses: { 200: objectOf(PlanLimits) },
    metadata: meta({ ...shared, operationId: 'users.get_limits' }),
  }),
};
