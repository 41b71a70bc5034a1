import { allCalls } from '../generated/calls.ts';
import { ApiPromise } from './api-promise.ts';
import { methodName } from './method-name.ts';
import { Pages } from './pages.ts';
import type { Core } from './request.ts';
import { callOf } from './route.ts';

type Method = (...args: unknown[]) => unknown;

/** The methods of all resource groups. */
export function createResources(core: Core): Record<string, Record<string, Method>> {
  const resources: Record<string, Record<string, Method>> = {};
  for (const route of allCalls) {
    const { group, name } = methodName(route.id);
    resources[group] ??= {};
    resources[group][name] = (...args) => {
      const call = callOf(route, args);
      if (route.rows === undefined) return new ApiPromise(core.send(call));
      return new Pages(core, call);
    };
  }
  return resources;
}
