import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { listVoices } from './list.ts';
import { findVoice } from './queries.ts';
import { voiceView } from './view.ts';

export function voiceRoutes(app: App): Handlers<typeof contract.voices> {
  return {
    list: async ({ caller, query, url }) => {
      const { items, pagination } = await listVoices(app.db, {
        workspaceId: caller.workspace.id,
        query,
        url,
      });
      return { data: items.map(voiceView), pagination };
    },
    get: async ({ caller, params }) => {
      const voice = await findVoice(app.db, caller.workspace.id, params.voice_id);
      if (voice === undefined) throw notFound('voice');
      return { data: voiceView(voice) };
    },
  };
}
