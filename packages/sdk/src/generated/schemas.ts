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
const _0 = { type: "string" } as never;
const _1 = _object({ id: _0, name: _0 }) as never;
const _2 = { type: "null" } as never;
const _3 = { $ref: "ActivityAction" } as never;
const _4 = { anyOf: [_0, _2] } as never;
const _5 = { type: ["string", "null"] } as never;
const _6 = { type: "object", additionalProperties: {} } as never;
const _7 = { anyOf: [_6, _2] } as never;
const _8 = { type: "string", const: "live" } as never;
const _9 = { $ref: "Scope" } as never;
const _a = _list(_9) as never;
const _b = { type: "boolean" } as never;
const _c = { type: ["integer", "null"] } as never;
const _d = { $ref: "Availability" } as never;
const _e = { type: "integer", minimum: 0 } as never;
const _f = { anyOf: [_e, _2] } as never;
const _g = _object({ client_secret: _0 }) as never;
const _h = { type: "string", maxLength: 200 } as never;
const _i = { type: "string", const: "workflow" } as never;
const _j = { type: "integer" } as never;
const _k = { type: "string", minLength: 1, maxLength: 120 } as never;
const _l = { maxItems: 100, type: "array", items: _9 } as never;
const _m = { anyOf: [{ type: "integer", minimum: 1, maximum: 1000000 }, _2] } as never;
const _n = ["name"] as never;
const _o = { type: "string", maxLength: 2000 } as never;
const _p = { $ref: "MemberRole" } as never;
const _q = { type: "string", minLength: 1, maxLength: 200 } as never;
const _r = { anyOf: [_o, _2] } as never;
const _s = { $ref: "TemplateCategory" } as never;
const _t = { anyOf: [_s, _2] } as never;
const _u = { $ref: "WorkflowDefinitionInput" } as never;
const _v = { $ref: "UploadCategory" } as never;
const _w = { anyOf: [{ type: "string", maxLength: 500 }, _2] } as never;
const _x = { $ref: "WebhookEventType" } as never;
const _y = { minItems: 1, maxItems: 16, type: "array", items: _x } as never;
const _z = { anyOf: [{ type: "string", maxLength: 5000 }, _2] } as never;
const _10 = { name: _q, description: _z, definition: _u } as never;
const _11 = { type: "string", minLength: 1, maxLength: 50, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" } as never;
const _12 = { type: "integer", minimum: 0, maximum: 6 } as never;
const _13 = { type: "number", minimum: 0, maximum: 1 } as never;
const _14 = { name: _q, slug: _11, color_idx: _12, routing_price_sensitivity: _13, routing_llm_fit: _b } as never;
const _15 = { $ref: "Upload" } as never;
const _16 = { $ref: "PlanLimit" } as never;
const _17 = { type: "string", enum: ["free", "paid", "custom"] } as never;
const _18 = _list({ $ref: "DefinitionProblem" }) as never;
const _19 = { type: "integer", minimum: 1 } as never;
const _1a = { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$" } as never;
const _1b = { $ref: "PronunciationMethod" } as never;
const _1c = { type: "string", minLength: 1, maxLength: 100 } as never;
const _1d = { anyOf: [{ type: "string", minLength: 1, maxLength: 300, pattern: "^[^<>\\p{Cc}]*$" }, _2] } as never;
const _1e = { type: "string", minLength: 2, maxLength: 35 } as never;
const _1f = { type: ["number", "null"] } as never;
const _1g = _object({ field: _0, message: _0 }) as never;
const _1h = { type: "string", const: "ok" } as never;
const _1i = { $ref: "RunError" } as never;
const _1j = { type: "number", minimum: 0 } as never;
const _1k = { type: "string", pattern: "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$" } as never;
const _1l = _list(_x) as never;
const _1m = { anyOf: [{ type: "string", enum: ["manual", "gone", "failures"] }, _2] } as never;
const _1n = _list(_0) as never;
const _1o = { $ref: "NodeStatus" } as never;
const _1p = { anyOf: [_1i, _2] } as never;
const _1q = _list({ $ref: "NodePort" }) as never;
const _1r = { type: "object", additionalProperties: _6 } as never;
const _1s = { completed_generation_email: _b, failed_generation_email: _b, weekly_usage_summary_email: _b, product_updates_email: _b } as never;
const _1t = { $ref: "PlanLimits" } as never;
const _1u = { $ref: "Plan" } as never;
const _1v = { $ref: "ProviderId" } as never;
const _1w = { $ref: "ProviderKeyState" } as never;
const _1x = { $ref: "ProviderKeyStatus" } as never;
const _1y = { anyOf: [_1n, _2] } as never;
const _1z = { type: "string", minLength: 1, maxLength: 500 } as never;
const _20 = { $ref: "ApiKey" } as never;
const _21 = { $ref: "NewApiKey" } as never;
const _22 = { $ref: "RunStatus" } as never;
const _23 = { $ref: "RunUsage" } as never;
const _24 = _object({ user_id: _0, user_name: _0 }) as never;
const _25 = _object({ run_id: _0, workflow_id: _0, run_number: _19, started_at: _4, completed_at: _0, credits: _e, total_lines: _e, delivered_lines: _e, dropped_lines: _e, failed_lines: _e }) as never;
const _26 = _list({ $ref: "Verdict" }) as never;
const _27 = { $ref: "WorkflowDefinition" } as never;
const _28 = ["pending", "running", "paused", "completed", "failed", "cancelled"] as never;
const _29 = { anyOf: [_22, _2] } as never;
const _2a = { anyOf: [_13, _2] } as never;
const _2b = { anyOf: [_1j, _2] } as never;
const _2c = { $ref: "SpeechProviderId" } as never;
const _2d = { $ref: "VoiceGender" } as never;
const _2e = { anyOf: [_2d, _2] } as never;
const _2f = { $ref: "VoiceAccent" } as never;
const _2g = { anyOf: [_2f, _2] } as never;
const _2h = { $ref: "VoiceAge" } as never;
const _2i = { anyOf: [_2h, _2] } as never;
const _2j = { $ref: "VoiceCategory" } as never;
const _2k = { anyOf: [_2j, _2] } as never;
const _2l = { $ref: "VoiceSource" } as never;
const _2m = { $ref: "ExecutionParams" } as never;
const _2n = { anyOf: [_q, _2] } as never;
const _2o = { default_language: { anyOf: [_1e, _2] }, theme: { anyOf: [{ type: "string", enum: ["light", "dark", "system"] }, _2] } } as never;
const _2p = { $ref: "UsageRange" } as never;
const _2q = { $ref: "UsagePeriod" } as never;
const _2r = { $ref: "ActivityView" } as never;
const _2s = { $ref: "UsageBucket" } as never;
const _2t = { $ref: "ValidatorKind" } as never;
const _2u = { anyOf: [{ type: "number", minimum: 0, maximum: 100 }, _2] } as never;
const _2v = _list(_object({ value: _0, count: _e })) as never;
const _2w = { $ref: "RunStatusCounts" } as never;
const _2x = { $ref: "WorkflowEdge" } as never;
const _2y = { type: "number", minimum: -1000000000, maximum: 1000000000 } as never;
const _2z = _object({ x: _2y, y: _2y }) as never;
const _30 = { type: "integer", minimum: 1, maximum: 100 } as never;
const _31 = { type: "integer", minimum: 0, maximum: 10000 } as never;
const _32 = { type: "string", minLength: 1, maxLength: 2000 } as never;
const _33 = { data: _20 } as never;
const _34 = { type: "object", properties: { limit: _30, offset: _31, cursor: _32 }, required: [] } as never;
const _35 = { $ref: "Workspace" } as never;
const _36 = { $ref: "Empty" } as never;
const _37 = { data: _36 } as never;
const _38 = { $ref: "WorkspaceSettings" } as never;
const _39 = { $ref: "UpdateMember" } as never;
const _3a = { $ref: "Invite" } as never;
const _3b = { $ref: "Subscription" } as never;
const _3c = { data: _3b } as never;
const _3d = { $ref: "NotificationPreferences" } as never;
const _3e = { type: "string", maxLength: 100 } as never;
const _3f = { $ref: "Template" } as never;
const _3g = { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, category: { type: "array", maxItems: 100, items: _s }, search: _3e, sort: { type: "string", enum: ["recent", "popular", "name"] }, favorites_only: _b }, required: [] }, data: _list(_3f) } as never;
const _3h = { data: _3f } as never;
const _3i = { $ref: "Workflow" } as never;
const _3j = { type: "string", enum: ["asc", "desc"] } as never;
const _3k = { data: _3i } as never;
const _3l = { $ref: "Run" } as never;
const _3m = { data: _3l } as never;
const _3n = { $ref: "DownloadLink" } as never;
const _3o = { query: { type: "object", properties: { format: { type: "string", enum: ["zip", "files", "pickups", "pickups-json"] } }, required: [] }, data: _3n } as never;
const _3p = { data: _3n } as never;
const _3q = { type: "array", maxItems: 100, items: _2l } as never;
const _3r = { type: "array", maxItems: 100, items: _2d } as never;
const _3s = { type: "array", maxItems: 100, items: _2h } as never;
const _3t = { type: "array", maxItems: 100, items: _2j } as never;
const _3u = { type: "array", maxItems: 100, items: _2f } as never;
const _3v = { type: "array", maxItems: 100, items: _2c } as never;
const _3w = { type: "array", maxItems: 100, items: _q } as never;
const _3x = { type: "array", maxItems: 100, items: _1e } as never;
const _3y = { $ref: "Voice" } as never;
const _3z = _list(_3y) as never;
const _40 = { data: _3y } as never;
const _41 = { type: "array", maxItems: 100, items: _1b } as never;
const _42 = { $ref: "DictionaryEntry" } as never;
const _43 = _list(_42) as never;
const _44 = { body: { $ref: "DictionaryEntryInput" }, bodyRequired: true, data: _42 } as never;
const _45 = { $ref: "Provider" } as never;
const _46 = { $ref: "ProviderModel" } as never;
const _47 = { type: "object", properties: { range: _2p, activity_view: _2r, timezone: { type: "string", maxLength: 64 } }, required: [] } as never;
const _48 = { $ref: "WebhookEndpoint" } as never;
const _49 = { $ref: "NewWebhookEndpoint" } as never;
const _4a = { $ref: "WebhookDelivery" } as never;
const _4b = { data: _4a } as never;
const _4c = { $ref: "DeliveryTarget" } as never;
const _4d = { $ref: "RunDelivery" } as never;

/** The schemas that others name in `$ref`. */
export const components: Record<string, Schema> = {
  "AcceptedInvite": _object({ workspace_id: _0 }),
  "Activity": _object({ id: _0, timestamp: _0, user: { anyOf: [_1, _2] }, action: _3, kind: _0, resource: _object({ type: _0, id: _4, name: _5 }), metadata: _7, ip: _5 }),
  "ActivityAction": { type: "string", enum: ["workflow_run", "voice_generated", "template_applied", "member_invited", "api_key_created", "settings_changed"] },
  "ActivityView": { type: "string", enum: ["daily", "weekly", "monthly"] },
  "ApiKey": _object({ id: _0, workspace_id: _0, created_by: _0, name: _0, key_type: _8, key_prefix: _0, key_suffix: _0, scopes: _a, active: _b, last_used_at: _4, rate_limit_per_min: _c, revoked_at: _4, created_at: _0, updated_at: _0, preview: _0 }),
  "Availability": { type: "string", enum: ["available", "not_ready", "unsupported", "unavailable"] },
  "CardAudio": _object({ audio_id: _5, playback_url: _4, status: _d, reason: _5, duration_ms: _f, content_type: _5, provider: _5, model: _5 }),
  "CardTranslation": _object({ kind: { type: "string", enum: ["provider", "memory", "run", "pseudo"] }, provider: _5, model: _5, tries: _e, billed: { anyOf: [_object({ unit: _0, amount: _e }), _2] } }),
  "ChangePlan": _object({ new_plan_id: _0 }),
  "Checkout": _g,
  "CloneTemplate": { type: "object", properties: { name: { anyOf: [_h, _2] } } },
  "ConfirmUpload": _object({ context_type: _i, context_id: _0 }),
  "CountedPagination": _object({ limit: _j, next: _4, prev: _4, total: _e }),
  "CreateApiKey": { type: "object", properties: { name: _k, scopes: _l, rate_limit_per_min: _m, key_type: _8 }, required: _n },
  "CreateCheckout": _object({ plan_id: _0, return_url: _o }),
  "CreateInvite": _object({ email: { type: "string", maxLength: 254 }, role: _p }),
  "CreateTemplate": { type: "object", properties: { name: _q, description: _r, category: _t, definition: _u }, required: _n },
  "CreateUpload": { type: "object", properties: { filename: { type: "string", minLength: 1, maxLength: 255, pattern: "^[^/\\\\\\p{Cc}]+$" }, category: _v, size_bytes: { type: "integer", minimum: 1, maximum: 104857600 }, checksum_sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }, required: ["filename", "category"] },
  "CreateWebhookEndpoint": { type: "object", properties: { url: _o, description: _w, events: _y }, required: ["url"] },
  "CreateWorkflow": { type: "object", properties: _10, required: _n },
  "CreateWorkspace": { type: "object", properties: _14, required: _n },
  "CreatedUpload": _object({ upload: _15, upload_url: _0 }),
  "Credits": _object({ balance: _j, used: _e, remaining: _e, period_start: _0, period_end: _0, plan_grant: _16, plan_tier: _17 }),
  "CreditsLowNotice": _object({ id: _0, type: { type: "string", const: "credits.low" }, timestamp: _0, workspace_id: _0, data: _object({ balance: _e, threshold: _e, monthly_credits: _e }) }),
  "DefinitionProblem": _object({ path: _0, code: _0, message: _0 }),
  "DefinitionReport": _object({ valid: _b, errors: _18, warnings: _18 }),
  "DeliveryCompletedNotice": _object({ id: _0, type: { type: "string", const: "delivery.completed" }, timestamp: _0, workspace_id: _0, data: _object({ delivery_id: _0, run_id: _0, workflow_id: _0, run_number: _19, target: _0, destination: _0, automatic: _b, files_done: _e, files_failed: _e, size_bytes: _e }) }),
  "DeliveryFailedNotice": _object({ id: _0, type: { type: "string", const: "delivery.failed" }, timestamp: _0, workspace_id: _0, data: _object({ delivery_id: _0, run_id: _0, workflow_id: _0, run_number: _19, target: _0, destination: _0, automatic: _b, files_done: _e, files_failed: _e, size_bytes: _e, error: _0 }) }),
  "DeliveryTarget": _object({ id: _0, name: _1a, endpoint: _4, region: _0, bucket: _0, prefix: _0, path_style: _b, access_key_preview: _0, checked_at: _0, created_at: _0, updated_at: _0 }),
  "DictionaryEntry": _object({ id: _0, word: _0, method: _1b, pronunciation: _5, ipa: _5, upload_id: _4, language: _0, description: _5, uses_count: _e, created_by: _0, created_at: _0, updated_at: _0 }),
  "DictionaryEntryInput": { type: "object", properties: { word: _1c, method: _1b, pronunciation: _1d, ipa: _1d, upload_id: _4, language: _1e, description: { anyOf: [{ type: "string", maxLength: 1000 }, _2] } }, required: ["word", "language"] },
  "DictionaryLanguage": _object({ language: _0, display_name: _0, entries_count: _e }),
  "DownloadLink": _object({ url: _0, filename: _0, expires_at: _0 }),
  "Empty": { type: "object", properties: {} },
  "ErrorCode": { type: "string", enum: ["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "INSUFFICIENT_CREDITS", "STORAGE_LIMIT_EXCEEDED", "PLAN_LIMIT_REACHED", "PAYMENT_REQUIRED", "FORBIDDEN", "INSUFFICIENT_SCOPE", "FEATURE_NOT_IN_PLAN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "RUN_ALREADY_ACTIVE", "CONCURRENT_RUN_LIMIT", "WORKSPACE_SLUG_TAKEN", "ALREADY_MEMBER", "INVITE_PENDING", "NAME_TAKEN", "IDEMPOTENCY_IN_PROGRESS", "INVITE_GONE", "PRECONDITION_FAILED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"] },
  "ErrorEnvelope": _object({ error: { type: "object", properties: { code: { $ref: "ErrorCode" }, message: _0, details: _list({ $ref: "FieldFault" }) }, required: ["code", "message"] }, meta: { $ref: "Meta" } }),
  "Evidence": _object({ measure: _0, value: { type: "number" }, least: _1f, most: _1f, unit: _5, start_ms: _f, end_ms: _f, passed: _b }),
  "ExecutionParams": { type: "object", properties: { max_failed_lines: _e }, additionalProperties: {} },
  "FieldFault": _1g,
  "Health": _object({ status: _1h, version: _0 }),
  "Invite": _object({ id: _0, email: _0, role: _p, status: { type: "string", enum: ["pending", "accepted", "revoked", "expired"] }, expires_at: _0, invited_by: _0, created_at: _0 }),
  "Invoice": _object({ id: _0, number: _5, status: { type: "string", enum: ["draft", "open", "paid", "uncollectible", "void"] }, amount_due: _j, amount_paid: _j, currency: _0, period_start: _0, period_end: _0, created: _0, hosted_invoice_url: _4, invoice_pdf: _4 }),
  "InvoicePage": _object({ invoices: _list({ $ref: "Invoice" }), has_more: _b }),
  "KeyedProviderId": { type: "string", enum: ["openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"] },
  "LanguageAudio": _object({ locale_code: _0, line_count: _e, total_duration_ms: _e, avg_duration_ms: _e }),
  "LanguageUsage": _object({ locale_code: _0, display_name: _0, share: _13, credits: _e, characters: _e, lines: _e, allocation_basis: { type: "string", enum: ["characters"] } }),
  "LineCompletedEvent": _object({ id: _19, type: { type: "string", const: "line.completed" }, run_id: _0, at: _0, data: _object({ line_id: _0, line_index: _e, locale_code: _0, status: { type: "string", enum: ["delivered", "dropped"] }, audio_id: _5, duration_ms: _f, retry_count: _e, credits: _e, reused: _b }) }),
  "LineFailedEvent": _object({ id: _19, type: { type: "string", const: "line.failed" }, run_id: _0, at: _0, data: _object({ line_id: _0, line_index: _e, locale_code: _0, node_id: _0, error: _1i }) }),
  "LocaleProgress": _object({ total_lines: _e, finished_lines: _e }),
  "Member": _object({ id: _0, user_id: _4, email: _0, first_name: _5, last_name: _5, image_url: _5, role: _p, last_active_at: _4, status: { type: "string", enum: ["active", "invited"] } }),
  "MemberRole": { type: "string", enum: ["admin", "editor", "viewer"] },
  "Meta": _object({ request_id: _0, timestamp: _0 }),
  "Metric": _object({ key: { type: "string", enum: ["lines_delivered", "total_duration", "average_duration", "characters", "credits", "pass_rate", "average_score", "retries", "dropped_lines", "outlier_lines", "time_to_first_audio", "run_duration", "realtime_factor"] }, label: _0, formatted_value: _0, status: _d, display: _object({ variant: { type: "string", enum: ["number", "duration", "percent", "score", "ratio"] }, emphasis: { type: "string", enum: ["primary", "secondary"] } }), value: { type: ["number", "string", "null"] }, unit: _5, reason: _5 }),
  "MetricSection": _object({ key: { type: "string", enum: ["audio", "quality", "timing"] }, layout: { type: "string", enum: ["grid", "list"] }, title: _0, metrics: _list({ $ref: "Metric" }) }),
  "ModelPrice": _object({ usd: _1j, per: { type: "number", minimum: 1 }, unit: { type: "string", enum: ["characters", "bytes", "tokens", "seconds"] }, as_of: _1k }),
  "NameAvailability": _object({ name: _0, available: _b }),
  "NewApiKey": _object({ id: _0, workspace_id: _0, created_by: _0, name: _0, key_type: _8, key_prefix: _0, key_suffix: _0, scopes: _a, active: _b, last_used_at: _4, rate_limit_per_min: _c, revoked_at: _4, created_at: _0, updated_at: _0, preview: _0, api_key: _0 }),
  "NewWebhookEndpoint": _object({ id: _0, workspace_id: _0, created_by: _0, url: _0, description: _5, events: _1l, active: _b, disabled_at: _4, disabled_reason: _1m, failing_since: _4, previous_secret_expires_at: _4, created_at: _0, updated_at: _0, secret: _0 }),
  "NodeOption": { oneOf: [_object({ kind: { type: "string", const: "href" }, target: _0 }), _object({ kind: { type: "string", const: "inline" }, value: _list(_object({ value: { type: ["string", "number", "boolean"] }, display_name: _0 })) })] },
  "NodePort": _object({ name: _0, fields: _1n }),
  "NodeState": _object({ node_id: _0, node_type: _0, node_display_name: _0, status: _1o, iteration: _e, started_at: _4, completed_at: _4, duration_ms: _e, error: _1p }),
  "NodeStateEvent": _object({ id: _19, type: { type: "string", const: "node.state" }, run_id: _0, at: _0, data: _object({ node_id: _0, node_type: _0, status: _1o, iteration: _e, error: _1p }) }),
  "NodeStatus": { type: "string", enum: ["pending", "running", "completed", "failed", "skipped", "cancelled"] },
  "NodeType": _object({ node_type: _0, display_name: _0, description: _0, version: _j, inputs: _1q, outputs: _1q, config_schema: _1r }),
  "NodeTypeDetail": _object({ node_type: _0, display_name: _0, description: _0, version: _j, inputs: _1q, outputs: _1q, config_schema: _1r, category: { type: "string", enum: ["source", "operator", "validation", "output"] }, options: { type: "object", additionalProperties: { $ref: "NodeOption" } } }),
  "NormalizeText": { type: "object", properties: { text: { type: "string", minLength: 1, maxLength: 5000 }, locale: _1e, kinds: { maxItems: 12, type: "array", items: { $ref: "NormalizerKind" } }, apply_dictionary: _b, keep_markup: _b }, required: ["text", "locale"], additionalProperties: false },
  "NormalizedText": _object({ text: _0, spoken_script: _0, changes: _list({ $ref: "TextChange" }), supported: _b }),
  "NormalizerKind": { type: "string", enum: ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"] },
  "NotificationPreferences": _object(_1s),
  "OutputLine": _object({ line_id: _0, line_index: _e, locale_code: _0, character_name: _5, script: _0, audio_id: _0, duration_ms: _e, file: _0 }),
  "Pagination": _object({ limit: _j, next: _4, prev: _4 }),
  "PaymentMethod": _object({ id: _0, brand: _0, last4: _0, exp_month: { type: "integer", minimum: 1, maximum: 12 }, exp_year: _j, is_default: _b }),
  "PaymentMethodSetup": _g,
  "Plan": _object({ id: _0, slug: _0, name: _0, tier: _17, limits: _1t, billing_interval: { type: "string", enum: ["monthly", "yearly"] }, amount: _e, currency: _0, display_order: _e }),
  "PlanChangePreview": _object({ current_plan: _1u, new_plan: _1u, type: { type: "string", enum: ["upgrade", "downgrade", "same"] }, proration_amount: _c, effective_at: _0, currency: _0 }),
  "PlanLimit": { anyOf: [_e, { type: "string", const: "unlimited" }] },
  "PlanLimits": _object({ monthly_credits: _16, workspaces_per_owner: _16, concurrent_runs_per_user: _16, storage_bytes_per_workspace: _16, retention_days: _16, byok_enabled: { anyOf: [{ type: "number", const: 0 }, { type: "number", const: 1 }] }, seats: _16 }),
  "ProgressEvent": _object({ id: _19, type: { type: "string", const: "progress" }, run_id: _0, at: _0, data: _object({ total_steps: _e, finished_steps: _e, total_lines: _e, finished_lines: _e, failed_lines: _e, dropped_lines: _e, credits: _e, by_locale: { type: "object", additionalProperties: { $ref: "LocaleProgress" } } }) }),
  "PronunciationMethod": { type: "string", enum: ["spelled", "ipa", "recorded"] },
  "Provider": _object({ id: _1v, display_name: _0, embedded: _b, serves: _list({ $ref: "ProviderService" }), available: _b, key_status: { anyOf: [_1w, _2] }, models_count: _e, voices_count: _e }),
  "ProviderCredentials": _6,
  "ProviderId": { type: "string", enum: ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"] },
  "ProviderKeyList": _object({ providers: _list(_1x) }),
  "ProviderKeyState": { type: "string", enum: ["not_configured", "valid", "invalid", "unverified"] },
  "ProviderKeyStatus": _object({ provider: { $ref: "KeyedProviderId" }, display_name: _0, credentials_schema: _6, configured: _b, is_valid: _b, validated_at: _4, key_preview: _0, status: _1w }),
  "ProviderModel": _object({ id: _0, provider: _1v, display_name: _0, is_default: _b, credits_per_1000_characters: _1j, provider_price: { anyOf: [{ $ref: "ModelPrice" }, _2] }, retires_at: { anyOf: [_1k, _2] }, successor: _5, max_characters: _e, supported_languages: _1y }),
  "ProviderService": { type: "string", enum: ["speech", "transcription", "translation", "scoring"] },
  "PutDeliveryTarget": { type: "object", properties: { endpoint: _w, region: { type: "string", pattern: "^[a-z0-9-]{1,50}$" }, bucket: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$" }, prefix: _h, path_style: { type: ["boolean", "null"] }, access_key_id: _q, secret_access_key: _1z }, required: ["bucket", "access_key_id", "secret_access_key"] },
  "Readiness": _object({ status: { type: "string", const: "ready" }, checks: _object({ database: _1h, storage: _1h, workers: _1h }) }),
  "ReplaceWorkflow": { type: "object", properties: _10, required: ["name", "definition"] },
  "RetryRun": { type: "object", properties: { line_ids: { minItems: 1, maxItems: 100000, type: "array", items: _1z } } },
  "RotateApiKey": { type: "object", properties: { grace_period_seconds: { type: "integer", minimum: 0, maximum: 86400 } } },
  "RotatedApiKey": _object({ old_key: _20, new_key: _21 }),
  "Run": _object({ id: _0, status: _22, run_number: _19, total_nodes: _e, total_steps: _e, finished_steps: _e, credits: _e, usage_summary: _23, started_at: _4, completed_at: _4, pause_requested_at: _4, paused_at: _4, created_at: _0, has_export: _b, triggered_by: _24, workflow_id: _0, token_cost: _e, updated_at: _0, error: _1p }),
  "RunCancelledNotice": _object({ id: _0, type: { type: "string", const: "run.cancelled" }, timestamp: _0, workspace_id: _0, data: _25 }),
  "RunCard": _object({ id: _0, line_id: _0, source_line_id: _5, line_index: _e, locale_code: _0, character_name: _5, script: _0, spoken_script: _5, translation: { anyOf: [{ $ref: "CardTranslation" }, _2] }, audio: { $ref: "CardAudio" }, validations: _26, voice: { anyOf: [_object({ voice_id: _0, display_name: _0 }), _2] }, waveform_url: _4, retry_count: _e, takes: _list({ $ref: "Take" }), status: { type: "string", enum: ["delivered", "generated", "not_delivered", "dropped"] }, dropped: { anyOf: [_object({ verdicts: _26 }), _2] } }),
  "RunCompletedNotice": _object({ id: _0, type: { type: "string", const: "run.completed" }, timestamp: _0, workspace_id: _0, data: _25 }),
  "RunData": _object({ workflow_id: _0, run_id: _0, run_status: _22, rows: _list({ $ref: "RunDataRow" }), partial: _object({ status: _d, reason: _5 }) }),
  "RunDataRow": _object({ id: _0, line_index: _e, line_id: _0, source_line_id: _5, script: _0, script_status: _d, cards: _list({ $ref: "RunCard" }) }),
  "RunDelivery": _object({ id: _0, run_id: _0, node_id: _4, target: _1a, destination: _0, automatic: _b, status: { type: "string", enum: ["pending", "running", "completed", "failed"] }, files_total: _f, files_done: _e, files_failed: _e, size_bytes: _e, failures: _list(_object({ file: _0, error: _0 })), error: _5, created_at: _0, started_at: _4, completed_at: _4 }),
  "RunDetail": _object({ id: _0, status: _22, run_number: _19, total_nodes: _e, total_steps: _e, finished_steps: _e, credits: _e, usage_summary: _23, started_at: _4, completed_at: _4, pause_requested_at: _4, paused_at: _4, created_at: _0, has_export: _b, triggered_by: _24, workflow_id: _0, token_cost: _e, updated_at: _0, error: _1p, definition_snapshot: _27 }),
  "RunError": _object({ code: _0, message: _0, node_id: _4, details: _list(_1g) }),
  "RunEstimate": _object({ min_credits: _e, expected_credits: _e, max_credits: _e, new_takes: _e, reused_takes: _e, breakdown: _list(_object({ node_id: _0, node_type: _0, min_credits: _e, expected_credits: _e, max_credits: _e })), current_balance: _j, deficit_at_max: _e, can_run: _b, problems: _18, notes: _list(_object({ node_id: _0, code: _0, message: _0 })) }),
  "RunEvent": { oneOf: [{ $ref: "RunStatusEvent" }, { $ref: "NodeStateEvent" }, { $ref: "LineCompletedEvent" }, { $ref: "LineFailedEvent" }, { $ref: "ProgressEvent" }] },
  "RunFailedNotice": _object({ id: _0, type: { type: "string", const: "run.failed" }, timestamp: _0, workspace_id: _0, data: _object({ run_id: _0, workflow_id: _0, run_number: _19, started_at: _4, completed_at: _0, credits: _e, total_lines: _e, delivered_lines: _e, dropped_lines: _e, failed_lines: _e, error: _1p }) }),
  "RunListItem": _object({ id: _0, status: _22, run_number: _19, total_nodes: _e, total_steps: _e, finished_steps: _e, credits: _e, usage_summary: _23, started_at: _4, completed_at: _4, pause_requested_at: _4, paused_at: _4, created_at: _0, has_export: _b, triggered_by: _24 }),
  "RunOutputs": _object({ run_id: _0, run_status: _22, credits: _e, outputs: _list(_object({ node_id: _0, node_type: _0, display_name: _0, status: _1o, lines: _list({ $ref: "OutputLine" }), line_count: _e, truncated: _b })) }),
  "RunOverview": _object({ workflow: _1, run: _object({ id: _0, status: _22, created_at: _0, started_at: _4, completed_at: _4, has_export: _b, error: _1p }), workflow_snapshot: _object({ definition: _27, node_states: _list({ $ref: "NodeState" }) }), metric_sections: _list({ $ref: "MetricSection" }), audio_by_language: _list({ $ref: "LanguageAudio" }), validators: _list({ $ref: "ValidatorSummary" }), capabilities: _object({ validator_drilldown: _b, live_trace_timing: _b, persisted_aggregates: _b }), future_links: _object({ validator_drilldown: _0, live_trace: _0 }) }),
  "RunStartedNotice": _object({ id: _0, type: { type: "string", const: "run.started" }, timestamp: _0, workspace_id: _0, data: _object({ run_id: _0, workflow_id: _0, run_number: _19, started_at: _0 }) }),
  "RunStatus": { type: "string", enum: _28 },
  "RunStatusCounts": _object({ pending: _e, running: _e, paused: _e, completed: _e, failed: _e, cancelled: _e }),
  "RunStatusEvent": _object({ id: _19, type: { type: "string", const: "run.status" }, run_id: _0, at: _0, data: _object({ status: _22, previous_status: _29, error: _1p, credits: _e }) }),
  "RunStep": _object({ id: _0, node_id: _0, node_type: _0, node_display_name: _0, status: _1o, iteration: _e, started_at: _4, completed_at: _4, result: _7, has_result: _b, active_ports: _1y, error: _1p }),
  "RunSummary": _object({ total_runs: _e, completed: _e, failed: _e, cancelled: _e, pending: _e, running: _e, paused: _e, pass_rate: _2a, average_duration_seconds: _2b }),
  "RunUsage": _object({ characters: _e, lines: _e, audio_ms: _e, retries: _e, by_locale: { type: "object", additionalProperties: _object({ characters: _e, lines: _e, audio_ms: _e }) } }),
  "Scope": { type: "string", enum: ["workflows:read", "workflows:run", "workflows:write", "voices:read", "voices:write", "dictionary:read", "dictionary:write", "uploads:write", "workspace:read", "templates:read", "catalog:read", "webhooks:write"] },
  "SimilarVoice": _object({ id: _0, name: _0, provider: _2c, provider_voice_id: _0, description: _5, is_active: _b, gender: _2e, accent: _2g, age: _2i, category: _2k, color: _5, tags: _1n, descriptor: _5, uses_count: _e, user_id: _4, source: _2l, duration_seconds: _2b, sample_url: _4, supported_languages: _1n, supported_models: _1y, is_favorite: _b, created_at: _0, updated_at: _0, similarity_score: _13 }),
  "SlugAvailability": _object({ slug: _0, available: _b }),
  "SpeechProviderId": { type: "string", enum: ["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"] },
  "StartRun": { type: "object", properties: { script_text: { type: "string", minLength: 1, maxLength: 500000 }, source_language: _1e, params: _2m } },
  "StartRunDelivery": { type: "object", properties: { target: _1a, node_id: _0 }, required: ["target"] },
  "Subscribe": _object({ plan_id: _0 }),
  "Subscription": _object({ id: _0, plan: _1u, status: { $ref: "SubscriptionStatus" }, current_period_start: _0, current_period_end: _0, cancel_at_period_end: _b, canceled_at: _4, scheduled_plan: { anyOf: [_1u, _2] }, scheduled_at: _4 }),
  "SubscriptionStatus": { type: "string", enum: ["active", "trialing", "past_due", "canceled", "unpaid", "incomplete", "incomplete_expired", "paused"] },
  "Take": _object({ iteration: _e, audio_id: _0, verdicts: _26 }),
  "Template": _object({ id: _0, name: _0, definition: _27, is_starter: _b, is_public: _b, uses_count: _e, created_at: _0, updated_at: _0, description: _5, category: _t, is_favorite: _b, created_by: _0 }),
  "TemplateCategory": { type: "string", enum: ["media", "creative", "business", "education", "wellness"] },
  "TemplateEstimate": _object({ template_id: _0, credits_per_1000_characters: _2b, max_credits_per_1000_characters: _2b, generators: _list(_object({ node_id: _0, provider: _2c, model: _5, credits_per_1000_characters: _2b, max_retries: _e })) }),
  "TextChange": _object({ start: _e, end: _e, written: _0, spoken: _0, kind: { type: "string", enum: ["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol", "markup"] } }),
  "UpdateApiKey": { type: "object", properties: { name: _k, scopes: _l, rate_limit_per_min: _m, active: _b } },
  "UpdateMember": _object({ role: _p }),
  "UpdateNotificationPreferences": { type: "object", properties: _1s },
  "UpdateTemplate": { type: "object", properties: { name: _2n, description: _r, category: _t, definition: _u } },
  "UpdateWebhookEndpoint": { type: "object", properties: { url: _o, description: _w, events: _y, active: _b } },
  "UpdateWorkflow": { type: "object", properties: { name: _2n, description: _z, definition: { anyOf: [_u, _2] } } },
  "UpdateWorkspace": { type: "object", properties: _14 },
  "UpdateWorkspaceSettings": { type: "object", properties: _2o },
  "Upload": _object({ id: _0, user_id: _0, workspace_id: _0, filename: _0, category: _v, content_type: _0, format: _0, status: { type: "string", enum: ["pending", "confirmed"] }, size_bytes: _f, checksum_sha256: _5, download_url: _4, context_type: { anyOf: [_i, _2] }, context_id: _4, char_count: _f, line_count: _f, created_at: _0, updated_at: _0 }),
  "UploadCategory": { type: "string", enum: ["script", "audio", "dictionary"] },
  "UploadConfirmedNotice": _object({ id: _0, type: { type: "string", const: "upload.confirmed" }, timestamp: _0, workspace_id: _0, data: _object({ upload_id: _0, filename: _0, category: _v, size_bytes: _e, workflow_id: _0 }) }),
  "UsageBucket": _object({ label: _0, start: _0, end: _0, credits: _e, characters: _e, lines: _e, runs: _e }),
  "UsageByLanguage": _object({ range: { anyOf: [_2p, _2] }, timezone: _0, period: _2q, activity_view: { anyOf: [_2r, _2] }, total_credits: _e, languages: _list({ $ref: "LanguageUsage" }) }),
  "UsageDay": _object({ date: _1k, credits: _e, characters: _e, lines: _e, runs: _e }),
  "UsagePeriod": _object({ start: _0, end: _0 }),
  "UsageRange": { type: "string", enum: ["30d", "60d", "90d"] },
  "UsageSummary": _object({ range: _2p, activity_view: _2r, timezone: _0, period: _2q, credits: _object({ used: _e, quota: _f, percent: _2b }), characters: _object({ total: _e }), lines: _object({ total: _e, avg_chars_per_line: _2b }), runs: _object({ total: _e, completed: _e, failed: _e, cancelled: _e, running: _e, pending: _e, paused: _e }), activity: _object({ view: _2r, bucket_unit: { type: "string", enum: ["day", "week", "month"] }, range_label: _0, buckets: _list(_2s), total: _e, avg: _1j, peak: { anyOf: [_2s, _2] } }), daily: _list({ $ref: "UsageDay" }) }),
  "ValidateWorkflow": _object({ definition: {} }),
  "ValidatorKind": { type: "string", enum: ["error_rate", "naturalness", "noise", "pacing", "loudness", "pronunciation"] },
  "ValidatorSummary": _object({ node_id: _0, kind: _2t, label: _0, status: _d, avg_score: _2u, pass_rate: _2a, pass_count: _e, fail_count: _e, retry_count: _e, reason: _5 }),
  "Verdict": _object({ kind: _2t, label: _0, score: _2u, status: { $ref: "VerdictStatus" }, reason: _5, threshold: _2u, exhausted: _b, wer: _2b, cer: _2b, transcript: _5, scored_on: _5, provider: _5, model: _5, phonetic_score: _2u, diff: _list({ $ref: "WordDiff" }), evidence: _list({ $ref: "Evidence" }) }),
  "VerdictStatus": { type: "string", enum: ["pass", "fail", "unscored"] },
  "Voice": _object({ id: _0, name: _0, provider: _2c, provider_voice_id: _0, description: _5, is_active: _b, gender: _2e, accent: _2g, age: _2i, category: _2k, color: _5, tags: _1n, descriptor: _5, uses_count: _e, user_id: _4, source: _2l, duration_seconds: _2b, sample_url: _4, supported_languages: _1n, supported_models: _1y, is_favorite: _b, created_at: _0, updated_at: _0 }),
  "VoiceAccent": { type: "string", enum: ["american", "british", "australian", "indian", "canadian", "irish", "african", "european", "east_asian", "southeast_asian", "latin_american", "middle_eastern", "slavic", "spanish", "french", "german", "italian", "portuguese", "japanese", "korean", "chinese", "thai", "vietnamese", "other"] },
  "VoiceAge": { type: "string", enum: ["young", "middle_aged", "old"] },
  "VoiceCategory": { type: "string", enum: ["news", "narration", "story", "podcast", "conversational", "social_media", "educational", "business"] },
  "VoiceFacets": _object({ source: _2v, gender: _2v, age: _2v, category: _2v, accent: _2v, provider: _2v, model: _2v, language: _2v }),
  "VoiceGender": { type: "string", enum: ["male", "female", "neutral"] },
  "VoiceSource": { type: "string", enum: ["platform", "recorded", "uploaded"] },
  "WebhookDelivery": _object({ id: _0, endpoint_id: _0, event: { $ref: "WebhookEvent" }, status: { type: "string", enum: ["pending", "succeeded", "failed"] }, attempts: _e, next_attempt_at: _4, last_attempt_at: _4, response_status: _c, response_body: _5, duration_ms: _f, error: _5, redelivery_of: _4, created_at: _0 }),
  "WebhookEndpoint": _object({ id: _0, workspace_id: _0, created_by: _0, url: _0, description: _5, events: _1l, active: _b, disabled_at: _4, disabled_reason: _1m, failing_since: _4, previous_secret_expires_at: _4, created_at: _0, updated_at: _0 }),
  "WebhookEvent": { oneOf: [{ $ref: "RunStartedNotice" }, { $ref: "RunCompletedNotice" }, { $ref: "RunFailedNotice" }, { $ref: "RunCancelledNotice" }, { $ref: "UploadConfirmedNotice" }, { $ref: "DeliveryCompletedNotice" }, { $ref: "DeliveryFailedNotice" }, { $ref: "CreditsLowNotice" }, { $ref: "WebhookTestNotice" }] },
  "WebhookEventType": { type: "string", enum: ["run.started", "run.completed", "run.failed", "run.cancelled", "upload.confirmed", "delivery.completed", "delivery.failed", "credits.low"] },
  "WebhookTestNotice": _object({ id: _0, type: { type: "string", const: "webhook.test" }, timestamp: _0, workspace_id: _0, data: _object({ endpoint_id: _0 }) }),
  "Whoami": _object({ auth_kind: { type: "string", enum: ["jwt", "api_key"] }, user_id: _0, workspace_id: _4, api_key_id: _4, scopes: _a }),
  "WordDiff": _object({ op: { type: "string", enum: ["match", "alike", "substitute", "insert", "delete"] }, script: _0, heard: _0, start_ms: _f, end_ms: _f }),
  "Workflow": _object({ id: _0, user_id: _0, name: _0, created_at: _0, updated_at: _0, description: _5, runs_count: _e, last_run_at: _4, last_run_status: _29, run_status_counts: _2w, definition: _27 }),
  "WorkflowDefinition": _object({ graph: _object({ nodes: _list({ $ref: "WorkflowNode" }), edges: _list(_2x) }), execution: _object({ steps: _1n, params: _2m }) }),
  "WorkflowDefinitionInput": { type: "object", properties: { graph: { type: "object", properties: { nodes: { maxItems: 200, type: "array", items: { $ref: "WorkflowNodeInput" } }, edges: { maxItems: 1000, type: "array", items: _2x } } }, execution: { type: "object", properties: { steps: { maxItems: 200, type: "array", items: _0 }, params: _2m } } } },
  "WorkflowEdge": _object({ id: _0, source: _0, sourcePort: _1c, target: _0, targetPort: _1c }),
  "WorkflowListItem": _object({ id: _0, user_id: _0, name: _0, created_at: _0, updated_at: _0, description: _5, runs_count: _e, last_run_at: _4, last_run_status: _29, run_status_counts: _2w }),
  "WorkflowNode": { type: "object", properties: { id: _0, type: _1c, name: _q, position: _2z, config: _6, config_version: _19 }, required: ["id", "type", "position", "config", "config_version"] },
  "WorkflowNodeInput": { type: "object", properties: { id: _0, type: _1c, name: _q, position: _2z, config: _6, config_version: _j }, required: ["id", "type"] },
  "Workspace": _object({ id: _0, name: _0, slug: _0, color_idx: _12, created_by: _0, created_at: _0, updated_at: _0, routing_price_sensitivity: _13, routing_llm_fit: _b }),
  "WorkspaceSettings": _object(_2o),
};

/** What every operation takes and answers, by its id. */
export const operations: Record<string, OperationSchemas> = {
  "auth.whoami": { data: { $ref: "Whoami" } },
  "api_keys.list": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, status: { type: "string", enum: ["active", "revoked", "all"] } }, required: [] }, data: _list(_20) },
  "api_keys.create": { body: { $ref: "CreateApiKey" }, bodyRequired: true, data: _21 },
  "api_keys.get": _33,
  "api_keys.update": { body: { $ref: "UpdateApiKey" }, bodyRequired: true, data: _20 },
  "api_keys.rotate": { body: { $ref: "RotateApiKey" }, data: { $ref: "RotatedApiKey" } },
  "api_keys.delete": _33,
  "workspaces.list": { query: _34, data: _list(_35) },
  "workspaces.create": { body: { $ref: "CreateWorkspace" }, bodyRequired: true, data: _35 },
  "workspaces.slug_available": { query: _object({ slug: _11 }), data: { $ref: "SlugAvailability" } },
  "workspaces.get": { data: _35 },
  "workspaces.update": { body: { $ref: "UpdateWorkspace" }, bodyRequired: true, data: _35 },
  "workspaces.delete": _37,
  "workspaces.get_settings": { data: _38 },
  "workspaces.update_settings": { body: { $ref: "UpdateWorkspaceSettings" }, bodyRequired: true, data: _38 },
  "members.list": { query: _34, data: _list({ $ref: "Member" }) },
  "members.update": { body: _39, bodyRequired: true, data: _36 },
  "members.remove": _37,
  "members.create_invite": { body: { $ref: "CreateInvite" }, bodyRequired: true, data: _3a },
  "members.update_invite": { body: _39, bodyRequired: true, data: _3a },
  "members.revoke_invite": _37,
  "members.accept_invite": { data: { $ref: "AcceptedInvite" } },
  "users.get_subscription": { data: { anyOf: [_3b, _2] } },
  "users.subscribe": { body: { $ref: "Subscribe" }, bodyRequired: true, data: _3b },
  "users.change_plan": { body: { $ref: "ChangePlan" }, bodyRequired: true, data: _3b },
  "users.cancel_subscription": _3c,
  "users.cancel_scheduled_change": _3c,
  "users.list_payment_methods": { data: _list({ $ref: "PaymentMethod" }) },
  "users.add_payment_method": { data: { $ref: "PaymentMethodSetup" } },
  "users.set_default_payment_method": _37,
  "users.delete_payment_method": _37,
  "users.list_invoices": { query: { type: "object", properties: { limit: _30, starting_after: { type: "string", pattern: "^in_[A-Za-z0-9_]{1,250}$" } }, required: [] }, data: { $ref: "InvoicePage" } },
  "users.get_notification_preferences": { data: _3d },
  "users.update_notification_preferences": { body: { $ref: "UpdateNotificationPreferences" }, bodyRequired: true, data: _3d },
  "users.get_credits": { data: { $ref: "Credits" } },
  "users.get_limits": { data: _1t },
  "templates.list": _3g,
  "templates.mine": _3g,
  "templates.create": { body: { $ref: "CreateTemplate" }, bodyRequired: true, data: _3f },
  "templates.get": _3h,
  "templates.update": { body: { $ref: "UpdateTemplate" }, bodyRequired: true, data: _3f },
  "templates.delete": _37,
  "templates.clone": { body: { $ref: "CloneTemplate" }, data: _3i },
  "templates.estimate": { data: { $ref: "TemplateEstimate" } },
  "templates.favorite": _3h,
  "templates.unfavorite": _37,
  "workflows.list": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, status: { type: "string", enum: ["draft", "running", "completed", "failed", "paused"] }, search: _3e, sort: { type: "array", maxItems: 100, items: { type: "string", enum: ["name", "updated_at", "runs_count"] } }, order: { type: "array", maxItems: 100, items: _3j }, last_run_after: _0, last_run_before: _0, has_failed_run: _b }, required: [] }, data: _list({ $ref: "WorkflowListItem" }) },
  "workflows.name_availability": { query: { type: "object", properties: { name: _q, exclude_id: _0 }, required: _n }, data: { $ref: "NameAvailability" } },
  "workflows.validate": { body: { $ref: "ValidateWorkflow" }, bodyRequired: true, data: { $ref: "DefinitionReport" } },
  "workflows.create": { body: { $ref: "CreateWorkflow" }, bodyRequired: true, data: _3i },
  "workflows.get": _3k,
  "workflows.replace": { body: { $ref: "ReplaceWorkflow" }, bodyRequired: true, data: _3i },
  "workflows.update": { body: { $ref: "UpdateWorkflow" }, bodyRequired: true, data: _3i },
  "workflows.delete": _37,
  "workflows.duplicate": _3k,
  "workflows.uploads": { query: _34, data: _list(_15) },
  "workflows.preview": { data: { $ref: "RunEstimate" } },
  "runs.list": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, status: _0, search: _3e, sort: { type: "string", enum: ["created_at", "started_at", "completed_at", "status"] }, order: _3j }, required: [] }, data: _list({ $ref: "RunListItem" }) },
  "runs.summary": { query: { type: "object", properties: { from: _0, to: _0 }, required: [] }, data: { $ref: "RunSummary" } },
  "runs.start": { body: { $ref: "StartRun" }, data: _3l },
  "runs.cancel": _3m,
  "runs.pause": _3m,
  "runs.resume": _3m,
  "runs.retry": { body: { $ref: "RetryRun" }, data: _3l },
  "runs.get": { data: { $ref: "RunDetail" } },
  "runs.status": _3m,
  "runs.events": {},
  "runs.overview": { data: { $ref: "RunOverview" } },
  "runs.steps": { query: { type: "object", properties: { include_result: _b, node_type: _3e, node_id: _0 }, required: [] }, data: _list({ $ref: "RunStep" }) },
  "runs.data": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, search: _h, language: _1e, include_dropped: _b }, required: [] }, data: { $ref: "RunData" } },
  "runs.outputs": { data: { $ref: "RunOutputs" } },
  "runs.download": _3o,
  "runs.download_node": _3o,
  "runs.script": { query: { type: "object", properties: { format: { type: "string", enum: ["csv", "xliff-1.2", "xliff-2.0"] }, language: _1e }, required: [] }, data: _3n },
  "runs.audio_url": _3p,
  "uploads.create": { body: { $ref: "CreateUpload" }, bodyRequired: true, data: { $ref: "CreatedUpload" } },
  "uploads.confirm": { body: { $ref: "ConfirmUpload" }, bodyRequired: true, data: _15 },
  "uploads.delete": _37,
  "voices.list": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, favorites_only: _b, source: _3q, gender: _3r, age: _3s, category: _3t, accent: _3u, provider: _3v, model: _3w, language: _3x, search: _h, sort: { type: "string", enum: ["name", "created_at", "uses_count"] }, order: _3j }, required: [] }, data: _3z },
  "voices.facets": { query: { type: "object", properties: { favorites_only: _b, source: _3q, gender: _3r, age: _3s, category: _3t, accent: _3u, provider: _3v, model: _3w, language: _3x, search: _h }, required: [] }, data: { $ref: "VoiceFacets" } },
  "voices.get": _40,
  "voices.similar": { query: { type: "object", properties: { limit: { type: "integer", minimum: 1, maximum: 50 }, language: _3x }, required: [] }, data: _list({ $ref: "SimilarVoice" }) },
  "voices.sample": _3p,
  "voices.favorite": _40,
  "voices.unfavorite": _37,
  "dictionary.list": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, language: _3x, method: _41 }, required: [] }, data: _43 },
  "dictionary.search": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, q: _1c, language: _3x, method: _41 }, required: ["q"] }, data: _43 },
  "dictionary.languages": { data: _list({ $ref: "DictionaryLanguage" }) },
  "dictionary.create": _44,
  "dictionary.replace": _44,
  "dictionary.delete": _37,
  "text.normalize": { body: { $ref: "NormalizeText" }, bodyRequired: true, data: { $ref: "NormalizedText" } },
  "providers.list": { query: _34, data: _list(_45) },
  "providers.get": { data: _45 },
  "providers.models": { query: _34, data: _list(_46) },
  "providers.model": { data: _46 },
  "providers.voices": { query: _34, data: _3z },
  "provider_keys.list": { data: { $ref: "ProviderKeyList" } },
  "provider_keys.put": { body: { $ref: "ProviderCredentials" }, bodyRequired: true, data: _1x },
  "provider_keys.delete": { data: _1x },
  "nodes.list": { data: _list({ $ref: "NodeType" }) },
  "nodes.get": { data: { $ref: "NodeTypeDetail" } },
  "usage.summary": { query: _47, data: { $ref: "UsageSummary" } },
  "usage.by_language": { query: _47, data: { $ref: "UsageByLanguage" } },
  "usage.activity": { query: { type: "object", properties: { limit: _30, offset: _31, cursor: _32, range: _2p, type: { type: "array", maxItems: 100, items: _3 }, user_id: _0 }, required: [] }, data: _list({ $ref: "Activity" }) },
  "billing.list_plans": { query: { type: "object", properties: { page: { type: "integer", minimum: 1, maximum: 1000 }, limit: _30 }, required: [] }, data: _list(_1u) },
  "billing.preview_plan_change": { data: { $ref: "PlanChangePreview" } },
  "billing.create_checkout": { body: { $ref: "CreateCheckout" }, bodyRequired: true, data: { $ref: "Checkout" } },
  "webhook_endpoints.list": { query: _34, data: _list(_48) },
  "webhook_endpoints.create": { body: { $ref: "CreateWebhookEndpoint" }, bodyRequired: true, data: _49 },
  "webhook_endpoints.get": { data: _48 },
  "webhook_endpoints.update": { body: { $ref: "UpdateWebhookEndpoint" }, bodyRequired: true, data: _48 },
  "webhook_endpoints.delete": _37,
  "webhook_endpoints.rotate_secret": { data: _49 },
  "webhook_endpoints.test": _4b,
  "webhook_endpoints.deliveries": { query: _34, data: _list(_4a) },
  "webhook_endpoints.redeliver": _4b,
  "delivery_targets.list": { data: _list(_4c) },
  "delivery_targets.put": { body: { $ref: "PutDeliveryTarget" }, bodyRequired: true, data: _4c },
  "delivery_targets.delete": _37,
  "deliveries.start": { body: { $ref: "StartRunDelivery" }, bodyRequired: true, data: _4d },
  "deliveries.list": { query: _34, data: _list(_4d) },
  "health.live": { data: { $ref: "Health" } },
  "health.ready": { data: { $ref: "Readiness" } },
};
