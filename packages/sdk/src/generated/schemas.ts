// Written by scripts/gen.ts. Do not edit.

import { _flag, _format, _int, _list, _number, _object, _one, _orNull, _ref, _text } from '../schema-forms.ts';
import type { OperationSchemas, Schema } from '../schema.ts';

const _0 = _format("uuid") as never;
const _1 = _format("date-time") as never;
const _2 = _text() as never;
const _3 = _object({ id: _0, name: _2 }) as never;
const _4 = _ref("ActivityAction") as never;
const _5 = _orNull(_0) as never;
const _6 = { type: ["string", "null"] } as never;
const _7 = { type: "object", additionalProperties: {} } as never;
const _8 = _orNull(_7) as never;
const _9 = { type: "string", const: "live" } as never;
const _a = _ref("Scope") as never;
const _b = _list(_a) as never;
const _c = _flag() as never;
const _d = _orNull(_1) as never;
const _e = { type: ["integer", "null"] } as never;
const _f = _format("uri") as never;
const _g = _orNull(_f) as never;
const _h = _ref("Availability") as never;
const _i = _int(0, 0) as never;
const _j = _orNull(_i) as never;
const _k = _object({ client_secret: _2 }) as never;
const _l = _text(0, 200) as never;
const _m = { type: "string", const: "workflow" } as never;
const _n = _int() as never;
const _o = _text(0, 120, 1) as never;
const _p = _list(_a, 0, 100) as never;
const _q = _orNull(_int(0, 1, 1000000)) as never;
const _r = ["name"] as never;
const _s = _text(0, 2000) as never;
const _t = _ref("MemberRole") as never;
const _u = _text(0, 200, 1) as never;
const _v = _orNull(_s) as never;
const _w = _ref("TemplateCategory") as never;
const _x = _orNull(_w) as never;
const _y = _ref("WorkflowDefinitionInput") as never;
const _z = _ref("UploadCategory") as never;
const _10 = { type: "string", maxLength: 2000, format: "uri" } as never;
const _11 = _orNull(_text(0, 500)) as never;
const _12 = _ref("WebhookEventType") as never;
const _13 = { minItems: 1, maxItems: 16, type: "array", items: _12 } as never;
const _14 = _orNull(_text(0, 5000)) as never;
const _15 = { name: _u, description: _14, definition: _y } as never;
const _16 = { type: "string", minLength: 1, maxLength: 50, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" } as never;
const _17 = _int(0, 0, 6) as never;
const _18 = _number(0, 0, 1) as never;
const _19 = _ref("Upload") as never;
const _1a = _ref("PlanLimit") as never;
const _1b = _one(["free", "paid", "custom"]) as never;
const _1c = _list(_ref("DefinitionProblem")) as never;
const _1d = _list(_ref("SourceReading")) as never;
const _1e = _int(0, 1) as never;
const _1f = { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,49}$" } as never;
const _1g = _ref("PronunciationMethod") as never;
const _1h = _text(0, 100, 1) as never;
const _1i = _orNull({ type: "string", minLength: 1, maxLength: 300, pattern: "^[^<>\\p{Cc}]*$" }) as never;
const _1j = _text(0, 35, 2) as never;
const _1k = { type: ["number", "null"] } as never;
const _1l = _object({ field: _2, message: _2 }) as never;
const _1m = { type: "string", const: "ok" } as never;
const _1n = _ref("RunError") as never;
const _1o = _number(0, 0) as never;
const _1p = { type: "string", format: "date", pattern: "^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))$" } as never;
const _1q = _list(_12) as never;
const _1r = _orNull(_one(["manual", "gone", "failures"])) as never;
const _1s = _list(_2) as never;
const _1t = _ref("NodeStatus") as never;
const _1u = _orNull(_1n) as never;
const _1v = _list(_ref("NodePort")) as never;
const _1w = { type: "object", additionalProperties: _7 } as never;
const _1x = { completed_generation_email: _c, failed_generation_email: _c, weekly_usage_summary_email: _c, product_updates_email: _c } as never;
const _1y = _ref("PlanLimits") as never;
const _1z = _ref("Plan") as never;
const _20 = _ref("ProviderId") as never;
const _21 = _ref("ProviderKeyState") as never;
const _22 = _ref("ProviderKeyStatus") as never;
const _23 = _orNull(_1s) as never;
const _24 = _text(0, 500, 1) as never;
const _25 = _ref("ApiKey") as never;
const _26 = _ref("NewApiKey") as never;
const _27 = _ref("RunStatus") as never;
const _28 = _ref("RunUsage") as never;
const _29 = _object({ user_id: _0, user_name: _2 }) as never;
const _2a = _object({ run_id: _0, workflow_id: _0, run_number: _1e, started_at: _d, completed_at: _1, credits: _i, total_lines: _i, delivered_lines: _i, dropped_lines: _i, skipped_lines: _i, failed_lines: _i }) as never;
const _2b = _list(_ref("Verdict")) as never;
const _2c = _orNull(_object({ voice_id: _0, display_name: _2, status: _h })) as never;
const _2d = _ref("WorkflowDefinition") as never;
const _2e = ["pending", "running", "paused", "completed", "failed", "cancelled"] as never;
const _2f = _orNull(_27) as never;
const _2g = _orNull(_18) as never;
const _2h = _orNull(_1o) as never;
const _2i = _ref("SpeechProviderId") as never;
const _2j = _ref("VoiceGender") as never;
const _2k = _orNull(_2j) as never;
const _2l = _ref("VoiceAccent") as never;
const _2m = _orNull(_2l) as never;
const _2n = _ref("VoiceAge") as never;
const _2o = _orNull(_2n) as never;
const _2p = _ref("VoiceCategory") as never;
const _2q = _orNull(_2p) as never;
const _2r = _ref("VoiceSource") as never;
const _2s = _orNull(_one(["draft"])) as never;
const _2t = _ref("ScriptReading") as never;
const _2u = _ref("ExecutionParams") as never;
const _2v = _orNull(_u) as never;
const _2w = { default_language: _orNull(_1j), theme: _orNull(_one(["light", "dark", "system"])) } as never;
const _2x = _ref("UsageRange") as never;
const _2y = _ref("UsagePeriod") as never;
const _2z = _ref("ActivityView") as never;
const _30 = _ref("ValidatorKind") as never;
const _31 = _orNull(_number(0, 0, 100)) as never;
const _32 = _list(_object({ value: _2, count: _i })) as never;
const _33 = _ref("RunStatusCounts") as never;
const _34 = _ref("WorkflowEdge") as never;
const _35 = _number(0, -1000000000, 1000000000) as never;
const _36 = _object({ x: _35, y: _35 }) as never;
const _37 = _int(0, 1, 100) as never;
const _38 = _int(0, 0, 10000) as never;
const _39 = _text(0, 8000, 1) as never;
const _3a = { data: _25 } as never;
const _3b = _object({ limit: _37, offset: _38, cursor: _39 }, 0, []) as never;
const _3c = _ref("Workspace") as never;
const _3d = _ref("Empty") as never;
const _3e = { data: _3d } as never;
const _3f = _ref("WorkspaceSettings") as never;
const _3g = _ref("UpdateMember") as never;
const _3h = _ref("Invite") as never;
const _3i = _ref("Subscription") as never;
const _3j = { data: _3i } as never;
const _3k = _ref("NotificationPreferences") as never;
const _3l = _text(0, 100) as never;
const _3m = _ref("Template") as never;
const _3n = { query: _object({ limit: _37, offset: _38, cursor: _39, category: _list(_w, 0, 100), search: _3l, sort: _one(["recent", "popular", "name"]), favorites_only: _c }, 0, []), data: _list(_3m) } as never;
const _3o = { data: _3m } as never;
const _3p = _ref("Workflow") as never;
const _3q = _one(["asc", "desc"]) as never;
const _3r = _list(_3q, 0, 100) as never;
const _3s = { data: _3p } as never;
const _3t = _ref("Run") as never;
const _3u = { data: _3t } as never;
const _3v = _ref("DownloadLink") as never;
const _3w = { query: _object({ format: _one(["zip", "files", "pickups", "pickups-json"]) }, 0, []), data: _3v } as never;
const _3x = { data: _3v } as never;
const _3y = _list(_2r, 0, 100) as never;
const _3z = _list(_2j, 0, 100) as never;
const _40 = _list(_2n, 0, 100) as never;
const _41 = _list(_2p, 0, 100) as never;
const _42 = _list(_2l, 0, 100) as never;
const _43 = _list(_2i, 0, 100) as never;
const _44 = _list(_u, 0, 100) as never;
const _45 = _list(_1j, 0, 100) as never;
const _46 = _ref("Voice") as never;
const _47 = _list(_46) as never;
const _48 = { data: _46 } as never;
const _49 = _list(_1g, 0, 100) as never;
const _4a = _ref("DictionaryEntry") as never;
const _4b = _list(_4a) as never;
const _4c = { body: _ref("DictionaryEntryInput"), bodyRequired: true, data: _4a } as never;
const _4d = _ref("Provider") as never;
const _4e = _ref("ProviderModel") as never;
const _4f = _object({ range: _2x, activity_view: _2z, timezone: _text(0, 64) }, 0, []) as never;
const _4g = _ref("WebhookEndpoint") as never;
const _4h = _ref("NewWebhookEndpoint") as never;
const _4i = _ref("WebhookDelivery") as never;
const _4j = { data: _4i } as never;
const _4k = _ref("DeliveryTarget") as never;
const _4l = _ref("RunDelivery") as never;

/** The schemas that others name in `$ref`. */
export const components: Record<string, Schema> = {
  "AcceptedInvite": _object({ workspace_id: _0 }),
  "Activity": _object({ id: _0, timestamp: _1, user: _orNull(_3), action: _4, kind: _2, resource: _object({ type: _2, id: _5, name: _6 }), metadata: _8, ip: _6 }),
  "ActivityAction": _one(["workflow_run", "voice_generated", "template_applied", "member_invited", "api_key_created", "settings_changed"]),
  "ActivityView": _one(["daily", "weekly", "monthly"]),
  "ApiKey": _object({ id: _0, workspace_id: _0, created_by: _0, name: _2, key_type: _9, key_prefix: _2, key_suffix: _2, scopes: _b, active: _c, last_used_at: _d, rate_limit_per_min: _e, revoked_at: _d, created_at: _1, updated_at: _1, preview: _2 }),
  "Availability": _one(["available", "not_ready", "unsupported", "unavailable"]),
  "CardAudio": _object({ audio_id: _6, playback_url: _g, status: _h, reason: _6, duration_ms: _j, content_type: _6, provider: _6, model: _6 }),
  "CardTranslation": _object({ kind: _one(["provider", "memory", "run", "pseudo"]), provider: _6, model: _6, tries: _i, billed: _orNull(_object({ unit: _2, amount: _i })) }),
  "ChangePlan": _object({ new_plan_id: _0 }),
  "Checkout": _k,
  "CloneTemplate": _object({ name: _orNull(_l) }, 0, []),
  "ConfirmUpload": _object({ context_type: _m, context_id: _0 }),
  "CountedPagination": _object({ limit: _n, next: _g, prev: _g, total: _i }),
  "CreateApiKey": _object({ name: _o, scopes: _p, rate_limit_per_min: _q, key_type: _9 }, 0, _r),
  "CreateCheckout": _object({ plan_id: _0, return_url: _s }),
  "CreateInvite": _object({ email: { type: "string", maxLength: 254, format: "email" }, role: _t }),
  "CreateTemplate": _object({ name: _u, description: _v, category: _x, definition: _y }, 0, _r),
  "CreateUpload": _object({ filename: { type: "string", minLength: 1, maxLength: 255, pattern: "^[^/\\\\\\p{Cc}]+$" }, category: _z, size_bytes: _int(0, 1, 104857600), checksum_sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }, 0, ["filename", "category"]),
  "CreateWebhookEndpoint": _object({ url: _10, description: _11, events: _13 }, 0, ["url"]),
  "CreateWorkflow": _object(_15, 0, _r),
  "CreateWorkspace": _object({ name: _u, slug: _16, color_idx: _17, routing_price_sensitivity: _18, routing_llm_fit: _c }, 0, _r),
  "CreatedUpload": _object({ upload: _19, upload_url: _f }),
  "Credits": _object({ balance: _n, used: _i, remaining: _i, period_start: _1, period_end: _1, plan_grant: _1a, plan_tier: _1b }),
  "CreditsLowNotice": _object({ id: _0, type: { type: "string", const: "credits.low" }, timestamp: _1, workspace_id: _0, data: _object({ balance: _i, threshold: _i, monthly_credits: _i }) }),
  "DefinitionProblem": _object({ path: _2, code: _2, message: _2 }),
  "DefinitionReport": _object({ valid: _c, errors: _1c, warnings: _1c, readings: _1d }),
  "DeliveryCompletedNotice": _object({ id: _0, type: { type: "string", const: "delivery.completed" }, timestamp: _1, workspace_id: _0, data: _object({ delivery_id: _0, run_id: _0, workflow_id: _0, run_number: _1e, target: _2, destination: _2, automatic: _c, files_done: _i, files_failed: _i, size_bytes: _i }) }),
  "DeliveryFailedNotice": _object({ id: _0, type: { type: "string", const: "delivery.failed" }, timestamp: _1, workspace_id: _0, data: _object({ delivery_id: _0, run_id: _0, workflow_id: _0, run_number: _1e, target: _2, destination: _2, automatic: _c, files_done: _i, files_failed: _i, size_bytes: _i, error: _2 }) }),
  "DeliveryTarget": _object({ id: _0, name: _1f, endpoint: _g, region: _2, bucket: _2, prefix: _2, path_style: _c, access_key_preview: _2, checked_at: _1, created_at: _1, updated_at: _1 }),
  "DictionaryEntry": _object({ id: _0, word: _2, method: _1g, pronunciation: _6, ipa: _6, upload_id: _5, language: _2, description: _6, uses_count: _i, created_by: _0, created_at: _1, updated_at: _1 }),
  "DictionaryEntryInput": _object({ word: _1h, method: _1g, pronunciation: _1i, ipa: _1i, upload_id: _5, language: _1j, description: _orNull(_text(0, 1000)) }, 0, ["word", "language"]),
  "DictionaryLanguage": _object({ language: _2, display_name: _2, entries_count: _i }),
  "DownloadLink": _object({ url: _f, filename: _2, expires_at: _1 }),
  "Empty": _object({}),
  "ErrorCode": _one(["BAD_REQUEST", "UNAUTHENTICATED", "INVALID_API_KEY", "INSUFFICIENT_CREDITS", "STORAGE_LIMIT_EXCEEDED", "PLAN_LIMIT_REACHED", "PAYMENT_REQUIRED", "FORBIDDEN", "INSUFFICIENT_SCOPE", "FEATURE_NOT_IN_PLAN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "RUN_ALREADY_ACTIVE", "CONCURRENT_RUN_LIMIT", "WORKSPACE_SLUG_TAKEN", "ALREADY_MEMBER", "INVITE_PENDING", "NAME_TAKEN", "IDEMPOTENCY_IN_PROGRESS", "INVITE_GONE", "PRECONDITION_FAILED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED", "RATE_LIMITED", "SERVER_ERROR", "UNAVAILABLE"]),
  "ErrorEnvelope": _object({ error: _object({ code: _ref("ErrorCode"), message: _2, details: _list(_ref("FieldError")) }, 0, ["code", "message"]), meta: _ref("Meta") }),
  "Evidence": _object({ measure: _2, value: _number(), least: _1k, most: _1k, unit: _6, start_ms: _j, end_ms: _j, passed: _c }),
  "ExecutionParams": { type: "object", properties: { max_failed_lines: _i }, additionalProperties: {} },
  "FieldError": _1l,
  "Health": _object({ status: _1m, version: _2 }),
  "Invite": _object({ id: _0, email: _2, role: _t, status: _one(["pending", "accepted", "revoked", "expired"]), expires_at: _1, invited_by: _0, created_at: _1 }),
  "Invoice": _object({ id: _2, number: _6, status: _one(["draft", "open", "paid", "uncollectible", "void"]), amount_due: _n, amount_paid: _n, currency: _2, period_start: _1, period_end: _1, created: _1, hosted_invoice_url: _g, invoice_pdf: _g }),
  "InvoicePage": _object({ invoices: _list(_ref("Invoice")), has_more: _c }),
  "KeyedProviderId": _one(["openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"]),
  "LanguageAudio": _object({ locale_code: _2, line_count: _i, total_duration_ms: _i, avg_duration_ms: _i }),
  "LanguageUsage": _object({ locale_code: _2, display_name: _2, share: _18, credits: _i, characters: _i, lines: _i, allocation_basis: _one(["characters"]) }),
  "LineCompletedEvent": _object({ id: _1e, type: { type: "string", const: "line.completed" }, run_id: _0, at: _1, data: _object({ line_id: _2, line_index: _i, locale_code: _2, status: _one(["delivered", "dropped", "skipped"]), audio_id: _6, duration_ms: _j, retry_count: _i, credits: _i, reused: _c }) }),
  "LineFailedEvent": _object({ id: _1e, type: { type: "string", const: "line.failed" }, run_id: _0, at: _1, data: _object({ line_id: _2, line_index: _i, locale_code: _2, node_id: _0, error: _2, error_details: _1n }) }),
  "LocaleProgress": _object({ total_lines: _i, finished_lines: _i }),
  "Member": _object({ id: _0, user_id: _5, email: _2, first_name: _6, last_name: _6, image_url: _6, role: _t, last_active_at: _d, status: _one(["active", "invited"]) }),
  "MemberRole": _one(["admin", "editor", "viewer"]),
  "Meta": _object({ request_id: _2, timestamp: _1 }),
  "Metric": _object({ key: _one(["lines_delivered", "total_duration", "average_duration", "characters", "credits", "pass_rate", "average_score", "retries", "dropped_lines", "skipped_lines", "outlier_lines", "time_to_first_audio", "run_duration", "realtime_factor"]), label: _2, formatted_value: _2, status: _h, display: _object({ variant: _one(["number", "duration", "percent", "score", "ratio"]), emphasis: _one(["primary", "secondary"]) }), value: { type: ["number", "string", "null"] }, unit: _6, reason: _6 }),
  "MetricSection": _object({ key: _one(["audio", "quality", "timing"]), layout: _one(["grid", "list"]), title: _2, metrics: _list(_ref("Metric")) }),
  "ModelPrice": _object({ usd: _1o, per: _number(0, 1), unit: _one(["characters", "bytes", "tokens", "seconds"]), as_of: _1p }),
  "NameAvailability": _object({ name: _2, available: _c }),
  "NewApiKey": _object({ id: _0, workspace_id: _0, created_by: _0, name: _2, key_type: _9, key_prefix: _2, key_suffix: _2, scopes: _b, active: _c, last_used_at: _d, rate_limit_per_min: _e, revoked_at: _d, created_at: _1, updated_at: _1, preview: _2, api_key: _2 }),
  "NewWebhookEndpoint": _object({ id: _0, workspace_id: _0, created_by: _0, url: _f, description: _6, events: _1q, active: _c, disabled_at: _d, disabled_reason: _1r, failing_since: _d, previous_secret_expires_at: _d, created_at: _1, updated_at: _1, secret: _2 }),
  "NodeOption": { oneOf: [_object({ kind: { type: "string", const: "href" }, target: _2 }), _object({ kind: { type: "string", const: "inline" }, value: _list(_object({ value: { type: ["string", "number", "boolean"] }, display_name: _2 })) })] },
  "NodePort": _object({ name: _2, fields: _1s }),
  "NodeState": _object({ node_id: _0, node_type: _2, node_display_name: _2, status: _1t, iteration: _i, started_at: _d, completed_at: _d, duration_ms: _i, error: _6, error_details: _1u }),
  "NodeStateEvent": _object({ id: _1e, type: { type: "string", const: "node.state" }, run_id: _0, at: _1, data: _object({ node_id: _0, node_type: _2, status: _1t, iteration: _i, error: _6, error_details: _1u }) }),
  "NodeStatus": _one(["pending", "running", "completed", "failed", "skipped", "cancelled"]),
  "NodeType": _object({ node_type: _2, display_name: _2, description: _2, version: _n, inputs: _1v, outputs: _1v, config_schema: _1w }),
  "NodeTypeDetail": _object({ node_type: _2, display_name: _2, description: _2, version: _n, inputs: _1v, outputs: _1v, config_schema: _1w, category: _one(["source", "operator", "validation", "output"]), options: { type: "object", additionalProperties: _ref("NodeOption") } }),
  "NormalizeText": { type: "object", properties: { text: _text(0, 5000, 1), locale: _1j, kinds: _list(_ref("NormalizerKind"), 0, 12), apply_dictionary: _c, keep_markup: _c }, required: ["text", "locale"], additionalProperties: false },
  "NormalizedText": _object({ text: _2, spoken_script: _2, changes: _list(_ref("TextChange")), supported: _c }),
  "NormalizerKind": _one(["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol"]),
  "NotificationPreferences": _object(_1x),
  "OutputLine": _object({ line_id: _2, line_index: _i, locale_code: _2, character_name: _6, script: _2, audio_id: _2, duration_ms: _i, file: _2 }),
  "Pagination": _object({ limit: _n, next: _g, prev: _g }),
  "PaymentMethod": _object({ id: _2, brand: _2, last4: _2, exp_month: _int(0, 1, 12), exp_year: _n, is_default: _c }),
  "PaymentMethodSetup": _k,
  "Plan": _object({ id: _0, slug: _2, name: _2, tier: _1b, limits: _1y, billing_interval: _one(["monthly", "yearly"]), amount: _i, currency: _2, display_order: _i }),
  "PlanChangePreview": _object({ current_plan: _1z, new_plan: _1z, type: _one(["upgrade", "downgrade", "same"]), proration_amount: _e, effective_at: _1, currency: _2 }),
  "PlanLimit": { anyOf: [_i, { type: "string", const: "unlimited" }] },
  "PlanLimits": _object({ monthly_credits: _1a, workspaces_per_owner: _1a, concurrent_runs_per_user: _1a, storage_bytes_per_workspace: _1a, retention_days: _1a, byok_enabled: { anyOf: [{ type: "number", const: 0 }, { type: "number", const: 1 }] }, seats: _1a }),
  "ProgressEvent": _object({ id: _1e, type: { type: "string", const: "progress" }, run_id: _0, at: _1, data: _object({ total_steps: _i, finished_steps: _i, total_lines: _i, finished_lines: _i, failed_lines: _i, dropped_lines: _i, skipped_lines: _i, credits: _i, by_locale: { type: "object", additionalProperties: _ref("LocaleProgress") } }) }),
  "PronunciationMethod": _one(["spelled", "ipa", "recorded"]),
  "Provider": _object({ id: _20, display_name: _2, embedded: _c, serves: _list(_ref("ProviderService")), available: _c, key_status: _orNull(_21), models_count: _i, voices_count: _i }),
  "ProviderCredentials": _7,
  "ProviderId": _one(["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax", "deepl", "anthropic", "scoring_endpoint"]),
  "ProviderKeyList": _object({ providers: _list(_22) }),
  "ProviderKeyState": _one(["not_configured", "valid", "invalid", "unverified"]),
  "ProviderKeyStatus": _object({ provider: _ref("KeyedProviderId"), display_name: _2, credentials_schema: _7, configured: _c, is_valid: _c, validated_at: _d, key_preview: _2, status: _21 }),
  "ProviderModel": _object({ id: _2, provider: _20, display_name: _2, is_default: _c, credits_per_1000_characters: _1o, provider_price: _orNull(_ref("ModelPrice")), retires_at: _orNull(_1p), successor: _6, max_characters: _i, supported_languages: _23 }),
  "ProviderService": _one(["speech", "transcription", "translation", "scoring"]),
  "PutDeliveryTarget": _object({ endpoint: _orNull({ type: "string", maxLength: 500, format: "uri" }), region: { type: "string", pattern: "^[a-z0-9-]{1,50}$" }, bucket: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$" }, prefix: _l, path_style: { type: ["boolean", "null"] }, access_key_id: _u, secret_access_key: _24 }, 0, ["bucket", "access_key_id", "secret_access_key"]),
  "Readiness": _object({ status: { type: "string", const: "ready" }, checks: _object({ database: _1m, storage: _one(["ok", "full"]), workers: _one(["ok", "none"]) }) }),
  "ReplaceWorkflow": _object(_15, 0, ["name", "definition"]),
  "RetryRun": _object({ line_ids: { minItems: 1, maxItems: 100000, type: "array", items: _24 }, lines: { minItems: 1, maxItems: 100000, type: "array", items: _object({ line_id: _24, locale_code: _1j }, 0, ["line_id"]) }, respeak: _c }, 0, []),
  "RotateApiKey": _object({ grace_period_seconds: _int(0, 0, 86400) }, 0, []),
  "RotatedApiKey": _object({ old_key: _25, new_key: _26 }),
  "Run": _object({ id: _0, status: _27, run_number: _1e, total_nodes: _i, total_steps: _i, finished_steps: _i, credits: _i, usage_summary: _28, started_at: _d, completed_at: _d, pause_requested_at: _d, paused_at: _d, created_at: _1, has_export: _c, triggered_by: _29, workflow_id: _0, token_cost: _i, updated_at: _1, error: _6, error_details: _1u }),
  "RunCancelledNotice": _object({ id: _0, type: { type: "string", const: "run.cancelled" }, timestamp: _1, workspace_id: _0, data: _2a }),
  "RunCard": _object({ id: _2, line_id: _2, source_line_id: _6, line_index: _i, locale_code: _2, character_name: _6, notes: _6, direction: _6, max_duration_ms: _j, script: _2, spoken_script: _6, translation: _orNull(_ref("CardTranslation")), audio: _ref("CardAudio"), validations: _2b, voice: _2c, waveform_url: _g, retry_count: _i, takes: _list(_ref("Take")), status: _one(["delivered", "generated", "not_delivered", "dropped", "skipped"]), dropped: _orNull(_object({ verdicts: _2b })) }),
  "RunCompletedNotice": _object({ id: _0, type: { type: "string", const: "run.completed" }, timestamp: _1, workspace_id: _0, data: _2a }),
  "RunData": _object({ workflow_id: _0, run_id: _0, run_status: _27, rows: _list(_ref("RunDataRow")), partial: _object({ status: _h, reason: _6 }) }),
  "RunDataRow": _object({ id: _2, line_index: _i, line_id: _2, source_line_id: _6, script: _2, script_status: _h, cards: _list(_ref("RunCard")) }),
  "RunDelivery": _object({ id: _0, run_id: _0, node_id: _5, target: _1f, destination: _2, automatic: _c, status: _one(["pending", "running", "completed", "failed"]), files_total: _j, files_done: _i, files_failed: _i, size_bytes: _i, failures: _list(_object({ file: _2, error: _2 })), error: _6, created_at: _1, started_at: _d, completed_at: _d }),
  "RunDetail": _object({ id: _0, status: _27, run_number: _1e, total_nodes: _i, total_steps: _i, finished_steps: _i, credits: _i, usage_summary: _28, started_at: _d, completed_at: _d, pause_requested_at: _d, paused_at: _d, created_at: _1, has_export: _c, triggered_by: _29, workflow_id: _0, token_cost: _i, updated_at: _1, error: _6, error_details: _1u, definition_snapshot: _2d }),
  "RunError": _object({ code: _2, message: _2, node_id: _5, details: _list(_1l) }),
  "RunEstimate": _object({ min_credits: _i, expected_credits: _i, max_credits: _i, new_takes: _i, reused_takes: _i, breakdown: _list(_object({ node_id: _0, node_type: _2, min_credits: _i, expected_credits: _i, max_credits: _i })), current_balance: _n, deficit_at_max: _i, can_run: _c, readings: _1d, problems: _1c, notes: _list(_object({ node_id: _0, code: _2, message: _2 })) }),
  "RunEvent": { oneOf: [_ref("RunStatusEvent"), _ref("NodeStateEvent"), _ref("LineCompletedEvent"), _ref("LineFailedEvent"), _ref("ProgressEvent")] },
  "RunFailedNotice": _object({ id: _0, type: { type: "string", const: "run.failed" }, timestamp: _1, workspace_id: _0, data: _object({ run_id: _0, workflow_id: _0, run_number: _1e, started_at: _d, completed_at: _1, credits: _i, total_lines: _i, delivered_lines: _i, dropped_lines: _i, skipped_lines: _i, failed_lines: _i, error: _6, error_details: _1u }) }),
  "RunListItem": _object({ id: _0, status: _27, run_number: _1e, total_nodes: _i, total_steps: _i, finished_steps: _i, credits: _i, usage_summary: _28, started_at: _d, completed_at: _d, pause_requested_at: _d, paused_at: _d, created_at: _1, has_export: _c, triggered_by: _29 }),
  "RunOutputs": _object({ run_id: _0, run_status: _27, credits: _i, outputs: _list(_object({ node_id: _0, node_type: _2, display_name: _2, status: _1t, lines: _list(_ref("OutputLine")), line_count: _i, truncated: _c })) }),
  "RunOverview": _object({ workflow: _3, run: _object({ id: _0, status: _27, created_at: _1, started_at: _d, completed_at: _d, has_export: _c, error: _6, error_details: _1u }), workflow_snapshot: _object({ definition: _2d, node_states: _list(_ref("NodeState")) }), metric_sections: _list(_ref("MetricSection")), readings: _1d, audio_by_language: _list(_ref("LanguageAudio")), validators: _list(_ref("ValidatorSummary")), capabilities: _object({ validator_drilldown: _c, live_trace_timing: _c, persisted_aggregates: _c }), future_links: _object({ validator_drilldown: _f, live_trace: _f }) }),
  "RunStartedNotice": _object({ id: _0, type: { type: "string", const: "run.started" }, timestamp: _1, workspace_id: _0, data: _object({ run_id: _0, workflow_id: _0, run_number: _1e, started_at: _1 }) }),
  "RunStatus": _one(_2e),
  "RunStatusCounts": _object({ pending: _i, running: _i, paused: _i, completed: _i, failed: _i, cancelled: _i }),
  "RunStatusEvent": _object({ id: _1e, type: { type: "string", const: "run.status" }, run_id: _0, at: _1, data: _object({ status: _27, previous_status: _2f, error: _6, error_details: _1u, credits: _i }) }),
  "RunStep": _object({ id: _0, node_id: _0, node_type: _2, node_display_name: _2, status: _1t, iteration: _i, started_at: _d, completed_at: _d, result: _8, has_result: _c, active_ports: _23, error: _6, error_details: _1u }),
  "RunSummary": _object({ total_runs: _i, completed: _i, failed: _i, cancelled: _i, pending: _i, running: _i, paused: _i, pass_rate: _2g, average_duration_seconds: _2h }),
  "RunUsage": _object({ characters: _i, lines: _i, audio_ms: _i, retries: _i, by_locale: { type: "object", additionalProperties: _object({ characters: _i, lines: _i, audio_ms: _i }) } }),
  "Scope": _one(["workflows:read", "workflows:run", "workflows:write", "voices:read", "voices:write", "dictionary:read", "dictionary:write", "uploads:write", "workspace:read", "templates:read", "catalog:read", "webhooks:write"]),
  "ScriptReading": _object({ format: _2, encoding: _6, encoding_guessed: _c, line_count: _i, generated_id_count: _i, columns_used: _list(_object({ column: _2, used_as: _one(["line_id", "script", "character_name", "locale", "notes", "direction", "max_duration_ms", "source_line_id"]), locale_code: _2 }, 0, ["column", "used_as"])), columns_unused: _1s, skipped_count: _i, skipped: _list(_object({ row: _n, code: _2, message: _2 })), locales: _list(_object({ locale_code: _2, line_count: _i })), characters: _list(_object({ character_name: _6, line_count: _i })) }),
  "SimilarVoice": _object({ id: _0, name: _2, provider: _2i, provider_voice_id: _2, description: _6, is_active: _c, gender: _2k, accent: _2m, age: _2o, category: _2q, color: _6, tags: _1s, descriptor: _6, uses_count: _i, user_id: _5, source: _2r, duration_seconds: _2h, sample_url: _g, supported_languages: _1s, supported_models: _23, quality: _2s, is_favorite: _c, created_at: _1, updated_at: _1, similarity_score: _18 }),
  "SlugAvailability": _object({ slug: _2, available: _c }),
  "SourceReading": _object({ node_id: _0, upload_id: _5, filename: _6, reading: _2t }),
  "SpeechProviderId": _one(["espeak", "openai_compatible", "elevenlabs", "google", "azure", "cartesia", "naver", "fish_audio", "rime", "respeecher", "deepgram", "polly", "inworld", "minimax"]),
  "StartRun": _object({ script_text: _text(0, 500000, 1), source_language: _1j, params: _2u }, 0, []),
  "StartRunDelivery": _object({ target: _1f, node_id: _0 }, 0, ["target"]),
  "Subscribe": _object({ plan_id: _0 }),
  "Subscription": _object({ id: _0, plan: _1z, status: _ref("SubscriptionStatus"), current_period_start: _1, current_period_end: _1, cancel_at_period_end: _c, canceled_at: _d, scheduled_plan: _orNull(_1z), scheduled_at: _d }),
  "SubscriptionStatus": _one(["active", "trialing", "past_due", "canceled", "unpaid", "incomplete", "incomplete_expired", "paused"]),
  "Take": _object({ iteration: _i, audio_id: _2, playback_url: _g, provider: _6, model: _6, voice: _2c, credits: _i, strategy: _orNull(_one(["tempo", "seed", "sentences", "respelling", "model", "provider", "plain"])), verdicts: _2b }),
  "Template": _object({ id: _0, name: _2, definition: _2d, is_starter: _c, is_public: _c, uses_count: _i, created_at: _1, updated_at: _1, description: _6, category: _x, is_favorite: _c, created_by: _0 }),
  "TemplateCategory": _one(["media", "creative", "business", "education", "wellness"]),
  "TemplateEstimate": _object({ template_id: _0, credits_per_1000_characters: _2h, max_credits_per_1000_characters: _2h, generators: _list(_object({ node_id: _0, provider: _2i, model: _6, credits_per_1000_characters: _2h, max_retries: _i })) }),
  "TextChange": _object({ start: _i, end: _i, written: _2, spoken: _2, kind: _one(["number", "ordinal", "date", "time", "currency", "unit", "abbreviation", "acronym", "roman", "phone", "web", "symbol", "markup"]) }),
  "UpdateApiKey": _object({ name: _orNull(_o), scopes: _p, rate_limit_per_min: _q, active: _c }, 0, []),
  "UpdateMember": _object({ role: _t }),
  "UpdateNotificationPreferences": _object(_1x, 0, []),
  "UpdateTemplate": _object({ name: _2v, description: _v, category: _x, definition: _y }, 0, []),
  "UpdateWebhookEndpoint": _object({ url: _10, description: _11, events: _13, active: _c }, 0, []),
  "UpdateWorkflow": _object({ name: _2v, description: _14, definition: _orNull(_y) }, 0, []),
  "UpdateWorkspace": _object({ name: _2v, slug: _16, color_idx: _17, routing_price_sensitivity: _18, routing_llm_fit: _c }, 0, []),
  "UpdateWorkspaceSettings": _object(_2w, 0, []),
  "Upload": _object({ id: _0, user_id: _0, workspace_id: _0, filename: _2, category: _z, content_type: _2, format: _2, status: _one(["pending", "confirmed"]), size_bytes: _j, checksum_sha256: _6, download_url: _g, context_type: _orNull(_m), context_id: _5, char_count: _j, line_count: _j, created_at: _1, updated_at: _1 }),
  "UploadCategory": _one(["script", "audio", "dictionary"]),
  "UploadConfirmedNotice": _object({ id: _0, type: { type: "string", const: "upload.confirmed" }, timestamp: _1, workspace_id: _0, data: _object({ upload_id: _0, filename: _2, category: _z, size_bytes: _i, workflow_id: _0 }) }),
  "UploadScript": _object({ upload_id: _0, filename: _2, reading: _2t, lines: _list(_object({ line_id: _2, source_line_id: _6, row: _n, locale_code: _2, character_name: _6, script: _2, notes: _6, direction: _6, max_duration_ms: _j, start_ms: _j })) }),
  "UsageBucket": _object({ label: _2, start: _1, end: _1, credits: _i, characters: _i, lines: _i, runs: _i }),
  "UsageByLanguage": _object({ range: _orNull(_2x), timezone: _2, period: _2y, activity_view: _orNull(_2z), total_credits: _i, languages: _list(_ref("LanguageUsage")) }),
  "UsageDay": _object({ date: _1p, credits: _i, characters: _i, lines: _i, runs: _i }),
  "UsagePeak": _object({ label: _2, start: _1, end: _1, credits: _i, characters: _i, lines: _i, runs: _i, value: _i }),
  "UsagePeriod": _object({ start: _1, end: _1 }),
  "UsageRange": _one(["30d", "60d", "90d"]),
  "UsageSummary": _object({ range: _2x, activity_view: _2z, timezone: _2, period: _2y, credits: _object({ used: _i, quota: _j, percent: _2h }), characters: _object({ total: _i }), lines: _object({ total: _i, avg_chars_per_line: _2h }), runs: _object({ total: _i, completed: _i, failed: _i, cancelled: _i, running: _i, pending: _i, paused: _i }), activity: _object({ view: _2z, bucket_unit: _one(["day", "week", "month"]), range_label: _2, buckets: _list(_ref("UsageBucket")), total: _i, avg: _1o, peak: _orNull(_ref("UsagePeak")) }), daily: _list(_ref("UsageDay")) }),
  "ValidateWorkflow": _object({ definition: {} }),
  "ValidatorKind": _one(["error_rate", "naturalness", "noise", "pacing", "loudness", "pronunciation"]),
  "ValidatorSummary": _object({ node_id: _0, kind: _30, label: _2, status: _h, avg_score: _31, pass_rate: _2g, pass_count: _i, fail_count: _i, retry_count: _i, reason: _6 }),
  "Verdict": _object({ kind: _30, label: _2, score: _31, status: _ref("VerdictStatus"), reason: _6, threshold: _31, exhausted: _c, wer: _2h, cer: _2h, transcript: _6, scored_on: _6, provider: _6, model: _6, phonetic_score: _31, diff: _list(_ref("WordDiff")), evidence: _list(_ref("Evidence")) }),
  "VerdictStatus": _one(["pass", "fail", "unscored"]),
  "Voice": _object({ id: _0, name: _2, provider: _2i, provider_voice_id: _2, description: _6, is_active: _c, gender: _2k, accent: _2m, age: _2o, category: _2q, color: _6, tags: _1s, descriptor: _6, uses_count: _i, user_id: _5, source: _2r, duration_seconds: _2h, sample_url: _g, supported_languages: _1s, supported_models: _23, quality: _2s, is_favorite: _c, created_at: _1, updated_at: _1 }),
  "VoiceAccent": _one(["american", "british", "australian", "indian", "canadian", "irish", "african", "european", "east_asian", "southeast_asian", "latin_american", "middle_eastern", "slavic", "spanish", "french", "german", "italian", "portuguese", "japanese", "korean", "chinese", "thai", "vietnamese", "other"]),
  "VoiceAge": _one(["young", "middle_aged", "old"]),
  "VoiceCategory": _one(["news", "narration", "story", "podcast", "conversational", "social_media", "educational", "business"]),
  "VoiceFacets": _object({ source: _32, gender: _32, age: _32, category: _32, accent: _32, provider: _32, model: _32, language: _32 }),
  "VoiceGender": _one(["male", "female", "neutral"]),
  "VoiceSource": _one(["platform", "recorded", "uploaded"]),
  "WebhookDelivery": _object({ id: _0, endpoint_id: _0, event: _ref("WebhookEvent"), status: _one(["pending", "succeeded", "failed"]), attempts: _i, next_attempt_at: _d, last_attempt_at: _d, response_status: _e, response_body: _6, duration_ms: _j, error: _6, redelivery_of: _5, created_at: _1 }),
  "WebhookEndpoint": _object({ id: _0, workspace_id: _0, created_by: _0, url: _f, description: _6, events: _1q, active: _c, disabled_at: _d, disabled_reason: _1r, failing_since: _d, previous_secret_expires_at: _d, created_at: _1, updated_at: _1 }),
  "WebhookEvent": { oneOf: [_ref("RunStartedNotice"), _ref("RunCompletedNotice"), _ref("RunFailedNotice"), _ref("RunCancelledNotice"), _ref("UploadConfirmedNotice"), _ref("DeliveryCompletedNotice"), _ref("DeliveryFailedNotice"), _ref("CreditsLowNotice"), _ref("WebhookTestNotice")] },
  "WebhookEventType": _one(["run.started", "run.completed", "run.failed", "run.cancelled", "upload.confirmed", "delivery.completed", "delivery.failed", "credits.low"]),
  "WebhookTestNotice": _object({ id: _0, type: { type: "string", const: "webhook.test" }, timestamp: _1, workspace_id: _0, data: _object({ endpoint_id: _0 }) }),
  "Whoami": _object({ auth_kind: _one(["jwt", "api_key"]), user_id: _0, workspace_id: _5, api_key_id: _5, scopes: _b }),
  "WordDiff": _object({ op: _one(["match", "alike", "substitute", "insert", "delete"]), script: _2, heard: _2, start_ms: _j, end_ms: _j }),
  "Workflow": _object({ id: _0, user_id: _0, name: _2, created_at: _1, updated_at: _1, description: _6, runs_count: _i, last_run_at: _d, last_run_status: _2f, run_status_counts: _33, definition: _2d }),
  "WorkflowDefinition": _object({ graph: { type: "object", properties: { nodes: _list(_ref("WorkflowNode")), edges: _list(_34) }, required: ["nodes", "edges"], additionalProperties: {} }, execution: { type: "object", properties: { steps: _list(_0), params: _2u }, required: ["steps", "params"], additionalProperties: {} } }),
  "WorkflowDefinitionInput": _object({ graph: { type: "object", properties: { nodes: _list(_ref("WorkflowNodeInput"), 0, 200), edges: _list(_34, 0, 1000) }, additionalProperties: {} }, execution: { type: "object", properties: { steps: _list(_0, 0, 200), params: _2u }, additionalProperties: {} } }, 0, []),
  "WorkflowEdge": { type: "object", properties: { id: _0, source: _0, sourcePort: _1h, target: _0, targetPort: _1h }, required: ["id", "source", "sourcePort", "target", "targetPort"], additionalProperties: {} },
  "WorkflowListItem": _object({ id: _0, user_id: _0, name: _2, created_at: _1, updated_at: _1, description: _6, runs_count: _i, last_run_at: _d, last_run_status: _2f, run_status_counts: _33 }),
  "WorkflowNode": { type: "object", properties: { id: _0, type: _1h, name: _u, position: _36, config: _7, config_version: _1e }, required: ["id", "type", "position", "config", "config_version"], additionalProperties: {} },
  "WorkflowNodeInput": { type: "object", properties: { id: _0, type: _1h, name: _u, position: _36, config: _7, config_version: _n }, required: ["id", "type"], additionalProperties: {} },
  "Workspace": _object({ id: _0, name: _2, slug: _2, color_idx: _17, created_by: _0, created_at: _1, updated_at: _1, routing_price_sensitivity: _18, routing_llm_fit: _c }),
  "WorkspaceSettings": _object(_2w),
};

/** What every operation takes and answers, by its id. */
export const operations: Record<string, OperationSchemas> = {
  "auth.whoami": { data: _ref("Whoami") },
  "api_keys.list": { query: _object({ limit: _37, offset: _38, cursor: _39, status: _one(["active", "revoked", "all"]) }, 0, []), data: _list(_25) },
  "api_keys.create": { body: _ref("CreateApiKey"), bodyRequired: true, data: _26 },
  "api_keys.get": _3a,
  "api_keys.update": { body: _ref("UpdateApiKey"), bodyRequired: true, data: _25 },
  "api_keys.rotate": { body: _ref("RotateApiKey"), data: _ref("RotatedApiKey") },
  "api_keys.delete": _3a,
  "workspaces.list": { query: _3b, data: _list(_3c) },
  "workspaces.create": { body: _ref("CreateWorkspace"), bodyRequired: true, data: _3c },
  "workspaces.slug_available": { query: _object({ slug: _16 }), data: _ref("SlugAvailability") },
  "workspaces.get": { data: _3c },
  "workspaces.update": { body: _ref("UpdateWorkspace"), bodyRequired: true, data: _3c },
  "workspaces.delete": _3e,
  "workspaces.get_settings": { data: _3f },
  "workspaces.update_settings": { body: _ref("UpdateWorkspaceSettings"), bodyRequired: true, data: _3f },
  "members.list": { data: _list(_ref("Member")) },
  "members.update": { body: _3g, bodyRequired: true, data: _3d },
  "members.remove": _3e,
  "members.create_invite": { body: _ref("CreateInvite"), bodyRequired: true, data: _3h },
  "members.update_invite": { body: _3g, bodyRequired: true, data: _3h },
  "members.revoke_invite": _3e,
  "members.accept_invite": { data: _ref("AcceptedInvite") },
  "users.get_subscription": { data: _orNull(_3i) },
  "users.subscribe": { body: _ref("Subscribe"), bodyRequired: true, data: _3i },
  "users.change_plan": { body: _ref("ChangePlan"), bodyRequired: true, data: _3i },
  "users.cancel_subscription": _3j,
  "users.cancel_scheduled_change": _3j,
  "users.list_payment_methods": { data: _list(_ref("PaymentMethod")) },
  "users.add_payment_method": { data: _ref("PaymentMethodSetup") },
  "users.set_default_payment_method": _3e,
  "users.delete_payment_method": _3e,
  "users.list_invoices": { query: _object({ limit: _37, starting_after: { type: "string", pattern: "^in_[A-Za-z0-9_]{1,250}$" } }, 0, []), data: _ref("InvoicePage") },
  "users.get_notification_preferences": { data: _3k },
  "users.update_notification_preferences": { body: _ref("UpdateNotificationPreferences"), bodyRequired: true, data: _3k },
  "users.get_credits": { data: _ref("Credits") },
  "users.get_limits": { data: _1y },
  "templates.list": _3n,
  "templates.mine": _3n,
  "templates.create": { body: _ref("CreateTemplate"), bodyRequired: true, data: _3m },
  "templates.get": _3o,
  "templates.update": { body: _ref("UpdateTemplate"), bodyRequired: true, data: _3m },
  "templates.delete": _3e,
  "templates.clone": { body: _ref("CloneTemplate"), data: _3p },
  "templates.estimate": { data: _ref("TemplateEstimate") },
  "templates.favorite": _3o,
  "templates.unfavorite": _3e,
  "workflows.list": { query: _object({ limit: _37, offset: _38, cursor: _39, status: _one(["draft", "running", "completed", "failed", "paused"]), search: _3l, sort: _list(_one(["name", "updated_at", "runs_count"]), 0, 100), order: _3r, last_run_after: _1, last_run_before: _1, has_failed_run: _c }, 0, []), data: _list(_ref("WorkflowListItem")) },
  "workflows.name_availability": { query: _object({ name: _u, exclude_id: _0 }, 0, _r), data: _ref("NameAvailability") },
  "workflows.validate": { body: _ref("ValidateWorkflow"), bodyRequired: true, data: _ref("DefinitionReport") },
  "workflows.create": { body: _ref("CreateWorkflow"), bodyRequired: true, data: _3p },
  "workflows.get": _3s,
  "workflows.replace": { body: _ref("ReplaceWorkflow"), bodyRequired: true, data: _3p },
  "workflows.update": { body: _ref("UpdateWorkflow"), bodyRequired: true, data: _3p },
  "workflows.delete": _3e,
  "workflows.duplicate": _3s,
  "workflows.uploads": { query: _3b, data: _list(_19) },
  "workflows.preview": { data: _ref("RunEstimate") },
  "runs.list": { query: _object({ limit: _37, offset: _38, cursor: _39, status: _2, search: _3l, sort: _one(["created_at", "started_at", "completed_at", "status"]), order: _3q }, 0, []), data: _list(_ref("RunListItem")) },
  "runs.summary": { query: _object({ from: _1, to: _1 }, 0, []), data: _ref("RunSummary") },
  "runs.start": { body: _ref("StartRun"), data: _3t },
  "runs.cancel": _3u,
  "runs.pause": _3u,
  "runs.resume": _3u,
  "runs.retry": { body: _ref("RetryRun"), data: _3t },
  "runs.get": { data: _ref("RunDetail") },
  "runs.status": _3u,
  "runs.events": {},
  "runs.overview": { data: _ref("RunOverview") },
  "runs.steps": { query: _object({ include_result: _c, node_type: _3l, node_id: _0 }, 0, []), data: _list(_ref("RunStep")) },
  "runs.data": { query: _object({ limit: _37, offset: _38, cursor: _39, search: _l, language: _1j, include_dropped: _c }, 0, []), data: _ref("RunData") },
  "runs.outputs": { data: _ref("RunOutputs") },
  "runs.download": _3w,
  "runs.download_node": _3w,
  "runs.script": { query: _object({ format: _one(["csv", "xliff-1.2", "xliff-2.0"]), language: _1j }, 0, []), data: _3v },
  "runs.audio_url": _3x,
  "uploads.create": { body: _ref("CreateUpload"), bodyRequired: true, data: _ref("CreatedUpload") },
  "uploads.confirm": { body: _ref("ConfirmUpload"), bodyRequired: true, data: _19 },
  "uploads.script": { query: _object({ csv_has_header: _c, csv_column: _one(["character_name"]), "columns.line_id": _u, "columns.script": _u, "columns.character_name": _u, "columns.locale": _u, "columns.notes": _u, "columns.direction": _u, "columns.max_duration_ms": _u, source_language: _1j }, 0, []), data: _ref("UploadScript") },
  "uploads.delete": _3e,
  "voices.list": { query: _object({ limit: _37, offset: _38, cursor: _39, favorites_only: _c, source: _3y, gender: _3z, age: _40, category: _41, accent: _42, provider: _43, model: _44, language: _45, search: _l, sort: _list(_one(["name", "created_at", "uses_count"]), 0, 100), order: _3r }, 0, []), data: _47 },
  "voices.facets": { query: _object({ favorites_only: _c, source: _3y, gender: _3z, age: _40, category: _41, accent: _42, provider: _43, model: _44, language: _45, search: _l }, 0, []), data: _ref("VoiceFacets") },
  "voices.get": _48,
  "voices.similar": { query: _object({ limit: _int(0, 1, 50), language: _45 }, 0, []), data: _list(_ref("SimilarVoice")) },
  "voices.sample": _3x,
  "voices.favorite": _48,
  "voices.unfavorite": _3e,
  "dictionary.list": { query: _object({ limit: _37, offset: _38, cursor: _39, language: _45, method: _49 }, 0, []), data: _4b },
  "dictionary.search": { query: _object({ limit: _37, offset: _38, cursor: _39, q: _1h, language: _45, method: _49 }, 0, ["q"]), data: _4b },
  "dictionary.languages": { data: _list(_ref("DictionaryLanguage")) },
  "dictionary.create": _4c,
  "dictionary.get": { data: _4a },
  "dictionary.replace": _4c,
  "dictionary.delete": _3e,
  "text.normalize": { body: _ref("NormalizeText"), bodyRequired: true, data: _ref("NormalizedText") },
  "providers.list": { query: _3b, data: _list(_4d) },
  "providers.get": { data: _4d },
  "providers.models": { query: _3b, data: _list(_4e) },
  "providers.model": { data: _4e },
  "providers.voices": { query: _3b, data: _47 },
  "provider_keys.list": { data: _ref("ProviderKeyList") },
  "provider_keys.put": { body: _ref("ProviderCredentials"), bodyRequired: true, data: _22 },
  "provider_keys.delete": { data: _22 },
  "nodes.list": { data: _list(_ref("NodeType")) },
  "nodes.get": { data: _ref("NodeTypeDetail") },
  "usage.summary": { query: _4f, data: _ref("UsageSummary") },
  "usage.by_language": { query: _4f, data: _ref("UsageByLanguage") },
  "usage.activity": { query: _object({ limit: _37, offset: _38, cursor: _39, range: _2x, type: _list(_4, 0, 100), user_id: _0 }, 0, []), data: _list(_ref("Activity")) },
  "billing.list_plans": { query: _object({ page: _int(0, 1, 1000), limit: _37 }, 0, []), data: _list(_1z) },
  "billing.preview_plan_change": { data: _ref("PlanChangePreview") },
  "billing.create_checkout": { body: _ref("CreateCheckout"), bodyRequired: true, data: _ref("Checkout") },
  "webhook_endpoints.list": { query: _3b, data: _list(_4g) },
  "webhook_endpoints.create": { body: _ref("CreateWebhookEndpoint"), bodyRequired: true, data: _4h },
  "webhook_endpoints.get": { data: _4g },
  "webhook_endpoints.update": { body: _ref("UpdateWebhookEndpoint"), bodyRequired: true, data: _4g },
  "webhook_endpoints.delete": _3e,
  "webhook_endpoints.rotate_secret": { data: _4h },
  "webhook_endpoints.test": _4j,
  "webhook_endpoints.deliveries": { query: _3b, data: _list(_4i) },
  "webhook_endpoints.redeliver": _4j,
  "delivery_targets.list": { data: _list(_4k) },
  "delivery_targets.get": { data: _4k },
  "delivery_targets.put": { body: _ref("PutDeliveryTarget"), bodyRequired: true, data: _4k },
  "delivery_targets.delete": _3e,
  "deliveries.start": { body: _ref("StartRunDelivery"), bodyRequired: true, data: _4l },
  "deliveries.list": { query: _3b, data: _list(_4l) },
  "health.live": { data: _ref("Health") },
  "health.ready": { data: _ref("Readiness") },
};
