import { type Contract, contract } from '@voiceloom/contract';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { nodeRoutes, providerRoutes } from '../features/catalog/routes.ts';
import { deliveryRoutes, deliveryTargetRoutes } from '../features/deliveries/routes.ts';
import { dictionaryRoutes, textRoutes } from '../features/dictionary/routes.ts';
import { memberRoutes } from '../features/members/routes.ts';
import { providerKeyRoutes } from '../features/provider-keys/routes.ts';
import { reviewRoutes } from '../features/reviews/routes.ts';
import { createEventWatch } from '../features/runs/index.ts';
import { runRoutes } from '../features/runs/routes.ts';
import { templateRoutes } from '../features/templates/routes.ts';
import { uploadRoutes } from '../features/uploads/routes.ts';
import { budgetRoutes } from '../features/usage/index.ts';
import { usageRoutes } from '../features/usage/routes.ts';
import { authRoutes, userRoutes } from '../features/users/routes.ts';
import { voiceRoutes } from '../features/voices/routes.ts';
import { webhookEndpointRoutes } from '../features/webhook-endpoints/routes.ts';
import { scheduleRoutes, workflowRoutes } from '../features/workflows/routes.ts';
import { workspaceRoutes } from '../features/workspaces/routes.ts';
import type { Handlers } from '../handler/handler.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createAccess } from './auth/authorize.ts';
import { hostError } from './connections/guard-connections.ts';
import { createOpenRequests } from './connections/open-requests.ts';
import { readContractDocument } from './contract-document.ts';
import { docsRoutes } from './docs/index.ts';
import { createErrorHandler, type RespondError } from './errors.ts';
import { fileRoutes } from './files/files.ts';
import { signedLinkRoutes, UNSUBSCRIBE_PATH } from './files/signed-links.ts';
import { healthRoutes } from './health.ts';
import { metricsRoutes } from './metrics.ts';
import { allowOrigins, beginRequest, type KnownPath, rejectUnknown } from './middleware.ts';
import { mountAreas } from './operations/mount.ts';
import { routesOf } from './operations/operation.ts';
import { createServeOperation } from './operations/serve-operation.ts';
import { createRateLimits } from './rate-limit.ts';
import { studioRoutes } from './studio/index.ts';
import { traceRequests } from './trace-requests.ts';

/** The handlers of every area of the contract. */
export type FeatureHandlers = { [K in keyof Contract]: Handlers<Contract[K]> };

/** Wraps every handler. Tests use it to inject errors. */
export type WrapHandlers = (handlers: FeatureHandlers) => FeatureHandlers;

/** The paths that are not in the contract. The guide about authentication lists them. */
export const OTHER_PATHS: KnownPath[] = [
  ...['/', '/openapi.json', '/docs', '/llms.txt', '/llms-full.txt', '/metrics', '/studio'],
  ...['/files/:ticket', '/exports/:ticket', '/scripts/:ticket', '/waveforms/:ticket'],
  UNSUBSCRIBE_PATH,
].map((path) => ({ method: 'GET', path }));
const WRITTEN_PATHS: KnownPath[] = [
  { method: 'PUT', path: '/files/:ticket' },
  { method: 'POST', path: UNSUBSCRIBE_PATH },
];

/** The Express application, which does not listen yet. `stopping` ends streams and rejects new requests. */
export async function createServer(
  app: App,
  stopping: AbortSignal,
  wrap: WrapHandlers = (handlers) => handlers,
): Promise<Express> {
  const { server, serve, document, respondError } = await emptyServer(app, stopping);
  const watch = createEventWatch(app);
  const handlers = wrap({
    auth: authRoutes(),
    apiKeys: apiKeyRoutes(app),
    workspaces: workspaceRoutes(app),
    members: memberRoutes(app),
    users: userRoutes(app),
    templates: templateRoutes(app),
    workflows: workflowRoutes(app),
    schedules: scheduleRoutes(app),
    runs: runRoutes(app, watch),
    reviews: reviewRoutes(app, watch),
    uploads: uploadRoutes(app),
    voices: voiceRoutes(app),
    dictionary: dictionaryRoutes(app),
    text: textRoutes(app),
    providers: providerRoutes(app),
    providerKeys: providerKeyRoutes(app),
    nodes: nodeRoutes(app),
    usage: usageRoutes(app),
    billing: billingRoutes(app),
    budgets: budgetRoutes(app),
    webhookEndpoints: webhookEndpointRoutes(app),
    deliveryTargets: deliveryTargetRoutes(app),
    deliveries: deliveryRoutes(app),
    health: healthRoutes(app, document.version),
  });
  const areas = Object.keys(handlers) as (keyof Contract)[];
  mountAreas(
    server,
    serve,
    areas.map((area) => ({ routes: contract[area], handlers: handlers[area] })),
  );
  server.use(docsRoutes(document));
  server.use(studioRoutes(app));
  server.use(metricsRoutes(app, document.version));
  // URLs that are their own credential. Without a folder as storage, the bucket itself serves files.
  if (app.storage.kind === 'folder') server.use(fileRoutes(app.storage, respondError));
  server.use(signedLinkRoutes(app, respondError));
  return rejectOthers(server, [...routesOf(contract), ...OTHER_PATHS, ...WRITTEN_PATHS], respondError);
}

/** The routes of a process without the API: `/health`, `/ready` and `/metrics`. */
export async function createMonitor(app: App, stopping: AbortSignal): Promise<Express> {
  const { server, serve, document, respondError } = await emptyServer(app, stopping);
  mountAreas(server, serve, [{ routes: contract.health, handlers: healthRoutes(app, document.version) }]);
  server.use(metricsRoutes(app, document.version));
  const paths = [...routesOf(contract.health), { method: 'GET', path: '/metrics' }];
  return rejectOthers(server, paths, respondError);
}

/** A server with the middleware for all requests. */
async function emptyServer(app: App, stopping: AbortSignal) {
  const document = readContractDocument();
  const respondError = createErrorHandler(app);
  const server = express();
  server.disable('x-powered-by').disable('etag');
  server.enable('case sensitive routing').enable('strict routing');
  server.set('trust proxy', app.config.trusted_proxies);
  const { log, metrics, config } = app;
  const secure = config.public_url?.startsWith('https:') ?? false;
  server.use(beginRequest({ log, metrics, stamp: document.stamp, secure }));
  if (config.tracing) server.use(traceRequests);
  server.use((req, res, next) => {
    const message = hostError(req);
    if (message === undefined) return next();
    res.setHeader('Connection', 'close');
    respondError(res, new ApiError('BAD_REQUEST', message));
  });
  server.use((_req, res, next) => {
    if (!stopping.aborted) return next();
    res.setHeader('Connection', 'close');
    respondError(res, new ApiError('UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 1 }));
  });
  server.use(allowOrigins(config.cors_origins));
  const serve = createServeOperation({
    app,
    stopping,
    respondError,
    authenticate: await createAuthenticate(app),
    ...createAccess(app),
    limits: createRateLimits(app),
    open: createOpenRequests(),
  });
  return { server, serve, document, respondError };
}

/** Adds the responses for unknown paths and for errors. They must come last. */
function rejectOthers(server: Express, paths: readonly KnownPath[], respondError: RespondError): Express {
  server.use(rejectUnknown(paths, respondError));
  // Express identifies an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, _req, res, _next) => respondError(res, error);
  return server.use(onError);
}
