import type { Voiceloom } from '@voiceloom/sdk';
import { type CatalogOperation, isReadOnly, nearestName, operations } from '@voiceloom/sdk/contract';
import { UsageError } from '../errors/failures.ts';

/** The default tools: everything needed to get from a script to audio. */
const DEFAULT = new Set([
  ...['auth.whoami', 'usage.summary', 'nodes.list', 'nodes.get'],
  ...['templates.list', 'templates.clone', 'templates.estimate'],
  ...['workflows.list', 'workflows.get', 'workflows.create', 'workflows.replace', 'workflows.delete'],
  ...['workflows.validate', 'workflows.preview', 'workflows.uploads'],
  ...['runs.list', 'runs.start', 'runs.status', 'runs.events', 'runs.cancel', 'runs.pause', 'runs.resume'],
  ...['runs.retry', 'runs.overview', 'runs.data', 'runs.outputs', 'runs.download', 'runs.script'],
  ...['runs.audio_url', 'uploads.create', 'uploads.confirm', 'uploads.delete'],
  ...['voices.list', 'voices.get'],
  ...['dictionary.list', 'dictionary.create', 'dictionary.replace', 'dictionary.delete', 'text.normalize'],
]);

/** The tool sets that are not API areas. */
export const TOOL_SETS = ['default', 'read', 'all'] as const;
/** The API areas, each of which is a tool set. */
export const AREAS: readonly string[] = [...new Set(operations.map(({ area }) => area))];

/** `runs.start` as `runs_start`: tools have no dots in their names. */
export const toolNameOf = ({ id }: CatalogOperation): string => id.replace('.', '_');

const inSet = (set: string, operation: CatalogOperation): boolean => {
  if (set === 'all') return true;
  if (set === 'default') return DEFAULT.has(operation.id);
  if (set === 'read') return DEFAULT.has(operation.id) && isReadOnly(operation);
  return [operation.area, operation.id, toolNameOf(operation)].includes(set);
};

/**
 * The operations that a list such as `default,billing,members.list` selects; with `readOnly`, only those that
 * change nothing.
 */
export function toolsOf(list: string, { readOnly = false } = {}): CatalogOperation[] {
  const sets = list.split(',').map((name) => name.trim().replaceAll('-', '_'));
  for (const set of sets) {
    if (operations.some((operation) => inSet(set, operation))) continue;
    const meant = nearestName(set, [...TOOL_SETS, ...AREAS, ...operations.map(({ id }) => id)]);
    const hint = meant
      ? `did you mean ${meant}?`
      : `use one or more of ${[...TOOL_SETS, ...AREAS].join(', ')}.`;
    throw new UsageError(`--tools ${set || list}: unknown set of tools; ${hint}`);
  }
  return operations.filter(
    (operation) => sets.some((set) => inSet(set, operation)) && (!readOnly || isReadOnly(operation)),
  );
}

/**
 * The operations that the credential may call, so that a model does not try others. All operations if that is
 * unknown.
 */
export async function listPermitted(
  client: Voiceloom,
  tools: CatalogOperation[],
  signal: AbortSignal,
): Promise<CatalogOperation[]> {
  const me = await client.auth.whoami({ signal, maxRetries: 0, timeoutMs: 5000 }).catch(() => undefined);
  if (me?.auth_kind !== 'api_key') return tools;
  const scopes: readonly string[] = me.scopes;
  return tools.filter(
    ({ auth, scope }) =>
      auth === 'none' || (auth === 'jwt_or_key' && (scope === null || scopes.includes(scope))),
  );
}
