import { contract } from '../contract.ts';
import type { AnyRoute } from '../kit.ts';

/** One operation with the keys that lead to it in the contract. */
export type Operation = { area: string; name: string; route: AnyRoute };

/** Every operation of the contract in its order: what documents, clients and tests fold over. */
export function operations(of: object = contract): Operation[] {
  return Object.entries(of).flatMap(([area, routes]) =>
    Object.entries(routes as object).map(([name, route]) => ({ area, name, route: route as AnyRoute })),
  );
}
