/**
 * The most characters of what people type, so that a field takes no more than the service does. A test compares them with
 * the contract.
 */
export const LONGEST = {
  comment: 4_000,
  guestName: 80,
  linkLabel: 120,
  note: 4_000,
  passcode: 200,
  reviewSearch: 200,
  workflowName: 200,
} as const;

/** The fewest characters of a new passcode. */
export const SHORTEST_PASSCODE = 6;
