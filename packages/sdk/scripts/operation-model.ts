import {
  type AnyRoute,
  hasNoBody,
  jsonSchemaOf,
  type Operation,
  openApiDocument,
  operations,
  responseOf,
} from '@voiceloom/contract';
import type { JsonSchema } from './schema-printer.ts';

/** One operation, with everything that the printers of the generated files need. */
export type OperationModel = {
  group: string;
  name: string;
  id: string;
  /** The purpose of its group. */
  about: string;
  route: AnyRoute;
  /** Path parameters in the order of the path. */
  params: string[];
  query: { name: string; required: boolean; schema: JsonSchema }[];
  body: { schema: JsonSchema; required: boolean } | null;
  /** The parameters of path, query and headers, as in the OpenAPI document. */
  parameters: { name: string; in: string; required: boolean; description: string; schema: JsonSchema }[];
  /** The schema of `data` in the response. */
  data: JsonSchema;
  /** For paged lists: the field of `data` with the rows, or an empty string if `data` is the list. Otherwise null. */
  rows: string | null;
  stream: boolean;
};

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema };
type DocumentOperation = {
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>;
};
type DocumentPaths = Record<string, Record<string, DocumentOperation>>;

const document = openApiDocument({ version: '0' });

/** The named schemas of the contract. The input form of a schema is separate if it differs. */
export const components = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;

function documented({ route }: Operation): DocumentOperation {
  const paths = document.paths as unknown as DocumentPaths;
  const found = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
  if (found === undefined) throw new Error(`The document lacks ${route.method} ${route.path}.`);
  return { ...found, parameters: found.parameters.map(parameterOf) };
}

/** Resolves a reference to a shared parameter. */
function parameterOf(parameter: Parameter & { $ref?: string }): Parameter {
  if (parameter.$ref === undefined) return parameter;
  const shared = (document.components?.parameters ?? {}) as unknown as Record<string, Parameter>;
  const found = shared[parameter.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`The document lacks ${parameter.$ref}.`);
  return found;
}

/** Resolves a reference to a named schema. Returns other schemas unchanged. */
export const resolved = (schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string' ? (components[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

/** Metadata identifies lists with cursors. A list with page numbers is identified by its query. */
function rowsOf(route: AnyRoute, data: JsonSchema, parameters: Parameter[]): string | null {
  const hasPages = parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'page');
  if (route.metadata.paged === undefined && !hasPages) return null;
  if (data.type === 'array') return '';
  const fields = Object.entries((resolved(data).properties ?? {}) as Record<string, JsonSchema>);
  const [rows] = fields.find(([, field]) => field.type === 'array') ?? [];
  if (rows === undefined) throw new Error(`${route.metadata.operationId} is paged and has no rows.`);
  return rows;
}

function dataOf(route: AnyRoute, operation: DocumentOperation): JsonSchema {
  const { contentType } = responseOf(route, route.metadata.success);
  const schema = operation.responses[route.metadata.success]?.content[contentType]?.schema ?? {};
  const { data } = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return data ?? { type: 'string' };
}

function bodyOf(route: AnyRoute, operation: DocumentOperation): OperationModel['body'] {
  if (hasNoBody(route) || operation.requestBody === undefined) return null;
  const schema = operation.requestBody.content['application/json']?.schema ?? {};
  return { schema, required: operation.requestBody.required };
}

function modelOf(operation: Operation): OperationModel {
  const { area, name, route } = operation;
  const found = documented(operation);
  const data = dataOf(route, found);
  const isRedirect = route.metadata.success === 302;
  const query = found.parameters
    // The client always requests the URL, because browsers hide the target of a redirect from a page.
    .filter((parameter) => parameter.in === 'query' && !(isRedirect && parameter.name === 'redirect'))
    .map(({ name, required, description, schema }) => ({
      name,
      required: required === true,
      schema: { ...schema, ...(description && { description }) },
    }));
  return {
    group: area,
    name,
    id: route.metadata.operationId,
    about: document.tags?.find((tag) => tag.name === found.tags[0])?.description ?? '',
    route,
    params: [...route.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param),
    query,
    body: bodyOf(route, found),
    parameters: found.parameters.map(({ name, in: place, required, description, schema }) => ({
      name,
      in: place,
      required: required === true,
      description: description ?? '',
      schema,
    })),
    data,
    rows: rowsOf(route, data, found.parameters),
    stream: responseOf(route, route.metadata.success).contentType === 'text/event-stream',
  };
}

/** Whether only other services call the operation, with their own credentials. */
const isCalledByOthers = ({ route }: Operation): boolean => route.path.startsWith('/webhooks/');

/** Every operation that a client can call, in the order of the contract. */
export function operationModels(): OperationModel[] {
  return operations()
    .filter((operation) => !isCalledByOthers(operation))
    .map(modelOf);
}

/** The JSON Schema of the input form of a node type's config. */
export function configSchema(config: Parameters<typeof jsonSchemaOf>[0]): JsonSchema {
  return jsonSchemaOf(config, 'input');
}

/** `workflow_id` as `workflowId`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** `apiKeys` as `ApiKeys`. */
export const pascalCase = (name: string): string => {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
};

/** The name of the query type of an operation. */
export const queryName = ({ group, name }: OperationModel): string =>
  `${pascalCase(group)}${pascalCase(name)}Query`;
