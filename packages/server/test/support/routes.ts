import { type AnyRoute, operations } from '@voiceloom/contract';

/** The routes of all operations of the contract. */
export const ROUTES: readonly AnyRoute[] = operations().map(({ route }) => route);
