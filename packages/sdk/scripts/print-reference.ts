import { type ErrorSets, errorSets, errorsOf } from './error-sets.ts';
import type { OperationModel } from './operation-model.ts';
import { printExample } from './print-example.ts';
import { groupText, signatureOf } from './print-operations.ts';
import { type Method, methodsOf } from './read-methods.ts';

/** The classes that add methods to the operations of a group. */
const ADDED: Record<string, [file: string, name: string]> = {
  reviews: ['runs/reviews.ts', 'Reviews'],
  runs: ['runs/runs.ts', 'Runs'],
  uploads: ['transfers/uploads.ts', 'Uploads'],
  workflows: ['client/workflows.ts', 'Workflows'],
};

/** The types that calls return. */
const ANSWERS: [title: string, file: string, name: string][] = [
  ['API promises', 'core/api-promise.ts', 'ApiPromise'],
  ['Lists', 'core/pages.ts', 'Pages'],
  ['Pages', 'core/pages.ts', 'Page'],
  ['Run handles', 'runs/run-handle.ts', 'RunActions'],
  ['Downloads', 'transfers/downloads.ts', 'Download'],
];

const fenced = (code: string) => `\`\`\`ts\n${code}\n\`\`\`\n`;
const block = (...parts: string[]) => parts.filter(Boolean).join('\n\n');
const code = (text: string) => `\`${text}\``;

function rightsOf({ route }: OperationModel): string {
  const { auth, scope, role, guest } = route.metadata;
  if (auth === 'none') return 'needs no credential';
  const parts = [
    auth === 'jwt' ? 'a token; API keys are rejected' : scope ? `scope ${code(scope)}` : 'any credential',
  ];
  if (role) parts.push(`role ${role}`);
  if (guest) parts.push(`guests with ${code(guest)}`);
  return parts.join(', ');
}

function operationText(operation: OperationModel, added: Method[], sets: ErrorSets): string {
  const { group, name, route } = operation;
  const { own } = errorsOf(operation, sets);
  const facts = [code(`${route.method} ${route.path}`), rightsOf(operation)];
  if (own.length > 0) facts.push(own.map(code).join(', '));
  const [first] = added;
  return block(
    `### ${group}.${name}`,
    `${route.summary}. ${route.description}`,
    ...(added.length > 0
      ? added.map(({ signature }) => fenced(signature))
      : [fenced(signatureOf(operation))]),
    first ? first.text : '',
    `${facts.join(' · ')}`,
    [...added.flatMap(({ examples }) => examples), ...(added.length > 0 ? [] : [printExample(operation)])]
      .map(fenced)
      .join('\n'),
  );
}

const methodText = (owner: string, { name, signature, text, examples }: Method): string =>
  block(`### ${owner}${name}`, text, fenced(signature), examples.map(fenced).join('\n'));

function groupOf(group: string, operations: OperationModel[], sets: ErrorSets): string {
  const place = ADDED[group];
  const added = place ? methodsOf(...place).methods : [];
  const own = added.filter(({ name }) => !operations.some((operation) => operation.name === name));
  return block(
    `## client.${group}`,
    groupText(operations),
    ...operations.map((operation) =>
      operationText(
        operation,
        added.filter(({ name }) => name === operation.name),
        sets,
      ),
    ),
    ...own.map((method) => methodText(`${group}.`, method)),
  );
}

function answerText([title, file, name]: (typeof ANSWERS)[number]): string {
  const { text, examples, methods } = methodsOf(file, name);
  return block(
    `## ${title}`,
    text,
    examples.map(fenced).join('\n'),
    ...methods.map((method) => methodText('', method)),
  );
}

/** The text of `docs/reference/sdk.md`: every method with its purpose, parameters, permissions and an example. */
export function printReference(operations: OperationModel[]): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const sets = errorSets(operations);
  const client = methodsOf('client/client.ts', 'Voiceloom').methods.filter(
    ({ examples }) => examples.length > 0,
  );
  const common = Object.values(sets).flat().map(code).join(', ');
  return `${block(
    '# SDK reference',
    'Every method of the client, with an example that the tests compile and run. How the client behaves (retries, deadlines, errors) is in [the guide](../guides/sdk.md); the schemas of requests and responses are in the types of the package.',
    `Each method lists its request, the permissions that it requires, and its own [error codes](../errors/README.md). In addition, any call can return ${common}.`,
    '## client',
    ...client.map((method) => methodText('client.', method)),
    ...[...groups].map(([group, members]) => groupOf(group, members, sets)),
    ...ANSWERS.map(answerText),
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
