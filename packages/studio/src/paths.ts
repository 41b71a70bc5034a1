/** The page paths below `/studio`. Emails link to some of them; a test compares. */
export const PATHS = {
  productions: '/',
  create: '/new',
  setup: '/productions/$workflowId',
  schedules: '/productions/$workflowId/schedules',
  run: '/productions/$workflowId/runs/$runId',
  deliver: '/productions/$workflowId/runs/$runId/deliver',
  review: '/productions/$workflowId/runs/$runId/review',
  invite: '/invites/$token',
  usage: '/usage',
  plan: '/plan',
  settings: '/settings',
} as const;
