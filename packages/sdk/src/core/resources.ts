import { allCalls } from '../generated/all-calls.ts';
import { ApiPromise } from './api-promise.ts';
import { Pages } from './pages.ts';
import type { Core } from './request.ts';
import { callOf, type Route } from './route.ts';

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The client group and method of this operation: `apiKeys` and `rotate` for `api_keys.rotate`. */
export function methodOf({ id }: Route): { group: string; name: string } {
  const [group = '', name = ''] = camelCase(id).split('.');
  return { group, name };
}

type Method = (...args: unknown[]) => unknown;

/** The methods of all resource groups. */
export function createResources(core: Core): Record<string, Record<string, Method>> {
  const resources: Record<string, Record<string, Method>> = {};
  for (const route of allCalls) {
    const { group, name } = methodOf(route);
    resources[group] ??= {};
    resources[group][name] = (...args) => {
      const call = callOf(route, args);
      return route.rows === undefined ? new ApiPromise(core.send(call)) : new Pages(core, call);
    };
  }
  return resources;
}
