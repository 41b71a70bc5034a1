import { apiKeys } from './areas/api-keys.ts';
import { auth } from './areas/auth.ts';
import { billing } from './areas/billing/routes.ts';
import { deliveries, deliveryTargets } from './areas/deliveries.ts';
import { dictionary } from './areas/dictionary.ts';
import { health } from './areas/health.ts';
import { members } from './areas/members.ts';
import { nodes } from './areas/nodes.ts';
import { providerKeys, providers } from './areas/providers/routes.ts';
import { reviews } from './areas/reviews/routes.ts';
import { runs } from './areas/runs/routes.ts';
import { templates } from './areas/templates.ts';
import { text } from './areas/text.ts';
import { uploads } from './areas/uploads/routes.ts';
import { budgets } from './areas/usage/budgets.ts';
import { usage } from './areas/usage/routes.ts';
import { users } from './areas/users.ts';
import { voices } from './areas/voices.ts';
import { webhookEndpoints } from './areas/webhook-endpoints/routes.ts';
import { workflows } from './areas/workflows/routes.ts';
import { schedules } from './areas/workflows/schedules.ts';
import { workspaces } from './areas/workspaces.ts';
import type { AnyRoute } from './kit.ts';

/** The areas of the API and their operations. */
export interface Contract {
  auth: typeof auth;
  apiKeys: typeof apiKeys;
  workspaces: typeof workspaces;
  members: typeof members;
  users: typeof users;
  templates: typeof templates;
  workflows: typeof workflows;
  schedules: typeof schedules;
  runs: typeof runs;
  reviews: typeof reviews;
  uploads: typeof uploads;
  voices: typeof voices;
  dictionary: typeof dictionary;
  text: typeof text;
  providers: typeof providers;
  providerKeys: typeof providerKeys;
  nodes: typeof nodes;
  usage: typeof usage;
  billing: typeof billing;
  budgets: typeof budgets;
  webhookEndpoints: typeof webhookEndpoints;
  deliveryTargets: typeof deliveryTargets;
  deliveries: typeof deliveries;
  health: typeof health;
}

/**
 * Every operation of the service. Where two paths could match, the first in this order wins. It is a plain record, from
 * which servers, clients, documents and tests derive.
 */
export const contract: { [K in keyof Contract]: Contract[K] } = {
  auth,
  apiKeys,
  workspaces,
  members,
  users,
  templates,
  workflows,
  schedules,
  runs,
  reviews,
  uploads,
  voices,
  dictionary,
  text,
  providers,
  providerKeys,
  nodes,
  usage,
  billing,
  budgets,
  webhookEndpoints,
  deliveryTargets,
  deliveries,
  health,
};

/** One operation with the keys that lead to it in the contract. */
export type Operation = { area: string; name: string; route: AnyRoute };

/** Every operation, in the order of the contract. */
export function operations(routers: object = contract): Operation[] {
  return Object.entries(routers).flatMap(([area, routes]) =>
    Object.entries(routes as object).map(([name, route]) => ({ area, name, route: route as AnyRoute })),
  );
}
