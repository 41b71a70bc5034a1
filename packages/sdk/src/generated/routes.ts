// Written by scripts/gen.ts. Do not edit.

import type { Route } from '../route.ts';

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT = { version: '0.1.0', hash: '9e70ccb58a418c1d' } as const;

/** Every operation of the API by resource group and method name. */
export const routes = {
  auth: {
    whoami: { id: 'auth.whoami', method: 'GET', path: '/api/v1/auth/whoami', retry: 'safe' },
  },
  apiKeys: {
    list: { id: 'api_keys.list', method: 'GET', path: '/api/v1/api-keys', retry: 'safe', query: true, rows: '', workspace: true },
    create: { id: 'api_keys.create', method: 'POST', path: '/api/v1/api-keys', retry: 'keyed', body: true, workspace: true },
    get: { id: 'api_keys.get', method: 'GET', path: '/api/v1/api-keys/:key_id', retry: 'safe', workspace: true },
    update: { id: 'api_keys.update', method: 'PATCH', path: '/api/v1/api-keys/:key_id', retry: 'unsafe', body: true, workspace: true },
    rotate: { id: 'api_keys.rotate', method: 'PATCH', path: '/api/v1/api-keys/:key_id/rotate', retry: 'unsafe', body: true, workspace: true },
    delete: { id: 'api_keys.delete', method: 'DELETE', path: '/api/v1/api-keys/:key_id', retry: 'unsafe', workspace: true },
  },
  workspaces: {
    list: { id: 'workspaces.list', method: 'GET', path: '/api/v1/workspaces', retry: 'safe', query: true, rows: '' },
    create: { id: 'workspaces.create', method: 'POST', path: '/api/v1/workspaces', retry: 'keyed', body: true },
    slugAvailable: { id: 'workspaces.slug_available', method: 'GET', path: '/api/v1/workspaces/slug-available', retry: 'safe', query: true },
    get: { id: 'workspaces.get', method: 'GET', path: '/api/v1/workspaces/:ws_id', retry: 'safe' },
    update: { id: 'workspaces.update', method: 'PATCH', path: '/api/v1/workspaces/:ws_id', retry: 'unsafe', body: true },
    delete: { id: 'workspaces.delete', method: 'DELETE', path: '/api/v1/workspaces/:ws_id', retry: 'unsafe' },
    getSettings: { id: 'workspaces.get_settings', method: 'GET', path: '/api/v1/workspaces/:ws_id/settings', retry: 'safe' },
    updateSettings: { id: 'workspaces.update_settings', method: 'PATCH', path: '/api/v1/workspaces/:ws_id/settings', retry: 'unsafe', body: true },
  },
  members: {
    list: { id: 'members.list', method: 'GET', path: '/api/v1/workspaces/:ws_id/members', retry: 'safe', query: true, rows: '' },
    update: { id: 'members.update', method: 'PATCH', path: '/api/v1/workspaces/:ws_id/members/:member_id', retry: 'unsafe', body: true },
    remove: { id: 'members.remove', method: 'DELETE', path: '/api/v1/workspaces/:ws_id/members/:member_id', retry: 'unsafe' },
    createInvite: { id: 'members.create_invite', method: 'POST', path: '/api/v1/workspaces/:ws_id/invites', retry: 'keyed', body: true },
    updateInvite: { id: 'members.update_invite', method: 'PATCH', path: '/api/v1/workspaces/:ws_id/invites/:invite_id', retry: 'unsafe', body: true },
    revokeInvite: { id: 'members.revoke_invite', method: 'DELETE', path: '/api/v1/workspaces/:ws_id/invites/:invite_id', retry: 'unsafe' },
    acceptInvite: { id: 'members.accept_invite', method: 'POST', path: '/api/v1/workspaces/invites/:token/accept', retry: 'keyed' },
  },
  users: {
    getNotificationPreferences: { id: 'users.get_notification_preferences', method: 'GET', path: '/api/v1/users/me/notification-preferences', retry: 'safe' },
    updateNotificationPreferences: { id: 'users.update_notification_preferences', method: 'PATCH', path: '/api/v1/users/me/notification-preferences', retry: 'unsafe', body: true },
  },
  templates: {
    list: { id: 'templates.list', method: 'GET', path: '/api/v1/templates', retry: 'safe', query: true, rows: '' },
    mine: { id: 'templates.mine', method: 'GET', path: '/api/v1/users/me/templates', retry: 'safe', query: true, rows: '', workspace: true },
    create: { id: 'templates.create', method: 'POST', path: '/api/v1/templates', retry: 'keyed', body: true, workspace: true },
    get: { id: 'templates.get', method: 'GET', path: '/api/v1/templates/:template_id', retry: 'safe', workspace: true },
    update: { id: 'templates.update', method: 'PATCH', path: '/api/v1/templates/:template_id', retry: 'unsafe', body: true, workspace: true },
    delete: { id: 'templates.delete', method: 'DELETE', path: '/api/v1/templates/:template_id', retry: 'unsafe', workspace: true },
    clone: { id: 'templates.clone', method: 'POST', path: '/api/v1/templates/:template_id/clone', retry: 'keyed', body: true, workspace: true },
    estimate: { id: 'templates.estimate', method: 'GET', path: '/api/v1/templates/:template_id/estimate', retry: 'safe', workspace: true },
    favorite: { id: 'templates.favorite', method: 'POST', path: '/api/v1/templates/:template_id/favorite', retry: 'keyed' },
    unfavorite: { id: 'templates.unfavorite', method: 'DELETE', path: '/api/v1/templates/:template_id/favorite', retry: 'unsafe' },
  },
  workflows: {
    list: { id: 'workflows.list', method: 'GET', path: '/api/v1/workflows', retry: 'safe', query: true, rows: '', workspace: true },
    nameAvailability: { id: 'workflows.name_availability', method: 'GET', path: '/api/v1/workflows/name-availability', retry: 'safe', query: true, workspace: true },
    validate: { id: 'workflows.validate', method: 'POST', path: '/api/v1/workflows/validate', retry: 'keyed', body: true, workspace: true },
    create: { id: 'workflows.create', method: 'POST', path: '/api/v1/workflows', retry: 'keyed', body: true, workspace: true },
    get: { id: 'workflows.get', method: 'GET', path: '/api/v1/workflows/:workflow_id', retry: 'safe', workspace: true },
    replace: { id: 'workflows.replace', method: 'PUT', path: '/api/v1/workflows/:workflow_id', retry: 'unsafe', body: true, workspace: true },
    update: { id: 'workflows.update', method: 'PATCH', path: '/api/v1/workflows/:workflow_id', retry: 'unsafe', body: true, workspace: true },
    delete: { id: 'workflows.delete', method: 'DELETE', path: '/api/v1/workflows/:workflow_id', retry: 'unsafe', workspace: true },
    duplicate: { id: 'workflows.duplicate', method: 'POST', path: '/api/v1/workflows/:workflow_id/duplicate', retry: 'keyed', workspace: true },
    uploads: { id: 'workflows.uploads', method: 'GET', path: '/api/v1/workflows/:workflow_id/uploads', retry: 'safe', query: true, rows: '', workspace: true },
    preview: { id: 'workflows.preview', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/preview', retry: 'keyed', workspace: true },
  },
  runs: {
    list: { id: 'runs.list', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs', retry: 'safe', query: true, rows: '', workspace: true },
    summary: { id: 'runs.summary', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/summary', retry: 'safe', query: true, workspace: true },
    start: { id: 'runs.start', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs', retry: 'keyed', body: true, workspace: true },
    cancel: { id: 'runs.cancel', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/cancel', retry: 'keyed', workspace: true },
    pause: { id: 'runs.pause', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/pause', retry: 'keyed', workspace: true },
    resume: { id: 'runs.resume', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/resume', retry: 'keyed', workspace: true },
    retry: { id: 'runs.retry', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/retry', retry: 'keyed', body: true, workspace: true },
    get: { id: 'runs.get', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id', retry: 'safe', workspace: true },
    status: { id: 'runs.status', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/status', retry: 'safe', workspace: true },
    events: { id: 'runs.events', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/events', retry: 'safe', stream: true, workspace: true },
    overview: { id: 'runs.overview', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/overview', retry: 'safe', workspace: true },
    steps: { id: 'runs.steps', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/steps', retry: 'safe', query: true, workspace: true },
    data: { id: 'runs.data', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/data', retry: 'safe', query: true, rows: 'rows', workspace: true },
    outputs: { id: 'runs.outputs', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/outputs', retry: 'safe', workspace: true },
    download: { id: 'runs.download', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/download', retry: 'safe', query: true, workspace: true },
    downloadNode: { id: 'runs.download_node', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/nodes/:node_id/download', retry: 'safe', query: true, workspace: true },
    audioUrl: { id: 'runs.audio_url', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/audio/:audio_id/url', retry: 'safe', workspace: true },
  },
  uploads: {
    create: { id: 'uploads.create', method: 'POST', path: '/api/v1/uploads', retry: 'keyed', body: true, workspace: true },
    confirm: { id: 'uploads.confirm', method: 'POST', path: '/api/v1/uploads/:upload_id', retry: 'keyed', body: true, workspace: true },
    delete: { id: 'uploads.delete', method: 'DELETE', path: '/api/v1/uploads/:upload_id', retry: 'unsafe', workspace: true },
  },
  voices: {
    list: { id: 'voices.list', method: 'GET', path: '/api/v1/voices', retry: 'safe', query: true, rows: '', workspace: true },
    get: { id: 'voices.get', method: 'GET', path: '/api/v1/voices/:voice_id', retry: 'safe', workspace: true },
  },
  nodes: {
    list: { id: 'nodes.list', method: 'GET', path: '/api/v1/nodes', retry: 'safe', open: true },
    get: { id: 'nodes.get', method: 'GET', path: '/api/v1/nodes/:node_type', retry: 'safe', workspace: true },
  },
  health: {
    live: { id: 'health.live', method: 'GET', path: '/health', retry: 'safe', open: true },
    ready: { id: 'health.ready', method: 'GET', path: '/ready', retry: 'safe', open: true },
  },
} as const satisfies Record<string, Record<string, Route>>;
