import { type Contract, contract } from '@voiceloom/contract';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { openUnsubscribe, unsubscribe } from '../features/notifications/index.ts';
import { openExport, openScript, openWaveform } from '../features/runs/index.ts';
import type { Handlers } from '../handler/handler.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createAccess } from './auth/authorize.ts';
import { beginRequest } from './begin-request.ts';
import { hostProblem } from './connections/guard-connections.ts';
import { createOpenRequests } from './connections/open-requests.ts';
import { type ContractDocument, readContractDocument } from './contract-document.ts';
import { allowOrigins } from './cors.ts';
import { docsRoutes } from './docs/index.ts';
import { createErrorHandler, type RespondError } from './errors.ts';
import { exportRoutes } from './files/exports.ts';
import { fileRoutes } from './files/files.ts';
import { featureHandlers } from './handlers.ts';
import { createMetrics } from './metrics.ts';
import { mountArea } from './operations/mount.ts';
import { routesOf } from './operations/operation.ts';
import { createServeOperation, type ServeOperation } from './operations/serve-operation.ts';
import { createRateLimits } from './rate-limit.ts';
import { type KnownPath, rejectUnknown } from './unknown-route.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

/** One set of handlers for every area of the contract. */
export type FeatureHandlers = { [K in keyof Contract]: Handlers<Contract[K]> };

/** Wraps every handler: tests inject errors with it. */
export type WrapHandlers = (handlers: FeatureHandlers) => FeatureHandlers;

/** Paths outside the contract, for responses to a wrong method. */
const OTHER_PATHS: KnownPath[] = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/docs' },
  { method: 'GET', path: '/llms.txt' },
  { method: 'GET', path: '/llms-full.txt' },
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/files/:ticket' },
  { method: 'PUT', path: '/files/:ticket' },
  { method: 'GET', path: '/exports/:ticket' },
  { method: 'GET', path: '/scripts/:ticket' },
  { method: 'GET', path: '/waveforms/:ticket' },
  { method: 'GET', path: '/notifications/unsubscribe/:ticket' },
  { method: 'POST', path: '/notifications/unsubscribe/:ticket' },
];

/** The Express application, not listening yet. `stopping` ends streams and rejects new requests. */
export async function createServer(
  app: App,
  stopping: AbortSignal,
  wrap: WrapHandlers = (handlers) => handlers,
): Promise<Express> {
  const document = readContractDocument();
  const respondError = createErrorHandler(app);
  const server = express();
  server.disable('x-powered-by').disable('etag');
  server.enable('case sensitive routing').enable('strict routing');
  addCommonParts(server, app, { document, respondError, stopping });
  addSignedLinks(server, app, respondError);
  const serve = createServeOperation({
    app,
    stopping,
    respondError,
    authenticate: await createAuthenticate(app),
    ...createAccess(app),
    limits: await createRateLimits(app),
    open: createOpenRequests(),
  });
  mountFeatures(server, serve, wrap(featureHandlers(app, document.version)));
  server.use(rejectUnknown([...routesOf(contract), ...OTHER_PATHS], respondError));
  // Express recognizes an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, _req, res, _next) => respondError(res, error);
  server.use(onError);
  return server;
}

function mountFeatures(server: Express, serve: ServeOperation, handlers: FeatureHandlers): void {
  mountArea(server, serve, { routes: contract.auth, handlers: handlers.auth });
  mountArea(server, serve, { routes: contract.apiKeys, handlers: handlers.apiKeys });
  mountArea(server, serve, { routes: contract.workspaces, handlers: handlers.workspaces });
  mountArea(server, serve, { routes: contract.members, handlers: handlers.members });
  mountArea(server, serve, { routes: contract.users, handlers: handlers.users });
  mountArea(server, serve, { routes: contract.templates, handlers: handlers.templates });
  mountArea(server, serve, { routes: contract.workflows, handlers: handlers.workflows });
  mountArea(server, serve, { routes: contract.runs, handlers: handlers.runs });
  mountArea(server, serve, { routes: contract.uploads, handlers: handlers.uploads });
  mountArea(server, serve, { routes: contract.voices, handlers: handlers.voices });
  mountArea(server, serve, { routes: contract.dictionary, handlers: handlers.dictionary });
  mountArea(server, serve, { routes: contract.text, handlers: handlers.text });
  mountArea(server, serve, { routes: contract.providers, handlers: handlers.providers });
  mountArea(server, serve, { routes: contract.providerKeys, handlers: handlers.providerKeys });
  mountArea(server, serve, { routes: contract.nodes, handlers: handlers.nodes });
  mountArea(server, serve, { routes: contract.usage, handlers: handlers.usage });
  mountArea(server, serve, { routes: contract.billing, handlers: handlers.billing });
  mountArea(server, serve, { routes: contract.webhookEndpoints, handlers: handlers.webhookEndpoints });
  mountArea(server, serve, { routes: contract.deliveryTargets, handlers: handlers.deliveryTargets });
  mountArea(server, serve, { routes: contract.deliveries, handlers: handlers.deliveries });
  mountArea(server, serve, { routes: contract.health, handlers: handlers.health });
}

interface CommonParts {
  document: ContractDocument;
  respondError: RespondError;
  stopping: AbortSignal;
}

function addCommonParts(server: Express, app: App, { document, respondError, stopping }: CommonParts): void {
  const { log, config } = app;
  const metrics = createMetrics(app, document.version);
  const secure = config.public_url?.startsWith('https:') ?? false;
  server.use(beginRequest({ log, metrics, stamp: document.stamp, secure }));
  server.use(rejectUnclearHost(respondError));
  server.use(rejectWhileStopping(stopping, respondError));
  server.use(allowOrigins(config.cors_origins));
  server.use(docsRoutes(document));
  server.use(metrics.routes);
}

function rejectUnclearHost(respondError: RespondError): RequestHandler {
  return (req, res, next) => {
    const fault = hostProblem(req);
    if (fault === undefined) return next();
    res.setHeader('Connection', 'close');
    respondError(res, new ApiError('BAD_REQUEST', fault));
  };
}

function rejectWhileStopping(stopping: AbortSignal, respondError: RespondError): RequestHandler {
  return (_req, res, next) => {
    if (!stopping.aborted) return next();
    res.setHeader('Connection', 'close');
    respondError(res, new ApiError('UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 1 }));
  };
}

/** Addresses that are their own credential. A bucket serves its files itself. */
function addSignedLinks(server: Express, app: App, respondError: RespondError): void {
  if (app.storage.kind === 'folder') {
    const files = fileRoutes({
      store: app.storage,
      respondError: (res, code, message, details) =>
        respondError(res, new ApiError(code, message, details && { details })),
    });
    server.use(files);
  }
  const links = exportRoutes({
    respondError,
    openExport: (ticket) => openExport(app, ticket),
    openScript: (ticket) => openScript(app, ticket),
    openWaveform: (ticket) => openWaveform(app, ticket),
  });
  server.use(links);
  const mails = unsubscribeRoutes({
    respondError,
    openUnsubscribe: (ticket) => openUnsubscribe(app, ticket),
    unsubscribe: (ticket) => unsubscribe(app, ticket),
  });
  server.use(mails);
}
