import type { z } from 'zod';
import { accountExamples } from './account.ts';
import { billingExamples } from './billing.ts';
import { deliveryExamples } from './deliveries.ts';
import { fileExamples } from './files.ts';
import { runDataExamples } from './run-data.ts';
import { runExamples } from './runs.ts';
import { textExamples } from './text.ts';
import { usageExamples } from './usage.ts';
import { catalogExamples, voiceExamples } from './voices.ts';
import { webhookExamples } from './webhooks.ts';
import { workflowExamples } from './workflows.ts';
import { workspaceExamples } from './workspaces.ts';

export { ERROR_EXAMPLES } from './errors.ts';
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
