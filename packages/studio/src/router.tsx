import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Shell } from './parts/shell.tsx';
import { Failure, NotFound } from './parts/states.tsx';
import { ProductionsScreen } from './screens/productions/productions.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound /> });
const at = <Path extends string>(path: Path) => ({ path, getParentRoute: () => root });

const productions = createRoute({ ...at('/'), component: ProductionsScreen });
const create = createRoute({
  ...at('/new'),
  component: lazyRouteComponent(() => import('./screens/new/create.tsx'), 'CreateScreen'),
});
const setup = createRoute({
  ...at('/productions/$workflowId'),
  component: lazyRouteComponent(() => import('./screens/new/setup.tsx'), 'SetupScreen'),
});
const run = createRoute({
  ...at('/productions/$workflowId/runs/$runId'),
  component: lazyRouteComponent(() => import('./screens/run/run.tsx'), 'RunScreen'),
});

const deliver = createRoute({
  ...at('/productions/$workflowId/runs/$runId/deliver'),
  component: lazyRouteComponent(() => import('./screens/deliver/deliver.tsx'), 'DeliverScreen'),
});
const review = createRoute({
  ...at('/productions/$workflowId/runs/$runId/review'),
  component: lazyRouteComponent(() => import('./screens/review/review.tsx'), 'ReviewScreen'),
});

const usage = createRoute({
  ...at('/usage'),
  component: lazyRouteComponent(() => import('./screens/usage/usage.tsx'), 'UsageScreen'),
});
const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'SettingsScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([productions, create, setup, run, deliver, review, usage, settings]),
  basepath: '/studio',
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
