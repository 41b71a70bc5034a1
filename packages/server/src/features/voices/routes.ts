import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { favoriteVoice, findSimilar, linkToSample } from './actions.ts';
import { countFacets, listVoices } from './list.ts';
import { previewVoice } from './preview.ts';
import { deleteFavorite, getVoice } from './queries.ts';
import { refreshVoices } from './sync.ts';
import { voiceView } from './view.ts';

/** The operations on voices. */
export function voiceRoutes(app: App): Handlers<typeof contract.voices> {
  return {
    list: ({ caller, query, url }) => listVoices(app, { workspaceId: caller.workspace.id, query, url }),
    facets: async ({ caller, query }) => ({
      data: await countFacets(app.db, { workspaceId: caller.workspace.id, filters: query }),
    }),
    refresh: async ({ caller, body, now }) => {
      const { provider } = body;
      const { voices_count } = await refreshVoices(app, { workspaceId: caller.workspace.id, provider, now });
      return { data: { provider, voices_count, refreshed_at: now.toISOString() } };
    },
    get: async ({ caller, params }) => ({
      data: voiceView(app, await getVoice(app.db, caller.workspace.id, params.voice_id)),
    }),
    similar: async ({ caller, params, query }) => {
      const workspaceId = caller.workspace.id;
      const similar = await findSimilar(app, { workspaceId, id: params.voice_id, query });
      return {
        data: similar.map(({ row, similarity_score }) => ({ ...voiceView(app, row), similarity_score })),
        pagination: { limit: query.limit, next: null, prev: null },
      };
    },
    sample: async ({ caller, params, query, now }) => {
      const workspaceId = caller.workspace.id;
      const link = await linkToSample(app, { workspaceId, id: params.voice_id, now });
      if (!query.redirect) return { data: link, status: 200 };
      return { data: link, headers: { Location: link.url } };
    },
    preview: async ({ caller, params, body, now }) => ({
      data: await previewVoice(app, { workspaceId: caller.workspace.id, id: params.voice_id, body, now }),
    }),
    favorite: async ({ caller, params, now }) => {
      const favorite = { workspaceId: caller.workspace.id, id: params.voice_id, now };
      return { data: voiceView(app, await favoriteVoice(app, favorite)) };
    },
    unfavorite: ({ caller, params }) =>
      emptyReply(deleteFavorite(app.db, { workspaceId: caller.workspace.id, id: params.voice_id })),
  };
}
