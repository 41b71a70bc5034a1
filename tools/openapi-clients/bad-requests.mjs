// Requests with one mistake each, made from the examples of the document. The same document gives the same requests.

const BAD_VALUES = [null, '', 'x', -1, 1e12, true, [], {}, ['a', 1], { a: 1 }, 'a\u0000b', 'y'.repeat(6_000)];
const BAD_TEXTS = [
  '',
  'x',
  '-1',
  '1e9',
  'null',
  '\u0000',
  '\u{1f600}',
  'a,b',
  '2026-01-01T00:00:00 02:00',
  '%',
  '0.5',
];
const BAD_BODIES = [
  '{',
  '[1,',
  '"',
  'null',
  '[]',
  '7',
  `${'['.repeat(200)}${']'.repeat(200)}`,
  '{"a":"\\u0000"}',
  '{"name":1e999}',
];

/** The requests of all operations in turn, at least `count`. */
export function badRequests(document, count) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const all = operations.map((one) => createMistakes(document, one));
  const requests = [];
  for (let round = 0; requests.length < count; round += 1) {
    const rest = all.filter((mistakes) => mistakes.length > round);
    if (rest.length === 0) break;
    requests.push(...rest.map((mistakes) => mistakes[round]));
  }
  return requests;
}

/** The valid request of an operation, from the examples. */
export function validRequest(document, { path, method, operation }) {
  const parameters = operation.parameters.map((one) => resolveReference(document, one));
  const example = ({ example, schema }) =>
    example ?? resolveReference(document, schema).examples?.[0] ?? 'espeak';
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(example(parameters.find((one) => one.in === 'path' && one.name === name))),
  );
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = new URLSearchParams(required.map((one) => [one.name, String(example(one))]));
  return { method, url, query, body: getExampleBody(document, operation), parameters };
}

/** A copy of the first example of a request body in JSON. */
function getExampleBody(document, { requestBody }) {
  const media = requestBody?.content['application/json'];
  const [example] = Object.values(media?.examples ?? {});
  return example && structuredClone(resolveReference(document, example).value);
}

/** A part of the document, or what its `$ref` refers to. */
function resolveReference(document, part) {
  if (part?.$ref === undefined) return part ?? {};
  return part.$ref
    .split('/')
    .slice(1)
    .reduce((value, key) => value[key], document);
}

/** Requests that each contain one mistake, in random order. */
function createMistakes(document, one) {
  const { method, url, query, body, parameters } = validRequest(document, one);
  const send = (change) => ({
    ...{ method, headers: {}, path: withQuery(change.url ?? url, change.query ?? encodeQuery(query)) },
    ...(method !== 'GET' && { text: change.text ?? (body === undefined ? undefined : JSON.stringify(body)) }),
    ...(change.headers && { headers: change.headers }),
  });
  const mistakes = [send({ query: withParameter(query, 'unknown', '1') })];
  for (const { in: place, name } of parameters) {
    for (const text of BAD_TEXTS) {
      if (place === 'query') mistakes.push(send({ query: withParameter(query, name, text) }));
      if (place === 'header') mistakes.push(send({ headers: { [name]: encodeURIComponent(text) } }));
    }
    if (place === 'query')
      mistakes.push(send({ query: `${encodeQuery(query)}&${name}=1&${name}=2`.replace(/^&/, '') }));
  }
  for (const text of ['x', '%20', '00000000-0000-0000-0000-000000000000']) {
    const parts = url.split('/');
    if (url !== one.path) mistakes.push(send({ url: [...parts.slice(0, -1), text].join('/') }));
  }
  if (method !== 'GET') {
    for (const text of BAD_BODIES) mistakes.push(send({ text }));
    const isObject = typeof body === 'object' && body !== null;
    for (const name of isObject ? Object.keys(body) : []) {
      const { [name]: _, ...rest } = body;
      mistakes.push(send({ text: JSON.stringify(rest) }));
      for (const value of BAD_VALUES)
        mistakes.push(send({ text: JSON.stringify({ ...body, [name]: value }) }));
    }
    if (isObject) mistakes.push(send({ text: JSON.stringify({ ...body, unknwon: 1 }) }));
  }
  return shuffle(mistakes);
}

/** A query with a space as `%20`, as most clients send it. */
export const encodeQuery = (query) => query.toString().replaceAll('+', '%20');

const withQuery = (url, query) => (query === '' ? url : `${url}?${query}`);

/** The query with a parameter at its end. */
function withParameter(query, name, value) {
  const copy = new URLSearchParams(query);
  copy.set(name, value);
  return encodeQuery(copy);
}

/** A fixed order in which neighbors are of different kinds. */
function shuffle(items) {
  let seed = 7;
  const keyed = items.map((item) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return { item, key: seed };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}
