import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { createUpload, deleteUpload, readUploadedScript } from './actions.ts';
import { confirmUpload, findConfirmWorkspace } from './confirm.ts';
import { uploadView } from './view.ts';

/** The operations on uploads. */
export function uploadRoutes(app: App): Handlers<typeof contract.uploads> {
  return {
    create: async ({ caller, body, now }) => {
      const { upload, upload_url } = await createUpload(app, { caller, body, now });
      return { data: { upload: await uploadView(app, upload), upload_url } };
    },
    confirm: async ({ caller, params, body, request, now }) => {
      const isNamed = request.header('x-workspace-id') !== undefined;
      const workspace = await findConfirmWorkspace(app, { caller, isNamed, body });
      const upload = await confirmUpload(app, { caller, workspace, id: params.upload_id, body, now });
      return { data: await uploadView(app, upload) };
    },
    script: async ({ caller, params, query }) => {
      const request = { workspace_id: caller.workspace.id, id: params.upload_id, query };
      return { data: await readUploadedScript(app, request) };
    },
    delete: ({ caller, params, now }) => emptyReply(deleteUpload(app, { caller, id: params.upload_id, now })),
  };
}
