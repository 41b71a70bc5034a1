import {
  type contract,
  findNodeType,
  nodeTypeViews,
  PROVIDER_IDS,
  type ProviderId,
  type SpeechProviderId,
  VoiceListQuery,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { loadPayers } from '../../engine/index.ts';
import { notFound } from '../../errors.ts';
import type { Handlers } from '../../handler/handler.ts';
import { listPage, type PageRequest } from '../../lists/page.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { findKeyStates } from '../provider-keys/index.ts';
import { listVoices } from '../voices/index.ts';
import { nodeOptions } from './node-options.ts';
import { countVoicesByModel, countVoicesByProvider, selectNames } from './queries.ts';
import { modelView, providerView } from './view.ts';

/** The operations on providers, their models and their voices. */
export function providerRoutes(app: App): Handlers<typeof contract.providers> {
  return {
    list: async ({ caller, query, url, now }) => {
      const { items, pagination } = await listNames(app, { names: PROVIDER_IDS, page: query, url });
      const view = await providerViews(app, caller.workspace.id, now);
      return { data: items.map((id) => view(id as ProviderId)), pagination };
    },
    get: async ({ caller, params, now }) => {
      const view = await providerViews(app, caller.workspace.id, now);
      return { data: view(params.provider) };
    },
    models: async ({ caller, params: { provider }, query, url }) => {
      const owner = app.speech.get(provider);
      const models = new Map(owner?.models.map((model) => [model.id, model]));
      const { items, pagination } = await listNames(app, { names: [...models.keys()], page: query, url });
      if (!owner) return { data: [], pagination };
      const page = items.flatMap((id) => models.get(id) ?? []);
      const countVoices = await countVoicesByModel(app.db, caller.workspace.id, provider);
      const payers = await loadPayers(app.db, caller.workspace.id);
      const views = page.map((model) =>
        modelView(owner, model, { voice_count: countVoices(model.id), payers }),
      );
      return { data: views, pagination };
    },
    model: async ({ caller, params: { provider, model: id } }) => {
      const [owner, model] = getModel(app, provider, id);
      const countVoices = await countVoicesByModel(app.db, caller.workspace.id, provider);
      const payers = await loadPayers(app.db, caller.workspace.id);
      return { data: modelView(owner, model, { voice_count: countVoices(id), payers }) };
    },
    voices: async ({ caller, params: { provider, model }, query: page, url }) => {
      const [owner] = getModel(app, provider, model);
      const filters = { provider: [owner.id as SpeechProviderId], model: [model] };
      const query = { ...VoiceListQuery.parse({}), ...page, ...filters };
      return listVoices(app, { workspaceId: caller.workspace.id, query, url });
    },
  };
}

/** The operations on the catalog of node types. */
export function nodeRoutes(app: App): Handlers<typeof contract.nodes> {
  const catalog = nodeTypeViews();
  return {
    list: async () => ({ data: catalog, pagination: { limit: catalog.length } }),
    get: async ({ params }) => {
      const category = findNodeType(params.node_type)?.category;
      const view = catalog.find(({ node_type }) => node_type === params.node_type);
      if (category === undefined || view === undefined) throw notFound('node type');
      return { data: { ...view, category, options: nodeOptions(app, view) } };
    },
  };
}

/**
 * A page of names in their given order. The database sorts and pages them, so that cursors work as in other lists.
 */
async function listNames(
  { db }: Pick<App, 'db'>,
  { names, page, url }: { names: readonly string[]; page: PageRequest; url: URL },
) {
  const { items, pagination } = await listPage({
    list: 'catalog',
    url,
    page,
    order: [
      { column: 'catalog.position', direction: 'asc', key: 'position', type: 'int' },
      { column: 'catalog.id', direction: 'asc', key: 'id', type: 'text' },
    ],
    query: selectNames(db, names),
  });
  return { items: items.map(({ id }) => id), pagination };
}

/** Returns a function that creates the view of a provider for one workspace, from data that is read once. */
async function providerViews(
  { db, speech, transcription }: Pick<App, 'db' | 'speech' | 'transcription'>,
  workspaceId: string,
  now: Date,
) {
  const [states, voices, payers] = await Promise.all([
    findKeyStates(db, workspaceId),
    countVoicesByProvider(db, workspaceId),
    loadPayers(db, workspaceId),
  ]);
  return (id: ProviderId) =>
    providerView(id, {
      speech: speech.get(id),
      key_state: states.get(id) ?? 'not_configured',
      voices_count: voices.get(id) ?? 0,
      recognizers_count: transcription.get(id)?.models.length ?? 0,
      payers,
      now,
    });
}

/** A listed model of a provider. Models of a customer's own server are not listed. */
function getModel(app: Pick<App, 'speech'>, provider: string, id: string): [SpeechProvider, SpeechModel] {
  const owner = app.speech.get(provider);
  const model = owner?.models.find((candidate) => candidate.id === id);
  if (owner === undefined || model === undefined) throw notFound('model');
  return [owner, model];
}
