import type { z } from 'zod';
import { billingExamples } from '../areas/billing/examples.ts';
import { deliveryExamples } from '../areas/deliveries/examples.ts';
import { runDataExamples } from '../areas/runs/data-examples.ts';
import { runExamples } from '../areas/runs/examples.ts';
import { textExamples } from '../areas/text/examples.ts';
import { fileExamples } from '../areas/uploads/examples.ts';
import { usageExamples } from '../areas/usage/examples.ts';
import { accountExamples } from '../areas/users/examples.ts';
import { catalogExamples, voiceExamples } from '../areas/voices/examples.ts';
import { webhookExamples } from '../areas/webhook-endpoints/examples.ts';
import { workflowExamples } from '../areas/workflows/examples.ts';
import { workspaceExamples } from '../areas/workspaces/examples.ts';

export { ERROR_EXAMPLES } from './error-examples.ts';
export { EXAMPLE_IDS } from './example.ts';

/** The example of every shape that is sent or answered: the document shows them, tests send them. */
export const EXAMPLES: ReadonlyMap<z.ZodType, unknown> = new Map([
  ...accountExamples,
  ...workspaceExamples,
  ...workflowExamples,
  ...runExamples,
  ...runDataExamples,
  ...fileExamples,
  ...voiceExamples,
  ...catalogExamples,
  ...textExamples,
  ...usageExamples,
  ...billingExamples,
  ...deliveryExamples,
  ...webhookExamples,
]);
