// Writes docs/reference/names.md: every public name, in sorted lists, so that a change of one shows in review. Names come
// from the code that defines them. Codes have no common definition, so they are found in the syntax trees of the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseSync } from 'oxc-parser';
import { createProgram } from '../../packages/cli-examples/src/cli.ts';
import { NODE_TYPE_NAMES } from '../../packages/contract/src/rules/node-facts.ts';
import { SETTINGS } from '../../packages/server/src/config/config.ts';
import { AUDIO_MISSING } from '../../packages/server/src/engine/model.ts';
import { metricsRoutes } from '../../packages/server/src/http/metrics.ts';
import { loadJobs, queueNames } from '../../packages/server/src/jobs/index.ts';
import { COMMANDS } from '../../packages/server/src/programs/admin/run-command.ts';
import { createMetrics } from '../../packages/server/src/telemetry/metrics.ts';
import { sources } from '../../scripts/sources.mjs';
import { walk } from '../../scripts/syntax.mjs';

const FILE = 'docs/reference/names.md';
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const openApi = readJson('packages/contract/openapi.json');
const parse = (file) => parseSync(file, readFileSync(file, 'utf8')).program;

/** The texts that an expression can be; `…` stands for a part that only the running program knows. */
function textsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked).join('…')];
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    default:
      return [];
  }
}

/** Functions whose first argument is the code of a failed run or line. */
const FAILURES = new Set(['NodeFailure', 'SourceFailure', 'failedLine', 'scriptProblem']);

/** The codes of a file: of failures, and of objects and variables named `code`. */
function readCodes(file) {
  const codes = { failures: [], objects: [] };
  walk(parse(file), (node) => {
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && FAILURES.has(node.callee.name)) codes.failures.push(...textsOf(node.arguments[0]));
    if (node.type === 'Property' && !node.computed && node.key.name === 'code')
      codes.objects.push(...textsOf(node.value));
    if (node.type === 'VariableDeclarator' && node.id.name === 'code')
      codes.objects.push(...textsOf(node.init));
    if (node.type === 'AssignmentExpression' && node.left.name === 'code')
      codes.objects.push(...textsOf(node.right));
  });
  return codes;
}

const codesByFile = new Map(
  sources('packages/contract/src', 'packages/server/src/engine', 'packages/text/src').map((file) => [
    file,
    readCodes(file),
  ]),
);

/** The codes of one kind in the files whose names match, without those of zod. */
const listCodes = (files, kind) =>
  [...codesByFile]
    .filter(([file]) => files.test(file))
    .flatMap(([, codes]) => codes[kind])
    .filter((code) => code !== 'custom' && /^[a-z…][a-z_…]*$/.test(code));

/** The members of a union of strings that a file exports as a type. */
function listUnion(file, name) {
  const members = [];
  walk(parse(file), (node) => {
    if (node.type !== 'TSTypeAliasDeclaration' || node.id.name !== name) return;
    for (const member of node.typeAnnotation.types) members.push(member.literal.value);
  });
  return members;
}

/** The names that a module exports, with those of the modules that it exports as a whole. */
function listExports(file) {
  return parse(file).body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration')
      return listExports(normalize(join(dirname(file), statement.source.value)));
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const named = statement.specifiers.map(({ exported }) => exported.name);
    const { declaration } = statement;
    if (declaration === null) return named;
    const declared = declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id.name];
    return [...named, ...declared];
  });
}

/** The values of `type` of the events in a union of schemas. */
const listEventTypes = (union) =>
  openApi.components.schemas[union].oneOf.flatMap(({ $ref }) => {
    const { type } = openApi.components.schemas[$ref.split('/').at(-1)].properties;
    return type.enum ?? [type.const];
  });

/** The commands below a command, without those that are made from the operations of the API. */
const listCommands = (command) =>
  command.commands.flatMap((child) => [
    [...path(child)].join(' '),
    ...(child.name() === 'api' ? [] : listCommands(child)),
  ]);
const path = (command) => (command.parent ? [...path(command.parent), command.name()] : []);

/** The names of the metrics with their labels. */
function listMetrics() {
  const metrics = createMetrics();
  metricsRoutes({ config: {}, db: undefined, metrics }, '');
  return metrics.registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('voiceloom_'))
    .map(({ name, labelNames = [] }) => (labelNames.length > 0 ? `${name}{${labelNames}}` : name));
}

const world = {
  env: {},
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  signal: new AbortController().signal,
};
const PROBLEMS =
  /contract\/src\/(rules|areas\/providers)\/|engine\/(casting|sources|start)\/|translation\/forecast\.ts|text\/src\/markup\//;

const LISTS = [
  ['Settings', 'Environment variables of the service.', SETTINGS.filter((name) => name !== 'PATH')],
  [
    'Settings of clients',
    'Environment variables of the SDK and of the command line.',
    sources('packages/sdk/src', 'packages/cli-examples/src').flatMap(
      (file) => readFileSync(file, 'utf8').match(/\bVOICELOOM_[A-Z]+(?:_[A-Z]+)*\b/g) ?? [],
    ),
  ],
  [
    'Tables',
    'Tables of the database. `packages/server/src/db/generated/schema.sql` has their columns.',
    Object.keys(readJson('packages/server/src/db/generated/column-types.json')),
  ],
  ['Queues', 'Queues of jobs.', queueNames(await loadJobs())],
  ['Metrics', 'Metrics for Prometheus with their labels, besides those of the Node process.', listMetrics()],
  ['Scopes', 'Scopes of API keys.', openApi.components.schemas.Scope.enum],
  ['Error codes of the API', 'Codes in `error.code`.', openApi.components.schemas.ErrorCode.enum],
  [
    'Error codes of the SDK',
    'Further codes of errors that the client raises.',
    listUnion('packages/sdk/src/errors/errors.ts', 'ClientErrorCode'),
  ],
  [
    'Error codes of received webhooks',
    'Codes of a webhook that the SDK rejects.',
    listUnion('packages/sdk/src/webhooks/errors.ts', 'WebhookErrorCode'),
  ],
  [
    'Error codes of runs and lines',
    'Codes in `error_details.code`. `…` stands for a kind of provider error, or for a check.',
    [
      ...listCodes(/engine\//, 'failures'),
      ...listCodes(/engine\/(chunks|nodes|runs|translation\/(?!forecast))/, 'objects'),
      ...listUnion('packages/text/src/formats/script-error.ts', 'ScriptErrorCode').map((code) =>
        code.toLowerCase(),
      ),
      AUDIO_MISSING,
    ],
  ],
  [
    'Kinds of provider errors',
    'Kinds in error codes, and outcomes of provider calls.',
    listUnion('packages/server/src/providers/provider-error.ts', 'ProviderErrorKind'),
  ],
  [
    'Problem codes',
    'Codes of problems, warnings and notes of a definition, a preview or a start.',
    listCodes(PROBLEMS, 'objects'),
  ],
  [
    'Script codes',
    'Codes of skipped parts and of warnings in the reading of a script.',
    listCodes(/text\/src\/formats\//, 'objects'),
  ],
  ['Node types', 'Types of nodes in a definition.', NODE_TYPE_NAMES],
  ['Run events', 'Types of the events of a run.', listEventTypes('RunEvent')],
  ['Review events', 'Types of the events of a review.', listEventTypes('ReviewEvent')],
  ['Webhook events', 'Types of webhook events.', Object.keys(openApi.webhooks)],
  [
    'API operations',
    'IDs of the operations.',
    Object.values(openApi.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId }) => operationId ?? []),
  ],
  [
    'Commands',
    'Commands of `voiceloom`. Each operation of the API is also a command.',
    listCommands(createProgram(world, { expanded: false })),
  ],
  ['Commands of operators', 'Commands of `bin/admin.ts`.', COMMANDS.map(({ name }) => name)],
  ...Object.entries(readJson('packages/sdk/package.json').exports).map(([entry, file]) => [
    `Exports of ${join('@voiceloom/sdk', entry)}`,
    'Values and types.',
    listExports(normalize(join('packages/sdk', file))),
  ]),
];

/** Without duplicates, in alphabetical order. */
const sortUnique = (names) => [...new Set(names)].sort();
const sections = LISTS.map(([title, about, names]) => {
  const items = sortUnique(names).map((name) => `- \`${name}\``);
  return `## ${title}\n\n${about}\n\n${items.join('\n')}\n`;
});
const INTRODUCTION =
  '# Names\n\nEvery public name. `pnpm gen` writes this list from the code, so that a change of a name shows in review.\n';
writeFileSync(FILE, [INTRODUCTION, ...sections].join('\n'));
