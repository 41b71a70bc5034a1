/**
 * The maximum lengths of inputs, so that a field accepts no more than the service does. A test compares them
 * with the contract.
 */
export const MAX_LENGTHS = {
  budgetName: 200,
  comment: 4_000,
  cron: 200,
  guestName: 80,
  linkLabel: 120,
  note: 4_000,
  passcode: 200,
  reviewSearch: 200,
  scheduleName: 200,
  workflowName: 200,
  workspaceName: 200,
} as const;

/** The minimum length of a new passcode. */
export const MIN_PASSCODE_LENGTH = 6;
