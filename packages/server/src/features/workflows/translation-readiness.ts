import type { NodeConfig, StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { compilePlan, findKeyedProviders } from '../../engine/index.ts';
import { translationModelOf } from '../../providers/translation/index.ts';

interface Placed {
  id: string;
  path: string;
  config: NodeConfig<'operator_translator'>;
}

function translators({ graph }: WorkflowDefinition): Placed[] {
  return graph.nodes.flatMap((node, index) =>
    node.type === 'operator_translator'
      ? // A stored definition has passed the schema of its node types.
        [
          {
            id: node.id,
            path: `definition.graph.nodes.${index}.config`,
            config: node.config as NodeConfig<'operator_translator'>,
          },
        ]
      : [],
  );
}

/** What keeps translators from working in this workspace: no languages, no key, a model that is not there. */
export async function translationProblems(
  app: Pick<App, 'db' | 'translation'>,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const placed = translators(definition);
  if (placed.length === 0) return [];
  const keyed = await findKeyedProviders(app.db, workspaceId);
  return [
    ...placed.flatMap((translator) => problemsOf(app, translator, keyed)),
    ...sharedLanguages(definition, placed),
  ];
}

function problemsOf(
  { translation }: Pick<App, 'translation'>,
  { path, config }: Placed,
  keyed: ReadonlySet<string>,
): StartProblem[] {
  const { target_languages: targets, provider: id, model, mode } = config;
  const problems: StartProblem[] = [];
  if (targets.length === 0) {
    const message = 'The translator names no target language.';
    problems.push({ path: `${path}.target_languages`, code: 'no_target_language', message });
  }
  const provider = id === null ? undefined : translation.get(id);
  if (mode === 'pseudo' || id === null) return problems;
  if (!provider) {
    const message = `The provider ${id} is not configured.`;
    return [...problems, { path: `${path}.provider`, code: 'unconfigured_provider', message }];
  }
  if (!translationModelOf(provider, model)) {
    const message = `${id} has no model "${model}" that translates.`;
    problems.push({ path: `${path}.model`, code: 'unknown_model', message });
  }
  if (!keyed.has(id)) {
    const message = `The workspace has no key for ${id}; enter one under provider keys.`;
    problems.push({ path: `${path}.provider`, code: 'provider_key_missing', message });
  }
  return problems;
}

/** Two translators side by side that make the same language of the same lines would make each line twice. */
function sharedLanguages(definition: WorkflowDefinition, placed: readonly Placed[]): StartProblem[] {
  if (placed.length < 2) return [];
  const { nodes, sources } = compilePlan(definition);
  const upstreamOf = ({ id }: Placed): ReadonlySet<string> => nodes.get(id)?.upstream ?? new Set();
  return placed.flatMap((one, index) =>
    placed.slice(index + 1).flatMap((other): StartProblem[] => {
      const [mine, theirs] = [upstreamOf(one), upstreamOf(other)];
      if (mine.has(other.id) || theirs.has(one.id)) return [];
      if (!sources.some(({ id }) => mine.has(id) && theirs.has(id))) return [];
      const both = other.config.target_languages.find((locale) =>
        one.config.target_languages.includes(locale),
      );
      if (both === undefined) return [];
      const message = `Another translator makes ${both} of the same lines too.`;
      return [{ path: `${other.path}.target_languages`, code: 'language_made_twice', message }];
    }),
  );
}

/** Translators that nobody is named for: a run may start, and its lines fail where nothing is stored for them. */
export function untranslated(definition: WorkflowDefinition): StartProblem[] {
  return translators(definition)
    .filter(({ config }) => config.provider === null && config.mode === 'translate')
    .map(({ path }) => ({
      path: `${path}.provider`,
      code: 'no_translation_provider',
      message: 'Nobody is named to translate: lines fail that neither the script nor the memory has.',
    }));
}
