// Written by scripts/gen.ts. Do not edit.

import type { TestOperation } from '../testing/operation.ts';
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

/** Every operation: its way, its rights, its query and body as JSON Schema, the errors it may answer. */
export const operations: readonly TestOperation[] = [
  {"id":"auth.whoami","method":"GET","path":"/api/v1/auth/whoami","success":200,"auth":"jwt_or_key","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"api_keys.list","method":"GET","path":"/api/v1/api-keys","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":true,"defaultLimit":50},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":50},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"status":{"required":false,"default":"active","type":"string","enum":["active","revoked","all"]}},"body":null},
  {"id":"api_keys.create","method":"POST","path":"/api/v1/api-keys","success":201,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateApiKey"}}},
  {"id":"api_keys.get","method":"GET","path":"/api/v1/api-keys/:key_id","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"api_keys.update","method":"PATCH","path":"/api/v1/api-keys/:key_id","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateApiKey"}}},
  {"id":"api_keys.rotate","method":"PATCH","path":"/api/v1/api-keys/:key_id/rotate","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":false,"schema":{"default":{},"$ref":"RotateApiKey"}}},
  {"id":"api_keys.delete","method":"DELETE","path":"/api/v1/api-keys/:key_id","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workspaces.list","method":"GET","path":"/api/v1/workspaces","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"workspaces.create","method":"POST","path":"/api/v1/workspaces","success":201,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","PLAN_LIMIT_REACHED","FORBIDDEN","IDEMPOTENCY_IN_PROGRESS","WORKSPACE_SLUG_TAKEN","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateWorkspace"}}},
  {"id":"workspaces.slug_available","method":"GET","path":"/api/v1/workspaces/slug-available","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"slug":{"required":true,"type":"string","minLength":1,"maxLength":50,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"}},"body":null},
  {"id":"workspaces.get","method":"GET","path":"/api/v1/workspaces/:ws_id","success":200,"auth":"jwt","scope":null,"role":"viewer","workspace":"path","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workspaces.update","method":"PATCH","path":"/api/v1/workspaces/:ws_id","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","WORKSPACE_SLUG_TAKEN","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateWorkspace"}}},
  {"id":"workspaces.delete","method":"DELETE","path":"/api/v1/workspaces/:ws_id","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workspaces.get_settings","method":"GET","path":"/api/v1/workspaces/:ws_id/settings","success":200,"auth":"jwt","scope":null,"role":"viewer","workspace":"path","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workspaces.update_settings","method":"PATCH","path":"/api/v1/workspaces/:ws_id/settings","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateWorkspaceSettings"}}},
  {"id":"members.list","method":"GET","path":"/api/v1/workspaces/:ws_id/members","success":200,"auth":"jwt","scope":null,"role":"viewer","workspace":"path","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"members.update","method":"PATCH","path":"/api/v1/workspaces/:ws_id/members/:member_id","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateMember"}}},
  {"id":"members.remove","method":"DELETE","path":"/api/v1/workspaces/:ws_id/members/:member_id","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"members.create_invite","method":"POST","path":"/api/v1/workspaces/:ws_id/invites","success":201,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","PLAN_LIMIT_REACHED","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","ALREADY_MEMBER","INVITE_PENDING","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateInvite"}}},
  {"id":"members.update_invite","method":"PATCH","path":"/api/v1/workspaces/:ws_id/invites/:invite_id","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","INVITE_GONE","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateMember"}}},
  {"id":"members.revoke_invite","method":"DELETE","path":"/api/v1/workspaces/:ws_id/invites/:invite_id","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"path","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","INVITE_GONE","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"members.accept_invite","method":"POST","path":"/api/v1/workspaces/invites/:token/accept","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","PLAN_LIMIT_REACHED","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","ALREADY_MEMBER","INVITE_GONE","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.get_subscription","method":"GET","path":"/api/v1/users/me/subscription","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.subscribe","method":"POST","path":"/api/v1/users/me/subscription","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","PAYMENT_REQUIRED","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"Subscribe"}}},
  {"id":"users.change_plan","method":"POST","path":"/api/v1/users/me/subscription/change-plan","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","PAYMENT_REQUIRED","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"ChangePlan"}}},
  {"id":"users.cancel_subscription","method":"POST","path":"/api/v1/users/me/subscription/cancel","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.cancel_scheduled_change","method":"POST","path":"/api/v1/users/me/subscription/cancel-scheduled-change","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.list_payment_methods","method":"GET","path":"/api/v1/users/me/payment-methods","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.add_payment_method","method":"POST","path":"/api/v1/users/me/payment-methods","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.set_default_payment_method","method":"PUT","path":"/api/v1/users/me/payment-methods/:payment_method_id/default","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.delete_payment_method","method":"DELETE","path":"/api/v1/users/me/payment-methods/:payment_method_id","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.list_invoices","method":"GET","path":"/api/v1/users/me/invoices","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"starting_after":{"required":false,"type":"string","pattern":"^in_[A-Za-z0-9_]{1,250}$"}},"body":null},
  {"id":"users.get_notification_preferences","method":"GET","path":"/api/v1/users/me/notification-preferences","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.update_notification_preferences","method":"PATCH","path":"/api/v1/users/me/notification-preferences","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateNotificationPreferences"}}},
  {"id":"users.get_credits","method":"GET","path":"/api/v1/users/me/credits","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"users.get_limits","method":"GET","path":"/api/v1/users/me/limits","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"templates.list","method":"GET","path":"/api/v1/templates","success":200,"auth":"jwt_or_key","scope":"templates:read","role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","INSUFFICIENT_SCOPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"category":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"TemplateCategory"}},"search":{"required":false,"type":"string","maxLength":100},"sort":{"required":false,"default":"recent","type":"string","enum":["recent","popular","name"]},"favorites_only":{"required":false,"type":"boolean","default":false}},"body":null},
  {"id":"templates.mine","method":"GET","path":"/api/v1/users/me/templates","success":200,"auth":"jwt","scope":null,"role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"category":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"TemplateCategory"}},"search":{"required":false,"type":"string","maxLength":100},"sort":{"required":false,"default":"recent","type":"string","enum":["recent","popular","name"]},"favorites_only":{"required":false,"type":"boolean","default":false}},"body":null},
  {"id":"templates.create","method":"POST","path":"/api/v1/templates","success":201,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateTemplate"}}},
  {"id":"templates.get","method":"GET","path":"/api/v1/templates/:template_id","success":200,"auth":"jwt_or_key","scope":"templates:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"templates.update","method":"PATCH","path":"/api/v1/templates/:template_id","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PRECONDITION_FAILED","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateTemplate"}}},
  {"id":"templates.delete","method":"DELETE","path":"/api/v1/templates/:template_id","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PRECONDITION_FAILED","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"templates.clone","method":"POST","path":"/api/v1/templates/:template_id/clone","success":201,"auth":"jwt_or_key","scope":"workflows:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":false,"schema":{"default":{},"$ref":"CloneTemplate"}}},
  {"id":"templates.estimate","method":"GET","path":"/api/v1/templates/:template_id/estimate","success":200,"auth":"jwt_or_key","scope":"templates:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"templates.favorite","method":"POST","path":"/api/v1/templates/:template_id/favorite","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"templates.unfavorite","method":"DELETE","path":"/api/v1/templates/:template_id/favorite","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workflows.list","method":"GET","path":"/api/v1/workflows","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":true,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"status":{"required":false,"type":"string","enum":["draft","running","completed","failed","paused"]},"search":{"required":false,"type":"string","maxLength":100},"sort":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","enum":["name","updated_at","runs_count"]}},"order":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","enum":["asc","desc"]}},"last_run_after":{"required":false,"type":"string","format":"date-time"},"last_run_before":{"required":false,"type":"string","format":"date-time"},"has_failed_run":{"required":false,"type":"boolean"}},"body":null},
  {"id":"workflows.name_availability","method":"GET","path":"/api/v1/workflows/name-availability","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"name":{"required":true,"type":"string","minLength":1,"maxLength":200},"exclude_id":{"required":false,"type":"string","format":"uuid"}},"body":null},
  {"id":"workflows.validate","method":"POST","path":"/api/v1/workflows/validate","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"ValidateWorkflow"}}},
  {"id":"workflows.create","method":"POST","path":"/api/v1/workflows","success":201,"auth":"jwt_or_key","scope":"workflows:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateWorkflow"}}},
  {"id":"workflows.get","method":"GET","path":"/api/v1/workflows/:workflow_id","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workflows.replace","method":"PUT","path":"/api/v1/workflows/:workflow_id","success":200,"auth":"jwt_or_key","scope":"workflows:write","role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PRECONDITION_FAILED","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"ReplaceWorkflow"}}},
  {"id":"workflows.update","method":"PATCH","path":"/api/v1/workflows/:workflow_id","success":200,"auth":"jwt","scope":null,"role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PRECONDITION_FAILED","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateWorkflow"}}},
  {"id":"workflows.delete","method":"DELETE","path":"/api/v1/workflows/:workflow_id","success":200,"auth":"jwt_or_key","scope":"workflows:write","role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PRECONDITION_FAILED","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workflows.duplicate","method":"POST","path":"/api/v1/workflows/:workflow_id/duplicate","success":201,"auth":"jwt_or_key","scope":"workflows:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"workflows.uploads","method":"GET","path":"/api/v1/workflows/:workflow_id/uploads","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"workflows.preview","method":"POST","path":"/api/v1/workflows/:workflow_id/runs/preview","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.list","method":"GET","path":"/api/v1/workflows/:workflow_id/runs","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":true,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"status":{"required":false,"type":"string"},"search":{"required":false,"type":"string","maxLength":100},"sort":{"required":false,"default":"created_at","type":"string","enum":["created_at","started_at","completed_at","status"]},"order":{"required":false,"default":"desc","type":"string","enum":["asc","desc"]}},"body":null},
  {"id":"runs.summary","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/summary","success":200,"auth":"jwt","scope":null,"role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"from":{"required":false,"type":"string","format":"date-time"},"to":{"required":false,"type":"string","format":"date-time"}},"body":null},
  {"id":"runs.start","method":"POST","path":"/api/v1/workflows/:workflow_id/runs","success":202,"auth":"jwt_or_key","scope":"workflows:run","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","INSUFFICIENT_CREDITS","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","RUN_ALREADY_ACTIVE","CONCURRENT_RUN_LIMIT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":false,"schema":{"default":{},"$ref":"StartRun"}}},
  {"id":"runs.cancel","method":"POST","path":"/api/v1/workflows/:workflow_id/runs/:run_id/cancel","success":200,"auth":"jwt_or_key","scope":"workflows:run","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.pause","method":"POST","path":"/api/v1/workflows/:workflow_id/runs/:run_id/pause","success":200,"auth":"jwt_or_key","scope":"workflows:run","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.resume","method":"POST","path":"/api/v1/workflows/:workflow_id/runs/:run_id/resume","success":200,"auth":"jwt_or_key","scope":"workflows:run","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","RUN_ALREADY_ACTIVE","CONCURRENT_RUN_LIMIT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.retry","method":"POST","path":"/api/v1/workflows/:workflow_id/runs/:run_id/retry","success":202,"auth":"jwt_or_key","scope":"workflows:run","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","INSUFFICIENT_CREDITS","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","RUN_ALREADY_ACTIVE","CONCURRENT_RUN_LIMIT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":false,"schema":{"default":{},"$ref":"RetryRun"}}},
  {"id":"runs.get","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.status","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/status","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.events","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/events","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.overview","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/overview","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.steps","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/steps","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"include_result":{"required":false,"type":"boolean","default":false},"node_type":{"required":false,"type":"string","maxLength":100},"node_id":{"required":false,"type":"string","format":"uuid"}},"body":null},
  {"id":"runs.data","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/data","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"rows","paged":{"counted":true,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"search":{"required":false,"type":"string","maxLength":200},"language":{"required":false,"type":"string","minLength":2,"maxLength":35},"include_dropped":{"required":false,"type":"boolean","default":false}},"body":null},
  {"id":"runs.outputs","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/outputs","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"runs.download","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/download","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","CONFLICT","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"format":{"required":false,"default":"zip","type":"string","enum":["zip","files","pickups","pickups-json"]}},"body":null},
  {"id":"runs.download_node","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/nodes/:node_id/download","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","CONFLICT","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"format":{"required":false,"default":"zip","type":"string","enum":["zip","files","pickups","pickups-json"]}},"body":null},
  {"id":"runs.script","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/script","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","CONFLICT","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"format":{"required":false,"default":"csv","type":"string","enum":["csv","xliff-1.2","xliff-2.0"]},"language":{"required":false,"type":"string","minLength":2,"maxLength":35}},"body":null},
  {"id":"runs.audio_url","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/audio/:audio_id/url","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"uploads.create","method":"POST","path":"/api/v1/uploads","success":201,"auth":"jwt_or_key","scope":"uploads:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateUpload"}}},
  {"id":"uploads.confirm","method":"POST","path":"/api/v1/uploads/:upload_id","success":200,"auth":"jwt_or_key","scope":"uploads:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","STORAGE_LIMIT_EXCEEDED","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"ConfirmUpload"}}},
  {"id":"uploads.delete","method":"DELETE","path":"/api/v1/uploads/:upload_id","success":200,"auth":"jwt_or_key","scope":"uploads:write","role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"voices.list","method":"GET","path":"/api/v1/voices","success":200,"auth":"jwt_or_key","scope":"voices:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":true,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"favorites_only":{"required":false,"type":"boolean","default":false},"source":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceSource"}},"gender":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceGender"}},"age":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceAge"}},"category":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceCategory"}},"accent":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceAccent"}},"provider":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"SpeechProviderId"}},"model":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200}},"language":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":2,"maxLength":35}},"search":{"required":false,"type":"string","maxLength":200},"sort":{"required":false,"default":"name","type":"string","enum":["name","created_at","uses_count"]},"order":{"required":false,"default":"asc","type":"string","enum":["asc","desc"]}},"body":null},
  {"id":"voices.facets","method":"GET","path":"/api/v1/voices/facets","success":200,"auth":"jwt_or_key","scope":"voices:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"favorites_only":{"required":false,"type":"boolean","default":false},"source":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceSource"}},"gender":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceGender"}},"age":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceAge"}},"category":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceCategory"}},"accent":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"VoiceAccent"}},"provider":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"SpeechProviderId"}},"model":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":1,"maxLength":200}},"language":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":2,"maxLength":35}},"search":{"required":false,"type":"string","maxLength":200}},"body":null},
  {"id":"voices.get","method":"GET","path":"/api/v1/voices/:voice_id","success":200,"auth":"jwt_or_key","scope":"voices:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"voices.similar","method":"GET","path":"/api/v1/voices/:voice_id/similar","success":200,"auth":"jwt_or_key","scope":"voices:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":50,"default":10},"language":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":2,"maxLength":35}}},"body":null},
  {"id":"voices.sample","method":"GET","path":"/api/v1/voices/:voice_id/sample","success":302,"auth":"jwt_or_key","scope":"voices:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"voices.favorite","method":"POST","path":"/api/v1/voices/:voice_id/favorite","success":200,"auth":"jwt_or_key","scope":"voices:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"voices.unfavorite","method":"DELETE","path":"/api/v1/voices/:voice_id/favorite","success":200,"auth":"jwt_or_key","scope":"voices:write","role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"dictionary.list","method":"GET","path":"/api/v1/dictionary","success":200,"auth":"jwt_or_key","scope":"dictionary:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"language":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":2,"maxLength":35}},"method":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"PronunciationMethod"}}},"body":null},
  {"id":"dictionary.search","method":"GET","path":"/api/v1/dictionary/search","success":200,"auth":"jwt_or_key","scope":"dictionary:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"q":{"required":true,"type":"string","minLength":1,"maxLength":100},"language":{"required":false,"type":"array","maxItems":100,"items":{"type":"string","minLength":2,"maxLength":35}},"method":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"PronunciationMethod"}}},"body":null},
  {"id":"dictionary.languages","method":"GET","path":"/api/v1/dictionary/languages","success":200,"auth":"jwt_or_key","scope":"dictionary:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"dictionary.create","method":"POST","path":"/api/v1/dictionary","success":201,"auth":"jwt_or_key","scope":"dictionary:write","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","NAME_TAKEN","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"DictionaryEntryInput"}}},
  {"id":"dictionary.replace","method":"PUT","path":"/api/v1/dictionary/:entry_id","success":200,"auth":"jwt_or_key","scope":"dictionary:write","role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","NAME_TAKEN","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"DictionaryEntryInput"}}},
  {"id":"dictionary.delete","method":"DELETE","path":"/api/v1/dictionary/:entry_id","success":200,"auth":"jwt_or_key","scope":"dictionary:write","role":"editor","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"text.normalize","method":"POST","path":"/api/v1/text/normalize","success":200,"auth":"jwt_or_key","scope":"dictionary:read","role":"viewer","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"NormalizeText"}}},
  {"id":"providers.list","method":"GET","path":"/api/v1/providers","success":200,"auth":"jwt_or_key","scope":"catalog:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"providers.get","method":"GET","path":"/api/v1/providers/:provider","success":200,"auth":"jwt_or_key","scope":"catalog:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"providers.models","method":"GET","path":"/api/v1/providers/:provider/models","success":200,"auth":"jwt_or_key","scope":"catalog:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"providers.model","method":"GET","path":"/api/v1/providers/:provider/models/:model","success":200,"auth":"jwt_or_key","scope":"catalog:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"providers.voices","method":"GET","path":"/api/v1/providers/:provider/models/:model/voices","success":200,"auth":"jwt_or_key","scope":"catalog:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":true,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"provider_keys.list","method":"GET","path":"/api/v1/provider-keys","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"provider_keys.put","method":"PUT","path":"/api/v1/provider-keys/:provider","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","FEATURE_NOT_IN_PLAN","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"ProviderCredentials"}}},
  {"id":"provider_keys.delete","method":"DELETE","path":"/api/v1/provider-keys/:provider","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"nodes.list","method":"GET","path":"/api/v1/nodes","success":200,"auth":"none","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["VALIDATION_ERROR","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"nodes.get","method":"GET","path":"/api/v1/nodes/:node_type","success":200,"auth":"jwt_or_key","scope":"catalog:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"usage.summary","method":"GET","path":"/api/v1/usage/summary","success":200,"auth":"jwt_or_key","scope":"workspace:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"range":{"required":false,"default":"30d","$ref":"UsageRange"},"activity_view":{"required":false,"default":"daily","$ref":"ActivityView"},"timezone":{"required":false,"default":"UTC","type":"string","maxLength":64}},"body":null},
  {"id":"usage.by_language","method":"GET","path":"/api/v1/usage/by-language","success":200,"auth":"jwt_or_key","scope":"workspace:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{"range":{"required":false,"default":"30d","$ref":"UsageRange"},"activity_view":{"required":false,"$ref":"ActivityView"},"timezone":{"required":false,"default":"UTC","type":"string","maxLength":64}},"body":null},
  {"id":"usage.activity","method":"GET","path":"/api/v1/usage/activity","success":200,"auth":"jwt_or_key","scope":"workspace:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000},"range":{"required":false,"default":"30d","$ref":"UsageRange"},"type":{"required":false,"type":"array","maxItems":100,"items":{"$ref":"ActivityAction"}},"user_id":{"required":false,"type":"string","format":"uuid"}},"body":null},
  {"id":"billing.list_plans","method":"GET","path":"/api/v1/billing/plans","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","query":{"page":{"required":false,"type":"integer","minimum":1,"maximum":1000,"default":1},"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20}},"body":null},
  {"id":"billing.preview_plan_change","method":"GET","path":"/api/v1/billing/plans/:plan_id/preview","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"billing.create_checkout","method":"POST","path":"/api/v1/billing/checkout","success":200,"auth":"jwt","scope":null,"role":null,"workspace":"none","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateCheckout"}}},
  {"id":"webhook_endpoints.list","method":"GET","path":"/api/v1/webhook-endpoints","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"webhook_endpoints.create","method":"POST","path":"/api/v1/webhook-endpoints","success":201,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"CreateWebhookEndpoint"}}},
  {"id":"webhook_endpoints.get","method":"GET","path":"/api/v1/webhook-endpoints/:endpoint_id","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"webhook_endpoints.update","method":"PATCH","path":"/api/v1/webhook-endpoints/:endpoint_id","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"UpdateWebhookEndpoint"}}},
  {"id":"webhook_endpoints.delete","method":"DELETE","path":"/api/v1/webhook-endpoints/:endpoint_id","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"webhook_endpoints.rotate_secret","method":"POST","path":"/api/v1/webhook-endpoints/:endpoint_id/rotate-secret","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"webhook_endpoints.test","method":"POST","path":"/api/v1/webhook-endpoints/:endpoint_id/test","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"webhook_endpoints.deliveries","method":"GET","path":"/api/v1/webhook-endpoints/:endpoint_id/deliveries","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"webhook_endpoints.redeliver","method":"POST","path":"/api/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver","success":200,"auth":"jwt_or_key","scope":"webhooks:write","role":"admin","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"delivery_targets.list","method":"GET","path":"/api/v1/delivery-targets","success":200,"auth":"jwt","scope":null,"role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"delivery_targets.put","method":"PUT","path":"/api/v1/delivery-targets/:target","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"PutDeliveryTarget"}}},
  {"id":"delivery_targets.delete","method":"DELETE","path":"/api/v1/delivery-targets/:target","success":200,"auth":"jwt","scope":null,"role":"admin","workspace":"header","idempotent":false,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","NOT_FOUND","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"deliveries.start","method":"POST","path":"/api/v1/workflows/:workflow_id/runs/:run_id/deliveries","success":202,"auth":"jwt_or_key","scope":"workflows:run","role":"editor","workspace":"header","idempotent":true,"errors":["BAD_REQUEST","UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","IDEMPOTENCY_IN_PROGRESS","CONFLICT","PAYLOAD_TOO_LARGE","UNSUPPORTED_MEDIA_TYPE","IDEMPOTENCY_KEY_REUSED","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":{"required":true,"schema":{"$ref":"StartRunDelivery"}}},
  {"id":"deliveries.list","method":"GET","path":"/api/v1/workflows/:workflow_id/runs/:run_id/deliveries","success":200,"auth":"jwt_or_key","scope":"workflows:read","role":"viewer","workspace":"header","idempotent":false,"errors":["UNAUTHENTICATED","INVALID_API_KEY","FORBIDDEN","INSUFFICIENT_SCOPE","NOT_FOUND","VALIDATION_ERROR","RATE_LIMITED","SERVER_ERROR","UNAVAILABLE"],"rows":"","paged":{"counted":false,"defaultLimit":20},"query":{"limit":{"required":false,"type":"integer","minimum":1,"maximum":100,"default":20},"offset":{"required":false,"type":"integer","minimum":0,"maximum":10000},"cursor":{"required":false,"type":"string","minLength":1,"maxLength":2000}},"body":null},
  {"id":"health.live","method":"GET","path":"/health","success":200,"auth":"none","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["VALIDATION_ERROR","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
  {"id":"health.ready","method":"GET","path":"/ready","success":200,"auth":"none","scope":null,"role":null,"workspace":"none","idempotent":false,"errors":["VALIDATION_ERROR","SERVER_ERROR","UNAVAILABLE"],"query":{},"body":null},
];

/** The schemas that bodies and queries refer to, by name. */
export const schemas: Record<string, { [key: string]: unknown }> = {
  ActivityAction: {"type":"string","enum":["workflow_run","voice_generated","template_applied","member_invited","api_key_created","settings_changed"]},
  ActivityView: {"type":"string","enum":["daily","weekly","monthly"]},
  ChangePlan: {"type":"object","properties":{"new_plan_id":{"type":"string","format":"uuid"}},"required":["new_plan_id"]},
  CloneTemplate: {"type":"object","properties":{"name":{"anyOf":[{"type":"string","maxLength":200},{"type":"null"}]}}},
  ConfirmUpload: {"type":"object","properties":{"context_type":{"type":"string","const":"workflow"},"context_id":{"type":"string","format":"uuid"}},"required":["context_type","context_id"]},
  CreateApiKey: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":120},"scopes":{"maxItems":100,"type":"array","items":{"$ref":"Scope"}},"rate_limit_per_min":{"anyOf":[{"type":"integer","minimum":1,"maximum":1000000},{"type":"null"}]},"key_type":{"default":"live","type":"string","const":"live"}},"required":["name"]},
  CreateCheckout: {"type":"object","properties":{"plan_id":{"type":"string","format":"uuid"},"return_url":{"type":"string","maxLength":2000}},"required":["plan_id","return_url"]},
  CreateInvite: {"type":"object","properties":{"email":{"type":"string","maxLength":254,"format":"email"},"role":{"$ref":"MemberRole"}},"required":["email","role"]},
  CreateTemplate: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":200},"description":{"anyOf":[{"type":"string","maxLength":2000},{"type":"null"}]},"category":{"anyOf":[{"$ref":"TemplateCategory"},{"type":"null"}]},"definition":{"$ref":"WorkflowDefinitionInput"}},"required":["name"]},
  CreateUpload: {"type":"object","properties":{"filename":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^/\\\\\\p{Cc}]+$"},"category":{"$ref":"UploadCategory"},"size_bytes":{"type":"integer","minimum":1,"maximum":104857600},"checksum_sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["filename","category"]},
  CreateWebhookEndpoint: {"type":"object","properties":{"url":{"type":"string","maxLength":2000,"format":"uri"},"description":{"anyOf":[{"type":"string","maxLength":500},{"type":"null"}]},"events":{"minItems":1,"maxItems":16,"type":"array","items":{"$ref":"WebhookEventType"}}},"required":["url"]},
  CreateWorkflow: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":200},"description":{"anyOf":[{"type":"string","maxLength":5000},{"type":"null"}]},"definition":{"$ref":"WorkflowDefinitionInput"}},"required":["name"]},
  CreateWorkspace: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":200},"slug":{"type":"string","minLength":1,"maxLength":50,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},"color_idx":{"type":"integer","minimum":0,"maximum":6},"routing_price_sensitivity":{"type":"number","minimum":0,"maximum":1},"routing_llm_fit":{"type":"boolean"}},"required":["name"]},
  DictionaryEntryInput: {"type":"object","properties":{"word":{"type":"string","minLength":1,"maxLength":100,"allOf":[{"pattern":"[\\p{L}\\p{N}]"},{"pattern":"^[^<>\\p{Cc}]*$"}]},"method":{"default":"spelled","$ref":"PronunciationMethod"},"pronunciation":{"default":null,"anyOf":[{"type":"string","minLength":1,"maxLength":300,"pattern":"^[^<>\\p{Cc}]*$"},{"type":"null"}]},"ipa":{"default":null,"anyOf":[{"type":"string","minLength":1,"maxLength":300,"pattern":"^[^<>\\p{Cc}]*$"},{"type":"null"}]},"upload_id":{"default":null,"anyOf":[{"type":"string","format":"uuid"},{"type":"null"}]},"language":{"type":"string","minLength":2,"maxLength":35},"description":{"default":null,"anyOf":[{"type":"string","maxLength":1000},{"type":"null"}]}},"required":["word","language"]},
  ExecutionParams: {"type":"object","properties":{"max_failed_lines":{"type":"integer","minimum":0}},"additionalProperties":{}},
  MemberRole: {"type":"string","enum":["admin","editor","viewer"]},
  NormalizeText: {"type":"object","properties":{"text":{"type":"string","minLength":1,"maxLength":5000},"locale":{"type":"string","minLength":2,"maxLength":35},"kinds":{"default":["number","ordinal","date","time","currency","unit","abbreviation","acronym","roman","phone","web","symbol"],"maxItems":12,"type":"array","items":{"$ref":"NormalizerKind"}},"apply_dictionary":{"default":true,"type":"boolean"},"keep_markup":{"default":true,"type":"boolean"}},"required":["text","locale"],"additionalProperties":false},
  NormalizerKind: {"type":"string","enum":["number","ordinal","date","time","currency","unit","abbreviation","acronym","roman","phone","web","symbol"]},
  PronunciationMethod: {"type":"string","enum":["spelled","ipa","recorded"]},
  ProviderCredentials: {"type":"object","propertyNames":{"type":"string","maxLength":64},"additionalProperties":{}},
  PutDeliveryTarget: {"type":"object","properties":{"endpoint":{"default":null,"anyOf":[{"type":"string","maxLength":500,"format":"uri"},{"type":"null"}]},"region":{"default":"us-east-1","type":"string","pattern":"^[a-z0-9-]{1,50}$"},"bucket":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$"},"prefix":{"default":"","type":"string","maxLength":200},"path_style":{"default":null,"type":["boolean","null"]},"access_key_id":{"type":"string","minLength":1,"maxLength":200},"secret_access_key":{"type":"string","minLength":1,"maxLength":500}},"required":["bucket","access_key_id","secret_access_key"]},
  ReplaceWorkflow: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":200},"description":{"anyOf":[{"type":"string","maxLength":5000},{"type":"null"}]},"definition":{"$ref":"WorkflowDefinitionInput"}},"required":["name","definition"]},
  RetryRun: {"type":"object","properties":{"line_ids":{"minItems":1,"maxItems":100000,"type":"array","items":{"type":"string","minLength":1,"maxLength":500}}}},
  RotateApiKey: {"type":"object","properties":{"grace_period_seconds":{"default":0,"type":"integer","minimum":0,"maximum":86400}}},
  Scope: {"type":"string","enum":["workflows:read","workflows:run","workflows:write","voices:read","voices:write","dictionary:read","dictionary:write","uploads:write","workspace:read","templates:read","catalog:read","webhooks:write"]},
  SpeechProviderId: {"type":"string","enum":["espeak","openai_compatible","elevenlabs","google","azure","cartesia","naver","fish_audio","rime","respeecher","deepgram","polly","inworld","minimax"]},
  StartRun: {"type":"object","properties":{"script_text":{"type":"string","minLength":1,"maxLength":500000},"source_language":{"type":"string","minLength":2,"maxLength":35},"params":{"$ref":"ExecutionParams"}}},
  StartRunDelivery: {"type":"object","properties":{"target":{"type":"string","pattern":"^[a-z0-9][a-z0-9-]{0,49}$"},"node_id":{"type":"string","format":"uuid"}},"required":["target"]},
  Subscribe: {"type":"object","properties":{"plan_id":{"type":"string","format":"uuid"}},"required":["plan_id"]},
  TemplateCategory: {"type":"string","enum":["media","creative","business","education","wellness"]},
  UpdateApiKey: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":120},"scopes":{"maxItems":100,"type":"array","items":{"$ref":"Scope"}},"rate_limit_per_min":{"anyOf":[{"type":"integer","minimum":1,"maximum":1000000},{"type":"null"}]},"active":{"type":"boolean"}}},
  UpdateMember: {"type":"object","properties":{"role":{"$ref":"MemberRole"}},"required":["role"]},
  UpdateNotificationPreferences: {"type":"object","properties":{"completed_generation_email":{"type":"boolean"},"failed_generation_email":{"type":"boolean"},"weekly_usage_summary_email":{"type":"boolean"},"product_updates_email":{"type":"boolean"}}},
  UpdateTemplate: {"type":"object","properties":{"name":{"anyOf":[{"type":"string","minLength":1,"maxLength":200},{"type":"null"}]},"description":{"anyOf":[{"type":"string","maxLength":2000},{"type":"null"}]},"category":{"anyOf":[{"$ref":"TemplateCategory"},{"type":"null"}]},"definition":{"$ref":"WorkflowDefinitionInput"}}},
  UpdateWebhookEndpoint: {"type":"object","properties":{"url":{"type":"string","maxLength":2000,"format":"uri"},"description":{"anyOf":[{"type":"string","maxLength":500},{"type":"null"}]},"events":{"minItems":1,"maxItems":16,"type":"array","items":{"$ref":"WebhookEventType"}},"active":{"type":"boolean"}}},
  UpdateWorkflow: {"type":"object","properties":{"name":{"anyOf":[{"type":"string","minLength":1,"maxLength":200},{"type":"null"}]},"description":{"anyOf":[{"type":"string","maxLength":5000},{"type":"null"}]},"definition":{"anyOf":[{"$ref":"WorkflowDefinitionInput"},{"type":"null"}]}}},
  UpdateWorkspace: {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":200},"slug":{"type":"string","minLength":1,"maxLength":50,"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},"color_idx":{"type":"integer","minimum":0,"maximum":6},"routing_price_sensitivity":{"type":"number","minimum":0,"maximum":1},"routing_llm_fit":{"type":"boolean"}}},
  UpdateWorkspaceSettings: {"type":"object","properties":{"default_language":{"anyOf":[{"type":"string","minLength":2,"maxLength":35},{"type":"null"}]},"theme":{"anyOf":[{"type":"string","enum":["light","dark","system"]},{"type":"null"}]}}},
  UploadCategory: {"type":"string","enum":["script","audio","dictionary"]},
  UsageRange: {"type":"string","enum":["30d","60d","90d"]},
  ValidateWorkflow: {"type":"object","properties":{"definition":{}},"required":["definition"]},
  VoiceAccent: {"type":"string","enum":["american","british","australian","indian","canadian","irish","african","european","east_asian","southeast_asian","latin_american","middle_eastern","slavic","spanish","french","german","italian","portuguese","japanese","korean","chinese","thai","vietnamese","other"]},
  VoiceAge: {"type":"string","enum":["young","middle_aged","old"]},
  VoiceCategory: {"type":"string","enum":["news","narration","story","podcast","conversational","social_media","educational","business"]},
  VoiceGender: {"type":"string","enum":["male","female","neutral"]},
  VoiceSource: {"type":"string","enum":["platform","recorded","uploaded"]},
  WebhookEventType: {"type":"string","enum":["run.started","run.completed","run.failed","run.cancelled","upload.confirmed","delivery.completed","delivery.failed","credits.low"]},
  WorkflowDefinitionInput: {"type":"object","properties":{"graph":{"default":{},"type":"object","properties":{"nodes":{"default":[],"maxItems":200,"type":"array","items":{"$ref":"WorkflowNodeInput"}},"edges":{"default":[],"maxItems":1000,"type":"array","items":{"$ref":"WorkflowEdge"}}}},"execution":{"default":{},"type":"object","properties":{"steps":{"default":[],"maxItems":200,"type":"array","items":{"type":"string","format":"uuid"}},"params":{"default":{},"$ref":"ExecutionParams"}}}}},
  WorkflowEdge: {"type":"object","properties":{"id":{"type":"string","format":"uuid"},"source":{"type":"string","format":"uuid"},"sourcePort":{"type":"string","minLength":1,"maxLength":100},"target":{"type":"string","format":"uuid"},"targetPort":{"type":"string","minLength":1,"maxLength":100}},"required":["id","source","sourcePort","target","targetPort"]},
  WorkflowNodeInput: {"type":"object","properties":{"id":{"type":"string","format":"uuid"},"type":{"type":"string","minLength":1,"maxLength":100},"name":{"type":"string","minLength":1,"maxLength":200},"position":{"default":{"x":0,"y":0},"type":"object","properties":{"x":{"type":"number","minimum":-1000000000,"maximum":1000000000},"y":{"type":"number","minimum":-1000000000,"maximum":1000000000}},"required":["x","y"]},"config":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{}},"config_version":{"type":"integer"}},"required":["id","type"]},
};

/** The status of each error code. */
export const errorStatuses = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INVALID_API_KEY: 401,
  INSUFFICIENT_CREDITS: 402,
  STORAGE_LIMIT_EXCEEDED: 402,
  PLAN_LIMIT_REACHED: 402,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPE: 403,
  FEATURE_NOT_IN_PLAN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  RUN_ALREADY_ACTIVE: 409,
  CONCURRENT_RUN_LIMIT: 409,
  WORKSPACE_SLUG_TAKEN: 409,
  ALREADY_MEMBER: 409,
  INVITE_PENDING: 409,
  NAME_TAKEN: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  INVITE_GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_ERROR: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

/** The emptiest answers of each kind. */
export const blanks = {
  ApiKey: {"id":"00000000-0000-4000-8000-000000000000","workspace_id":"00000000-0000-4000-8000-000000000000","created_by":"00000000-0000-4000-8000-000000000000","name":"","key_type":"live","key_prefix":"","key_suffix":"","scopes":[],"active":false,"last_used_at":null,"rate_limit_per_min":null,"revoked_at":null,"created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z","preview":""},
  CardAudio: {"audio_id":null,"playback_url":null,"status":"available","reason":null,"duration_ms":null,"content_type":null,"provider":null,"model":null},
  DictionaryEntry: {"id":"00000000-0000-4000-8000-000000000000","word":"","method":"spelled","pronunciation":null,"ipa":null,"upload_id":null,"language":"","description":null,"uses_count":0,"created_by":"00000000-0000-4000-8000-000000000000","created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z"},
  DictionaryLanguage: {"language":"","display_name":"","entries_count":0},
  LanguageAudio: {"locale_code":"","line_count":0,"total_duration_ms":0,"avg_duration_ms":0},
  LineCompletedEvent: {"id":1,"type":"line.completed","run_id":"00000000-0000-4000-8000-000000000000","at":"1970-01-01T00:00:00.000Z","data":{"line_id":"","line_index":0,"locale_code":"","status":"delivered","audio_id":null,"duration_ms":null,"retry_count":0,"credits":0,"reused":false}},
  LineFailedEvent: {"id":1,"type":"line.failed","run_id":"00000000-0000-4000-8000-000000000000","at":"1970-01-01T00:00:00.000Z","data":{"line_id":"","line_index":0,"locale_code":"","node_id":"00000000-0000-4000-8000-000000000000","error":{"code":"","message":"","node_id":null,"details":[]}}},
  Metric: {"key":"lines_delivered","label":"","formatted_value":"","status":"available","display":{"variant":"number","emphasis":"primary"},"value":null,"unit":null,"reason":null},
  NodeState: {"node_id":"00000000-0000-4000-8000-000000000000","node_type":"","node_display_name":"","status":"pending","iteration":0,"started_at":null,"completed_at":null,"duration_ms":0,"error":null},
  NodeStateEvent: {"id":1,"type":"node.state","run_id":"00000000-0000-4000-8000-000000000000","at":"1970-01-01T00:00:00.000Z","data":{"node_id":"00000000-0000-4000-8000-000000000000","node_type":"","status":"pending","iteration":0,"error":null}},
  OutputLine: {"line_id":"","line_index":0,"locale_code":"","character_name":null,"script":"","audio_id":"","duration_ms":0,"file":""},
  ProgressEvent: {"id":1,"type":"progress","run_id":"00000000-0000-4000-8000-000000000000","at":"1970-01-01T00:00:00.000Z","data":{"total_steps":0,"finished_steps":0,"total_lines":0,"finished_lines":0,"failed_lines":0,"dropped_lines":0,"credits":0,"by_locale":{}}},
  Run: {"id":"00000000-0000-4000-8000-000000000000","status":"pending","run_number":1,"total_nodes":0,"total_steps":0,"finished_steps":0,"credits":0,"usage_summary":{"characters":0,"lines":0,"audio_ms":0,"retries":0,"by_locale":{}},"started_at":null,"completed_at":null,"pause_requested_at":null,"paused_at":null,"created_at":"1970-01-01T00:00:00.000Z","has_export":false,"triggered_by":{"user_id":"00000000-0000-4000-8000-000000000000","user_name":""},"workflow_id":"00000000-0000-4000-8000-000000000000","token_cost":0,"updated_at":"1970-01-01T00:00:00.000Z","error":null},
  RunCard: {"id":"","line_id":"","source_line_id":null,"line_index":0,"locale_code":"","character_name":null,"script":"","spoken_script":null,"translation":null,"audio":{"audio_id":null,"playback_url":null,"status":"available","reason":null,"duration_ms":null,"content_type":null,"provider":null,"model":null},"validations":[],"voice":null,"waveform_url":null,"retry_count":0,"takes":[],"status":"delivered","dropped":null},
  RunData: {"workflow_id":"00000000-0000-4000-8000-000000000000","run_id":"00000000-0000-4000-8000-000000000000","run_status":"pending","rows":[],"partial":{"status":"available","reason":null}},
  RunDataRow: {"id":"","line_index":0,"line_id":"","source_line_id":null,"script":"","script_status":"available","cards":[]},
  RunEstimate: {"min_credits":0,"expected_credits":0,"max_credits":0,"new_takes":0,"reused_takes":0,"breakdown":[],"current_balance":0,"deficit_at_max":0,"can_run":false,"notes":[]},
  RunFailedNotice: {"id":"00000000-0000-4000-8000-000000000000","type":"run.failed","timestamp":"1970-01-01T00:00:00.000Z","workspace_id":"00000000-0000-4000-8000-000000000000","data":{"run_id":"00000000-0000-4000-8000-000000000000","workflow_id":"00000000-0000-4000-8000-000000000000","run_number":1,"started_at":null,"completed_at":"1970-01-01T00:00:00.000Z","credits":0,"total_lines":0,"delivered_lines":0,"dropped_lines":0,"failed_lines":0,"error":null}},
  RunOverview: {"workflow":{"id":"00000000-0000-4000-8000-000000000000","name":""},"run":{"id":"00000000-0000-4000-8000-000000000000","status":"pending","created_at":"1970-01-01T00:00:00.000Z","started_at":null,"completed_at":null,"has_export":false,"error":null},"workflow_snapshot":{"definition":{"graph":{"nodes":[],"edges":[]},"execution":{"steps":[],"params":{}}},"node_states":[]},"metric_sections":[],"audio_by_language":[],"validators":[],"capabilities":{"validator_drilldown":false,"live_trace_timing":false,"persisted_aggregates":false},"future_links":{"validator_drilldown":"https://voiceloom.test/","live_trace":"https://voiceloom.test/"}},
  RunStartedNotice: {"id":"00000000-0000-4000-8000-000000000000","type":"run.started","timestamp":"1970-01-01T00:00:00.000Z","workspace_id":"00000000-0000-4000-8000-000000000000","data":{"run_id":"00000000-0000-4000-8000-000000000000","workflow_id":"00000000-0000-4000-8000-000000000000","run_number":1,"started_at":"1970-01-01T00:00:00.000Z"}},
  RunStatusEvent: {"id":1,"type":"run.status","run_id":"00000000-0000-4000-8000-000000000000","at":"1970-01-01T00:00:00.000Z","data":{"status":"pending","previous_status":null,"error":null,"credits":0}},
  RunStep: {"id":"00000000-0000-4000-8000-000000000000","node_id":"00000000-0000-4000-8000-000000000000","node_type":"","node_display_name":"","status":"pending","iteration":0,"started_at":null,"completed_at":null,"result":null,"has_result":false,"active_ports":null,"error":null},
  RunSummary: {"total_runs":0,"completed":0,"failed":0,"cancelled":0,"pending":0,"running":0,"paused":0,"pass_rate":null,"average_duration_seconds":null},
  Template: {"id":"00000000-0000-4000-8000-000000000000","name":"","definition":{"graph":{"nodes":[],"edges":[]},"execution":{"steps":[],"params":{}}},"is_starter":false,"is_public":false,"uses_count":0,"created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z","description":null,"category":null,"is_favorite":false,"created_by":"00000000-0000-4000-8000-000000000000"},
  TemplateEstimate: {"template_id":"00000000-0000-4000-8000-000000000000","credits_per_1000_characters":null,"max_credits_per_1000_characters":null,"generators":[]},
  Upload: {"id":"00000000-0000-4000-8000-000000000000","user_id":"00000000-0000-4000-8000-000000000000","workspace_id":"00000000-0000-4000-8000-000000000000","filename":"","category":"script","content_type":"","format":"","status":"pending","size_bytes":null,"checksum_sha256":null,"download_url":null,"context_type":null,"context_id":null,"char_count":null,"line_count":null,"created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z"},
  UploadConfirmedNotice: {"id":"00000000-0000-4000-8000-000000000000","type":"upload.confirmed","timestamp":"1970-01-01T00:00:00.000Z","workspace_id":"00000000-0000-4000-8000-000000000000","data":{"upload_id":"00000000-0000-4000-8000-000000000000","filename":"","category":"script","size_bytes":0,"workflow_id":"00000000-0000-4000-8000-000000000000"}},
  UsageBucket: {"label":"","start":"1970-01-01T00:00:00.000Z","end":"1970-01-01T00:00:00.000Z","credits":0,"characters":0,"lines":0,"runs":0},
  UsageSummary: {"range":"30d","activity_view":"daily","timezone":"","period":{"start":"1970-01-01T00:00:00.000Z","end":"1970-01-01T00:00:00.000Z"},"credits":{"used":0,"quota":null,"percent":null},"characters":{"total":0},"lines":{"total":0,"avg_chars_per_line":null},"runs":{"total":0,"completed":0,"failed":0,"cancelled":0,"running":0,"pending":0,"paused":0},"activity":{"view":"daily","bucket_unit":"day","range_label":"","buckets":[],"total":0,"avg":0,"peak":null},"daily":[]},
  ValidatorSummary: {"node_id":"00000000-0000-4000-8000-000000000000","kind":"error_rate","label":"","status":"available","avg_score":null,"pass_rate":null,"pass_count":0,"fail_count":0,"retry_count":0,"reason":null},
  Verdict: {"kind":"error_rate","label":"","score":null,"status":"pass","reason":null,"threshold":null,"exhausted":false,"wer":null,"cer":null,"transcript":null,"scored_on":null,"provider":null,"model":null,"phonetic_score":null,"diff":[],"evidence":[]},
  Voice: {"id":"00000000-0000-4000-8000-000000000000","name":"","provider":"espeak","provider_voice_id":"","description":null,"is_active":false,"gender":null,"accent":null,"age":null,"category":null,"color":null,"tags":[],"descriptor":null,"uses_count":0,"user_id":null,"source":"platform","duration_seconds":null,"sample_url":null,"supported_languages":[],"supported_models":null,"is_favorite":false,"created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z"},
  WebhookDelivery: {"id":"00000000-0000-4000-8000-000000000000","endpoint_id":"00000000-0000-4000-8000-000000000000","event":{"id":"00000000-0000-4000-8000-000000000000","type":"run.started","timestamp":"1970-01-01T00:00:00.000Z","workspace_id":"00000000-0000-4000-8000-000000000000","data":{"run_id":"00000000-0000-4000-8000-000000000000","workflow_id":"00000000-0000-4000-8000-000000000000","run_number":1,"started_at":"1970-01-01T00:00:00.000Z"}},"status":"pending","attempts":0,"next_attempt_at":null,"last_attempt_at":null,"response_status":null,"response_body":null,"duration_ms":null,"error":null,"redelivery_of":null,"created_at":"1970-01-01T00:00:00.000Z"},
  WebhookEndpoint: {"id":"00000000-0000-4000-8000-000000000000","workspace_id":"00000000-0000-4000-8000-000000000000","created_by":"00000000-0000-4000-8000-000000000000","url":"https://voiceloom.test/","description":null,"events":[],"active":false,"disabled_at":null,"disabled_reason":null,"failing_since":null,"previous_secret_expires_at":null,"created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z"},
  Whoami: {"auth_kind":"jwt","user_id":"00000000-0000-4000-8000-000000000000","workspace_id":null,"api_key_id":null,"scopes":[]},
  Workflow: {"id":"00000000-0000-4000-8000-000000000000","user_id":"00000000-0000-4000-8000-000000000000","name":"","created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z","description":null,"runs_count":0,"last_run_at":null,"last_run_status":null,"run_status_counts":{"pending":0,"running":0,"paused":0,"completed":0,"failed":0,"cancelled":0},"definition":{"graph":{"nodes":[],"edges":[]},"execution":{"steps":[],"params":{}}}},
  Workspace: {"id":"00000000-0000-4000-8000-000000000000","name":"","slug":"","color_idx":0,"created_by":"00000000-0000-4000-8000-000000000000","created_at":"1970-01-01T00:00:00.000Z","updated_at":"1970-01-01T00:00:00.000Z","routing_price_sensitivity":0,"routing_llm_fit":false},
  WorkspaceSettings: {"default_language":null,"theme":null},
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
 {
  "node_type": "source_script",
  "display_name": "Script",
  "description": "Reads a script from text or files, one line per sentence, row or cue.",
  "version": 1,
  "inputs": [],
  "outputs": [
   {
    "name": "lines",
    "fields": [
     "locale_code",
     "script"
    ]
   }
  ],
  "config_schema": {
   "input_type": {
    "default": "text",
    "description": "Where the lines come from.",
    "type": "string",
    "enum": [
     "text",
     "file",
     "media"
    ]
   },
   "text": {
    "default": "",
    "description": "The script for `text`: one line per non-empty line.",
    "type": "string",
    "maxLength": 500000
   },
   "upload_ids": {
    "default": [],
    "description": "Confirmed uploads for `file` and `media`.",
    "maxItems": 50,
    "type": "array",
    "items": {
     "type": "string",
     "format": "uuid"
    }
   },
   "csv_column": {
    "default": null,
    "description": "Script column: a header name, or a zero-based index where the csv has no header.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     {
      "type": "null"
     }
    ]
   },
   "csv_has_header": {
    "default": true,
    "type": "boolean"
   },
   "source_language": {
    "default": null,
    "description": "Locale of lines that name none; null = detected.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 2,
      "maxLength": 35,
      "description": "Lowercase BCP-47 code; input in any case.",
      "examples": [
       "en-us"
      ]
     },
     {
      "type": "null"
     }
    ]
   },
   "transcription_provider": {
    "default": null,
    "description": "Who writes `media` down; null = the first one that the workspace has a key for.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "openai_compatible",
       "elevenlabs",
       "deepgram"
      ],
      "description": "The id of a provider that writes down what it hears."
     },
     {
      "type": "null"
     }
    ]
   },
   "transcription_model": {
    "default": null,
    "description": "null = the provider's default model.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "category": "source"
 },
 {
  "node_type": "source_audio",
  "display_name": "Recordings",
  "description": "Brings uploaded recordings into the run, one line each, to be checked, mastered and delivered.",
  "version": 1,
  "inputs": [],
  "outputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "upload_ids": {
    "default": [],
    "description": "Confirmed uploads of the category `audio`: one line each.",
    "maxItems": 1000,
    "type": "array",
    "items": {
     "type": "string",
     "format": "uuid"
    }
   },
   "list_upload_id": {
    "default": null,
    "description": "A csv, tsv or json upload that says what the files are: file, and script, character, line_id, locale, max_duration or notes. The manifest of an export is one.",
    "anyOf": [
     {
      "type": "string",
      "format": "uuid"
     },
     {
      "type": "null"
     }
    ]
   },
   "scripts": {
    "default": {},
    "description": "File name -> what is said in it, where no list says so.",
    "type": "object",
    "propertyNames": {
     "type": "string",
     "minLength": 1,
     "maxLength": 255
    },
    "additionalProperties": {
     "type": "string",
     "maxLength": 20000
    }
   },
   "source_language": {
    "default": null,
    "description": "Locale of files that neither the list nor their name gives one; null = detected from the script.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 2,
      "maxLength": 35,
      "description": "Lowercase BCP-47 code; input in any case.",
      "examples": [
       "en-us"
      ]
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "category": "source"
 },
 {
  "node_type": "operator_translator",
  "display_name": "Translator",
  "description": "Turns every line into one line for each target language, and checks each translation.",
  "version": 1,
  "inputs": [
   {
    "name": "lines",
    "fields": [
     "locale_code",
     "script"
    ]
   }
  ],
  "outputs": [
   {
    "name": "lines",
    "fields": [
     "locale_code",
     "script"
    ]
   }
  ],
  "config_schema": {
   "target_languages": {
    "default": [],
    "description": "Every line is translated into each of them, unless the script has it there already.",
    "maxItems": 50,
    "type": "array",
    "items": {
     "type": "string",
     "minLength": 2,
     "maxLength": 35,
     "description": "Lowercase BCP-47 code; input in any case.",
     "examples": [
      "en-us"
     ]
    }
   },
   "provider": {
    "default": null,
    "description": "Who translates. null = nobody: only translations of the script and of the memory are taken.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "openai_compatible",
       "google",
       "deepl",
       "anthropic"
      ],
      "description": "The id of a provider that translates."
     },
     {
      "type": "null"
     }
    ]
   },
   "model": {
    "default": null,
    "description": "null = the provider's default model.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     {
      "type": "null"
     }
    ]
   },
   "mode": {
    "default": "translate",
    "description": "pseudo: accents and about 30 % more text instead of a translation, to try a workflow with.",
    "type": "string",
    "enum": [
     "translate",
     "pseudo"
    ]
   },
   "keep_source": {
    "default": false,
    "description": "Whether lines go on in their own language too. If not, their translations take their place.",
    "type": "boolean"
   },
   "glossary": {
    "default": [],
    "description": "Terms and what they are called; an answer without them is refused.",
    "maxItems": 500,
    "type": "array",
    "items": {
     "type": "object",
     "properties": {
      "source": {
       "type": "string",
       "minLength": 1,
       "maxLength": 200,
       "description": "The term as scripts have it; capital letters are not told apart."
      },
      "target": {
       "default": null,
       "description": "Locale code -> the term there, a bare language for all of its locales. null = it stays as it is.",
       "anyOf": [
        {
         "type": "object",
         "propertyNames": {
          "type": "string",
          "minLength": 2,
          "maxLength": 35,
          "description": "Lowercase BCP-47 code; input in any case.",
          "examples": [
           "en-us"
          ]
         },
         "additionalProperties": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200
         }
        },
        {
         "type": "null"
        }
       ]
      }
     },
     "required": [
      "source"
     ],
     "additionalProperties": false
    }
   },
   "formality": {
    "default": "default",
    "description": "How people are addressed, where the language and the provider know a difference.",
    "type": "string",
    "enum": [
     "default",
     "formal",
     "informal"
    ]
   },
   "instructions": {
    "default": "",
    "description": "What a translator should know: audience, tone, story. Only language models read it.",
    "type": "string",
    "maxLength": 4000
   },
   "context_lines": {
    "default": 3,
    "description": "Lines before and after that are shown for context, where the provider reads them.",
    "type": "integer",
    "minimum": 0,
    "maximum": 20
   },
   "max_length_ratio": {
    "default": 2,
    "description": "How much longer than its source a translation may be, Chinese, Japanese and Korean characters counted twice.",
    "type": "number",
    "minimum": 1,
    "maximum": 5
   },
   "reuse_translations": {
    "default": true,
    "description": "Take what the workspace has translated before, without asking anybody.",
    "type": "boolean"
   }
  },
  "category": "operator"
 },
 {
  "node_type": "operator_normalizer",
  "display_name": "Text normalizer",
  "description": "Turns numbers, dates, times, amounts, units, abbreviations and addresses into words of the language.",
  "version": 1,
  "inputs": [
   {
    "name": "lines",
    "fields": [
     "locale_code",
     "script"
    ]
   }
  ],
  "outputs": [
   {
    "name": "lines",
    "fields": [
     "locale_code",
     "script"
    ]
   }
  ],
  "config_schema": {
   "kinds": {
    "default": [
     "number",
     "ordinal",
     "date",
     "time",
     "currency",
     "unit",
     "abbreviation",
     "acronym",
     "roman",
     "phone",
     "web",
     "symbol"
    ],
    "description": "What is normalized; the rest stays as it is written.",
    "maxItems": 12,
    "type": "array",
    "items": {
     "type": "string",
     "enum": [
      "number",
      "ordinal",
      "date",
      "time",
      "currency",
      "unit",
      "abbreviation",
      "acronym",
      "roman",
      "phone",
      "web",
      "symbol"
     ],
     "description": "What the normalizer says otherwise than it is written."
    }
   },
   "apply_dictionary": {
    "default": true,
    "description": "Replace words by the spelled entries of the dictionary before anything is normalized.",
    "type": "boolean"
   },
   "keep_markup": {
    "default": true,
    "description": "Keep tags and bracketed directions in what is spoken; placeholders always stay.",
    "type": "boolean"
   },
   "locale": {
    "default": null,
    "description": "Whose rules apply; null = those of each line's locale.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 2,
      "maxLength": 35,
      "description": "Lowercase BCP-47 code; input in any case.",
      "examples": [
       "en-us"
      ]
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "category": "operator"
 },
 {
  "node_type": "operator_generator",
  "display_name": "Voice generator",
  "description": "Speaks every line with the voice of its character and locale.",
  "version": 1,
  "inputs": [
   {
    "name": "lines",
    "fields": [
     "locale_code",
     "script"
    ]
   }
  ],
  "outputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "provider": {
    "type": "string",
    "enum": [
     "espeak",
     "openai_compatible",
     "elevenlabs",
     "google",
     "azure",
     "cartesia",
     "naver",
     "fish_audio",
     "rime",
     "respeecher",
     "deepgram",
     "polly",
     "inworld",
     "minimax"
    ],
    "description": "Who speaks.",
    "default": "espeak"
   },
   "model": {
    "default": null,
    "description": "null = the provider's default model.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     {
      "type": "null"
     }
    ]
   },
   "voice_id": {
    "default": null,
    "description": "The voice of every line that nothing below names.",
    "anyOf": [
     {
      "type": "string",
      "format": "uuid"
     },
     {
      "type": "null"
     }
    ]
   },
   "voices_by_locale": {
    "default": {},
    "description": "Locale code -> voice id.",
    "type": "object",
    "propertyNames": {
     "type": "string",
     "minLength": 2,
     "maxLength": 35,
     "description": "Lowercase BCP-47 code; input in any case.",
     "examples": [
      "en-us"
     ]
    },
    "additionalProperties": {
     "type": "string",
     "format": "uuid"
    }
   },
   "voices_by_character": {
    "default": {},
    "description": "Character name -> voice, or voices per locale, and its own speed and pitch.",
    "type": "object",
    "propertyNames": {
     "type": "string",
     "minLength": 1,
     "maxLength": 200
    },
    "additionalProperties": {
     "type": "object",
     "properties": {
      "voice_id": {
       "type": "string",
       "format": "uuid"
      },
      "voices_by_locale": {
       "type": "object",
       "propertyNames": {
        "type": "string",
        "minLength": 2,
        "maxLength": 35,
        "description": "Lowercase BCP-47 code; input in any case.",
        "examples": [
         "en-us"
        ]
       },
       "additionalProperties": {
        "type": "string",
        "format": "uuid"
       }
      },
      "speed": {
       "type": "number",
       "minimum": 0.5,
       "maximum": 2
      },
      "pitch": {
       "type": "number",
       "minimum": -12,
       "maximum": 12
      },
      "provider": {
       "type": "string",
       "enum": [
        "espeak",
        "openai_compatible",
        "elevenlabs",
        "google",
        "azure",
        "cartesia",
        "naver",
        "fish_audio",
        "rime",
        "respeecher",
        "deepgram",
        "polly",
        "inworld",
        "minimax"
       ],
       "description": "Whose voice it is; left out, the generator's provider."
      },
      "model": {
       "description": "Left out, the generator's where the provider is the same.",
       "type": "string",
       "minLength": 1,
       "maxLength": 200
      },
      "by_locale": {
       "description": "Locale code -> voice with a provider, model, speed and pitch of its own.",
       "type": "object",
       "propertyNames": {
        "type": "string",
        "minLength": 2,
        "maxLength": 35,
        "description": "Lowercase BCP-47 code; input in any case.",
        "examples": [
         "en-us"
        ]
       },
       "additionalProperties": {
        "type": "object",
        "properties": {
         "voice_id": {
          "type": "string",
          "format": "uuid"
         },
         "provider": {
          "type": "string",
          "enum": [
           "espeak",
           "openai_compatible",
           "elevenlabs",
           "google",
           "azure",
           "cartesia",
           "naver",
           "fish_audio",
           "rime",
           "respeecher",
           "deepgram",
           "polly",
           "inworld",
           "minimax"
          ],
          "description": "The id of a provider that speaks."
         },
         "model": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200
         },
         "speed": {
          "type": "number",
          "minimum": 0.5,
          "maximum": 2
         },
         "pitch": {
          "type": "number",
          "minimum": -12,
          "maximum": 12
         }
        },
        "required": [
         "voice_id"
        ],
        "additionalProperties": false
       }
      }
     },
     "additionalProperties": false
    }
   },
   "casting_upload_id": {
    "default": null,
    "description": "A csv with columns character, locale, voice and optionally provider, model, speed, pitch. Read when a run starts; voices_by_character comes before it.",
    "anyOf": [
     {
      "type": "string",
      "format": "uuid"
     },
     {
      "type": "null"
     }
    ]
   },
   "routing": {
    "default": {
     "mode": "off",
     "candidates": []
    },
    "description": "Who speaks, chosen by price and quality.",
    "type": "object",
    "properties": {
     "mode": {
      "default": "off",
      "description": "`auto` chooses a provider and model for each locale once per run, by the workspace's routing_price_sensitivity; `provider` and `model` are then those of characters' voices alone.",
      "type": "string",
      "enum": [
       "off",
       "auto"
      ]
     },
     "candidates": {
      "default": [],
      "description": "Among whom is chosen; empty = all that the workspace can speak with.",
      "maxItems": 50,
      "type": "array",
      "items": {
       "type": "object",
       "properties": {
        "provider": {
         "type": "string",
         "enum": [
          "espeak",
          "openai_compatible",
          "elevenlabs",
          "google",
          "azure",
          "cartesia",
          "naver",
          "fish_audio",
          "rime",
          "respeecher",
          "deepgram",
          "polly",
          "inworld",
          "minimax"
         ],
         "description": "The id of a provider that speaks."
        },
        "model": {
         "description": "Left out, every model of the provider.",
         "type": "string",
         "minLength": 1,
         "maxLength": 200
        },
        "usd_per_1000_characters": {
         "description": "What you pay, where no price is known or yours is another.",
         "type": "number",
         "minimum": 0,
         "maximum": 1000
        },
        "quality": {
         "description": "1 = robotic, 4 = the best there is; your own judgement.",
         "type": "integer",
         "minimum": 1,
         "maximum": 4
        }
       },
       "required": [
        "provider"
       ],
       "additionalProperties": false
      }
     }
    },
    "additionalProperties": false
   },
   "speed": {
    "default": 1,
    "description": "1 = as the voice speaks.",
    "type": "number",
    "minimum": 0.5,
    "maximum": 2
   },
   "pitch": {
    "default": 0,
    "description": "Semitones.",
    "type": "number",
    "minimum": -12,
    "maximum": 12
   },
   "reuse_takes": {
    "default": true,
    "description": "Take the stored take of the same text and voice, free.",
    "type": "boolean"
   },
   "concurrency": {
    "default": null,
    "description": "Calls at once; null = automatic.",
    "anyOf": [
     {
      "type": "integer",
      "minimum": 1,
      "maximum": 64
     },
     {
      "type": "null"
     }
    ]
   },
   "fallback_provider": {
    "default": null,
    "description": "Asked when the provider is away.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "espeak",
       "openai_compatible",
       "elevenlabs",
       "google",
       "azure",
       "cartesia",
       "naver",
       "fish_audio",
       "rime",
       "respeecher",
       "deepgram",
       "polly",
       "inworld",
       "minimax"
      ],
      "description": "The id of a provider that speaks."
     },
     {
      "type": "null"
     }
    ]
   },
   "retry_ladder": {
    "default": [
     "tempo",
     "seed",
     "sentences",
     "respelling"
    ],
    "description": "What is tried, in this order, when a check refuses a take. `model` and `provider` change the voice or its sound, so they are used only where named.",
    "maxItems": 6,
    "type": "array",
    "items": {
     "type": "string",
     "enum": [
      "tempo",
      "seed",
      "sentences",
      "respelling",
      "model",
      "provider"
     ]
    }
   }
  },
  "category": "operator"
 },
 {
  "node_type": "operator_mastering",
  "display_name": "Mastering",
  "description": "Trims silence, sets loudness and true peak, fades, filters, resamples and encodes.",
  "version": 2,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "preset": {
    "default": "standard",
    "description": "Where the audio goes; the fields below override it where they are not \"preset\".",
    "type": "string",
    "enum": [
     "standard",
     "podcast",
     "broadcast",
     "game",
     "audiobook",
     "phone_mulaw",
     "phone_alaw",
     "ad"
    ]
   },
   "trim_silence": {
    "default": "preset",
    "description": "Cut the silence around the speech.",
    "anyOf": [
     {
      "type": "boolean"
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "padding_ms": {
    "default": "preset",
    "description": "Silence put before the speech, and after it.",
    "anyOf": [
     {
      "type": "integer",
      "minimum": 0,
      "maximum": 5000
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "tail_padding_ms": {
    "default": "preset",
    "description": "Silence put after the speech; null = as before it.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "integer",
        "minimum": 0,
        "maximum": 5000
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "room_tone_dbfs": {
    "default": "preset",
    "description": "Level of a quiet noise under the whole file; null = none.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "number",
        "minimum": -90,
        "maximum": -50
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "loudness_lufs": {
    "default": "preset",
    "description": "Integrated loudness; null = left as it is.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "number",
        "minimum": -40,
        "maximum": -5
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "rms_dbfs": {
    "default": "preset",
    "description": "Mean level of the file instead of its loudness; null = not used.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "number",
        "minimum": -40,
        "maximum": -10
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "true_peak_dbtp": {
    "default": "preset",
    "description": "The true peak is kept below this.",
    "anyOf": [
     {
      "type": "number",
      "minimum": -9,
      "maximum": 0
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "fade_ms": {
    "default": "preset",
    "description": "Fade in and out.",
    "anyOf": [
     {
      "type": "integer",
      "minimum": 0,
      "maximum": 1000
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "high_pass_hz": {
    "default": "preset",
    "description": "Take out what is lower than this; null = nothing.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "integer",
        "minimum": 20,
        "maximum": 1000
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "low_pass_hz": {
    "default": "preset",
    "description": "Take out what is higher than this; null = nothing.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "integer",
        "minimum": 2000,
        "maximum": 20000
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "sample_rate": {
    "default": "preset",
    "description": "Hertz; null = as it arrives. mulaw and alaw are always 8000.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "number",
        "enum": [
         8000,
         16000,
         22050,
         24000,
         44100,
         48000
        ]
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "channels": {
    "default": "preset",
    "description": "Mono or stereo.",
    "anyOf": [
     {
      "type": "number",
      "enum": [
       1,
       2
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "format": {
    "default": "preset",
    "description": "ogg is Vorbis, opus is always at 48 kHz, mulaw and alaw are G.711 in a WAV file.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "wav",
       "mp3",
       "ogg",
       "opus",
       "flac",
       "mulaw",
       "alaw"
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "bitrate_kbps": {
    "default": "preset",
    "description": "For mp3 and ogg; null = automatic.",
    "anyOf": [
     {
      "anyOf": [
       {
        "type": "integer",
        "minimum": 32,
        "maximum": 320
       },
       {
        "type": "null"
       }
      ]
     },
     {
      "type": "string",
      "enum": [
       "preset"
      ]
     }
    ]
   },
   "max_stretch_percent": {
    "default": 0,
    "description": "How much faster a line may be made to fit its max_duration_ms; 0 = it isn't.",
    "type": "integer",
    "minimum": 0,
    "maximum": 30
   }
  },
  "category": "operator"
 },
 {
  "node_type": "validator_error_rate",
  "display_name": "Word accuracy check",
  "description": "Has takes written down by a speech-to-text provider and compares that with the script.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "pass",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   },
   {
    "name": "fail",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "threshold": {
    "default": 85,
    "description": "The least score that passes, 0-100: 100 x (1 - error rate), so 85 allows 15 errors in 100 words.",
    "type": "number",
    "minimum": 0,
    "maximum": 100
   },
   "max_retry": {
    "default": 2,
    "description": "How often a failed line may come back.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10
   },
   "provider": {
    "default": null,
    "description": "Who writes down what is heard; null = the first one that the workspace has a key for.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "openai_compatible",
       "elevenlabs",
       "deepgram"
      ],
      "description": "The id of a provider that writes down what it hears."
     },
     {
      "type": "null"
     }
    ]
   },
   "model": {
    "default": null,
    "description": "Who of the provider listens; null = the provider's default model.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     {
      "type": "null"
     }
    ]
   },
   "language": {
    "default": "line",
    "description": "line = the provider is told the line's language; detect = it finds out.",
    "type": "string",
    "enum": [
     "line",
     "detect"
    ]
   },
   "concurrency": {
    "default": null,
    "description": "Takes that are sent to be written down at once; null = automatic.",
    "anyOf": [
     {
      "type": "integer",
      "minimum": 1,
      "maximum": 64
     },
     {
      "type": "null"
     }
    ]
   },
   "phonetic": {
    "default": true,
    "description": "Whether what is written otherwise and sounds the same is no error.",
    "type": "boolean"
   }
  },
  "category": "validation"
 },
 {
  "node_type": "validator_naturalness",
  "display_name": "Naturalness check",
  "description": "Sends takes to the scoring endpoint of the workspace, whose model says how natural they sound.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "pass",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   },
   {
    "name": "fail",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "threshold": {
    "default": 85,
    "description": "The least score that passes, 0-100: (MOS - 1) / 4 x 100, so 85 asks for a MOS of 4.4.",
    "type": "number",
    "minimum": 0,
    "maximum": 100
   },
   "max_retry": {
    "default": 2,
    "description": "How often a failed line may come back.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10
   },
   "concurrency": {
    "default": null,
    "description": "Takes that are sent to be scored at once; null = automatic.",
    "anyOf": [
     {
      "type": "integer",
      "minimum": 1,
      "maximum": 64
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "category": "validation"
 },
 {
  "node_type": "validator_noise",
  "display_name": "Noise check",
  "description": "Measures clipping, silence, noise floor and truncated ends.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "pass",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   },
   {
    "name": "fail",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "threshold": {
    "default": 85,
    "description": "The least score that passes, 0-100.",
    "type": "number",
    "minimum": 0,
    "maximum": 100
   },
   "max_retry": {
    "default": 2,
    "description": "How often a failed line may come back.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10
   },
   "noise_floor_max_dbfs": {
    "default": -50,
    "description": "Level of the quietest parts.",
    "type": "number",
    "minimum": -120,
    "maximum": 0
   },
   "max_clipped_runs": {
    "default": 0,
    "description": "Runs of samples at full scale.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10000
   },
   "max_silence_ratio": {
    "default": 0.5,
    "description": "Silence as a part of the whole.",
    "type": "number",
    "minimum": 0,
    "maximum": 1
   },
   "max_lead_silence_ms": {
    "default": 1000,
    "type": "integer",
    "minimum": 0,
    "maximum": 60000
   },
   "max_tail_silence_ms": {
    "default": 1500,
    "type": "integer",
    "minimum": 0,
    "maximum": 60000
   },
   "max_inner_silence_ms": {
    "default": 2000,
    "type": "integer",
    "minimum": 0,
    "maximum": 60000
   },
   "check_truncated_end": {
    "default": true,
    "description": "Fail takes that stop in the middle of a sound.",
    "type": "boolean"
   }
  },
  "category": "validation"
 },
 {
  "node_type": "validator_pacing",
  "display_name": "Pacing check",
  "description": "Measures the speaking rate against the locale's norm and the line's longest duration.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "pass",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   },
   {
    "name": "fail",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "threshold": {
    "default": 85,
    "description": "The least score that passes, 0-100.",
    "type": "number",
    "minimum": 0,
    "maximum": 100
   },
   "max_retry": {
    "default": 2,
    "description": "How often a failed line may come back.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10
   },
   "min_syllables_per_second": {
    "default": null,
    "description": "null = the locale's norm.",
    "anyOf": [
     {
      "type": "number",
      "minimum": 0.1,
      "maximum": 30
     },
     {
      "type": "null"
     }
    ]
   },
   "max_syllables_per_second": {
    "default": null,
    "description": "null = the locale's norm.",
    "anyOf": [
     {
      "type": "number",
      "minimum": 0.1,
      "maximum": 30
     },
     {
      "type": "null"
     }
    ]
   },
   "enforce_max_duration": {
    "default": true,
    "description": "Fail takes over the line's max_duration_ms.",
    "type": "boolean"
   }
  },
  "category": "validation"
 },
 {
  "node_type": "validator_loudness",
  "display_name": "Loudness check",
  "description": "Measures loudness (LUFS) and true peak against a target.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "pass",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   },
   {
    "name": "fail",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "threshold": {
    "default": 85,
    "description": "The least score that passes, 0-100.",
    "type": "number",
    "minimum": 0,
    "maximum": 100
   },
   "max_retry": {
    "default": 2,
    "description": "How often a failed line may come back.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10
   },
   "target_lufs": {
    "default": -16,
    "description": "Integrated loudness wanted.",
    "type": "number",
    "minimum": -40,
    "maximum": -5
   },
   "tolerance_lu": {
    "default": 1,
    "description": "Distance from the target that is allowed.",
    "type": "number",
    "minimum": 0.1,
    "maximum": 20
   },
   "max_true_peak_dbtp": {
    "default": -1,
    "type": "number",
    "minimum": -9,
    "maximum": 0
   }
  },
  "category": "validation"
 },
 {
  "node_type": "validator_pronunciation",
  "display_name": "Pronunciation check",
  "description": "Has takes written down and checks that the words of the dictionary are said as it says.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [
   {
    "name": "pass",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   },
   {
    "name": "fail",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "config_schema": {
   "threshold": {
    "default": 85,
    "description": "The least score that passes, 0-100: the share of the dictionary's words that are said right.",
    "type": "number",
    "minimum": 0,
    "maximum": 100
   },
   "max_retry": {
    "default": 2,
    "description": "How often a failed line may come back.",
    "type": "integer",
    "minimum": 0,
    "maximum": 10
   },
   "provider": {
    "default": null,
    "description": "Who writes down what is heard; null = the first one that the workspace has a key for.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "openai_compatible",
       "elevenlabs",
       "deepgram"
      ],
      "description": "The id of a provider that writes down what it hears."
     },
     {
      "type": "null"
     }
    ]
   },
   "model": {
    "default": null,
    "description": "Who of the provider listens; null = the provider's default model.",
    "anyOf": [
     {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
     },
     {
      "type": "null"
     }
    ]
   },
   "language": {
    "default": "line",
    "description": "line = the provider is told the line's language; detect = it finds out.",
    "type": "string",
    "enum": [
     "line",
     "detect"
    ]
   },
   "concurrency": {
    "default": null,
    "description": "Takes that are sent to be written down at once; null = automatic.",
    "anyOf": [
     {
      "type": "integer",
      "minimum": 1,
      "maximum": 64
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "category": "validation"
 },
 {
  "node_type": "sink_preview",
  "display_name": "Delivery",
  "description": "Collects takes, scripts and verdicts for preview and export.",
  "version": 1,
  "inputs": [
   {
    "name": "audio",
    "fields": [
     "locale_code",
     "script",
     "audio"
    ]
   }
  ],
  "outputs": [],
  "config_schema": {
   "file_pattern": {
    "default": "{locale}/{character}/{line_id}.{ext}",
    "description": "Path of each audio file in the export.",
    "type": "string",
    "minLength": 1,
    "maxLength": 300
   },
   "format": {
    "default": null,
    "description": "null = as it arrives.",
    "anyOf": [
     {
      "type": "string",
      "enum": [
       "wav",
       "mp3",
       "ogg",
       "opus",
       "flac",
       "mulaw",
       "alaw"
      ]
     },
     {
      "type": "null"
     }
    ]
   },
   "manifest": {
    "default": true,
    "description": "Add manifest.csv and manifest.json.",
    "type": "boolean"
   },
   "subtitles": {
    "default": [
     "srt",
     "vtt"
    ],
    "maxItems": 2,
    "type": "array",
    "items": {
     "type": "string",
     "enum": [
      "srt",
      "vtt"
     ]
    }
   },
   "subtitle_timing": {
    "default": "line",
    "description": "word = short cues cut where the voice is; the VTT also tells when each word is said.",
    "type": "string",
    "enum": [
     "line",
     "word"
    ]
   },
   "report": {
    "default": true,
    "description": "Add report.html, a page to listen, judge and compare.",
    "type": "boolean"
   },
   "delivery_target": {
    "default": null,
    "description": "A delivery target of the workspace that the files are sent to once the run is completed.",
    "anyOf": [
     {
      "type": "string",
      "pattern": "^[a-z0-9][a-z0-9-]{0,49}$",
      "description": "What the bucket is called in this workspace: a-z, 0-9 and hyphens.",
      "examples": [
       "game-builds"
      ]
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "category": "output"
 }
];
