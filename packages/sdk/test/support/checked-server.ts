import { faultsOf } from '../../../server/test/support/exchanges.ts';
import { Voiceloom, type VoiceloomOptions } from '../../src/index.ts';
import { createTestServer, type TestServer, type TestServerOptions } from '../../src/testing/index.ts';

/** Pairs of operation and status with a documented response, from all checked servers of this file. */
export const answered = new Set<string>();

/** A test server that compares every response with the published document. */
export function checkedServer(options: TestServerOptions = {}) {
  const server = createTestServer(options);
  const { pathname } = new URL(server.baseUrl);
  const checked: typeof fetch = async (input, init) => {
    const response = await server.fetch(input, init);
    await check(server, response, pathname === '/' ? '' : pathname);
    return response;
  };
  const client = (own: VoiceloomOptions = {}) =>
    new Voiceloom({ ...server.clientOptions, fetch: checked, maxRetries: 0, ...own });
  const byToken = () => client({ apiKey: undefined, token: server.token } as VoiceloomOptions);
  return { server, fetch: checked, client: client(), clientWith: client, user: byToken() };
}

async function check(server: TestServer, response: Response, base: string): Promise<void> {
  const { operation, method, path, body } = server.requests.at(-1) ?? {};
  const contentType = response.headers.get('content-type') ?? '';
  if (operation === undefined || method === undefined || response.status === 501) return;
  const isJson = contentType.startsWith('application/json');
  const faults = faultsOf({
    method,
    path: new URL(path ?? '', server.baseUrl).pathname.slice(base.length),
    requestBody: body,
    status: response.status,
    contentType,
    body: isJson ? await response.clone().json() : undefined,
  });
  if (faults.length > 0) throw new Error(`The exchange is not as documented:\n${faults.join('\n')}`);
  answered.add(`${operation} ${response.status}`);
}

/** The error of a call; a call that succeeds fails the test. */
export async function caught(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
}
