import { ApiPromise } from './api-promise.ts';
import { toSettings, type VoiceloomOptions } from './options.ts';
import { Pages } from './pages.ts';
import { createSender, type Sender } from './request.ts';
import { callOf, type Operation } from './route.ts';

/** A connection to a service, for `call` and `list`. Printing it reveals neither the URL nor the credential. */
export interface Connection {
  /** Sends one call. */
  readonly send: Sender['send'];
}

/**
 * A client for small bundles: only imported operations are included. Single calls work as with `Voiceloom`,
 * but the client reads no environment variables and does not check body fields or call options.
 *
 * @example
 * ```ts
 * import { call, connect, list, voicesList, workflowsGet } from '@voiceloom/sdk';
 * const connection = connect({ apiKey, baseUrl });
 * const workflow = await call(connection, workflowsGet, workflowId);
 * for await (const voice of list(connection, voicesList, { language: 'ja-jp' })) names.push(voice.name);
 * ```
 */
export function connect(options: Omit<VoiceloomOptions, 'logger' | 'unknownFields'> = {}): Connection {
  return createSender(toSettings(options));
}

/**
 * Calls an operation with the arguments of the corresponding client method.
 *
 * @example
 * ```ts
 * import { call, connect, voicesGet } from '@voiceloom/sdk';
 * const voice = await call(connect({ apiKey, baseUrl }), voicesGet, voiceId);
 * ```
 */
export function call<Args extends unknown[], Data>(
  connection: Connection,
  operation: Operation<(...args: Args) => ApiPromise<Data>>,
  ...args: Args
): ApiPromise<Data> {
  return new ApiPromise(connection.send(callOf(operation, args)));
}

/**
 * The pages of a paged operation, as the client method returns them.
 *
 * @example
 * ```ts
 * import { connect, list, voicesList } from '@voiceloom/sdk';
 * const voices = await list(connect({ apiKey, baseUrl }), voicesList, { language: 'ja-jp' }).toArray();
 * ```
 */
export function list<Args extends unknown[], Item, Data>(
  connection: Connection,
  operation: Operation<(...args: Args) => Pages<Item, Data>>,
  ...args: Args
): Pages<Item, Data> {
  return new Pages(connection, callOf(operation, args));
}
