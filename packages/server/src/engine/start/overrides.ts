import type { StartRun, WorkflowDefinition } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import { invalid } from '../../errors.ts';

/** A definition with the overrides of a request, and the path that a problem of it has in the request. */
interface OverriddenDefinition {
  definition: WorkflowDefinition;
  toRequestPath: (path: string) => string;
}

/** The definition of a run: the stored definition with the script, language and parameters of the request. */
export function applyOverrides(
  storedDefinition: WorkflowDefinition,
  overrides: StartRun = {},
): OverriddenDefinition {
  const { script_text: text, source_language: language } = overrides;
  if (language !== undefined && normalizeLocale(language) === null)
    throw invalid({ field: 'body.source_language', message: unknownLocale(language) });
  const params = { ...storedDefinition.execution.params, ...overrides.params };
  const definition = { ...storedDefinition, execution: { ...storedDefinition.execution, params } };
  const config: Record<string, unknown> = {};
  if (text !== undefined) Object.assign(config, { input_type: 'text', text });
  if (language !== undefined) config.source_language = language;
  if (Object.keys(config).length === 0) return { definition, toRequestPath: (path) => path };
  const nodes = [...definition.graph.nodes];
  const sources = nodes.filter((node) => node.type === 'source_script');
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const index = nodes.indexOf(source);
  nodes[index] = { ...source, config: { ...source.config, ...config } };
  const configPath = `definition.graph.nodes.${index}.config`;
  const requestFields: { configField: string; field: string }[] = [];
  if (text !== undefined)
    requestFields.push({ configField: `${configPath}.text`, field: 'body.script_text' });
  if (language !== undefined)
    requestFields.push({ configField: `${configPath}.source_language`, field: 'body.source_language' });
  return {
    definition: { ...definition, graph: { ...definition.graph, nodes } },
    toRequestPath: (path) => {
      for (const { configField, field } of requestFields) {
        if (path === configField || path.startsWith(`${configField}.`))
          return `${field}${path.slice(configField.length)}`;
      }
      return path;
    },
  };
}
