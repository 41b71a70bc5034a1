import { find, type Kind, newId, type State, transact } from '../state.ts';
import { invalid, parameterUnknown, StripeApiError } from '../stripe-error.ts';
import type { HttpResponse, IdempotencyKeys } from './idempotency.ts';
import { decodeForm, type Params, readList } from './params.ts';
import { type Call, findRoute, type Route } from './routes.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** The query of a GET, the body of everything else. */
  form: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
}

/** Returns the error of a request as `{ param, message }`; undefined if it is valid. */
export type ValidateRequest = (
  operation: string,
  params: Params,
) => { code: string; message: string; param: string } | undefined;

export interface Api {
  state: State;
  routes: Route[];
  keys: IdempotencyKeys;
  secretKey: string;
  validate: ValidateRequest | undefined;
}

/** Handles one request. Faults are applied before and after its effect. */
export async function handleRequest(
  api: Api,
  request: ApiRequest,
  disturb: (when: 'before' | 'after') => Promise<void>,
): Promise<HttpResponse> {
  const requestId = newId('req', 14);
  const { method, path, form } = request;
  const key = method === 'POST' ? request.idempotencyKey : undefined;
  /** Whether the key has begun and not ended. */
  let claimed = false;
  try {
    checkKey(api, request);
    if (key !== undefined) {
      const fields = [...new URLSearchParams(form)].map((field) => JSON.stringify(field)).sort();
      const replay = api.keys.begin(key, `${method} ${path} ${fields.join()}`);
      if (replay) {
        await disturb('after');
        return replay;
      }
      claimed = true;
    }
    await disturb('before');
    const result = run(api, request, { id: requestId, idempotency_key: key ?? null });
    const response = toResponse(200, result, requestId, key);
    if (key !== undefined) api.keys.end(key, response);
    claimed = false;
    await disturb('after');
    return response;
  } catch (error) {
    if (!(error instanceof StripeApiError)) {
      // The request failed before it began, so its key can be used again.
      if (claimed && key !== undefined) api.keys.end(key, undefined);
      throw error;
    }
    const log = `https://dashboard.stripe.com/test/logs/${requestId}`;
    const response = toResponse(error.status, error.body(log), requestId, key, error.facts.headers);
    if (claimed && key !== undefined) api.keys.end(key, error.began ? response : undefined);
    return response;
  }
}

/** Throws Stripe's error for a missing or wrong secret key. */
function checkKey(api: Api, { authorization }: ApiRequest): void {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (key === api.secretKey) return;
  let message =
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  if (key !== undefined)
    message = `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
  throw new StripeApiError({ status: 401, message });
}

/** Finds the operation and runs it as one transaction. Throws Stripe's errors for an unknown path or parameter. */
function run(api: Api, request: ApiRequest, cause: NonNullable<State['request']>): unknown {
  const { state } = api;
  const match = findRoute(api.routes, request.method, request.path);
  if (!match)
    throw new StripeApiError({
      status: 404,
      message: `Unrecognized request URL (${request.method}: ${request.path}). The local payment processor does not know it.`,
    });
  const { route, id } = match;
  const params = decodeForm(request.form);
  const problem = api.validate?.(`${route.method} ${route.path}`, params);
  if (problem) throw new StripeApiError(problem);
  const unknown = Object.keys(params).find((name) => name !== 'expand' && !route.accepts.includes(name));
  if (unknown !== undefined) throw parameterUnknown(unknown);
  const call: Call = { state, params, id, url: request.path };
  state.request = cause;
  try {
    const paths = readList(params, 'expand').map(String);
    return transact(state, () => {
      let result = route.run(call);
      for (const path of paths) result = expand(state, result, path);
      return result;
    });
  } finally {
    state.request = undefined;
  }
}

const KIND_BY_PREFIX: Record<string, Kind> = {
  cus: 'customer',
  prod: 'product',
  price: 'price',
  pm: 'payment_method',
  sub_sched: 'subscription_schedule',
  sub: 'subscription',
  in: 'invoice',
};

/** Replaces the IDs along the path by their objects, in every item of a list. `steps`: what remains of the path. */
function expand(state: State, value: unknown, path: string, steps = path.split('.')): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expand(state, item, path, steps));
  let whole: unknown = typeof value === 'object' ? Reflect.get(value, step) : undefined;
  if (typeof whole === 'string') {
    const kind = KIND_BY_PREFIX[whole.slice(0, whole.lastIndexOf('_'))];
    if (kind) whole = find(state, kind, whole);
  }
  if (whole === undefined || typeof whole === 'string')
    throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  return { ...(value as object), [step]: expand(state, whole, path, rest) };
}

/** A response with the headers that Stripe sends. */
function toResponse(
  status: number,
  body: unknown,
  requestId: string,
  key: string | undefined,
  headers: Record<string, string> = {},
): HttpResponse {
  const common: Record<string, string> = { 'Content-Type': 'application/json', 'Request-Id': requestId };
  if (key !== undefined) Object.assign(common, { 'Idempotency-Key': key, 'Original-Request': requestId });
  return { status, headers: { ...common, ...headers }, body: JSON.stringify(body, null, 2) };
}
