import { EXAMPLE_IDS } from '@voiceloom/contract';
import openapi from '@voiceloom/contract/openapi.json' with { type: 'json' };
import type { StripeEmulator } from '@voiceloom/stripe-emulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bucketBody } from '../support/deliveries.ts';
import { exampleScene, liftLimits } from '../support/example-scene.ts';
import { faultsOf } from '../support/exchanges.ts';
import { type KeyEmulators, startKeyEmulators } from '../support/key-emulators.ts';
import { exampleBody, fillPath, isSigned, requiredQuery } from '../support/matrix.ts';
import { startPayments } from '../support/payments.ts';
import { ROUTES } from '../support/routes.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

type Media = { examples?: Record<string, { $ref: string }> };
type Content = Record<string, Media>;
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  example?: unknown;
  schema: Record<string, unknown>;
};
type Described = {
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: {
    parameters: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
    responses: Record<string, { content: Content }>;
  };
};

const document = openapi as unknown as Document;
const nameOf = (ref = '') => ref.split('/').at(-1) ?? '';
const sharedParameter = (ref?: string) => document.components.parameters[nameOf(ref)];
const operations = ROUTES.map((route) => {
  const described = document.paths[route.path.replace(/:([a-z_]+)/g, '{$1}')]?.[route.method.toLowerCase()];
  if (!described) throw new Error(`${route.method} ${route.path} is not in the document.`);
  const parameters = described.parameters.map((one) => sharedParameter(one.$ref) ?? one);
  return { name: route.metadata.operationId, route, described: { ...described, parameters } };
});

const valuesOf = (content: Content = {}) =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(({ $ref }) => document.components.examples[nameOf($ref)]?.value),
  );
const contentOf = ({ $ref, content }: { $ref?: string; content?: Content }) =>
  $ref === undefined ? content : document.components.responses[nameOf($ref)]?.content;

test('every body and every response of the document has an example', () => {
  const bare = operations.flatMap(({ name, described }) => [
    ...(described.requestBody && valuesOf(described.requestBody.content).length === 0
      ? [`${name} body`]
      : []),
    ...Object.entries(described.responses)
      // A 304 has no body.
      .filter(([status]) => status !== '304')
      .filter(([, response]) => valuesOf(contentOf(response)).length === 0)
      .map(([status]) => `${name} ${status}`),
  ]);
  expect(bare).toEqual([]);
});

/** A parameter whose type, format or enumeration does not show what to send. */
function needsExample({ schema }: Parameter): boolean {
  const { type, items, format, enum: values, $ref } = schema;
  if (type === 'array') return needsExample({ name: '', in: '', schema: items as Parameter['schema'] });
  const guessable = format !== undefined || values !== undefined || $ref !== undefined || 'const' in schema;
  return type === 'string' && !guessable && schema.examples === undefined;
}

test('every parameter whose value is not obvious from its schema has an example', () => {
  const bare = operations.flatMap(({ name, described }) =>
    described.parameters
      .filter((parameter) => parameter.example === undefined && needsExample(parameter))
      .map((parameter) => `${name} ${parameter.name}`),
  );
  expect(bare).toEqual([]);
});

test('every example of a response matches its documented schema', () => {
  const faults = operations.flatMap(({ route, described }) =>
    Object.entries(described.responses).flatMap(([status, response]) =>
      valuesOf(contentOf(response)).flatMap((body) =>
        faultsOf({
          method: route.method,
          path: fillPath(route, EXAMPLE_IDS),
          requestBody: undefined,
          status: Number(status),
          contentType: typeof body === 'string' ? 'text/event-stream' : 'application/json',
          body,
        }),
      ),
    ),
  );
  expect(faults).toEqual([]);
});

const PUT_TARGET = 'delivery_targets.put';

describe('the running server', () => {
  let server: TestApp;
  let emulators: KeyEmulators;
  let bucket: S3Server;
  let payments: StripeEmulator;
  beforeAll(async () => {
    emulators = await startKeyEmulators();
    emulators.say('elevenlabs', { status: 200, body: '{"voices":[]}' });
    bucket = await startS3Server();
    const { host } = new URL(bucket.endpoint);
    const config = { provider_urls: emulators.urls, provider_allowed_hosts: [emulators.host, host] };
    const { processor, config: paid } = await startPayments();
    payments = processor;
    server = await startTestApp({ config: { ...config, ...paid } });
    await liftLimits(server);
  });
  afterAll(async () => {
    await server.close();
    await emulators.close();
    await payments.close();
    await bucket.close();
  });

  test.each(operations.filter(({ route, described }) => described.requestBody && !isSigned(route)))(
    'accepts the example of $name',
    async ({ route }) => {
      const { operationId } = route.metadata;
      const { member, ids } = await exampleScene({ server, payments }, operationId);
      const { status, text } = await server.request(route.method, fillPath(route, ids), {
        as: member,
        // The bucket of the example does not exist, and the service tests a bucket before it stores it.
        body: {
          ...(exampleBody(route, ids) as object),
          ...(operationId === PUT_TARGET && bucketBody(bucket)),
        },
      });
      expect(status, text).toBe(route.metadata.success);
    },
  );

  const withQuery = operations.flatMap(({ name, route, described }) =>
    described.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor')
      .flatMap(({ name: parameter, schema }) => {
        const shown = (schema.type === 'array' ? schema.items : schema) as { examples?: unknown[] };
        return (shown.examples ?? []).map((value) => ({ name, parameter, value: String(value), route }));
      }),
  );

  test.each(withQuery)('accepts the example of $parameter of $name', async ({ route, parameter, value }) => {
    const { member, ids } = await exampleScene({ server, payments }, route.metadata.operationId);
    const query = new URLSearchParams(requiredQuery(route));
    query.set(parameter, value);
    const path = `${fillPath(route, ids)}?${query}`;
    const { status, text } = await server.request(route.method, path, { as: member });
    expect(status, text).toBe(route.metadata.success);
  });
});
