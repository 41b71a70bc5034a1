import type { Contract, NodeConfigInput, NodeTypeId } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { NodeConfigs, Operations, RunEvent } from '../src/index.ts';

type Same<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? true
    : { ours: A; contract: B }
  : { ours: A; contract: B };

type AnyRoutes = Record<string, { metadata: { operationId: string; success: number } }>;
type RoutesOf<G extends keyof Contract> = Contract[G] & AnyRoutes;
type AllRoutes = { [G in keyof Contract]: RoutesOf<G>[keyof Contract[G]] }[keyof Contract];
type RouteOf<Id> = Extract<AllRoutes, { metadata: { operationId: Id } }>;

type Body<R> = R extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
type Query<R> = R extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
type Success<R> = R extends { responses: infer A; metadata: { success: infer S extends number } }
  ? A[S & keyof A]
  : never;
type Data<R> = Success<R> extends z.ZodType<{ data: infer D }> ? D : string;
type Fits<Ours, Theirs> = [Ours] extends [Theirs]
  ? [keyof Theirs] extends [keyof Ours]
    ? true
    : { missing: Exclude<keyof Theirs, keyof Ours> }
  : { ours: Ours; contract: Theirs };

type Faults<T> = { [K in keyof T as T[K] extends true ? never : K]: T[K] };

type DataChecks = { [Id in keyof Operations]: Same<Operations[Id]['data'], Data<RouteOf<Id>>> };
type BodyChecks = { [Id in keyof Operations]: Same<Operations[Id]['body'], Body<RouteOf<Id>>> };
/** The client requests the address as JSON, because a page cannot read the target of a redirect. */
type AsksItself = 'voices.sample';
type QueryChecks = {
  [Id in Exclude<keyof Operations, AsksItself>]: Fits<Operations[Id]['query'], Query<RouteOf<Id>>>;
};
type ConfigChecks = { [T in NodeTypeId]: Same<NodeConfigs[T], NodeConfigInput<T>> };

/** Only the payment processor calls it. */
type OfOthers = 'billing.processor_webhook';
type Ids = Exclude<AllRoutes['metadata']['operationId'], OfOthers>;

// The compiler checks these: a different type does not accept `{}` or `true`.
const data: Faults<DataChecks> = {} satisfies Record<keyof Faults<DataChecks>, never>;
const body: Faults<BodyChecks> = {} satisfies Record<keyof Faults<BodyChecks>, never>;
const query: Faults<QueryChecks> = {} satisfies Record<keyof Faults<QueryChecks>, never>;
const configs: Faults<ConfigChecks> = {} satisfies Record<keyof Faults<ConfigChecks>, never>;
const ids: Same<keyof Operations, Ids> = true;
const events: Same<RunEvent, import('@voiceloom/contract').RunEvent> = true;

test('the generated types match the contract', () => {
  expect([data, body, query, configs]).toEqual([{}, {}, {}, {}]);
  expect([ids, events]).toEqual([true, true]);
});
