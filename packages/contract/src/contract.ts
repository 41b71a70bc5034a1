import { apiKeys } from './api-keys.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { providers } from './catalog.ts';
import { deliveries } from './deliveries.ts';
import { deliveryTargets } from './delivery-targets.ts';
import { dictionary } from './dictionary.ts';
import { health } from './health.ts';
import { members } from './members.ts';
import { nodes } from './nodes.ts';
import { providerKeys } from './provider-keys.ts';
import { runs } from './runs.ts';
import { templates } from './templates.ts';
import { text } from './text.ts';
import { uploads } from './uploads.ts';
import { usage } from './usage.ts';
import { users } from './users.ts';
import { voices } from './voices.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { workflows } from './workflows.ts';
import { workspaces } from './workspaces.ts';

/** The areas of the API and their operations. */
export interface Contract {
  auth: typeof auth;
  apiKeys: typeof apiKeys;
  workspaces: typeof workspaces;
  members: typeof members;
  users: typeof users;
  templates: typeof templates;
  workflows: typeof workflows;
  runs: typeof runs;
  uploads: typeof uploads;
  voices: typeof voices;
  dictionary: typeof dictionary;
  text: typeof text;
  providers: typeof providers;
  providerKeys: typeof providerKeys;
  nodes: typeof nodes;
  usage: typeof usage;
  billing: typeof billing;
  webhookEndpoints: typeof webhookEndpoints;
  deliveryTargets: typeof deliveryTargets;
  deliveries: typeof deliveries;
  health: typeof health;
}

/**
 * Every operation of the service. Where two paths could match, the first in this order wins.
 * It is a plain record: servers, clients, documents and tests are folds over it.
 */
export const contract: { [K in keyof Contract]: Contract[K] } = {
  auth,
  apiKeys,
  workspaces,
  members,
  users,
  templates,
  workflows,
  runs,
  uploads,
  voices,
  dictionary,
  text,
  providers,
  providerKeys,
  nodes,
  usage,
  billing,
  webhookEndpoints,
  deliveryTargets,
  deliveries,
  health,
};
