// Written by scripts/gen.ts. Do not edit.

import type { TestFacts } from '../testing/operation.ts';
import type {
  ApiKey,
  CardAudio,
  DictionaryEntry,
  DictionaryLanguage,
  LanguageAudio,
  LineCompletedEvent,
  LineFailedEvent,
  Metric,
  NodeState,
  NodeStateEvent,
  NodeTypeDetail,
  OutputLine,
  ProgressEvent,
  Run,
  RunCard,
  RunData,
  RunDataRow,
  RunEstimate,
  RunFailedNotice,
  RunOverview,
  RunStartedNotice,
  RunStatusEvent,
  RunStep,
  RunSummary,
  Scope,
  Template,
  TemplateEstimate,
  Upload,
  UploadConfirmedNotice,
  UsageBucket,
  UsageSummary,
  ValidatorSummary,
  Verdict,
  Voice,
  WebhookDelivery,
  WebhookEndpoint,
  Whoami,
  Workflow,
  Workspace,
  WorkspaceSettings,
} from './types.ts';

const _text = (description: string) => ({ type: 'string', description }) as never;
const _list = (items: unknown) => ({ type: 'array', items }) as never;
const _object = (properties: object, description?: string) =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...(description !== undefined && { description }),
  }) as never;
const _0 = ["UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] as never;
const _1 = { success: 200, errors: _0, rows: "" } as never;
const _2 = ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] as never;
const _3 = { success: 201, errors: _2 } as never;
const _4 = { success: 200, errors: _0 } as never;
const _5 = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _6 = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _7 = ["UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] as never;
const _8 = { success: 200, errors: _7, rows: "" } as never;
const _9 = { success: 200, errors: _7 } as never;
const _a = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "INVITE_GONE", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _b = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "PAYMENT_REQUIRED", "FORBIDDEN", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _c = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _d = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _e = ["UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] as never;
const _f = { success: 200, errors: _e } as never;
const _g = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "PRECONDITION_FAILED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _h = ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] as never;
const _i = { success: 201, errors: _h } as never;
const _j = { success: 200, errors: _e, rows: "" } as never;
const _k = { success: 200, errors: _h } as never;
const _l = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "PRECONDITION_FAILED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _m = ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] as never;
const _n = { success: 200, errors: _m } as never;
const _o = { success: 200, errors: ["UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "CONFLICT", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _p = { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _q = { success: 200, errors: ["VALIDATION_ERROR", "SERVER_ERROR", "UNAVAILABLE"] } as never;
const _r = [{ name: "lines", fields: ["locale_code", "script"] }] as never;
const _s = { type: "string", format: "uuid" } as never;
const _t = { type: "string", minLength: 1, maxLength: 200 } as never;
const _u = { type: "null" } as never;
const _v = [_t, _u] as never;
const _w = { type: "string", minLength: 2, maxLength: 35, description: "Lowercase BCP-47 code; input in any case.", examples: ["en-us"] } as never;
const _x = [_w, _u] as never;
const _y = [{ type: "string", enum: ["openai_compatible", "elevenlabs", "deepgram"], description: "The id of a provider that writes down what it hears." }, _u] as never;
const _z = { default: null, description: "null = the provider's default model.", anyOf: _v } as never;
const _10 = ["locale_code", "script", "audio"] as never;
const _11 = [{ name: "audio", fields: _10 }] as never;
const _12 = [_s, _u] as never;
const _13 = ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"] as never;
const _14 = ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"] as never;
const _15 = { type: "number", minimum: 0.5, maximum: 2 } as never;
const _16 = { type: "number", minimum: -12, maximum: 12 } as never;
const _17 = { type: "string", enum: _14, description: "The id of a provider that speaks." } as never;
const _18 = [{ type: "integer", minimum: 1, maximum: 64 }, _u] as never;
const _19 = { type: "string", enum: ["preset"] } as never;
const _1a = { type: "integer", minimum: 0, maximum: 5000 } as never;
const _1b = { type: "string", enum: ["wav", "mp3", "ogg", "opus", "flac", "mulaw", "alaw"] } as never;
const _1c = [{ name: "pass", fields: _10 }, { name: "fail", fields: _10 }] as never;
const _1d = { default: 2, description: "How often a failed line may come back.", type: "integer", minimum: 0, maximum: 10 } as never;
const _1e = { default: null, description: "Who writes down what is heard; null = the first one that the workspace has a key for.", anyOf: _y } as never;
const _1f = { default: null, description: "Who of the provider listens; null = the provider's default model.", anyOf: _v } as never;
const _1g = { default: "line", description: "line = the provider is told the line's language; detect = it finds out.", type: "string", enum: ["line", "detect"] } as never;
const _1h = { default: null, description: "Takes that are sent to be written down at once; null = automatic.", anyOf: _18 } as never;
const _1i = { default: 85, description: "The least score that passes, 0-100.", type: "number", minimum: 0, maximum: 100 } as never;
const _1j = { default: null, description: "null = the locale's norm.", anyOf: [{ type: "number", minimum: 0.1, maximum: 30 }, _u] } as never;
const _1k = { audio_id: null, playback_url: null, status: "available", reason: null, duration_ms: null, content_type: null, provider: null, model: null } as never;
const _1l = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } } as never;
const _1m = { id: "00000000-0000-4000-8000-000000000000", type: "run.started", timestamp: "1970-01-01T00:00:00.000Z", workspace_id: "00000000-0000-4000-8000-000000000000", data: { run_id: "00000000-0000-4000-8000-000000000000", workflow_id: "00000000-0000-4000-8000-000000000000", run_number: 1, started_at: "1970-01-01T00:00:00.000Z" } } as never;

/** What each operation answers, and the errors that it may answer. */
export const facts: Readonly<Record<string, TestFacts>> = {
  'auth.whoami': { success: 200, errors: ["UNAUTHENTICATED", "INVALID_API_KEY", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'api_keys.list': _1,
  'api_keys.create': _3,
  'api_keys.get': _4,
  'api_keys.update': _5,
  'api_keys.rotate': _5,
  'api_keys.delete': _6,
  'workspaces.list': _8,
  'workspaces.create': { success: 201, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "PLAN_LIMIT_REACHED", "FORBIDDEN", "IDEMPOTENCY_IN_PROGRESS", "WORKSPACE_SLUG_TAKEN", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'workspaces.slug_available': _9,
  'workspaces.get': _4,
  'workspaces.update': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "WORKSPACE_SLUG_TAKEN", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'workspaces.delete': _5,
  'workspaces.get_settings': _4,
  'workspaces.update_settings': _6,
  'members.list': _1,
  'members.update': _5,
  'members.remove': _5,
  'members.create_invite': { success: 201, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "PLAN_LIMIT_REACHED", "FORBIDDEN", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "ALREADY_MEMBER", "INVITE_PENDING", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'members.update_invite': _a,
  'members.revoke_invite': _a,
  'members.accept_invite': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "PLAN_LIMIT_REACHED", "FORBIDDEN", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "ALREADY_MEMBER", "INVITE_GONE", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'users.get_subscription': _9,
  'users.subscribe': _b,
  'users.change_plan': _b,
  'users.cancel_subscription': _c,
  'users.cancel_scheduled_change': _c,
  'users.list_payment_methods': _9,
  'users.add_payment_method': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "IDEMPOTENCY_IN_PROGRESS", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'users.set_default_payment_method': _5,
  'users.delete_payment_method': _5,
  'users.list_invoices': _9,
  'users.get_notification_preferences': _9,
  'users.update_notification_preferences': _d,
  'users.get_credits': _9,
  'users.get_limits': _9,
  'templates.list': { success: 200, errors: ["UNAUTHENTICATED", "INVALID_API_KEY", "INSUFFICIENT_SCOPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"], rows: "" },
  'templates.mine': _1,
  'templates.create': _3,
  'templates.get': _f,
  'templates.update': _g,
  'templates.delete': _g,
  'templates.clone': _i,
  'templates.estimate': _f,
  'templates.favorite': { success: 200, errors: _2 },
  'templates.unfavorite': _d,
  'workflows.list': _j,
  'workflows.name_availability': _f,
  'workflows.validate': _k,
  'workflows.create': _i,
  'workflows.get': _f,
  'workflows.replace': _l,
  'workflows.update': _g,
  'workflows.delete': _l,
  'workflows.duplicate': _i,
  'workflows.uploads': _j,
  'workflows.preview': _k,
  'runs.list': _j,
  'runs.summary': _4,
  'runs.start': { success: 202, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "INSUFFICIENT_CREDITS", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "RUN_ALREADY_ACTIVE", "CONCURRENT_RUN_LIMIT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'runs.cancel': _n,
  'runs.pause': _n,
  'runs.resume': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "RUN_ALREADY_ACTIVE", "CONCURRENT_RUN_LIMIT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'runs.retry': { success: 202, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "INSUFFICIENT_CREDITS", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "RUN_ALREADY_ACTIVE", "CONCURRENT_RUN_LIMIT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'runs.get': _f,
  'runs.status': _f,
  'runs.events': _f,
  'runs.overview': _f,
  'runs.steps': _f,
  'runs.data': { success: 200, errors: _e, rows: "rows" },
  'runs.outputs': _f,
  'runs.download': _o,
  'runs.download_node': _o,
  'runs.script': _o,
  'runs.audio_url': _f,
  'uploads.create': _i,
  'uploads.confirm': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "STORAGE_LIMIT_EXCEEDED", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'uploads.delete': _p,
  'voices.list': _j,
  'voices.facets': _f,
  'voices.get': _f,
  'voices.similar': _f,
  'voices.sample': { success: 302, errors: _e },
  'voices.favorite': _k,
  'voices.unfavorite': _p,
  'dictionary.list': _j,
  'dictionary.search': _j,
  'dictionary.languages': _f,
  'dictionary.create': { success: 201, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "NAME_TAKEN", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'dictionary.replace': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "INSUFFICIENT_SCOPE", "NOT_FOUND", "NAME_TAKEN", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'dictionary.delete': _p,
  'text.normalize': _k,
  'providers.list': _j,
  'providers.get': _f,
  'providers.models': _j,
  'providers.model': _f,
  'providers.voices': _j,
  'provider_keys.list': _4,
  'provider_keys.put': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "FEATURE_NOT_IN_PLAN", "NOT_FOUND", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'provider_keys.delete': _6,
  'nodes.list': _q,
  'nodes.get': _f,
  'usage.summary': _f,
  'usage.by_language': _f,
  'usage.activity': _j,
  'billing.list_plans': _8,
  'billing.preview_plan_change': { success: 200, errors: ["UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "CONFLICT", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'billing.create_checkout': { success: 200, errors: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "FORBIDDEN", "NOT_FOUND", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "IDEMPOTENCY_KEY_REUSED", "VALIDATION_ERROR", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  'webhook_endpoints.list': _j,
  'webhook_endpoints.create': { success: 201, errors: _m },
  'webhook_endpoints.get': _f,
  'webhook_endpoints.update': _p,
  'webhook_endpoints.delete': _p,
  'webhook_endpoints.rotate_secret': _k,
  'webhook_endpoints.test': _n,
  'webhook_endpoints.deliveries': _j,
  'webhook_endpoints.redeliver': _n,
  'delivery_targets.list': _4,
  'delivery_targets.put': _5,
  'delivery_targets.delete': _6,
  'deliveries.start': { success: 202, errors: _m },
  'deliveries.list': _j,
  'health.live': _q,
  'health.ready': _q,
};

/** The status of each error code. */
export const errorStatuses = {
  "BAD_REQUEST": 400,
  "UNAUTHENTICATED": 401,
  "INVALID_API_KEY": 401,
  "INSUFFICIENT_CREDITS": 402,
  "STORAGE_LIMIT_EXCEEDED": 402,
  "PLAN_LIMIT_REACHED": 402,
  "PAYMENT_REQUIRED": 402,
  "FORBIDDEN": 403,
  "INSUFFICIENT_SCOPE": 403,
  "FEATURE_NOT_IN_PLAN": 403,
  "NOT_FOUND": 404,
  "METHOD_NOT_ALLOWED": 405,
  "CONFLICT": 409,
  "RUN_ALREADY_ACTIVE": 409,
  "CONCURRENT_RUN_LIMIT": 409,
  "WORKSPACE_SLUG_TAKEN": 409,
  "ALREADY_MEMBER": 409,
  "INVITE_PENDING": 409,
  "NAME_TAKEN": 409,
  "IDEMPOTENCY_IN_PROGRESS": 409,
  "INVITE_GONE": 410,
  "PRECONDITION_FAILED": 412,
  "PAYLOAD_TOO_LARGE": 413,
  "UNSUPPORTED_MEDIA_TYPE": 415,
  "VALIDATION_ERROR": 422,
  "IDEMPOTENCY_KEY_REUSED": 422,
  "RATE_LIMITED": 429,
  "SERVER_ERROR": 500,
  "UNAVAILABLE": 503
} as const;

/** The emptiest answers of each kind. */
export const blanks = {
  ApiKey: { id: "00000000-0000-4000-8000-000000000000", workspace_id: "00000000-0000-4000-8000-000000000000", created_by: "00000000-0000-4000-8000-000000000000", name: "", key_type: "live", key_prefix: "", key_suffix: "", scopes: [], active: false, last_used_at: null, rate_limit_per_min: null, revoked_at: null, created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z", preview: "" },
  CardAudio: _1k,
  DictionaryEntry: { id: "00000000-0000-4000-8000-000000000000", word: "", method: "spelled", pronunciation: null, ipa: null, upload_id: null, language: "", description: null, uses_count: 0, created_by: "00000000-0000-4000-8000-000000000000", created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z" },
  DictionaryLanguage: { language: "", display_name: "", entries_count: 0 },
  LanguageAudio: { locale_code: "", line_count: 0, total_duration_ms: 0, avg_duration_ms: 0 },
  LineCompletedEvent: { id: 1, type: "line.completed", run_id: "00000000-0000-4000-8000-000000000000", at: "1970-01-01T00:00:00.000Z", data: { line_id: "", line_index: 0, locale_code: "", status: "delivered", audio_id: null, duration_ms: null, retry_count: 0, credits: 0, reused: false } },
  LineFailedEvent: { id: 1, type: "line.failed", run_id: "00000000-0000-4000-8000-000000000000", at: "1970-01-01T00:00:00.000Z", data: { line_id: "", line_index: 0, locale_code: "", node_id: "00000000-0000-4000-8000-000000000000", error: { code: "", message: "", node_id: null, details: [] } } },
  Metric: { key: "lines_delivered", label: "", formatted_value: "", status: "available", display: { variant: "number", emphasis: "primary" }, value: null, unit: null, reason: null },
  NodeState: { node_id: "00000000-0000-4000-8000-000000000000", node_type: "", node_display_name: "", status: "pending", iteration: 0, started_at: null, completed_at: null, duration_ms: 0, error: null },
  NodeStateEvent: { id: 1, type: "node.state", run_id: "00000000-0000-4000-8000-000000000000", at: "1970-01-01T00:00:00.000Z", data: { node_id: "00000000-0000-4000-8000-000000000000", node_type: "", status: "pending", iteration: 0, error: null } },
  OutputLine: { line_id: "", line_index: 0, locale_code: "", character_name: null, script: "", audio_id: "", duration_ms: 0, file: "" },
  ProgressEvent: { id: 1, type: "progress", run_id: "00000000-0000-4000-8000-000000000000", at: "1970-01-01T00:00:00.000Z", data: { total_steps: 0, finished_steps: 0, total_lines: 0, finished_lines: 0, failed_lines: 0, dropped_lines: 0, credits: 0, by_locale: {} } },
  Run: { id: "00000000-0000-4000-8000-000000000000", status: "pending", run_number: 1, total_nodes: 0, total_steps: 0, finished_steps: 0, credits: 0, usage_summary: { characters: 0, lines: 0, audio_ms: 0, retries: 0, by_locale: {} }, started_at: null, completed_at: null, pause_requested_at: null, paused_at: null, created_at: "1970-01-01T00:00:00.000Z", has_export: false, triggered_by: { user_id: "00000000-0000-4000-8000-000000000000", user_name: "" }, workflow_id: "00000000-0000-4000-8000-000000000000", token_cost: 0, updated_at: "1970-01-01T00:00:00.000Z", error: null },
  RunCard: { id: "", line_id: "", source_line_id: null, line_index: 0, locale_code: "", character_name: null, script: "", spoken_script: null, translation: null, audio: _1k, validations: [], voice: null, waveform_url: null, retry_count: 0, takes: [], status: "delivered", dropped: null },
  RunData: { workflow_id: "00000000-0000-4000-8000-000000000000", run_id: "00000000-0000-4000-8000-000000000000", run_status: "pending", rows: [], partial: { status: "available", reason: null } },
  RunDataRow: { id: "", line_index: 0, line_id: "", source_line_id: null, script: "", script_status: "available", cards: [] },
  RunEstimate: { min_credits: 0, expected_credits: 0, max_credits: 0, new_takes: 0, reused_takes: 0, breakdown: [], current_balance: 0, deficit_at_max: 0, can_run: false, problems: [], notes: [] },
  RunFailedNotice: { id: "00000000-0000-4000-8000-000000000000", type: "run.failed", timestamp: "1970-01-01T00:00:00.000Z", workspace_id: "00000000-0000-4000-8000-000000000000", data: { run_id: "00000000-0000-4000-8000-000000000000", workflow_id: "00000000-0000-4000-8000-000000000000", run_number: 1, started_at: null, completed_at: "1970-01-01T00:00:00.000Z", credits: 0, total_lines: 0, delivered_lines: 0, dropped_lines: 0, failed_lines: 0, error: null } },
  RunOverview: { workflow: { id: "00000000-0000-4000-8000-000000000000", name: "" }, run: { id: "00000000-0000-4000-8000-000000000000", status: "pending", created_at: "1970-01-01T00:00:00.000Z", started_at: null, completed_at: null, has_export: false, error: null }, workflow_snapshot: { definition: _1l, node_states: [] }, metric_sections: [], audio_by_language: [], validators: [], capabilities: { validator_drilldown: false, live_trace_timing: false, persisted_aggregates: false }, future_links: { validator_drilldown: "https://voiceloom.test/", live_trace: "https://voiceloom.test/" } },
  RunStartedNotice: _1m,
  RunStatusEvent: { id: 1, type: "run.status", run_id: "00000000-0000-4000-8000-000000000000", at: "1970-01-01T00:00:00.000Z", data: { status: "pending", previous_status: null, error: null, credits: 0 } },
  RunStep: { id: "00000000-0000-4000-8000-000000000000", node_id: "00000000-0000-4000-8000-000000000000", node_type: "", node_display_name: "", status: "pending", iteration: 0, started_at: null, completed_at: null, result: null, has_result: false, active_ports: null, error: null },
  RunSummary: { total_runs: 0, completed: 0, failed: 0, cancelled: 0, pending: 0, running: 0, paused: 0, pass_rate: null, average_duration_seconds: null },
  Template: { id: "00000000-0000-4000-8000-000000000000", name: "", definition: _1l, is_starter: false, is_public: false, uses_count: 0, created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z", description: null, category: null, is_favorite: false, created_by: "00000000-0000-4000-8000-000000000000" },
  TemplateEstimate: { template_id: "00000000-0000-4000-8000-000000000000", credits_per_1000_characters: null, max_credits_per_1000_characters: null, generators: [] },
  Upload: { id: "00000000-0000-4000-8000-000000000000", user_id: "00000000-0000-4000-8000-000000000000", workspace_id: "00000000-0000-4000-8000-000000000000", filename: "", category: "script", content_type: "", format: "", status: "pending", size_bytes: null, checksum_sha256: null, download_url: null, context_type: null, context_id: null, char_count: null, line_count: null, created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z" },
  UploadConfirmedNotice: { id: "00000000-0000-4000-8000-000000000000", type: "upload.confirmed", timestamp: "1970-01-01T00:00:00.000Z", workspace_id: "00000000-0000-4000-8000-000000000000", data: { upload_id: "00000000-0000-4000-8000-000000000000", filename: "", category: "script", size_bytes: 0, workflow_id: "00000000-0000-4000-8000-000000000000" } },
  UsageBucket: { label: "", start: "1970-01-01T00:00:00.000Z", end: "1970-01-01T00:00:00.000Z", credits: 0, characters: 0, lines: 0, runs: 0 },
  UsageSummary: { range: "30d", activity_view: "daily", timezone: "", period: { start: "1970-01-01T00:00:00.000Z", end: "1970-01-01T00:00:00.000Z" }, credits: { used: 0, quota: null, percent: null }, characters: { total: 0 }, lines: { total: 0, avg_chars_per_line: null }, runs: { total: 0, completed: 0, failed: 0, cancelled: 0, running: 0, pending: 0, paused: 0 }, activity: { view: "daily", bucket_unit: "day", range_label: "", buckets: [], total: 0, avg: 0, peak: null }, daily: [] },
  ValidatorSummary: { node_id: "00000000-0000-4000-8000-000000000000", kind: "error_rate", label: "", status: "available", avg_score: null, pass_rate: null, pass_count: 0, fail_count: 0, retry_count: 0, reason: null },
  Verdict: { kind: "error_rate", label: "", score: null, status: "pass", reason: null, threshold: null, exhausted: false, wer: null, cer: null, transcript: null, scored_on: null, provider: null, model: null, phonetic_score: null, diff: [], evidence: [] },
  Voice: { id: "00000000-0000-4000-8000-000000000000", name: "", provider: "espeak", provider_voice_id: "", description: null, is_active: false, gender: null, accent: null, age: null, category: null, color: null, tags: [], descriptor: null, uses_count: 0, user_id: null, source: "platform", duration_seconds: null, sample_url: null, supported_languages: [], supported_models: null, is_favorite: false, created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z" },
  WebhookDelivery: { id: "00000000-0000-4000-8000-000000000000", endpoint_id: "00000000-0000-4000-8000-000000000000", event: _1m, status: "pending", attempts: 0, next_attempt_at: null, last_attempt_at: null, response_status: null, response_body: null, duration_ms: null, error: null, redelivery_of: null, created_at: "1970-01-01T00:00:00.000Z" },
  WebhookEndpoint: { id: "00000000-0000-4000-8000-000000000000", workspace_id: "00000000-0000-4000-8000-000000000000", created_by: "00000000-0000-4000-8000-000000000000", url: "https://voiceloom.test/", description: null, events: [], active: false, disabled_at: null, disabled_reason: null, failing_since: null, previous_secret_expires_at: null, created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z" },
  Whoami: { auth_kind: "jwt", user_id: "00000000-0000-4000-8000-000000000000", workspace_id: null, api_key_id: null, scopes: [] },
  Workflow: { id: "00000000-0000-4000-8000-000000000000", user_id: "00000000-0000-4000-8000-000000000000", name: "", created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z", description: null, runs_count: 0, last_run_at: null, last_run_status: null, run_status_counts: { pending: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0 }, definition: _1l },
  Workspace: { id: "00000000-0000-4000-8000-000000000000", name: "", slug: "", color_idx: 0, created_by: "00000000-0000-4000-8000-000000000000", created_at: "1970-01-01T00:00:00.000Z", updated_at: "1970-01-01T00:00:00.000Z", routing_price_sensitivity: 0, routing_llm_fit: false },
  WorkspaceSettings: { default_language: null, theme: null },
} as unknown as {
  ApiKey: ApiKey;
  CardAudio: CardAudio;
  DictionaryEntry: DictionaryEntry;
  DictionaryLanguage: DictionaryLanguage;
  LanguageAudio: LanguageAudio;
  LineCompletedEvent: LineCompletedEvent;
  LineFailedEvent: LineFailedEvent;
  Metric: Metric;
  NodeState: NodeState;
  NodeStateEvent: NodeStateEvent;
  OutputLine: OutputLine;
  ProgressEvent: ProgressEvent;
  Run: Run;
  RunCard: RunCard;
  RunData: RunData;
  RunDataRow: RunDataRow;
  RunEstimate: RunEstimate;
  RunFailedNotice: RunFailedNotice;
  RunOverview: RunOverview;
  RunStartedNotice: RunStartedNotice;
  RunStatusEvent: RunStatusEvent;
  RunStep: RunStep;
  RunSummary: RunSummary;
  Template: Template;
  TemplateEstimate: TemplateEstimate;
  Upload: Upload;
  UploadConfirmedNotice: UploadConfirmedNotice;
  UsageBucket: UsageBucket;
  UsageSummary: UsageSummary;
  ValidatorSummary: ValidatorSummary;
  Verdict: Verdict;
  Voice: Voice;
  WebhookDelivery: WebhookDelivery;
  WebhookEndpoint: WebhookEndpoint;
  Whoami: Whoami;
  Workflow: Workflow;
  Workspace: Workspace;
  WorkspaceSettings: WorkspaceSettings;
};

/** Every scope that an API key can hold. */
export const scopes: readonly Scope[] = ["workflows:read","workflows:run","workflows:write","voices:read","voices:write","dictionary:read","dictionary:write","uploads:write","workspace:read","templates:read","catalog:read","webhooks:write"];

/** Every node type with its ports and the JSON Schema of its config fields. */
export const nodeTypeDetails: readonly Omit<NodeTypeDetail, 'options'>[] = [
  { node_type: "source_script", display_name: "Script", description: "Reads a script from text or files, one line per sentence, row or cue.", version: 1, inputs: [], outputs: _r, config_schema: { input_type: { default: "text", description: "Where the lines come from.", type: "string", enum: ["text", "file", "media"] }, text: { default: "", description: "The script for `text`: one line per non-empty line.", type: "string", maxLength: 500000 }, upload_ids: { default: [], description: "Confirmed uploads for `file` and `media`.", maxItems: 50, type: "array", items: _s }, csv_column: { default: null, description: "Script column: a header name, or a zero-based index where the csv has no header.", anyOf: _v }, csv_has_header: { default: true, type: "boolean" }, source_language: { default: null, description: "Locale of lines that name none; null = detected.", anyOf: _x }, transcription_provider: { default: null, description: "Who writes `media` down; null = the first one that the workspace has a key for.", anyOf: _y }, transcription_model: _z }, category: "source" },
  { node_type: "source_audio", display_name: "Recordings", description: "Brings uploaded recordings into the run, one line each, to be checked, mastered and delivered.", version: 1, inputs: [], outputs: _11, config_schema: { upload_ids: { default: [], description: "Confirmed uploads of the category `audio`: one line each.", maxItems: 1000, type: "array", items: _s }, list_upload_id: { default: null, description: "A csv, tsv or json upload that says what the files are: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export is one.", anyOf: _12 }, scripts: { default: {}, description: "File name -> what is said in it, where no list says so.", type: "object", propertyNames: { type: "string", minLength: 1, maxLength: 255 }, additionalProperties: { type: "string", maxLength: 20000 } }, source_language: { default: null, description: "Locale of files that neither the list nor their name gives one; null = detected from the script.", anyOf: _x } }, category: "source" },
  { node_type: "operator_translator", display_name: "Translator", description: "Turns every line into one line for each target language, and checks each translation.", version: 1, inputs: _r, outputs: _r, config_schema: { target_languages: { default: [], description: "Every line is translated into each of them, unless the script has it there already.", maxItems: 50, type: "array", items: _w }, provider: { default: null, description: "Who translates. null = nobody: only translations of the script and of the memory are taken.", anyOf: [{ type: "string", enum: ["openai_compatible", "google", "deepl", "anthropic"], description: "The id of a provider that translates." }, _u] }, model: _z, mode: { default: "translate", description: "pseudo: accents and about 30 % more text instead of a translation, to try a workflow with.", type: "string", enum: ["translate", "pseudo"] }, keep_source: { default: false, description: "Whether lines go on in their own language too. If not, their translations take their place.", type: "boolean" }, glossary: { default: [], description: "Terms and what they are called; an answer without them is refused.", maxItems: 500, type: "array", items: { type: "object", properties: { source: { type: "string", minLength: 1, maxLength: 200, description: "The term as scripts have it; capital letters are not told apart." }, target: { default: null, description: "Locale code -> the term there, a bare language for all of its locales. null = it stays as it is.", anyOf: [{ type: "object", propertyNames: _w, additionalProperties: _t }, _u] } }, required: ["source"], additionalProperties: false } }, formality: { default: "default", description: "How people are addressed, where the language and the provider know a difference.", type: "string", enum: ["default", "formal", "informal"] }, instructions: { default: "", description: "What a translator should know: audience, tone, story. Only language models read it.", type: "string", maxLength: 4000 }, context_lines: { default: 3, description: "Lines before and after that are shown for context, where the provider reads them.", type: "integer", minimum: 0, maximum: 20 }, max_length_ratio: { default: 2, description: "How much longer than its source a translation may be, Chinese, Japanese and Korean characters counted twice.", type: "number", minimum: 1, maximum: 5 }, reuse_translations: { default: true, description: "Take what the workspace has translated before, without asking anybody.", type: "boolean" } }, category: "operator" },
  { node_type: "operator_normalizer", display_name: "Text normalizer", description: "Turns numbers, dates, times, amounts, units, abbreviations and addresses into words of the language.", version: 1, inputs: _r, outputs: _r, config_schema: { kinds: { default: _13, description: "What is normalized; the rest stays as it is written.", maxItems: 12, type: "array", items: { type: "string", enum: _13, description: "What the normalizer says otherwise than it is written." } }, apply_dictionary: { default: true, description: "Replace words by the spelled entries of the dictionary before anything is normalized.", type: "boolean" }, keep_markup: { default: true, description: "Keep tags and bracketed directions in what is spoken; placeholders always stay.", type: "boolean" }, locale: { default: null, description: "Whose rules apply; null = those of each line's locale.", anyOf: _x } }, category: "operator" },
  { node_type: "operator_generator", display_name: "Voice generator", description: "Speaks every line with the voice of its character and locale.", version: 1, inputs: _r, outputs: _11, config_schema: { provider: { type: "string", enum: _14, description: "Who speaks.", default: "espeak" }, model: _z, voice_id: { default: null, description: "The voice of every line that nothing below names.", anyOf: _12 }, voices_by_locale: { default: {}, description: "Locale code -> voice id.", type: "object", propertyNames: _w, additionalProperties: _s }, voices_by_character: { default: {}, description: "Character name -> voice, or voices per locale, and its own speed and pitch.", type: "object", propertyNames: _t, additionalProperties: { type: "object", properties: { voice_id: _s, voices_by_locale: { type: "object", propertyNames: _w, additionalProperties: _s }, speed: _15, pitch: _16, provider: { type: "string", enum: _14, description: "Whose voice it is; left out, the generator's provider." }, model: { description: "Left out, the generator's where the provider is the same.", type: "string", minLength: 1, maxLength: 200 }, by_locale: { description: "Locale code -> voice with a provider, model, speed and pitch of its own.", type: "object", propertyNames: _w, additionalProperties: { type: "object", properties: { voice_id: _s, provider: _17, model: _t, speed: _15, pitch: _16 }, required: ["voice_id"], additionalProperties: false } } }, additionalProperties: false } }, casting_upload_id: { default: null, description: "A csv with columns character, locale, voice and optionally provider, model, speed, pitch. Read when a run starts; voices_by_character comes before it.", anyOf: _12 }, routing: { default: { mode: "off", candidates: [] }, description: "Who speaks, chosen by price and quality.", type: "object", properties: { mode: { default: "off", description: "`auto` chooses a provider and model for each locale once per run, by the workspace's routing_price_sensitivity; `provider` and `model` are then those of characters' voices alone.", type: "string", enum: ["off", "auto"] }, candidates: { default: [], description: "Among whom is chosen; empty = all that the workspace can speak with.", maxItems: 50, type: "array", items: { type: "object", properties: { provider: _17, model: { description: "Left out, every model of the provider.", type: "string", minLength: 1, maxLength: 200 }, usd_per_1000_characters: { description: "What you pay, where no price is known or yours is another.", type: "number", minimum: 0, maximum: 1000 }, quality: { description: "1 = robotic, 4 = the best there is; your own judgement.", type: "integer", minimum: 1, maximum: 4 } }, required: ["provider"], additionalProperties: false } } }, additionalProperties: false }, speed: { default: 1, description: "1 = as the voice speaks.", type: "number", minimum: 0.5, maximum: 2 }, pitch: { default: 0, description: "Semitones.", type: "number", minimum: -12, maximum: 12 }, reuse_takes: { default: true, description: "Take the stored take of the same text and voice, free.", type: "boolean" }, concurrency: { default: null, description: "Calls at once; null = automatic.", anyOf: _18 }, fallback_provider: { default: null, description: "Asked when the provider is away.", anyOf: [_17, _u] }, retry_ladder: { default: ["tempo", "seed", "sentences", "respelling"], description: "What is tried, in this order, when a check refuses a take. `model` and `provider` change the voice or its sound, so they are used only where named.", maxItems: 6, type: "array", items: { type: "string", enum: ["tempo", "seed", "sentences", "respelling", "model", "provider"] } } }, category: "operator" },
  { node_type: "operator_mastering", display_name: "Mastering", description: "Trims silence, sets loudness and true peak, fades, filters, resamples and encodes.", version: 2, inputs: _11, outputs: _11, config_schema: { preset: { default: "standard", description: "Where the audio goes; the fields below override it where they are not \"preset\".", type: "string", enum: ["standard", "podcast", "broadcast", "game", "audiobook", "phone_mulaw", "phone_alaw", "ad"] }, trim_silence: { default: "preset", description: "Cut the silence around the speech.", anyOf: [{ type: "boolean" }, _19] }, padding_ms: { default: "preset", description: "Silence put before the speech, and after it.", anyOf: [_1a, _19] }, tail_padding_ms: { default: "preset", description: "Silence put after the speech; null = as before it.", anyOf: [{ anyOf: [_1a, _u] }, _19] }, room_tone_dbfs: { default: "preset", description: "Level of a quiet noise under the whole file; null = none.", anyOf: [{ anyOf: [{ type: "number", minimum: -90, maximum: -50 }, _u] }, _19] }, loudness_lufs: { default: "preset", description: "Integrated loudness; null = left as it is.", anyOf: [{ anyOf: [{ type: "number", minimum: -40, maximum: -5 }, _u] }, _19] }, rms_dbfs: { default: "preset", description: "Mean level of the file instead of its loudness; null = not used.", anyOf: [{ anyOf: [{ type: "number", minimum: -40, maximum: -10 }, _u] }, _19] }, true_peak_dbtp: { default: "preset", description: "The true peak is kept below this.", anyOf: [{ type: "number", minimum: -9, maximum: 0 }, _19] }, fade_ms: { default: "preset", description: "Fade in and out.", anyOf: [{ type: "integer", minimum: 0, maximum: 1000 }, _19] }, high_pass_hz: { default: "preset", description: "Take out what is lower than this; null = nothing.", anyOf: [{ anyOf: [{ type: "integer", minimum: 20, maximum: 1000 }, _u] }, _19] }, low_pass_hz: { default: "preset", description: "Take out what is higher than this; null = nothing.", anyOf: [{ anyOf: [{ type: "integer", minimum: 2000, maximum: 20000 }, _u] }, _19] }, sample_rate: { default: "preset", description: "Hertz; null = as it arrives. mulaw and alaw are always 8000.", anyOf: [{ anyOf: [{ type: "number", enum: [8000, 16000, 22050, 24000, 44100, 48000] }, _u] }, _19] }, channels: { default: "preset", description: "Mono or stereo.", anyOf: [{ type: "number", enum: [1, 2] }, _19] }, format: { default: "preset", description: "ogg is Vorbis, opus is always at 48 kHz, mulaw and alaw are G.711 in a WAV file.", anyOf: [_1b, _19] }, bitrate_kbps: { default: "preset", description: "For mp3 and ogg; null = automatic.", anyOf: [{ anyOf: [{ type: "integer", minimum: 32, maximum: 320 }, _u] }, _19] }, max_stretch_percent: { default: 0, description: "How much faster a line may be made to fit its max_duration_ms; 0 = it isn't.", type: "integer", minimum: 0, maximum: 30 } }, category: "operator" },
  { node_type: "validator_error_rate", display_name: "Word accuracy check", description: "Has takes written down by a speech-to-text provider and compares that with the script.", version: 1, inputs: _11, outputs: _1c, config_schema: { threshold: { default: 85, description: "The least score that passes, 0-100: 100 x (1 - error rate), so 85 allows 15 errors in 100 words.", type: "number", minimum: 0, maximum: 100 }, max_retry: _1d, provider: _1e, model: _1f, language: _1g, concurrency: _1h, phonetic: { default: true, description: "Whether what is written otherwise and sounds the same is no error.", type: "boolean" } }, category: "validation" },
  { node_type: "validator_naturalness", display_name: "Naturalness check", description: "Sends takes to the scoring endpoint of the workspace, whose model says how natural they sound.", version: 1, inputs: _11, outputs: _1c, config_schema: { threshold: { default: 85, description: "The least score that passes, 0-100: (MOS - 1) / 4 x 100, so 85 asks for a MOS of 4.4.", type: "number", minimum: 0, maximum: 100 }, max_retry: _1d, concurrency: { default: null, description: "Takes that are sent to be scored at once; null = automatic.", anyOf: _18 } }, category: "validation" },
  { node_type: "validator_noise", display_name: "Noise check", description: "Measures clipping, silence, noise floor and truncated ends.", version: 1, inputs: _11, outputs: _1c, config_schema: { threshold: _1i, max_retry: _1d, noise_floor_max_dbfs: { default: -50, description: "Level of the quietest parts.", type: "number", minimum: -120, maximum: 0 }, max_clipped_runs: { default: 0, description: "Runs of samples at full scale.", type: "integer", minimum: 0, maximum: 10000 }, max_silence_ratio: { default: 0.5, description: "Silence as a part of the whole.", type: "number", minimum: 0, maximum: 1 }, max_lead_silence_ms: { default: 1000, type: "integer", minimum: 0, maximum: 60000 }, max_tail_silence_ms: { default: 1500, type: "integer", minimum: 0, maximum: 60000 }, max_inner_silence_ms: { default: 2000, type: "integer", minimum: 0, maximum: 60000 }, check_truncated_end: { default: true, description: "Fail takes that stop in the middle of a sound.", type: "boolean" } }, category: "validation" },
  { node_type: "validator_pacing", display_name: "Pacing check", description: "Measures the speaking rate against the locale's norm and the line's longest duration.", version: 1, inputs: _11, outputs: _1c, config_schema: { threshold: _1i, max_retry: _1d, min_syllables_per_second: _1j, max_syllables_per_second: _1j, enforce_max_duration: { default: true, description: "Fail takes over the line's max_duration_ms.", type: "boolean" } }, category: "validation" },
  { node_type: "validator_loudness", display_name: "Loudness check", description: "Measures loudness (LUFS) and true peak against a target.", version: 1, inputs: _11, outputs: _1c, config_schema: { threshold: _1i, max_retry: _1d, target_lufs: { default: -16, description: "Integrated loudness wanted.", type: "number", minimum: -40, maximum: -5 }, tolerance_lu: { default: 1, description: "Distance from the target that is allowed.", type: "number", minimum: 0.1, maximum: 20 }, max_true_peak_dbtp: { default: -1, type: "number", minimum: -9, maximum: 0 } }, category: "validation" },
  { node_type: "validator_pronunciation", display_name: "Pronunciation check", description: "Has takes written down and checks that the words of the dictionary are said as it says.", version: 1, inputs: _11, outputs: _1c, config_schema: { threshold: { default: 85, description: "The least score that passes, 0-100: the share of the dictionary's words that are said right.", type: "number", minimum: 0, maximum: 100 }, max_retry: _1d, provider: _1e, model: _1f, language: _1g, concurrency: _1h }, category: "validation" },
  { node_type: "sink_preview", display_name: "Delivery", description: "Collects takes, scripts and verdicts for preview and export.", version: 1, inputs: _11, outputs: [], config_schema: { file_pattern: { default: "{locale}/{character}/{line_id}.{ext}", description: "Path of each audio file in the export.", type: "string", minLength: 1, maxLength: 300 }, format: { default: null, description: "null = as it arrives.", anyOf: [_1b, _u] }, manifest: { default: true, description: "Add manifest.csv and manifest.json.", type: "boolean" }, subtitles: { default: ["srt", "vtt"], maxItems: 2, type: "array", items: { type: "string", enum: ["srt", "vtt"] } }, subtitle_timing: { default: "line", description: "word = short cues cut where the voice is; the VTT also tells when each word is said.", type: "string", enum: ["line", "word"] }, report: { default: true, description: "Add report.html, a page to listen, judge and compare.", type: "boolean" }, delivery_target: { default: null, description: "A delivery target of the workspace that the files are sent to once the run is completed.", anyOf: [{ type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$", description: "What the bucket is called in this workspace: a-z, 0-9 and hyphens.", examples: ["game-builds"] }, _u] } }, category: "output" },
];
