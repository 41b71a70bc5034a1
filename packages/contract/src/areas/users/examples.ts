import { example } from '../../openapi/example.ts';
import { NotificationPreferences, UpdateNotificationPreferences } from './schemas.ts';

const preferences: NotificationPreferences = {
  completed_generation_email: true,
  failed_generation_email: true,
  weekly_usage_summary_email: false,
  product_updates_email: false,
};

/** Examples of what belongs to a user. */
export const userExamples = [
  example(NotificationPreferences, preferences),
  example(UpdateNotificationPreferences, { weekly_usage_summary_email: true }),
];
