import { components, type Schema } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';
import { LONGEST, SHORTEST_PASSCODE } from '../src/api/lengths.ts';

/** The schema of a string, without its null alternative. */
function textOf(component: string, field: string): Schema {
  const schema = components[component]?.properties?.[field];
  return schema?.anyOf?.find(({ type }) => type === 'string') ?? schema ?? {};
}

const FIELDS: Record<keyof typeof LONGEST, [component: string, field: string][]> = {
  comment: [['ReviewCommentInput', 'body']],
  guestName: [['EnterReview', 'name']],
  linkLabel: [['ReviewLinkInput', 'label']],
  note: [['ReviewDecisionInput', 'note']],
  passcode: [
    ['ReviewLinkInput', 'passcode'],
    ['EnterReview', 'passcode'],
  ],
  reviewSearch: [['ReviewFilter', 'search']],
  workflowName: [['UpdateWorkflow', 'name']],
};

test('a field accepts exactly as many characters as the service', () => {
  for (const [name, places] of Object.entries(FIELDS))
    for (const [component, field] of places)
      expect(textOf(component, field).maxLength, `${component}.${field}`).toBe(
        LONGEST[name as keyof typeof LONGEST],
      );
  expect(textOf('ReviewLinkInput', 'passcode').minLength).toBe(SHORTEST_PASSCODE);
});
