import {
  type Comparison,
  compareSchemas,
  type Json,
  listOf,
  objectOf,
  type Pair,
  type Place,
  resolved,
} from './compatibility-schemas.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The changes in `after` that break clients built for `before`. Both are OpenAPI documents of this contract. New
 * operations, optional inputs, response fields and values of response enumerations break nothing.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const comparison: Comparison = { before, after, found: new Set(), seen: new Set() };
  compareServers(comparison);
  for (const [path, item] of Object.entries(objectOf(before.paths))) {
    for (const method of METHODS.filter((name) => name in objectOf(item))) {
      const old = operationOf(before, path, method);
      const current = operationOf(after, path, method);
      const at = String(old?.operationId);
      if (current === undefined) comparison.found.add(`${at}: ${method.toUpperCase()} ${path} is gone`);
      else compareOperations(comparison, { before: old ?? {}, after: current }, at);
    }
  }
  compareWebhooks(comparison);
  const fault = { $ref: '#/components/schemas/ErrorEnvelope' };
  compareSchemas(comparison, { before: fault, after: fault }, { at: 'error', direction: 'response' });
  return [...comparison.found].sort();
}

/** An operation with the parameters of its path and the security of the document. */
function operationOf(document: Json, path: string, method: string): Json | undefined {
  const item = objectOf(objectOf(document.paths)[path]);
  if (!(method in item)) return undefined;
  const operation = objectOf(item[method]);
  const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)];
  return { ...operation, parameters, security: operation.security ?? document.security };
}

function compareServers({ before, after, found }: Comparison): void {
  const urls = (document: Json) => listOf(document.servers).map((one) => objectOf(one).url);
  for (const url of urls(before)) if (!urls(after).includes(url)) found.add(`the server ${url} is gone`);
}

function compareOperations(comparison: Comparison, { before, after }: Pair, at: string): void {
  for (const key of ['x-scope', 'x-role', 'x-workspace', 'operationId']) {
    if (before[key] !== after[key])
      comparison.found.add(`${at}: ${key} was ${String(before[key])} and is ${String(after[key])}`);
  }
  if (before['x-idempotent'] === true && after['x-idempotent'] !== true)
    comparison.found.add(`${at}: Idempotency-Key is not honored any more`);
  compareSecurity(comparison, { before, after }, at);
  compareParameters(comparison, { before, after }, at);
  compareBodies(comparison, { before, after }, at);
  compareAnswers(comparison, { before, after }, at);
}

function compareSecurity({ found }: Comparison, { before, after }: Pair, at: string): void {
  const [old, current] = [before, after].map(({ security }) =>
    listOf(security).map((one) => Object.keys(objectOf(one)).sort().join(' and ')),
  );
  if (old?.length === 0 && current?.length !== 0) found.add(`${at}: a credential is needed`);
  if (current?.length === 0) return;
  for (const scheme of old ?? [])
    if (!current?.includes(scheme)) found.add(`${at}: ${scheme} is not accepted any more`);
}

function parametersOf(document: Json, { parameters }: Json): Map<string, Json> {
  const all = listOf(parameters).map((one) => resolved(document, objectOf(one)));
  // Header names are case-insensitive.
  const nameOf = ({ in: place, name }: Json) => (place === 'header' ? String(name).toLowerCase() : name);
  return new Map(all.map((one) => [`${one.in} ${nameOf(one)}`, one]));
}

function compareParameters(comparison: Comparison, { before, after }: Pair, at: string): void {
  const old = parametersOf(comparison.before, before);
  const current = parametersOf(comparison.after, after);
  for (const [name, parameter] of old) {
    const now = current.get(name);
    const place: Place = { at: `${at} ${name}`, direction: 'request' };
    if (now === undefined) {
      comparison.found.add(`${place.at} is gone`);
      continue;
    }
    for (const key of ['style', 'explode'])
      if (parameter[key] !== now[key]) comparison.found.add(`${place.at} has another ${key}`);
    compareSchemas(comparison, { before: objectOf(parameter.schema), after: objectOf(now.schema) }, place);
  }
  for (const [name, parameter] of current) {
    if (parameter.required === true && old.get(name)?.required !== true)
      comparison.found.add(`${at} ${name} is required`);
  }
}

/** Compares bodies by media type. Removing a media type breaks clients. */
function compareContents(comparison: Comparison, { before, after }: Pair, place: Place): void {
  const [old, current] = [objectOf(before.content), objectOf(after.content)];
  for (const [type, media] of Object.entries(old)) {
    const now = current[type];
    const verb = place.direction === 'request' ? 'does not take' : 'is not';
    if (now === undefined) comparison.found.add(`${place.at} ${verb} ${type} any more`);
    else {
      const pair = { before: objectOf(objectOf(media).schema), after: objectOf(objectOf(now).schema) };
      compareSchemas(comparison, pair, place);
    }
  }
}

function compareBodies(comparison: Comparison, pair: Pair, at: string): void {
  const before = resolved(comparison.before, objectOf(pair.before.requestBody));
  const after = resolved(comparison.after, objectOf(pair.after.requestBody));
  const place: Place = { at: `${at} request`, direction: 'request' };
  if (after.required === true && before.required !== true) comparison.found.add(`${place.at} is required`);
  if (before.content && !after.content) comparison.found.add(`${place.at} is gone`);
  else compareContents(comparison, { before, after }, place);
}

/** Error statuses may be added and removed. Errors that stay keep their headers, such as `Retry-After`. */
function compareAnswers(comparison: Comparison, pair: Pair, at: string): void {
  const [old, current] = [objectOf(pair.before.responses), objectOf(pair.after.responses)];
  for (const [status, answer] of Object.entries(old)) {
    const place: Place = { at: `${at} ${status}`, direction: 'response' };
    if (status in current) {
      const before = resolved(comparison.before, objectOf(answer));
      const after = resolved(comparison.after, objectOf(current[status]));
      compareHeaders(comparison, { before, after }, place);
      compareContents(comparison, { before, after }, place);
    } else if (Number(status) < 400) comparison.found.add(`${place.at} is gone`);
  }
  if (hasFurtherInput(comparison, pair)) return;
  for (const status of Object.keys(current))
    if (/^2/.test(status) && !(status in old)) comparison.found.add(`${at} can be answered with ${status}`);
}

/** A new success status does not break clients if only a new input can request it. */
function hasFurtherInput(comparison: Comparison, { before, after }: Pair): boolean {
  const old = parametersOf(comparison.before, before);
  return [...parametersOf(comparison.after, after).keys()].some((name) => !old.has(name));
}

function compareHeaders({ found }: Comparison, { before, after }: Pair, { at }: Place): void {
  const names = ({ headers }: Json) => Object.keys(objectOf(headers)).map((name) => name.toLowerCase());
  for (const name of names(before))
    if (!names(after).includes(name)) found.add(`${at} has no header ${name} any more`);
}

function compareWebhooks(comparison: Comparison): void {
  const [old, current] = [objectOf(comparison.before.webhooks), objectOf(comparison.after.webhooks)];
  for (const [type, item] of Object.entries(old)) {
    const [before, after] = [objectOf(objectOf(item).post), objectOf(objectOf(current[type]).post)];
    const place: Place = { at: `webhook ${type}`, direction: 'response' };
    if (!after.requestBody) {
      comparison.found.add(`${place.at} is gone`);
      continue;
    }
    const headers = (document: Json, operation: Json) => [...parametersOf(document, operation).keys()];
    const kept = headers(comparison.after, after);
    for (const name of headers(comparison.before, before))
      if (!kept.includes(name)) comparison.found.add(`${place.at} ${name} is gone`);
    const bodies = { before: objectOf(before.requestBody), after: objectOf(after.requestBody) };
    compareContents(comparison, bodies, place);
  }
}
