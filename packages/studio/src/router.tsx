import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { followLink } from './api/client.ts';
import { Shell } from './parts/shell.tsx';
import { Failure, NotFound } from './parts/states.tsx';
import { PATHS } from './paths.ts';
import { ProductionsScreen } from './screens/productions/productions.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFound />,
  beforeLoad: ({ location: { pathname, search } }) => {
    // Links of emails name their workspace. Without it in the address, a reload keeps a later choice.
    const { workspace, ...rest } = search as Record<string, unknown>;
    if (typeof workspace !== 'string') return;
    followLink(workspace);
    throw redirect({ to: pathname, search: rest, replace: true });
  },
});
const at = <Path extends string>(path: Path) => ({ path, getParentRoute: () => root });

const productions = createRoute({ ...at(PATHS.productions), component: ProductionsScreen });
const create = createRoute({
  ...at(PATHS.create),
  component: lazyRouteComponent(() => import('./screens/new/create.tsx'), 'CreateScreen'),
});
const setup = createRoute({
  ...at(PATHS.setup),
  component: lazyRouteComponent(() => import('./screens/new/setup.tsx'), 'SetupScreen'),
});
const schedules = createRoute({
  ...at(PATHS.schedules),
  component: lazyRouteComponent(() => import('./screens/schedules/schedules.tsx'), 'SchedulesScreen'),
});
const run = createRoute({
  ...at(PATHS.run),
  component: lazyRouteComponent(() => import('./screens/run/run.tsx'), 'RunScreen'),
});

const deliver = createRoute({
  ...at(PATHS.deliver),
  component: lazyRouteComponent(() => import('./screens/deliver/deliver.tsx'), 'DeliverScreen'),
});
const review = createRoute({
  ...at(PATHS.review),
  component: lazyRouteComponent(() => import('./screens/review/review.tsx'), 'ReviewScreen'),
});

const invite = createRoute({
  ...at(PATHS.invite),
  component: lazyRouteComponent(() => import('./screens/invite/invite.tsx'), 'InviteScreen'),
});
const usage = createRoute({
  ...at(PATHS.usage),
  component: lazyRouteComponent(() => import('./screens/usage/usage.tsx'), 'UsageScreen'),
});
const plan = createRoute({
  ...at(PATHS.plan),
  component: lazyRouteComponent(() => import('./screens/plan/plan.tsx'), 'PlanScreen'),
});
const settings = createRoute({
  ...at(PATHS.settings),
  component: lazyRouteComponent(() => import('./screens/settings/settings.tsx'), 'SettingsScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    productions,
    create,
    setup,
    schedules,
    run,
    deliver,
    review,
    invite,
    usage,
    plan,
    settings,
  ]),
  basepath: '/studio',
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
