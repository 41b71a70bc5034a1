import { ApiPromise } from '../core/api-promise.ts';
import { Pages } from '../core/pages.ts';
import type { Core } from '../core/request.ts';
import { callOf } from '../core/route.ts';
import { allCalls } from '../generated/calls.ts';
import { methodName } from './method-name.ts';

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
