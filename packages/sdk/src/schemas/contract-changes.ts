import { allCalls } from '../generated/calls.ts';
import { components, operationSchemas, type Parameter, parametersIn } from './operation-schemas.ts';
import type { Schema } from './schema.ts';

/** A difference that affects this client. */
export interface Change {
  /** The operation ID, such as `workflows.create`. */
  operation: string;
  /** The position: `body`, `query` or `data`, followed by the field path. */
  place: string;
  /** What changed. */
  change: string;
}

type Components = Record<string, Schema>;
type Found = {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Document = { paths?: Record<string, Record<string, Found>>; components?: { schemas?: Components } };

/**
 * Compares two schemas recursively: `ours`, which this client was built from, and `theirs`, which the service
 * has now.
 */
interface Walk {
  theirs: Components;
  /** `in`: sent by the client; `out`: returned by the service. */
  way: 'in' | 'out';
  report: (place: string, change: string) => void;
  /** Pairs that were already compared: schemas can be recursive. */
  comparedPairs: Set<string>;
}

/** The schema itself, or the component that it references. */
function resolveRef(schema: Schema, schemas: Components): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  return resolveRef(schemas[name] ?? {}, schemas);
}

/** Represents a schema without a type. */
const ANYTHING = 'anything';

/** The types that a value can have, including those of all alternatives. */
function typesOf({ type, enum: values, const: value, ...schema }: Schema, schemas: Components): string[] {
  if (type !== undefined) return [type].flat();
  const all = listValues({ enum: values, const: value });
  if (all.length > 0) return [...new Set(all.map((one) => (one === null ? 'null' : typeof one)))];
  const forms = schema.anyOf ?? schema.oneOf ?? [];
  const types = new Set(forms.flatMap((form) => typesOf(resolveRef(form, schemas), schemas)));
  if (types.size === 0 || types.has(ANYTHING)) return [ANYTHING];
  return [...types];
}

/** Types in `narrow` that `wide` does not allow; every integer is a number. */
function missingTypes(narrow: string[], wide: string[]): string[] {
  if (wide.includes(ANYTHING)) return [];
  const isAllowed = (type: string) => wide.includes(type) || (type === 'integer' && wide.includes('number'));
  return narrow.filter((type) => !isAllowed(type));
}

/** How the types or values differ; undefined if every value still passes. */
function compareValues(
  ours: Schema,
  theirs: Schema,
  { way, theirs: serviceComponents }: Walk,
): string | undefined {
  const [mine, their] = [typesOf(ours, components), typesOf(theirs, serviceComponents)];
  const newTypes = way === 'in' ? missingTypes(mine, their) : missingTypes(their, mine);
  if (newTypes.length > 0 && way === 'in') return `${newTypes.join(', ')} is no longer accepted`;
  if (newTypes.length > 0) return `may be ${newTypes.join(', ')} now`;
  // New values in responses are allowed: clients expect enums to grow.
  const theirValues = listValues(theirs);
  if (way === 'out' || theirValues.length === 0) return undefined;
  const missingValues = listValues(ours).filter((value) => !theirValues.includes(value));
  if (missingValues.length === 0) return undefined;
  return `${missingValues.map((value) => JSON.stringify(value)).join(', ')} is no longer accepted`;
}

/** The only allowed values; empty if any value is allowed. */
function listValues({ enum: values, const: value }: Schema): unknown[] {
  if (values) return values;
  return value === undefined ? [] : [value];
}

/** Reports the fields of an object that changed, disappeared, or are required or optional now. */
function compareFields(ours: Schema, theirs: Schema, { walk, place }: { walk: Walk; place: string }): void {
  const [mine, their] = [ours.properties ?? {}, theirs.properties ?? {}];
  for (const [name, field] of Object.entries(mine)) {
    const now = their[name];
    if (now) compare(field, now, { walk, place: `${place}.${name}` });
    else if (theirs.properties) walk.report(`${place}.${name}`, 'is gone');
  }
  const requiredBefore = new Set(ours.required);
  const requiredNow = new Set(theirs.required);
  if (walk.way === 'in') {
    for (const name of requiredNow)
      if (!requiredBefore.has(name)) walk.report(`${place}.${name}`, 'is required now');
  } else {
    for (const name of requiredBefore) {
      if (their[name] && !requiredNow.has(name)) walk.report(`${place}.${name}`, 'is optional now');
    }
  }
}

/** Reports how two schemas differ in a way that affects this client. */
function compare(ours: Schema, theirs: Schema, { walk, place }: { walk: Walk; place: string }): void {
  const key = `${walk.way}${ours.$ref}:${theirs.$ref}`;
  if (ours.$ref && theirs.$ref) {
    if (walk.comparedPairs.has(key)) return;
    walk.comparedPairs.add(key);
  }
  const [mine, their] = [resolveRef(ours, components), resolveRef(theirs, walk.theirs)];
  const change = compareValues(mine, their, walk);
  if (change !== undefined) walk.report(place, change);
  const [alternatives, now] = [mine.anyOf ?? mine.oneOf, their.anyOf ?? their.oneOf];
  if (alternatives && now) {
    // The contract only ever appends alternatives.
    if (now.length < alternatives.length) walk.report(place, 'has fewer forms');
    alternatives.forEach((option, at) => {
      const same = now[at];
      if (same) compare(option, same, { walk, place });
    });
  }
  if (mine.items && their.items) compare(mine.items, their.items, { walk, place: `${place}[]` });
  if (mine.properties) compareFields(mine, their, { walk, place });
}

const NO_QUERY: Schema = { type: 'object', properties: {} };

/** The `application/json` schema of a body or response. */
const jsonOf = (content?: Record<string, { schema: Schema }>) => content?.['application/json']?.schema;

/** Compares the query, body and data of an operation with what the service documents. */
function compareOperation(
  id: string,
  documented: Found,
  { theirs, changes }: { theirs: Components; changes: Change[] },
) {
  const { query, body, data } = operationSchemas[id] ?? {};
  const report = (place: string, change: string) => changes.push({ operation: id, place, change });
  const walk = (way: Walk['way']): Walk => ({ theirs, way, report, comparedPairs: new Set() });
  const now = parametersIn('query', documented.parameters ?? []);
  if (query ?? now) compare(query ?? NO_QUERY, now ?? NO_QUERY, { walk: walk('in'), place: 'query' });
  const acceptedBody = jsonOf(documented.requestBody?.content);
  if (body && acceptedBody) compare(body, acceptedBody, { walk: walk('in'), place: 'body' });
  else if (!body && documented.requestBody?.required) report('body', 'is required now');
  const success = Object.entries(documented.responses).find(([status]) => /^[23]/.test(status))?.[1];
  const returnedData = jsonOf(success?.content)?.properties?.data;
  if (data && returnedData) compare(data, returnedData, { walk: walk('out'), place: 'data' });
}

/**
 * The changes in a service's OpenAPI document that break this client; undefined if `document` is not such a
 * document.
 */
export function asChanges(document: unknown): Change[] | undefined {
  const { paths, components: serviceComponents } = (document ?? {}) as Document;
  if (typeof paths !== 'object' || paths === null) return undefined;
  const changes: Change[] = [];
  for (const { id, method, path } of allCalls) {
    const documented = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (documented) compareOperation(id, documented, { theirs: serviceComponents?.schemas ?? {}, changes });
    else changes.push({ operation: id, place: '', change: 'is gone' });
  }
  return changes;
}
