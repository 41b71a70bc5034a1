import { find, type Kind, newId, type State, transact } from '../state.ts';
import { invalid, parameterUnknown, StripeFault } from '../stripe-error.ts';
import type { Answer, IdempotencyKeys } from './idempotency.ts';
import { decodeForm, listOf, type Params } from './params.ts';
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
export async function answer(
  api: Api,
  request: ApiRequest,
  disturb: (when: 'before' | 'after') => Promise<void>,
): Promise<Answer> {
  const requestId = newId('req', 14);
  const key = request.method === 'POST' ? request.idempotencyKey : undefined;
  let claimed = false;
  try {
    checkKey(api, request);
    const replay = key === undefined ? undefined : api.keys.begin(key, fingerprintOf(request));
    if (replay) {
      await disturb('after');
      return replay;
    }
    claimed = key !== undefined;
    await disturb('before');
    const result = run(api, request, { id: requestId, idempotency_key: key ?? null });
    const done = written(200, result, requestId, key);
    if (key !== undefined) api.keys.end(key, done);
    claimed = false;
    await disturb('after');
    return done;
  } catch (error) {
    if (!(error instanceof StripeFault)) {
      // The request failed before it began, so its key can be used again.
      if (claimed && key !== undefined) api.keys.end(key, undefined);
      throw error;
    }
    const log = `https://dashboard.stripe.com/test/logs/${requestId}`;
    const refusal = written(error.status, error.body(log), requestId, key, error.facts.headers);
    if (claimed && key !== undefined) api.keys.end(key, error.began ? refusal : undefined);
    return refusal;
  }
}

function fingerprintOf({ method, path, form }: ApiRequest): string {
  const fields = [...new URLSearchParams(form)].map(([name, value]) => JSON.stringify([name, value])).sort();
  return `${method} ${path} ${fields.join()}`;
}

function checkKey(api: Api, { authorization }: ApiRequest): void {
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (given === api.secretKey) return;
  const message =
    given === undefined
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`;
  throw new StripeFault({ status: 401, message });
}

function run(api: Api, request: ApiRequest, cause: NonNullable<State['request']>): unknown {
  const { state } = api;
  const found = findRoute(api.routes, request.method, request.path);
  if (!found)
    throw new StripeFault({
      status: 404,
      message: `Unrecognized request URL (${request.method}: ${request.path}). The local payment processor does not know it.`,
    });
  const params = decodeForm(request.form);
  checkParams(api, found.route, params);
  const call: Call = { state, params, id: found.id, url: request.path };
  state.request = cause;
  try {
    const paths = listOf(params, 'expand').map(String);
    return transact(state, () =>
      paths.reduce<unknown>(
        (result, path) => expanded(state, result, { path, steps: path.split('.') }),
        found.route.run(call),
      ),
    );
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

interface Place {
  path: string;
  /** The remaining segments of the path. */
  steps: string[];
}

/** Replaces the ids along the path by their objects, in every item of a list. */
function expanded(state: State, value: unknown, { path, steps: [step, ...steps] }: Place): unknown {
  if (step === undefined || value === null) return value;
  if (Array.isArray(value))
    return value.map((item) => expanded(state, item, { path, steps: [step, ...steps] }));
  const inner: unknown = typeof value === 'object' ? Reflect.get(value, step) : undefined;
  const kind = typeof inner === 'string' && KIND_BY_PREFIX[inner.slice(0, inner.lastIndexOf('_'))];
  const whole = kind ? find(state, kind, inner) : inner;
  if (whole === undefined || typeof whole === 'string')
    throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  return { ...(value as object), [step]: expanded(state, whole, { path, steps }) };
}

function checkParams(api: Api, route: Route, params: Params): void {
  const problem = api.validate?.(`${route.method} ${route.path}`, params);
  if (problem) throw new StripeFault(problem);
  const unknown = Object.keys(params).find((name) => name !== 'expand' && !route.accepts.includes(name));
  if (unknown !== undefined) throw parameterUnknown(unknown);
}

function written(
  status: number,
  body: unknown,
  requestId: string,
  key: string | undefined,
  headers: Record<string, string> = {},
): Answer {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Request-Id': requestId,
      ...(key === undefined ? {} : { 'Idempotency-Key': key, 'Original-Request': requestId }),
      ...headers,
    },
    body: JSON.stringify(body, null, 2),
  };
}
