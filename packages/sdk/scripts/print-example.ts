import { EXAMPLE_IDS, exampleOf } from '@voiceloom/contract';
import { EXAMPLES } from './examples.ts';
import { camelCase, components, type OperationModel, resolved } from './operation-model.ts';
import { asKey, type JsonSchema } from './schema-printer.ts';

/** The maximum columns of a line, and of an object to which optional fields are added. */
const [LINE_WIDTH, FIELDS_WIDTH] = [110, 76];

/** Fields that programs keep in variables: IDs from the service, definitions, and secrets, which code must not show. */
const IS_HELD = /(?:(?<!^line)_id|^token|^definition|^api_key|^access_key_id|^secret_access_key)$/;

/** The variable for the value of a field. An ID from the examples is named after its resource. */
function variableOf(name: string, value: unknown): string | undefined {
  const [id] = Object.entries(EXAMPLE_IDS).find(([, known]) => known === value) ?? [];
  if (id !== undefined) return camelCase(id);
  return IS_HELD.test(name) ? camelCase(name) : undefined;
}

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;

/** A value as customers write it in code. */
function literal(name: string, value: unknown): string {
  const variable = variableOf(name, value);
  if (variable !== undefined) return variable;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => literal('', item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => field(key, item))
    .join(', ')} }`;
}

function field(name: string, value: unknown): string {
  const text = literal(name, value);
  return text === name ? name : `${asKey(name)}: ${text}`;
}

/** The required fields of an example, and as many optional ones as fit into a line. */
function objectText(example: object, schema: JsonSchema): string {
  const must = (schema.required ?? (schema.properties ? [] : Object.keys(example))) as string[];
  const fields = new Map(Object.entries(example).map(([name, value]) => [name, field(name, value)]));
  const taken = new Set([...fields.keys()].filter((name) => must.includes(name)));
  const lengthOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + (fields.get(name) ?? '').length + 2, 2);
  for (const name of fields.keys())
    if (taken.size === 0 || lengthOf([...taken, name]) <= FIELDS_WIDTH) taken.add(name);
  const kept = [...fields].flatMap(([name, text]) => (taken.has(name) ? [text] : []));
  return `{ ${kept.join(', ')} }`;
}

function exampleOfParameter(name: string, schema: JsonSchema): string {
  const { examples, enum: values } = resolved(schema) as { examples?: unknown[]; enum?: unknown[] };
  const [shown] = examples ?? values ?? [];
  return shown === undefined ? camelCase(name) : literal(name, shown);
}

/** The arguments of the call, in the order of the method's parameters. */
function argumentsOf({ route, parameters, query, body }: OperationModel): string[] {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const list = inPath.map(({ name, schema }) => exampleOfParameter(name, schema));
  if (body) {
    const example = exampleOf(route.body as Parameters<typeof exampleOf>[0]);
    list.push(objectText(example as object, resolved(body.schema)));
  }
  const asked = query.filter(({ required }) => required);
  const fields = asked.map(({ name, schema }) => `${name}: ${exampleOfParameter(name, schema)}`);
  if (fields.length > 0) list.push(`{ ${fields.join(', ')} }`);
  return list;
}

const refOf = (schema: JsonSchema): string | undefined => {
  const options = (schema.anyOf ?? [schema]) as JsonSchema[];
  const ref = options.find(({ $ref }) => $ref !== undefined)?.$ref;
  return typeof ref === 'string' ? ref.split('/').at(-1) : undefined;
};

const propertiesOf = (schema: JsonSchema): string[] =>
  Object.keys((components[refOf(schema) ?? '']?.properties ?? schema.properties ?? {}) as object);

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function pagesExample({ data, rows, params }: OperationModel, call: string): string {
  const fields = (resolved(data).properties ?? {}) as Record<string, JsonSchema>;
  const item = ((rows === '' ? data : fields[rows ?? '']) as { items: JsonSchema }).items;
  const name = lowered(refOf(item) ?? 'item');
  const told = propertiesOf(item).filter((key) => !/(?:^id|_id|_by|_at)$/.test(key) && !params.includes(key));
  const said = told.includes('name') ? 'name' : told[0];
  const [head, body] = [
    `for await (const ${name} of ${call})`,
    `console.log(${name}${said ? `.${said}` : ''});`,
  ];
  return `${head} ${body}`.length <= LINE_WIDTH ? `${head} ${body}` : `${head}\n  ${body}`;
}

/** The variable for the response: its fields if there are few, otherwise the name of its type. */
function bindingOf({ data }: OperationModel): string | undefined {
  const fields = propertiesOf(data);
  if (data.type === 'array') return `${lowered(refOf(data.items as JsonSchema) ?? 'item')}s`;
  if (refOf(data) === 'DownloadLink') return 'link';
  if (fields.length === 0) return undefined;
  const plain = data.anyOf === undefined && fields.length <= 3;
  return plain ? `{ ${fields.join(', ')} }` : lowered(refOf(data) ?? 'answer');
}

/** If a call is too long for one line, puts each field of its object on a separate line. */
const inLines = (line: string): string =>
  line.length <= LINE_WIDTH
    ? line
    : line.replace(/\{ ([^{}]*) \}(?=\);$)/, (_, fields: string) => {
        const list = fields.split(/, (?=\w+(?:: |, |$))/).map((text) => `  ${text},\n`);
        return `{\n${list.join('')}}`;
      });

/** An example call of the operation, with the request that the contract has as its example. */
export function printExample(operation: OperationModel): string {
  const { id, group, name, rows, data, stream, route } = operation;
  const written = EXAMPLES[id];
  if (written !== undefined) return written;
  const call = `client.${group}.${camelCase(name)}(${argumentsOf(operation).join(', ')})`;
  if (stream) return `for await (const event of ${call}) console.log(event.type);`;
  if (rows !== null) return pagesExample(operation, call);
  const binding = bindingOf(operation);
  const line = inLines(`${binding ? `const ${binding} = ` : ''}await ${call};`);
  const isFile = refOf(data) === 'DownloadLink' && route.metadata.success === 200;
  return isFile ? `${line}\nconst bytes = await (await client.download(link)).bytes();` : line;
}
