import type { Handlers } from './handler.ts';
import { billingHandlers } from './simulate/billing.ts';
import { dictionaryHandlers } from './simulate/dictionary.ts';
import { keyHandlers } from './simulate/keys.ts';
import { memberHandlers } from './simulate/members.ts';
import { nodeHandlers } from './simulate/nodes.ts';
import { providerHandlers } from './simulate/providers.ts';
import { deliveryHandlers } from './simulate/run-deliveries.ts';
import { runHandlers } from './simulate/runs.ts';
import { templateHandlers } from './simulate/templates.ts';
import { textHandlers } from './simulate/text.ts';
import { uploadHandlers } from './simulate/uploads.ts';
import { usageHandlers } from './simulate/usage.ts';
import { voiceHandlers } from './simulate/voices.ts';
import { webhookHandlers } from './simulate/webhook-endpoints.ts';
import { workflowHandlers } from './simulate/workflows.ts';
import { workspaceHandlers } from './simulate/workspaces.ts';

/** What simulates the operations; one that is missing is answered with 501. */
export const handlers: Handlers = {
  ...keyHandlers,
  ...workspaceHandlers,
  ...workflowHandlers,
  ...templateHandlers,
  ...nodeHandlers,
  ...runHandlers,
  ...uploadHandlers,
  ...voiceHandlers,
  ...dictionaryHandlers,
  ...webhookHandlers,
  ...usageHandlers,
  ...memberHandlers,
  ...billingHandlers,
  ...providerHandlers,
  ...deliveryHandlers,
  ...textHandlers,
};
