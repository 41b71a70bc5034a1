// Written by scripts/gen.ts. Do not edit.

import type { OperationSchemas, Schema } from '../schema.ts';

const _text = (description: string) => ({ type: 'string', description }) as never;
const _list = (items: unknown) => ({ type: 'array', items }) as never;
const _object = (properties: object, description?: string) =>
  ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...(description !== undefined && { description }),
  }) as never;
const _0 = { type: "string", format: "uuid" } as never;
const _1 = { type: "string", format: "date-time" } as never;
const _2 = { type: "string" } as never;
const _3 = _object({ id: _0, name: _2 }) as never;
const _4 = { type: "null" } as never;
const _5 = { $ref: "ActivityAction" } as never;
const _6 = { anyOf: [_0, _4] } as never;
const _7 = { type: ["string", "null"] } as never;
const _8 = { type: "object", additionalProperties: {} } as never;
const _9 = { anyOf: [_8, _4] } as never;
const _a = { type: "string", const: "live" } as never;
const _b = { $ref: "Scope" } as never;
const _c = _list(_b) as never;
const _d = { type: "boolean" } as never;
const _e = { anyOf: [_1, _4] } as never;
const _f = { type: ["integer", "null"] } as never;
const _g = { type: "string", format: "uri" } as never;
const _h = { anyOf: [_g, _4] } as never;
const _i = { $ref: "Availability" } as never;
const _j = { type: "integer", minimum: 0 } as never;
const _k = { anyOf: [_j, _4] } as never;
const _l = _object({ client_secret: _2 }) as never;
const _m = { type: "string", maxLength: 200 } as never;
const _n = { type: "string", const: "workflow" } as never;
const _o = { type: "integer" } as never;
const _p = { type: "string", minLength: 1, maxLength: 120 } as never;
const _q = { maxItems: 100, type: "array", items: _b } as never;
const _r = { anyOf: [{ type: "integer", minimum: 1, maximum: 1000000 }, _4] } as never;
const _s = ["name"] as never;
const _t = { type: "string", maxLength: 2000 } as never;
const _u = { $ref: "MemberRole" } as never;
const _v = { type: "string", minLength: 1, maxLength: 200 } as never;
const _w = { anyOf: [_t, _4] } as never;
const _x = { $ref: "TemplateCategory" } as never;
const _y = { anyOf: [_x, _4] } as never;
const _z = { $ref: "WorkflowDefinitionInput" } as never;
const _10 = { $ref: "UploadCategory" } as never;
const _11 = { type: "string", maxLength: 2000, format: "uri" } as never;
const _12 = { anyOf: [{ type: "string", maxLength: 500 }, _4] } as never;
const _13 = { $ref: "WebhookEventType" } as never;
const _14 = { minItems: 1, maxItems: 16, type: "array", items: _13 } as never;
const _15 = { anyOf: [{ type: "string", maxLength: 5000 }, _4] } as never;
const _16 = { name: _v, description: _15, definition: _z } as never;
const _17 = { type: "string", minLength: 1, maxLength: 50, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" } as never;
const _18 = { type: "integer", minimum: 0, maximum: 6 } as never;
const _19 = { type: "number", minimum: 0, maximum: 1 } as never;
const _1a = { name: _v, slug: _17, color_idx: _18, routing_price_sensitivity: _19, routing_llm_fit: _d } as never;
const _1b = { $ref: "Upload" } as never;
const _1c = { $ref: "PlanLimit" } as never;
const _1d = { type: "string", enum: ["free", "paid", "custom"] } as never;
const _1e = _list({ $ref: "DefinitionProblem" }) as never;
const _1f = { type: "integer", minimum: 1 } as never;
const _1g = { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$" } as never;
const _1h = { $ref: "PronunciationMethod" } as never;
const _1i = { type: "string", minLength: 1, maxLength: 100 } as never;
const _1j = { anyOf: [{ type: "string", minLength: 1, maxLength: 300, pattern: "^[^<>\\p{Cc}]*$" }, _4] } as never;
const _1k = { type: "string", minLength: 2, maxLength: 35 } as never;
const _1l = { type: ["number", "null"] } as never;
const _1m = _object({ field: _2, message: _2 }) as never;
const _1n = { type: "string", const: "ok" } as never;
const _1o = { $ref: "RunError" } as never;
const _1p = { type: "number", minimum: 0 } as never;
const _1q = { type: "string", format: "date", pattern: "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$" } as never;
const _1r = _list(_13) as never;
const _1s = { anyOf: [{ type: "string", enum: ["manual", "gone", "failures"] }, _4] } as never;
const _1t = _list(_2) as never;
const _1u = { $ref: "NodeStatus" } as never;
const _1v = { anyOf: [_1o, _4] } as never;
const _1w = _list({ $ref: "NodePort" }) as never;
const _1x = { type: "object", additionalProperties: _8 } as never;
const _1y = { completed_generation_email: _d, failed_generation_email: _d, weekly_usage_summary_email: _d, product_updates_email: _d } as never;
const _1z = { $ref: "PlanLimits" } as never;
const _20 = { $ref: "Plan" } as never;
const _21 = { $ref: "ProviderId" } as never;
const _22 = { $ref: "ProviderKeyState" } as never;
const _23 = { $ref: "ProviderKeyStatus" } as never;
const _24 = { anyOf: [_1t, _4] } as never;
const _25 = { type: "string", minLength: 1, maxLength: 500 } as never;
const _26 = { $ref: "ApiKey" } as never;
const _27 = { $ref: "NewApiKey" } as never;
const _28 = { $ref: "RunStatus" } as never;
const _29 = { $ref: "RunUsage" } as never;
const _2a = _object({ user_id: _0, user_name: _2 }) as never;
const _2b = _object({ run_id: _0, workflow_id: _0, run_number: _1f, started_at: _e, completed_at: _1, credits: _j, total_lines: _j, delivered_lines: _j, dropped_lines: _j, failed_lines: _j }) as never;
const _2c = _list({ $ref: "Verdict" }) as never;
const _2d = { $ref: "WorkflowDefinition" } as never;
const _2e = ["pending", "running", "paused", "completed", "failed", "cancelled"] as never;
const _2f = { anyOf: [_28, _4] } as never;
const _2g = { anyOf: [_19, _4] } as never;
const _2h = { anyOf: [_1p, _4] } as never;
const _2i = { $ref: "SpeechProviderId" } as never;
const _2j = { $ref: "VoiceGender" } as never;
const _2k = { anyOf: [_2j, _4] } as never;
const _2l = { $ref: "VoiceAccent" } as never;
const _2m = { anyOf: [_2l, _4] } as never;
const _2n = { $ref: "VoiceAge" } as never;
const _2o = { anyOf: [_2n, _4] } as never;
const _2p = { $ref: "VoiceCategory" } as never;
const _2q = { anyOf: [_2p, _4] } as never;
const _2r = { $ref: "VoiceSource" } as never;
const _2s = { $ref: "ExecutionParams" } as never;
const _2t = { anyOf: [_v, _4] } as never;
const _2u = { default_language: { anyOf: [_1k, _4] }, theme: { anyOf: [{ type: "string", enum: ["light", "dark", "system"] }, _4] } } as never;
const _2v = { $ref: "UsageRange" } as never;
const _2w = { $ref: "UsagePeriod" } as never;
const _2x = { $ref: "ActivityView" } as never;
const _2y = { $ref: "UsageBucket" } as never;
const _2z = { $ref: "ValidatorKind" } as never;
const _30 = { anyOf: [{ type: "number", minimum: 0, maximum: 100 }, _4] } as never;
const _31 = _list(_object({ value: _2, count: _j })) as never;
const _32 = { $ref: "RunStatusCounts" } as never;
const _33 = { $ref: "WorkflowEdge" } as never;
const _34 = { type: "number", minimum: -1000000000, maximum: 1000000000 } as never;
const _35 = _object({ x: _34, y: _34 }) as never;
const _36 = { type: "integer", minimum: 1, maximum: 100 } as never;
const _37 = { type: "integer", minimum: 0, maximum: 10000 } as never;
const _38 = { type: "string", minLength: 1, maxLength: 2000 } as never;
const _39 = { data: _26 } as never;
const _3a = { type: "object", properties: { limit: _36, offset: _37, cursor: _38 }, required: [] } as never;
const _3b = { $ref: "Workspace" } as never;
const _3c = { $ref: "Empty" } as never;
const _3d = { data: _3c } as never;
const _3e = { $ref: "WorkspaceSettings" } as never;
const _3f = { $ref: "UpdateMember" } as never;
const _3g = { $ref: "Invite" } as never;
const _3h = { $ref: "Subscription" } as never;
const _3i = { data: _3h } as never;
const _3j = { $ref: "NotificationPreferences" } as never;
const _3k = { type: "string", maxLength: 100 } as never;
const _3l = { $ref: "Template" } as never;
const _3m = { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, category: { type: "array", maxItems: 100, items: _x }, search: _3k, sort: { type: "string", enum: ["recent", "popular", "name"] }, favorites_only: _d }, required: [] }, data: _list(_3l) } as never;
const _3n = { data: _3l } as never;
const _3o = { $ref: "Workflow" } as never;
const _3p = { type: "string", enum: ["asc", "desc"] } as never;
const _3q = { data: _3o } as never;
const _3r = { $ref: "Run" } as never;
const _3s = { data: _3r } as never;
const _3t = { $ref: "DownloadLink" } as never;
const _3u = { query: { type: "object", properties: { format: { type: "string", enum: ["zip", "files", "pickups", "pickups-json"] } }, required: [] }, data: _3t } as never;
const _3v = { data: _3t } as never;
const _3w = { type: "array", maxItems: 100, items: _2r } as never;
const _3x = { type: "array", maxItems: 100, items: _2j } as never;
const _3y = { type: "array", maxItems: 100, items: _2n } as never;
const _3z = { type: "array", maxItems: 100, items: _2p } as never;
const _40 = { type: "array", maxItems: 100, items: _2l } as never;
const _41 = { type: "array", maxItems: 100, items: _2i } as never;
const _42 = { type: "array", maxItems: 100, items: _v } as never;
const _43 = { type: "array", maxItems: 100, items: _1k } as never;
const _44 = { $ref: "Voice" } as never;
const _45 = _list(_44) as never;
const _46 = { data: _44 } as never;
const _47 = { type: "array", maxItems: 100, items: _1h } as never;
const _48 = { $ref: "DictionaryEntry" } as never;
const _49 = _list(_48) as never;
const _4a = { body: { $ref: "DictionaryEntryInput" }, bodyRequired: true, data: _48 } as never;
const _4b = { $ref: "Provider" } as never;
const _4c = { $ref: "ProviderModel" } as never;
const _4d = { type: "object", properties: { range: _2v, activity_view: _2x, timezone: { type: "string", maxLength: 64 } }, required: [] } as never;
const _4e = { $ref: "WebhookEndpoint" } as never;
const _4f = { $ref: "NewWebhookEndpoint" } as never;
const _4g = { $ref: "WebhookDelivery" } as never;
const _4h = { data: _4g } as never;
const _4i = { $ref: "DeliveryTarget" } as never;
const _4j = { $ref: "RunDelivery" } as never;

/** The schemas that others name in `$ref`. */
export const components: Record<string, Schema> = {
  "AcceptedInvite": _object({ workspace_id: _0 }),
  "Activity": _object({ id: _0, timestamp: _1, user: { anyOf: [_3, _4] }, action: _5, kind: _2, resource: _object({ type: _2, id: _6, name: _7 }), metadata: _9, ip: _7 }),
  "ActivityAction": { type: "string", enum: ["workflow_run", "voice_generated", "template_applied", "member_invited", "api_key_created", "settings_changed"] },
  "ActivityView": { type: "string", enum: ["daily", "weekly", "monthly"] },
  "ApiKey": _object({ id: _0, workspace_id: _0, created_by: _0, name: _2, key_type: _a, key_prefix: _2, key_suffix: _2, scopes: _c, active: _d, last_used_at: _e, rate_limit_per_min: _f, revoked_at: _e, created_at: _1, updated_at: _1, preview: _2 }),
  "Availability": { type: "string", enum: ["available", "not_ready", "unsupported", "unavailable"] },
  "CardAudio": _object({ audio_id: _7, playback_url: _h, status: _i, reason: _7, duration_ms: _k, content_type: _7, provider: _7, model: _7 }),
  "CardTranslation": _object({ kind: { type: "string", enum: ["provider", "memory", "run", "pseudo"] }, provider: _7, model: _7, tries: _j, billed: { anyOf: [_object({ unit: _2, amount: _j }), _4] } }),
  "ChangePlan": _object({ new_plan_id: _0 }),
  "Checkout": _l,
  "CloneTemplate": { type: "object", properties: { name: { anyOf: [_m, _4] } } },
  "ConfirmUpload": _object({ context_type: _n, context_id: _0 }),
  "CountedPagination": _object({ limit: _o, next: _h, prev: _h, total: _j }),
  "CreateApiKey": { type: "object", properties: { name: _p, scopes: _q, rate_limit_per_min: _r, key_type: _a }, required: _s },
  "CreateCheckout": _object({ plan_id: _0, return_url: _t }),
  "CreateInvite": _object({ email: { type: "string", maxLength: 254, format: "email" }, role: _u }),
  "CreateTemplate": { type: "object", properties: { name: _v, description: _w, category: _y, definition: _z }, required: _s },
  "CreateUpload": { type: "object", properties: { filename: { type: "string", minLength: 1, maxLength: 255, pattern: "^[^/\\\\\\p{Cc}]+$" }, category: _10, size_bytes: { type: "integer", minimum: 1, maximum: 104857600 }, checksum_sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }, required: ["filename", "category"] },
  "CreateWebhookEndpoint": { type: "object", properties: { url: _11, description: _12, events: _14 }, required: ["url"] },
  "CreateWorkflow": { type: "object", properties: _16, required: _s },
  "CreateWorkspace": { type: "object", properties: _1a, required: _s },
  "CreatedUpload": _object({ upload: _1b, upload_url: _g }),
  "Credits": _object({ balance: _o, used: _j, remaining: _j, period_start: _1, period_end: _1, plan_grant: _1c, plan_tier: _1d }),
  "CreditsLowNotice": _object({ id: _0, type: { type: "string", const: "credits.low" }, timestamp: _1, workspace_id: _0, data: _object({ balance: _j, threshold: _j, monthly_credits: _j }) }),
  "DefinitionProblem": _object({ path: _2, code: _2, message: _2 }),
  "DefinitionReport": _object({ valid: _d, errors: _1e, warnings: _1e }),
  "DeliveryCompletedNotice": _object({ id: _0, type: { type: "string", const: "delivery.completed" }, timestamp: _1, workspace_id: _0, data: _object({ delivery_id: _0, run_id: _0, workflow_id: _0, run_number: _1f, target: _2, destination: _2, automatic: _d, files_done: _j, files_failed: _j, size_bytes: _j }) }),
  "DeliveryFailedNotice": _object({ id: _0, type: { type: "string", const: "delivery.failed" }, timestamp: _1, workspace_id: _0, data: _object({ delivery_id: _0, run_id: _0, workflow_id: _0, run_number: _1f, target: _2, destination: _2, automatic: _d, files_done: _j, files_failed: _j, size_bytes: _j, error: _2 }) }),
  "DeliveryTarget": _object({ id: _0, name: _1g, endpoint: _h, region: _2, bucket: _2, prefix: _2, path_style: _d, access_key_preview: _2, checked_at: _1, created_at: _1, updated_at: _1 }),
  "DictionaryEntry": _object({ id: _0, word: _2, method: _1h, pronunciation: _7, ipa: _7, upload_id: _6, language: _2, description: _7, uses_count: _j, created_by: _0, created_at: _1, updated_at: _1 }),
  "DictionaryEntryInput": { type: "object", properties: { word: _1i, method: _1h, pronunciation: _1j, ipa: _1j, upload_id: _6, language: _1k, description: { anyOf: [{ type: "string", maxLength: 1000 }, _4] } }, required: ["word", "language"] },
  "DictionaryLanguage": _object({ language: _2, display_name: _2, entries_count: _j }),
  "DownloadLink": _object({ url: _g, filename: _2, expires_at: _1 }),
  "Empty": { type: "object", properties: {} },
  "ErrorCode": { type: "string", enum: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "INSUFFICIENT_CREDITS", "STORAGE_LIMIT_EXCEEDED", "PLAN_LIMIT_REACHED", "PAYMENT_REQUIRED", "FORBIDDEN", "INSUFFICIENT_SCOPE", "FEATURE_NOT_IN_PLAN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "RUN_ALREADY_ACTIVE", "CONCURRENT_RUN_LIMIT", "WORKSPACE_SLUG_TAKEN", "ALREADY_MEMBER", "INVITE_PENDING", "NAME_TAKEN", "IDEMPOTENCY_IN_PROGRESS", "INVITE_GONE", "PRECONDITION_FAILED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  "ErrorEnvelope": _object({ error: { type: "object", properties: { code: { $ref: "ErrorCode" }, message: _2, details: _list({ $ref: "FieldFault" }) }, required: ["code", "message"] }, meta: { $ref: "Meta" } }),
  "Evidence": _object({ measure: _2, value: { type: "number" }, least: _1l, most: _1l, unit: _7, start_ms: _k, end_ms: _k, passed: _d }),
  "ExecutionParams": { type: "object", properties: { max_failed_lines: _j }, additionalProperties: {} },
  "FieldFault": _1m,
  "Health": _object({ status: _1n, version: _2 }),
  "Invite": _object({ id: _0, email: _2, role: _u, status: { type: "string", enum: ["pending", "accepted", "revoked", "expired"] }, expires_at: _1, invited_by: _0, created_at: _1 }),
  "Invoice": _object({ id: _2, number: _7, status: { type: "string", enum: ["draft", "open", "paid", "uncollectible", "void"] }, amount_due: _o, amount_paid: _o, currency: _2, period_start: _1, period_end: _1, created: _1, hosted_invoice_url: _h, invoice_pdf: _h }),
  "InvoicePage": _object({ invoices: _list({ $ref: "Invoice" }), has_more: _d }),
  "KeyedProviderId": { type: "string", enum: ["openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"] },
  "LanguageAudio": _object({ locale_code: _2, line_count: _j, total_duration_ms: _j, avg_duration_ms: _j }),
  "LanguageUsage": _object({ locale_code: _2, display_name: _2, share: _19, credits: _j, characters: _j, lines: _j, allocation_basis: { type: "string", enum: ["characters"] } }),
  "LineCompletedEvent": _object({ id: _1f, type: { type: "string", const: "line.completed" }, run_id: _0, at: _1, data: _object({ line_id: _2, line_index: _j, locale_code: _2, status: { type: "string", enum: ["delivered", "dropped"] }, audio_id: _7, duration_ms: _k, retry_count: _j, credits: _j, reused: _d }) }),
  "LineFailedEvent": _object({ id: _1f, type: { type: "string", const: "line.failed" }, run_id: _0, at: _1, data: _object({ line_id: _2, line_index: _j, locale_code: _2, node_id: _0, error: _1o }) }),
  "LocaleProgress": _object({ total_lines: _j, finished_lines: _j }),
  "Member": _object({ id: _0, user_id: _6, email: _2, first_name: _7, last_name: _7, image_url: _7, role: _u, last_active_at: _e, status: { type: "string", enum: ["active", "invited"] } }),
  "MemberRole": { type: "string", enum: ["admin", "editor", "viewer"] },
  "Meta": _object({ request_id: _2, timestamp: _1 }),
  "Metric": _object({ key: { type: "string", enum: ["lines_delivered", "total_duration", "average_duration", "characters", "credits", "pass_rate", "average_score", "retries", "dropped_lines", "outlier_lines", "time_to_first_audio", "run_duration", "realtime_factor"] }, label: _2, formatted_value: _2, status: _i, display: _object({ variant: { type: "string", enum: ["number", "duration", "percent", "score", "ratio"] }, emphasis: { type: "string", enum: ["primary", "secondary"] } }), value: { type: ["number", "string", "null"] }, unit: _7, reason: _7 }),
  "MetricSection": _object({ key: { type: "string", enum: ["audio", "quality", "timing"] }, layout: { type: "string", enum: ["grid", "list"] }, title: _2, metrics: _list({ $ref: "Metric" }) }),
  "ModelPrice": _object({ usd: _1p, per: { type: "number", minimum: 1 }, unit: { type: "string", enum: ["characters", "bytes", "tokens", "seconds"] }, as_of: _1q }),
  "NameAvailability": _object({ name: _2, available: _d }),
  "NewApiKey": _object({ id: _0, workspace_id: _0, created_by: _0, name: _2, key_type: _a, key_prefix: _2, key_suffix: _2, scopes: _c, active: _d, last_used_at: _e, rate_limit_per_min: _f, revoked_at: _e, created_at: _1, updated_at: _1, preview: _2, api_key: _2 }),
  "NewWebhookEndpoint": _object({ id: _0, workspace_id: _0, created_by: _0, url: _g, description: _7, events: _1r, active: _d, disabled_at: _e, disabled_reason: _1s, failing_since: _e, previous_secret_expires_at: _e, created_at: _1, updated_at: _1, secret: _2 }),
  "NodeOption": { oneOf: [_object({ kind: { type: "string", const: "href" }, target: _2 }), _object({ kind: { type: "string", const: "inline" }, value: _list(_object({ value: { type: ["string", "number", "boolean"] }, display_name: _2 })) })] },
  "NodePort": _object({ name: _2, fields: _1t }),
  "NodeState": _object({ node_id: _0, node_type: _2, node_display_name: _2, status: _1u, iteration: _j, started_at: _e, completed_at: _e, duration_ms: _j, error: _1v }),
  "NodeStateEvent": _object({ id: _1f, type: { type: "string", const: "node.state" }, run_id: _0, at: _1, data: _object({ node_id: _0, node_type: _2, status: _1u, iteration: _j, error: _1v }) }),
  "NodeStatus": { type: "string", enum: ["pending", "running", "completed", "failed", "skipped", "cancelled"] },
  "NodeType": _object({ node_type: _2, display_name: _2, description: _2, version: _o, inputs: _1w, outputs: _1w, config_schema: _1x }),
  "NodeTypeDetail": _object({ node_type: _2, display_name: _2, description: _2, version: _o, inputs: _1w, outputs: _1w, config_schema: _1x, category: { type: "string", enum: ["source", "operator", "validation", "output"] }, options: { type: "object", additionalProperties: { $ref: "NodeOption" } } }),
  "NormalizeText": { type: "object", properties: { text: { type: "string", minLength: 1, maxLength: 5000 }, locale: _1k, kinds: { maxItems: 12, type: "array", items: { $ref: "NormalizerKind" } }, apply_dictionary: _d, keep_markup: _d }, required: ["text", "locale"], additionalProperties: false },
  "NormalizedText": _object({ text: _2, spoken_script: _2, changes: _list({ $ref: "TextChange" }), supported: _d }),
  "NormalizerKind": { type: "string", enum: ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"] },
  "NotificationPreferences": _object(_1y),
  "OutputLine": _object({ line_id: _2, line_index: _j, locale_code: _2, character_name: _7, script: _2, audio_id: _2, duration_ms: _j, file: _2 }),
  "Pagination": _object({ limit: _o, next: _h, prev: _h }),
  "PaymentMethod": _object({ id: _2, brand: _2, last4: _2, exp_month: { type: "integer", minimum: 1, maximum: 12 }, exp_year: _o, is_default: _d }),
  "PaymentMethodSetup": _l,
  "Plan": _object({ id: _0, slug: _2, name: _2, tier: _1d, limits: _1z, billing_interval: { type: "string", enum: ["monthly", "yearly"] }, amount: _j, currency: _2, display_order: _j }),
  "PlanChangePreview": _object({ current_plan: _20, new_plan: _20, type: { type: "string", enum: ["upgrade", "downgrade", "same"] }, proration_amount: _f, effective_at: _1, currency: _2 }),
  "PlanLimit": { anyOf: [_j, { type: "string", const: "unlimited" }] },
  "PlanLimits": _object({ monthly_credits: _1c, workspaces_per_owner: _1c, concurrent_runs_per_user: _1c, storage_bytes_per_workspace: _1c, retention_days: _1c, byok_enabled: { anyOf: [{ type: "number", const: 0 }, { type: "number", const: 1 }] }, seats: _1c }),
  "ProgressEvent": _object({ id: _1f, type: { type: "string", const: "progress" }, run_id: _0, at: _1, data: _object({ total_steps: _j, finished_steps: _j, total_lines: _j, finished_lines: _j, failed_lines: _j, dropped_lines: _j, credits: _j, by_locale: { type: "object", additionalProperties: { $ref: "LocaleProgress" } } }) }),
  "PronunciationMethod": { type: "string", enum: ["spelled", "ipa", "recorded"] },
  "Provider": _object({ id: _21, display_name: _2, embedded: _d, serves: _list({ $ref: "ProviderService" }), available: _d, key_status: { anyOf: [_22, _4] }, models_count: _j, voices_count: _j }),
  "ProviderCredentials": _8,
  "ProviderId": { type: "string", enum: ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"] },
  "ProviderKeyList": _object({ providers: _list(_23) }),
  "ProviderKeyState": { type: "string", enum: ["not_configured", "valid", "invalid", "unverified"] },
  "ProviderKeyStatus": _object({ provider: { $ref: "KeyedProviderId" }, display_name: _2, credentials_schema: _8, configured: _d, is_valid: _d, validated_at: _e, key_preview: _2, status: _22 }),
  "ProviderModel": _object({ id: _2, provider: _21, display_name: _2, is_default: _d, credits_per_1000_characters: _1p, provider_price: { anyOf: [{ $ref: "ModelPrice" }, _4] }, retires_at: { anyOf: [_1q, _4] }, successor: _7, max_characters: _j, supported_languages: _24 }),
  "ProviderService": { type: "string", enum: ["speech", "transcription", "translation", "scoring"] },
  "PutDeliveryTarget": { type: "object", properties: { endpoint: { anyOf: [{ type: "string", maxLength: 500, format: "uri" }, _4] }, region: { type: "string", pattern: "^[a-z0-9-]{1,50}$" }, bucket: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$" }, prefix: _m, path_style: { type: ["boolean", "null"] }, access_key_id: _v, secret_access_key: _25 }, required: ["bucket", "access_key_id", "secret_access_key"] },
  "Readiness": _object({ status: { type: "string", const: "ready" }, checks: _object({ database: _1n, storage: _1n, workers: _1n }) }),
  "ReplaceWorkflow": { type: "object", properties: _16, required: ["name", "definition"] },
  "RetryRun": { type: "object", properties: { line_ids: { minItems: 1, maxItems: 100000, type: "array", items: _25 } } },
  "RotateApiKey": { type: "object", properties: { grace_period_seconds: { type: "integer", minimum: 0, maximum: 86400 } } },
  "RotatedApiKey": _object({ old_key: _26, new_key: _27 }),
  "Run": _object({ id: _0, status: _28, run_number: _1f, total_nodes: _j, total_steps: _j, finished_steps: _j, credits: _j, usage_summary: _29, started_at: _e, completed_at: _e, pause_requested_at: _e, paused_at: _e, created_at: _1, has_export: _d, triggered_by: _2a, workflow_id: _0, token_cost: _j, updated_at: _1, error: _1v }),
  "RunCancelledNotice": _object({ id: _0, type: { type: "string", const: "run.cancelled" }, timestamp: _1, workspace_id: _0, data: _2b }),
  "RunCard": _object({ id: _2, line_id: _2, source_line_id: _7, line_index: _j, locale_code: _2, character_name: _7, script: _2, spoken_script: _7, translation: { anyOf: [{ $ref: "CardTranslation" }, _4] }, audio: { $ref: "CardAudio" }, validations: _2c, voice: { anyOf: [_object({ voice_id: _0, display_name: _2 }), _4] }, waveform_url: _h, retry_count: _j, takes: _list({ $ref: "Take" }), status: { type: "string", enum: ["delivered", "generated", "not_delivered", "dropped"] }, dropped: { anyOf: [_object({ verdicts: _2c }), _4] } }),
  "RunCompletedNotice": _object({ id: _0, type: { type: "string", const: "run.completed" }, timestamp: _1, workspace_id: _0, data: _2b }),
  "RunData": _object({ workflow_id: _0, run_id: _0, run_status: _28, rows: _list({ $ref: "RunDataRow" }), partial: _object({ status: _i, reason: _7 }) }),
  "RunDataRow": _object({ id: _2, line_index: _j, line_id: _2, source_line_id: _7, script: _2, script_status: _i, cards: _list({ $ref: "RunCard" }) }),
  "RunDelivery": _object({ id: _0, run_id: _0, node_id: _6, target: _1g, destination: _2, automatic: _d, status: { type: "string", enum: ["pending", "running", "completed", "failed"] }, files_total: _k, files_done: _j, files_failed: _j, size_bytes: _j, failures: _list(_object({ file: _2, error: _2 })), error: _7, created_at: _1, started_at: _e, completed_at: _e }),
  "RunDetail": _object({ id: _0, status: _28, run_number: _1f, total_nodes: _j, total_steps: _j, finished_steps: _j, credits: _j, usage_summary: _29, started_at: _e, completed_at: _e, pause_requested_at: _e, paused_at: _e, created_at: _1, has_export: _d, triggered_by: _2a, workflow_id: _0, token_cost: _j, updated_at: _1, error: _1v, definition_snapshot: _2d }),
  "RunError": _object({ code: _2, message: _2, node_id: _6, details: _list(_1m) }),
  "RunEstimate": _object({ min_credits: _j, expected_credits: _j, max_credits: _j, new_takes: _j, reused_takes: _j, breakdown: _list(_object({ node_id: _0, node_type: _2, min_credits: _j, expected_credits: _j, max_credits: _j })), current_balance: _o, deficit_at_max: _j, can_run: _d, problems: _1e, notes: _list(_object({ node_id: _0, code: _2, message: _2 })) }),
  "RunEvent": { oneOf: [{ $ref: "RunStatusEvent" }, { $ref: "NodeStateEvent" }, { $ref: "LineCompletedEvent" }, { $ref: "LineFailedEvent" }, { $ref: "ProgressEvent" }] },
  "RunFailedNotice": _object({ id: _0, type: { type: "string", const: "run.failed" }, timestamp: _1, workspace_id: _0, data: _object({ run_id: _0, workflow_id: _0, run_number: _1f, started_at: _e, completed_at: _1, credits: _j, total_lines: _j, delivered_lines: _j, dropped_lines: _j, failed_lines: _j, error: _1v }) }),
  "RunListItem": _object({ id: _0, status: _28, run_number: _1f, total_nodes: _j, total_steps: _j, finished_steps: _j, credits: _j, usage_summary: _29, started_at: _e, completed_at: _e, pause_requested_at: _e, paused_at: _e, created_at: _1, has_export: _d, triggered_by: _2a }),
  "RunOutputs": _object({ run_id: _0, run_status: _28, credits: _j, outputs: _list(_object({ node_id: _0, node_type: _2, display_name: _2, status: _1u, lines: _list({ $ref: "OutputLine" }), line_count: _j, truncated: _d })) }),
  "RunOverview": _object({ workflow: _3, run: _object({ id: _0, status: _28, created_at: _1, started_at: _e, completed_at: _e, has_export: _d, error: _1v }), workflow_snapshot: _object({ definition: _2d, node_states: _list({ $ref: "NodeState" }) }), metric_sections: _list({ $ref: "MetricSection" }), audio_by_language: _list({ $ref: "LanguageAudio" }), validators: _list({ $ref: "ValidatorSummary" }), capabilities: _object({ validator_drilldown: _d, live_trace_timing: _d, persisted_aggregates: _d }), future_links: _object({ validator_drilldown: _g, live_trace: _g }) }),
  "RunStartedNotice": _object({ id: _0, type: { type: "string", const: "run.started" }, timestamp: _1, workspace_id: _0, data: _object({ run_id: _0, workflow_id: _0, run_number: _1f, started_at: _1 }) }),
  "RunStatus": { type: "string", enum: _2e },
  "RunStatusCounts": _object({ pending: _j, running: _j, paused: _j, completed: _j, failed: _j, cancelled: _j }),
  "RunStatusEvent": _object({ id: _1f, type: { type: "string", const: "run.status" }, run_id: _0, at: _1, data: _object({ status: _28, previous_status: _2f, error: _1v, credits: _j }) }),
  "RunStep": _object({ id: _0, node_id: _0, node_type: _2, node_display_name: _2, status: _1u, iteration: _j, started_at: _e, completed_at: _e, result: _9, has_result: _d, active_ports: _24, error: _1v }),
  "RunSummary": _object({ total_runs: _j, completed: _j, failed: _j, cancelled: _j, pending: _j, running: _j, paused: _j, pass_rate: _2g, average_duration_seconds: _2h }),
  "RunUsage": _object({ characters: _j, lines: _j, audio_ms: _j, retries: _j, by_locale: { type: "object", additionalProperties: _object({ characters: _j, lines: _j, audio_ms: _j }) } }),
  "Scope": { type: "string", enum: ["workflows:read", "workflows:run", "workflows:write", "voices:read", "voices:write", "dictionary:read", "dictionary:write", "uploads:write", "workspace:read", "templates:read", "catalog:read", "webhooks:write"] },
  "SimilarVoice": _object({ id: _0, name: _2, provider: _2i, provider_voice_id: _2, description: _7, is_active: _d, gender: _2k, accent: _2m, age: _2o, category: _2q, color: _7, tags: _1t, descriptor: _7, uses_count: _j, user_id: _6, source: _2r, duration_seconds: _2h, sample_url: _h, supported_languages: _1t, supported_models: _24, is_favorite: _d, created_at: _1, updated_at: _1, similarity_score: _19 }),
  "SlugAvailability": _object({ slug: _2, available: _d }),
  "SpeechProviderId": { type: "string", enum: ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"] },
  "StartRun": { type: "object", properties: { script_text: { type: "string", minLength: 1, maxLength: 500000 }, source_language: _1k, params: _2s } },
  "StartRunDelivery": { type: "object", properties: { target: _1g, node_id: _0 }, required: ["target"] },
  "Subscribe": _object({ plan_id: _0 }),
  "Subscription": _object({ id: _0, plan: _20, status: { $ref: "SubscriptionStatus" }, current_period_start: _1, current_period_end: _1, cancel_at_period_end: _d, canceled_at: _e, scheduled_plan: { anyOf: [_20, _4] }, scheduled_at: _e }),
  "SubscriptionStatus": { type: "string", enum: ["active", "trialing", "past_due", "canceled", "unpaid", "incomplete", "incomplete_expired", "paused"] },
  "Take": _object({ iteration: _j, audio_id: _2, verdicts: _2c }),
  "Template": _object({ id: _0, name: _2, definition: _2d, is_starter: _d, is_public: _d, uses_count: _j, created_at: _1, updated_at: _1, description: _7, category: _y, is_favorite: _d, created_by: _0 }),
  "TemplateCategory": { type: "string", enum: ["media", "creative", "business", "education", "wellness"] },
  "TemplateEstimate": _object({ template_id: _0, credits_per_1000_characters: _2h, max_credits_per_1000_characters: _2h, generators: _list(_object({ node_id: _0, provider: _2i, model: _7, credits_per_1000_characters: _2h, max_retries: _j })) }),
  "TextChange": _object({ start: _j, end: _j, written: _2, spoken: _2, kind: { type: "string", enum: ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol", "markup"] } }),
  "UpdateApiKey": { type: "object", properties: { name: _p, scopes: _q, rate_limit_per_min: _r, active: _d } },
  "UpdateMember": _object({ role: _u }),
  "UpdateNotificationPreferences": { type: "object", properties: _1y },
  "UpdateTemplate": { type: "object", properties: { name: _2t, description: _w, category: _y, definition: _z } },
  "UpdateWebhookEndpoint": { type: "object", properties: { url: _11, description: _12, events: _14, active: _d } },
  "UpdateWorkflow": { type: "object", properties: { name: _2t, description: _15, definition: { anyOf: [_z, _4] } } },
  "UpdateWorkspace": { type: "object", properties: _1a },
  "UpdateWorkspaceSettings": { type: "object", properties: _2u },
  "Upload": _object({ id: _0, user_id: _0, workspace_id: _0, filename: _2, category: _10, content_type: _2, format: _2, status: { type: "string", enum: ["pending", "confirmed"] }, size_bytes: _k, checksum_sha256: _7, download_url: _h, context_type: { anyOf: [_n, _4] }, context_id: _6, char_count: _k, line_count: _k, created_at: _1, updated_at: _1 }),
  "UploadCategory": { type: "string", enum: ["script", "audio", "dictionary"] },
  "UploadConfirmedNotice": _object({ id: _0, type: { type: "string", const: "upload.confirmed" }, timestamp: _1, workspace_id: _0, data: _object({ upload_id: _0, filename: _2, category: _10, size_bytes: _j, workflow_id: _0 }) }),
  "UsageBucket": _object({ label: _2, start: _1, end: _1, credits: _j, characters: _j, lines: _j, runs: _j }),
  "UsageByLanguage": _object({ range: { anyOf: [_2v, _4] }, timezone: _2, period: _2w, activity_view: { anyOf: [_2x, _4] }, total_credits: _j, languages: _list({ $ref: "LanguageUsage" }) }),
  "UsageDay": _object({ date: _1q, credits: _j, characters: _j, lines: _j, runs: _j }),
  "UsagePeriod": _object({ start: _1, end: _1 }),
  "UsageRange": { type: "string", enum: ["30d", "60d", "90d"] },
  "UsageSummary": _object({ range: _2v, activity_view: _2x, timezone: _2, period: _2w, credits: _object({ used: _j, quota: _k, percent: _2h }), characters: _object({ total: _j }), lines: _object({ total: _j, avg_chars_per_line: _2h }), runs: _object({ total: _j, completed: _j, failed: _j, cancelled: _j, running: _j, pending: _j, paused: _j }), activity: _object({ view: _2x, bucket_unit: { type: "string", enum: ["day", "week", "month"] }, range_label: _2, buckets: _list(_2y), total: _j, avg: _1p, peak: { anyOf: [_2y, _4] } }), daily: _list({ $ref: "UsageDay" }) }),
  "ValidateWorkflow": _object({ definition: {} }),
  "ValidatorKind": { type: "string", enum: ["error_rate", "naturalness", "noise", "pacing", "loudness", "pronunciation"] },
  "ValidatorSummary": _object({ node_id: _0, kind: _2z, label: _2, status: _i, avg_score: _30, pass_rate: _2g, pass_count: _j, fail_count: _j, retry_count: _j, reason: _7 }),
  "Verdict": _object({ kind: _2z, label: _2, score: _30, status: { $ref: "VerdictStatus" }, reason: _7, threshold: _30, exhausted: _d, wer: _2h, cer: _2h, transcript: _7, scored_on: _7, provider: _7, model: _7, phonetic_score: _30, diff: _list({ $ref: "WordDiff" }), evidence: _list({ $ref: "Evidence" }) }),
  "VerdictStatus": { type: "string", enum: ["pass", "fail", "unscored"] },
  "Voice": _object({ id: _0, name: _2, provider: _2i, provider_voice_id: _2, description: _7, is_active: _d, gender: _2k, accent: _2m, age: _2o, category: _2q, color: _7, tags: _1t, descriptor: _7, uses_count: _j, user_id: _6, source: _2r, duration_seconds: _2h, sample_url: _h, supported_languages: _1t, supported_models: _24, is_favorite: _d, created_at: _1, updated_at: _1 }),
  "VoiceAccent": { type: "string", enum: ["american", "british", "australian", "indian", "canadian", "irish", "african", "european", "east_asian", "southeast_asian", "latin_american", "middle_eastern", "slavic", "spanish", "french", "german", "italian", "portuguese", "japanese", "korean", "chinese", "thai", "vietnamese", "other"] },
  "VoiceAge": { type: "string", enum: ["young", "middle_aged", "old"] },
  "VoiceCategory": { type: "string", enum: ["news", "narration", "story", "podcast", "conversational", "social_media", "educational", "business"] },
  "VoiceFacets": _object({ source: _31, gender: _31, age: _31, category: _31, accent: _31, provider: _31, model: _31, language: _31 }),
  "VoiceGender": { type: "string", enum: ["male", "female", "neutral"] },
  "VoiceSource": { type: "string", enum: ["platform", "recorded", "uploaded"] },
  "WebhookDelivery": _object({ id: _0, endpoint_id: _0, event: { $ref: "WebhookEvent" }, status: { type: "string", enum: ["pending", "succeeded", "failed"] }, attempts: _j, next_attempt_at: _e, last_attempt_at: _e, response_status: _f, response_body: _7, duration_ms: _k, error: _7, redelivery_of: _6, created_at: _1 }),
  "WebhookEndpoint": _object({ id: _0, workspace_id: _0, created_by: _0, url: _g, description: _7, events: _1r, active: _d, disabled_at: _e, disabled_reason: _1s, failing_since: _e, previous_secret_expires_at: _e, created_at: _1, updated_at: _1 }),
  "WebhookEvent": { oneOf: [{ $ref: "RunStartedNotice" }, { $ref: "RunCompletedNotice" }, { $ref: "RunFailedNotice" }, { $ref: "RunCancelledNotice" }, { $ref: "UploadConfirmedNotice" }, { $ref: "DeliveryCompletedNotice" }, { $ref: "DeliveryFailedNotice" }, { $ref: "CreditsLowNotice" }, { $ref: "WebhookTestNotice" }] },
  "WebhookEventType": { type: "string", enum: ["run.started", "run.completed", "run.failed", "run.cancelled", "upload.confirmed", "delivery.completed", "delivery.failed", "credits.low"] },
  "WebhookTestNotice": _object({ id: _0, type: { type: "string", const: "webhook.test" }, timestamp: _1, workspace_id: _0, data: _object({ endpoint_id: _0 }) }),
  "Whoami": _object({ auth_kind: { type: "string", enum: ["jwt", "api_key"] }, user_id: _0, workspace_id: _6, api_key_id: _6, scopes: _c }),
  "WordDiff": _object({ op: { type: "string", enum: ["match", "alike", "substitute", "insert", "delete"] }, script: _2, heard: _2, start_ms: _k, end_ms: _k }),
  "Workflow": _object({ id: _0, user_id: _0, name: _2, created_at: _1, updated_at: _1, description: _7, runs_count: _j, last_run_at: _e, last_run_status: _2f, run_status_counts: _32, definition: _2d }),
  "WorkflowDefinition": _object({ graph: _object({ nodes: _list({ $ref: "WorkflowNode" }), edges: _list(_33) }), execution: _object({ steps: _list(_0), params: _2s }) }),
  "WorkflowDefinitionInput": { type: "object", properties: { graph: { type: "object", properties: { nodes: { maxItems: 200, type: "array", items: { $ref: "WorkflowNodeInput" } }, edges: { maxItems: 1000, type: "array", items: _33 } } }, execution: { type: "object", properties: { steps: { maxItems: 200, type: "array", items: _0 }, params: _2s } } } },
  "WorkflowEdge": _object({ id: _0, source: _0, sourcePort: _1i, target: _0, targetPort: _1i }),
  "WorkflowListItem": _object({ id: _0, user_id: _0, name: _2, created_at: _1, updated_at: _1, description: _7, runs_count: _j, last_run_at: _e, last_run_status: _2f, run_status_counts: _32 }),
  "WorkflowNode": { type: "object", properties: { id: _0, type: _1i, name: _v, position: _35, config: _8, config_version: _1f }, required: ["id", "type", "position", "config", "config_version"] },
  "WorkflowNodeInput": { type: "object", properties: { id: _0, type: _1i, name: _v, position: _35, config: _8, config_version: _o }, required: ["id", "type"] },
  "Workspace": _object({ id: _0, name: _2, slug: _2, color_idx: _18, created_by: _0, created_at: _1, updated_at: _1, routing_price_sensitivity: _19, routing_llm_fit: _d }),
  "WorkspaceSettings": _object(_2u),
};

/** What every operation takes and answers, by its id. */
export const operations: Record<string, OperationSchemas> = {
  "auth.whoami": { data: { $ref: "Whoami" } },
  "api_keys.list": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, status: { type: "string", enum: ["active", "revoked", "all"] } }, required: [] }, data: _list(_26) },
  "api_keys.create": { body: { $ref: "CreateApiKey" }, bodyRequired: true, data: _27 },
  "api_keys.get": _39,
  "api_keys.update": { body: { $ref: "UpdateApiKey" }, bodyRequired: true, data: _26 },
  "api_keys.rotate": { body: { $ref: "RotateApiKey" }, data: { $ref: "RotatedApiKey" } },
  "api_keys.delete": _39,
  "workspaces.list": { query: _3a, data: _list(_3b) },
  "workspaces.create": { body: { $ref: "CreateWorkspace" }, bodyRequired: true, data: _3b },
  "workspaces.slug_available": { query: _object({ slug: _17 }), data: { $ref: "SlugAvailability" } },
  "workspaces.get": { data: _3b },
  "workspaces.update": { body: { $ref: "UpdateWorkspace" }, bodyRequired: true, data: _3b },
  "workspaces.delete": _3d,
  "workspaces.get_settings": { data: _3e },
  "workspaces.update_settings": { body: { $ref: "UpdateWorkspaceSettings" }, bodyRequired: true, data: _3e },
  "members.list": { query: _3a, data: _list({ $ref: "Member" }) },
  "members.update": { body: _3f, bodyRequired: true, data: _3c },
  "members.remove": _3d,
  "members.create_invite": { body: { $ref: "CreateInvite" }, bodyRequired: true, data: _3g },
  "members.update_invite": { body: _3f, bodyRequired: true, data: _3g },
  "members.revoke_invite": _3d,
  "members.accept_invite": { data: { $ref: "AcceptedInvite" } },
  "users.get_subscription": { data: { anyOf: [_3h, _4] } },
  "users.subscribe": { body: { $ref: "Subscribe" }, bodyRequired: true, data: _3h },
  "users.change_plan": { body: { $ref: "ChangePlan" }, bodyRequired: true, data: _3h },
  "users.cancel_subscription": _3i,
  "users.cancel_scheduled_change": _3i,
  "users.list_payment_methods": { data: _list({ $ref: "PaymentMethod" }) },
  "users.add_payment_method": { data: { $ref: "PaymentMethodSetup" } },
  "users.set_default_payment_method": _3d,
  "users.delete_payment_method": _3d,
  "users.list_invoices": { query: { type: "object", properties: { limit: _36, starting_after: { type: "string", pattern: "^in_[A-Za-z0-9_]{1,250}$" } }, required: [] }, data: { $ref: "InvoicePage" } },
  "users.get_notification_preferences": { data: _3j },
  "users.update_notification_preferences": { body: { $ref: "UpdateNotificationPreferences" }, bodyRequired: true, data: _3j },
  "users.get_credits": { data: { $ref: "Credits" } },
  "users.get_limits": { data: _1z },
  "templates.list": _3m,
  "templates.mine": _3m,
  "templates.create": { body: { $ref: "CreateTemplate" }, bodyRequired: true, data: _3l },
  "templates.get": _3n,
  "templates.update": { body: { $ref: "UpdateTemplate" }, bodyRequired: true, data: _3l },
  "templates.delete": _3d,
  "templates.clone": { body: { $ref: "CloneTemplate" }, data: _3o },
  "templates.estimate": { data: { $ref: "TemplateEstimate" } },
  "templates.favorite": _3n,
  "templates.unfavorite": _3d,
  "workflows.list": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, status: { type: "string", enum: ["draft", "running", "completed", "failed", "paused"] }, search: _3k, sort: { type: "array", maxItems: 100, items: { type: "string", enum: ["name", "updated_at", "runs_count"] } }, order: { type: "array", maxItems: 100, items: _3p }, last_run_after: _1, last_run_before: _1, has_failed_run: _d }, required: [] }, data: _list({ $ref: "WorkflowListItem" }) },
  "workflows.name_availability": { query: { type: "object", properties: { name: _v, exclude_id: _0 }, required: _s }, data: { $ref: "NameAvailability" } },
  "workflows.validate": { body: { $ref: "ValidateWorkflow" }, bodyRequired: true, data: { $ref: "DefinitionReport" } },
  "workflows.create": { body: { $ref: "CreateWorkflow" }, bodyRequired: true, data: _3o },
  "workflows.get": _3q,
  "workflows.replace": { body: { $ref: "ReplaceWorkflow" }, bodyRequired: true, data: _3o },
  "workflows.update": { body: { $ref: "UpdateWorkflow" }, bodyRequired: true, data: _3o },
  "workflows.delete": _3d,
  "workflows.duplicate": _3q,
  "workflows.uploads": { query: _3a, data: _list(_1b) },
  "workflows.preview": { data: { $ref: "RunEstimate" } },
  "runs.list": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, status: _2, search: _3k, sort: { type: "string", enum: ["created_at", "started_at", "completed_at", "status"] }, order: _3p }, required: [] }, data: _list({ $ref: "RunListItem" }) },
  "runs.summary": { query: { type: "object", properties: { from: _1, to: _1 }, required: [] }, data: { $ref: "RunSummary" } },
  "runs.start": { body: { $ref: "StartRun" }, data: _3r },
  "runs.cancel": _3s,
  "runs.pause": _3s,
  "runs.resume": _3s,
  "runs.retry": { body: { $ref: "RetryRun" }, data: _3r },
  "runs.get": { data: { $ref: "RunDetail" } },
  "runs.status": _3s,
  "runs.events": {},
  "runs.overview": { data: { $ref: "RunOverview" } },
  "runs.steps": { query: { type: "object", properties: { include_result: _d, node_type: _3k, node_id: _0 }, required: [] }, data: _list({ $ref: "RunStep" }) },
  "runs.data": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, search: _m, language: _1k, include_dropped: _d }, required: [] }, data: { $ref: "RunData" } },
  "runs.outputs": { data: { $ref: "RunOutputs" } },
  "runs.download": _3u,
  "runs.download_node": _3u,
  "runs.script": { query: { type: "object", properties: { format: { type: "string", enum: ["csv", "xliff-1.2", "xliff-2.0"] }, language: _1k }, required: [] }, data: _3t },
  "runs.audio_url": _3v,
  "uploads.create": { body: { $ref: "CreateUpload" }, bodyRequired: true, data: { $ref: "CreatedUpload" } },
  "uploads.confirm": { body: { $ref: "ConfirmUpload" }, bodyRequired: true, data: _1b },
  "uploads.delete": _3d,
  "voices.list": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, favorites_only: _d, source: _3w, gender: _3x, age: _3y, category: _3z, accent: _40, provider: _41, model: _42, language: _43, search: _m, sort: { type: "string", enum: ["name", "created_at", "uses_count"] }, order: _3p }, required: [] }, data: _45 },
  "voices.facets": { query: { type: "object", properties: { favorites_only: _d, source: _3w, gender: _3x, age: _3y, category: _3z, accent: _40, provider: _41, model: _42, language: _43, search: _m }, required: [] }, data: { $ref: "VoiceFacets" } },
  "voices.get": _46,
  "voices.similar": { query: { type: "object", properties: { limit: { type: "integer", minimum: 1, maximum: 50 }, language: _43 }, required: [] }, data: _list({ $ref: "SimilarVoice" }) },
  "voices.sample": _3v,
  "voices.favorite": _46,
  "voices.unfavorite": _3d,
  "dictionary.list": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, language: _43, method: _47 }, required: [] }, data: _49 },
  "dictionary.search": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, q: _1i, language: _43, method: _47 }, required: ["q"] }, data: _49 },
  "dictionary.languages": { data: _list({ $ref: "DictionaryLanguage" }) },
  "dictionary.create": _4a,
  "dictionary.get": { data: _48 },
  "dictionary.replace": _4a,
  "dictionary.delete": _3d,
  "text.normalize": { body: { $ref: "NormalizeText" }, bodyRequired: true, data: { $ref: "NormalizedText" } },
  "providers.list": { query: _3a, data: _list(_4b) },
  "providers.get": { data: _4b },
  "providers.models": { query: _3a, data: _list(_4c) },
  "providers.model": { data: _4c },
  "providers.voices": { query: _3a, data: _45 },
  "provider_keys.list": { data: { $ref: "ProviderKeyList" } },
  "provider_keys.put": { body: { $ref: "ProviderCredentials" }, bodyRequired: true, data: _23 },
  "provider_keys.delete": { data: _23 },
  "nodes.list": { data: _list({ $ref: "NodeType" }) },
  "nodes.get": { data: { $ref: "NodeTypeDetail" } },
  "usage.summary": { query: _4d, data: { $ref: "UsageSummary" } },
  "usage.by_language": { query: _4d, data: { $ref: "UsageByLanguage" } },
  "usage.activity": { query: { type: "object", properties: { limit: _36, offset: _37, cursor: _38, range: _2v, type: { type: "array", maxItems: 100, items: _5 }, user_id: _0 }, required: [] }, data: _list({ $ref: "Activity" }) },
  "billing.list_plans": { query: { type: "object", properties: { page: { type: "integer", minimum: 1, maximum: 1000 }, limit: _36 }, required: [] }, data: _list(_20) },
  "billing.preview_plan_change": { data: { $ref: "PlanChangePreview" } },
  "billing.create_checkout": { body: { $ref: "CreateCheckout" }, bodyRequired: true, data: { $ref: "Checkout" } },
  "webhook_endpoints.list": { query: _3a, data: _list(_4e) },
  "webhook_endpoints.create": { body: { $ref: "CreateWebhookEndpoint" }, bodyRequired: true, data: _4f },
  "webhook_endpoints.get": { data: _4e },
  "webhook_endpoints.update": { body: { $ref: "UpdateWebhookEndpoint" }, bodyRequired: true, data: _4e },
  "webhook_endpoints.delete": _3d,
  "webhook_endpoints.rotate_secret": { data: _4f },
  "webhook_endpoints.test": _4h,
  "webhook_endpoints.deliveries": { query: _3a, data: _list(_4g) },
  "webhook_endpoints.redeliver": _4h,
  "delivery_targets.list": { data: _list(_4i) },
  "delivery_targets.get": { data: _4i },
  "delivery_targets.put": { body: { $ref: "PutDeliveryTarget" }, bodyRequired: true, data: _4i },
  "delivery_targets.delete": _3d,
  "deliveries.start": { body: { $ref: "StartRunDelivery" }, bodyRequired: true, data: _4j },
  "deliveries.list": { query: _3a, data: _list(_4j) },
  "health.live": { data: { $ref: "Health" } },
  "health.ready": { data: { $ref: "Readiness" } },
};
