import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge } from '@prometheus-io/client';
import { type Request, Router } from 'express';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { addDatabaseGauges } from './database-metrics.ts';

/** Metrics for Prometheus. If a token is configured, only for requests with it, otherwise only for this machine. */
export function metricsRoutes(app: Pick<App, 'config' | 'db' | 'metrics'>, version: string): Router {
  const { registry } = app.metrics;
  const info = { name: 'voiceloom_build_info', help: 'The running version.', labelNames: ['version'] };
  // A process may serve its metrics on two ports.
  if (!registry.getSingleMetric(info.name)) {
    new Gauge({ ...info, registers: [registry] }).set({ version }, 1);
    collectDefaultMetrics({ register: registry });
    addDatabaseGauges(app);
  }
  const routes = Router({ caseSensitive: true, strict: true });
  routes.get('/metrics', async (req, res) => {
    requireMetricsAccess(req, app.config.metrics_token);
    const text = await registry.metrics();
    res.setHeader('Cache-Control', 'no-store');
    res.type(registry.contentType).send(text);
  });
  return routes;
}

/**
 * Headers of proxies: `via`, `x-forwarded-for`, `cf-connecting-ip`, `x-envoy-peer-metadata`. A request with one of them was
 * forwarded, so its client may be on another machine.
 */
const FORWARDING =
  /^(?:forwarded|via|(?:x-)?(?:real-ip|client-ip|cluster-client-ip)|(?:true|cf|fastly)-(?:client|connecting)-ip|x-(?:original-)?forwarded(?:-.+)?|x-envoy-.+)$/;

/** Whether a proxy has passed the request on. */
export const isForwarded = ({ headers }: Pick<Request, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

/**
 * The name in a `Host` header, without its port and brackets: `[::1]:9464` as `::1`. Empty if it is no plain host.
 */
function getHostname(host: string | undefined): string {
  const url = `http://${host}/`;
  if (host === undefined || /[/?#@\\]/.test(host) || !URL.canParse(url)) return '';
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** `127.0.0.1`, or the same address in IPv6 form: `::ffff:127.0.0.1`. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(host);
}

/** Throws unless the request has the token or, if none is set, comes from this machine. */
function requireMetricsAccess(req: Request, token: string | undefined): void {
  if (token === undefined) {
    const { socket, headers } = req;
    // A web page in a local browser is not a local caller. The Host header contains the host name of the page.
    const isLocal = isLoopback(socket.remoteAddress ?? '') && isLoopback(getHostname(headers.host));
    if (isLocal && !isForwarded(req)) return;
    throw new ApiError(
      'FORBIDDEN',
      'Metrics are available only from this machine, at a loopback address and without a proxy. Set METRICS_TOKEN to read them from other machines.',
    );
  }
  const credential = Buffer.from(req.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  if (credential.length === expected.length && timingSafeEqual(credential, expected)) return;
  throw new ApiError('UNAUTHENTICATED', 'Send the metrics token as a bearer token.');
}
