import type { Handlers } from './handler.ts';
import { dictionaryHandlers } from './simulate/dictionary.ts';
import { keyHandlers } from './simulate/keys.ts';
import { nodeHandlers } from './simulate/nodes.ts';
import { runHandlers } from './simulate/runs.ts';
import { templateHandlers } from './simulate/templates.ts';
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
};
