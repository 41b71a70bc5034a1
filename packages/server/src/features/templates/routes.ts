import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { compilePlan, planRates } from '../../engine/index.ts';
import type { Handlers } from '../../handler/handler.ts';
import { workflowReply } from '../workflows/index.ts';
import {
  changesOf,
  changeTemplate,
  cloneTemplate,
  createTemplate,
  deleteTemplate,
  favoriteTemplate,
  getTemplate,
  unfavoriteTemplate,
  viewerOf,
} from './actions.ts';
import { listGallery, listMine } from './list.ts';
import { templateReply, templateView } from './view.ts';

type Routes = Handlers<typeof contract.templates>;

export function templateRoutes(app: App): Routes {
  return { ...readRoutes(app), ...writeRoutes(app), ...favoriteRoutes(app) };
}

function readRoutes(app: App): Pick<Routes, 'list' | 'mine' | 'get' | 'estimate'> {
  return {
    list: async ({ caller, query, url }) => {
      const { items, pagination } = await listGallery(app.db, { caller, query, url });
      return { data: items.map(templateView), pagination };
    },
    mine: async ({ caller, query, url }) => {
      const { items, pagination } = await listMine(app.db, { viewer: viewerOf(caller), query, url });
      return { data: items.map(templateView), pagination };
    },
    get: async ({ caller, params }) => templateReply(await getTemplate(app, caller, params.template_id)),
    estimate: async ({ caller, params }) => {
      const { id, definition } = templateView(await getTemplate(app, caller, params.template_id));
      return { data: { template_id: id, ...planRates(app, compilePlan(definition)) } };
    },
  };
}

function writeRoutes(app: App): Pick<Routes, 'create' | 'update' | 'delete' | 'clone'> {
  return {
    create: async ({ caller, body, now }) => templateReply(await createTemplate(app, { caller, body, now })),
    update: async ({ caller, params, body, ifMatch, now }) => {
      const write = { caller, id: params.template_id, ifMatch, now };
      return templateReply(await changeTemplate(app, write, changesOf(body)));
    },
    delete: async ({ caller, params, ifMatch, now }) => {
      await deleteTemplate(app, { caller, id: params.template_id, ifMatch, now });
      return { data: {} };
    },
    clone: async ({ caller, params, body, now }) =>
      workflowReply(await cloneTemplate(app, { caller, id: params.template_id, name: body.name, now })),
  };
}

function favoriteRoutes(app: App): Pick<Routes, 'favorite' | 'unfavorite'> {
  return {
    favorite: async ({ caller, params, now }) =>
      templateReply(await favoriteTemplate(app, { caller, id: params.template_id, now })),
    unfavorite: async ({ caller, params }) => {
      await unfavoriteTemplate(app, caller, params.template_id);
      return { data: {} };
    },
  };
}
