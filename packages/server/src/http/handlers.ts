import type { App } from '../app.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { nodeRoutes, providerRoutes } from '../features/catalog/routes.ts';
import { deliveryRoutes, deliveryTargetRoutes } from '../features/deliveries/routes.ts';
import { dictionaryRoutes, textRoutes } from '../features/dictionary/routes.ts';
import { healthRoutes } from '../features/health/routes.ts';
import { memberRoutes } from '../features/members/routes.ts';
import { providerKeyRoutes } from '../features/provider-keys/routes.ts';
import { runRoutes } from '../features/runs/routes.ts';
import { templateRoutes } from '../features/templates/routes.ts';
import { uploadRoutes } from '../features/uploads/routes.ts';
import { usageRoutes } from '../features/usage/routes.ts';
import { authRoutes, userRoutes } from '../features/users/routes.ts';
import { voiceRoutes } from '../features/voices/routes.ts';
import { webhookEndpointRoutes } from '../features/webhook-endpoints/routes.ts';
import { workflowRoutes } from '../features/workflows/routes.ts';
import { workspaceRoutes } from '../features/workspaces/routes.ts';
import type { FeatureHandlers } from './server.ts';

/** The handlers of every feature: one line each. */
export function featureHandlers(app: App, version: string): FeatureHandlers {
  return {
    auth: authRoutes(),
    apiKeys: apiKeyRoutes(app),
    workspaces: workspaceRoutes(app),
    members: memberRoutes(app),
    users: userRoutes(app),
    templates: templateRoutes(app),
    workflows: workflowRoutes(app),
    runs: runRoutes(app),
    uploads: uploadRoutes(app),
    voices: voiceRoutes(app),
    dictionary: dictionaryRoutes(app),
    text: textRoutes(app),
    providers: providerRoutes(app),
    providerKeys: providerKeyRoutes(app),
    nodes: nodeRoutes(app),
    usage: usageRoutes(app),
    billing: billingRoutes(app),
    webhookEndpoints: webhookEndpointRoutes(app),
    deliveryTargets: deliveryTargetRoutes(app),
    deliveries: deliveryRoutes(app),
    health: healthRoutes(app, version),
  };
}
