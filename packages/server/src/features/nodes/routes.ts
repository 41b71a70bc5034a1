import { type contract, findNodeType, nodeTypeViews } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { nodeOptions } from './options.ts';

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
