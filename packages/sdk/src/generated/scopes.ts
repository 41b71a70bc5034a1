// Written by scripts/gen.ts. Do not edit.

/** The methods that an API key may call, by the scope that it needs. What needs the token of a person is not among them. */
export interface ScopedMethods {
  /** With `workflows:read`. */
  'workflows:read':
    | 'workflows.list'
    | 'workflows.nameAvailability'
    | 'workflows.validate'
    | 'workflows.get'
    | 'workflows.uploads'
    | 'workflows.preview'
    | 'runs.list'
    | 'runs.get'
    | 'runs.status'
    | 'runs.events'
    | 'runs.overview'
    | 'runs.steps'
    | 'runs.data'
    | 'runs.outputs'
    | 'runs.download'
    | 'runs.downloadNode'
    | 'runs.script'
    | 'runs.audioUrl'
    | 'deliveries.list';
  /** With `workflows:run`. */
  'workflows:run':
    | 'runs.start'
    | 'runs.cancel'
    | 'runs.pause'
    | 'runs.resume'
    | 'runs.retry'
    | 'deliveries.start';
  /** With `workflows:write`. */
  'workflows:write':
    | 'templates.clone'
    | 'workflows.create'
    | 'workflows.replace'
    | 'workflows.delete'
    | 'workflows.duplicate';
  /** With `voices:read`. */
  'voices:read':
    | 'voices.list'
    | 'voices.facets'
    | 'voices.get'
    | 'voices.similar'
    | 'voices.sample';
  /** With `voices:write`. */
  'voices:write':
    | 'voices.favorite'
    | 'voices.unfavorite';
  /** With `dictionary:read`. */
  'dictionary:read':
    | 'dictionary.list'
    | 'dictionary.search'
    | 'dictionary.languages'
    | 'dictionary.get'
    | 'text.normalize';
  /** With `dictionary:write`. */
  'dictionary:write':
    | 'dictionary.create'
    | 'dictionary.replace'
    | 'dictionary.delete';
  /** With `uploads:write`. */
  'uploads:write':
    | 'uploads.create'
    | 'uploads.confirm'
    | 'uploads.script'
    | 'uploads.delete';
  /** With `workspace:read`. */
  'workspace:read':
    | 'usage.summary'
    | 'usage.byLanguage'
    | 'usage.activity';
  /** With `templates:read`. */
  'templates:read':
    | 'templates.list'
    | 'templates.get'
    | 'templates.estimate';
  /** With `catalog:read`. */
  'catalog:read':
    | 'providers.list'
    | 'providers.get'
    | 'providers.models'
    | 'providers.model'
    | 'providers.voices'
    | 'nodes.get';
  /** With `webhooks:write`. */
  'webhooks:write':
    | 'webhookEndpoints.list'
    | 'webhookEndpoints.create'
    | 'webhookEndpoints.get'
    | 'webhookEndpoints.update'
    | 'webhookEndpoints.delete'
    | 'webhookEndpoints.rotateSecret'
    | 'webhookEndpoints.test'
    | 'webhookEndpoints.deliveries'
    | 'webhookEndpoints.redeliver';
  /** With every key, and without one where none is needed. */
  any:
    | 'auth.whoami'
    | 'nodes.list'
    | 'health.live'
    | 'health.ready';
}
