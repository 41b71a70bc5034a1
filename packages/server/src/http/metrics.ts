import { timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';

export interface Metrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  routes: Router;
}

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics for Prometheus: for this machine only or, if a token is configured, for requests with the token only. */
export function createMetrics({ config, db }: Pick<App, 'config' | 'db'>, version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const info = { name: 'voiceloom_info', help: 'The running version.', labelNames: ['version'], registers };
  new Gauge(info).set({ version }, 1);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, by route template.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'http_rate_limited_total',
    help: 'Requests rejected by a rate limit.',
    registers,
  });
  ledgerGauges(db, registers);
  const routes = Router({ caseSensitive: true, strict: true });
  routes.get('/metrics', async (req, res) => {
    requireMetricsAccess(req, config.metrics_token);
    const text = await registry.metrics();
    res.setHeader('Cache-Control', 'no-store');
    res.type(registry.contentType).send(text);
  });
  return {
    observe({ method, route, status, seconds }) {
      duration.observe({ method, route, status }, seconds);
      if (status === 429) refused.inc();
    },
    routes,
  };
}

/** The result of the last daily check by any process. Differences are never corrected automatically. */
function ledgerGauges(db: App['db'], registers: Registry[]): void {
  const labelNames = ['ledger'];
  const checked = { name: 'voiceloom_ledger_checked_at_seconds', help: 'When a ledger was last checked.' };
  const at = new Gauge({ ...checked, labelNames, registers });
  new Gauge({
    name: 'voiceloom_ledger_differences',
    help: 'Stored sums that differ from their ledger.',
    labelNames,
    registers,
    async collect() {
      const rows = await db.selectFrom('ledger_check').selectAll().execute();
      for (const { name, differences, checked_at } of rows) {
        this.set({ ledger: name }, differences);
        at.set({ ledger: name }, checked_at.getTime() / 1_000);
      }
    },
  });
}

/** Headers that proxies add. They show that the request was forwarded, so its client is not this machine. */
const FORWARDING =
  /^(?:forwarded|via|(?:x-)?(?:real-ip|client-ip|cluster-client-ip)|(?:true|cf|fastly)-(?:client|connecting)-ip|x-(?:original-)?forwarded(?:-.+)?|x-envoy-.+)$/;

export const isForwarded = ({ headers }: Pick<Request, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

/** A web page in a browser on this machine is no local caller either. Its host name is in the Host header. */
function isLocal(req: Request): boolean {
  const { socket, headers } = req;
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(hostname(headers.host)) && !isForwarded(req);
}

function hostname(host: string | undefined): string {
  const url = `http://${host}/`;
  if (host === undefined || /[/?#@\\]/.test(host) || !URL.canParse(url)) return '';
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(host);
}

function requireMetricsAccess(req: Request, token: string | undefined): void {
  if (token === undefined) {
    if (isLocal(req)) return;
    throw new ApiError(
      'FORBIDDEN',
      'Metrics are available only from this machine, at a loopback address and without a proxy. Set METRICS_TOKEN to read them from other machines.',
    );
  }
  const given = Buffer.from(req.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new ApiError('UNAUTHENTICATED', 'Send the metrics token as a bearer token.');
}
