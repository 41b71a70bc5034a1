import { type contract, findNodeType, nodeTypeView, nodeTypeViews } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { nodeOptions } from './options.ts';

export function nodeRoutes(app: App): Handlers<typeof contract.nodes> {
  const catalog = nodeTypeViews();
  return {
    list: async () => ({ data: catalog, pagination: { limit: catalog.length } }),
    get: async ({ params }) => {
      const type = findNodeType(params.node_type);
      if (type === undefined) throw notFound('node type');
      const view = nodeTypeView(type);
      return { data: { ...view, category: type.category, options: nodeOptions(app, view) } };
    },
  };
}
