import { components, type Schema } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';
import { MAX_LENGTHS, MIN_PASSCODE_LENGTH } from '../src/api/lengths.ts';

/** The schema of a string, without its null alternative. */
function textOf(component: string, field: string): Schema {
  const schema = components[component]?.properties?.[field];
  return schema?.anyOf?.find(({ type }) => type === 'string') ?? schema ?? {};
}

const FIELDS: Record<keyof typeof MAX_LENGTHS, [component: string, field: string][]> = {
  budgetName: [
    ['CreateBudget', 'name'],
    ['UpdateBudget', 'name'],
  ],
  comment: [['ReviewCommentInput', 'body']],
  cron: [
    ['CreateSchedule', 'cron'],
    ['UpdateSchedule', 'cron'],
  ],
  guestName: [['EnterReview', 'name']],
  linkLabel: [['ReviewLinkInput', 'label']],
  note: [['ReviewDecisionInput', 'note']],
  passcode: [
    ['ReviewLinkInput', 'passcode'],
    ['EnterReview', 'passcode'],
  ],
  reviewSearch: [['ReviewFilter', 'search']],
  scheduleName: [
    ['CreateSchedule', 'name'],
    ['UpdateSchedule', 'name'],
  ],
  workflowName: [['UpdateWorkflow', 'name']],
  workspaceName: [
    ['CreateWorkspace', 'name'],
    ['UpdateWorkspace', 'name'],
  ],
};

test('a field accepts exactly as many characters as the service', () => {
  for (const [name, places] of Object.entries(FIELDS))
    for (const [component, field] of places)
      expect(textOf(component, field).maxLength, `${component}.${field}`).toBe(
        MAX_LENGTHS[name as keyof typeof MAX_LENGTHS],
      );
  expect(textOf('ReviewLinkInput', 'passcode').minLength).toBe(MIN_PASSCODE_LENGTH);
});
