// Written by scripts/gen.ts. Do not edit.

import type { Operation, Route } from '../core/route.ts';
import type {
  ApiKeysOperations,
  AuthOperations,
  BillingOperations,
  BudgetsOperations,
  DeliveriesOperations,
  DeliveryTargetsOperations,
  DictionaryOperations,
  HealthOperations,
  MembersOperations,
  NodesOperations,
  ProviderKeysOperations,
  ProvidersOperations,
  ReviewsOperations,
  RunsOperations,
  SchedulesOperations,
  TemplatesOperations,
  TextOperations,
  UploadsOperations,
  UsageOperations,
  UsersOperations,
  VoicesOperations,
  WebhookEndpointsOperations,
  WorkflowsOperations,
  WorkspacesOperations,
} from './types.ts';

/** The version and content hash of the contract that this client was generated from. */
export const CONTRACT: {
  /** The version of the release. */
  readonly version: '0.1.0';
  /** Differs between any two contracts. */
  readonly hash: '0619e403e60dbc67';
} = { version: '0.1.0', hash: '0619e403e60dbc67' };

/** Get the caller. */
export const authWhoami: Operation<AuthOperations['whoami']> = { id: 'auth.whoami', method: 'GET', path: '/api/v1/auth/whoami' };

/** List API keys. */
export const apiKeysList: Operation<ApiKeysOperations['list']> = { id: 'api_keys.list', method: 'GET', path: '/api/v1/api-keys', rows: '', query: true, workspace: true };

/** Create an API key. */
export const apiKeysCreate: Operation<ApiKeysOperations['create']> = { id: 'api_keys.create', method: 'POST', path: '/api/v1/api-keys', keyed: true, body: true, workspace: true };

/** Get an API key. */
export const apiKeysGet: Operation<ApiKeysOperations['get']> = { id: 'api_keys.get', method: 'GET', path: '/api/v1/api-keys/:key_id', workspace: true };

/** Update an API key. */
export const apiKeysUpdate: Operation<ApiKeysOperations['update']> = { id: 'api_keys.update', method: 'PATCH', path: '/api/v1/api-keys/:key_id', body: true, workspace: true };

/** Rotate an API key. */
export const apiKeysRotate: Operation<ApiKeysOperations['rotate']> = { id: 'api_keys.rotate', method: 'PATCH', path: '/api/v1/api-keys/:key_id/rotate', body: true, workspace: true };

/** Revoke an API key. */
export const apiKeysDelete: Operation<ApiKeysOperations['delete']> = { id: 'api_keys.delete', method: 'DELETE', path: '/api/v1/api-keys/:key_id', workspace: true };

/** List workspaces. */
export const workspacesList: Operation<WorkspacesOperations['list']> = { id: 'workspaces.list', method: 'GET', path: '/api/v1/workspaces', rows: '', query: true };

/** Create a workspace. */
export const workspacesCreate: Operation<WorkspacesOperations['create']> = { id: 'workspaces.create', method: 'POST', path: '/api/v1/workspaces', keyed: true, body: true };

/** Check whether a slug is available. */
export const workspacesSlugAvailable: Operation<WorkspacesOperations['slugAvailable']> = { id: 'workspaces.slug_available', method: 'GET', path: '/api/v1/workspaces/slug-available', query: true };

/** Get a workspace. */
export const workspacesGet: Operation<WorkspacesOperations['get']> = { id: 'workspaces.get', method: 'GET', path: '/api/v1/workspaces/:ws_id' };

/** Update a workspace. */
export const workspacesUpdate: Operation<WorkspacesOperations['update']> = { id: 'workspaces.update', method: 'PATCH', path: '/api/v1/workspaces/:ws_id', body: true };

/** Delete a workspace. */
export const workspacesDelete: Operation<WorkspacesOperations['delete']> = { id: 'workspaces.delete', method: 'DELETE', path: '/api/v1/workspaces/:ws_id' };

/** Get the settings of a workspace. */
export const workspacesGetSettings: Operation<WorkspacesOperations['getSettings']> = { id: 'workspaces.get_settings', method: 'GET', path: '/api/v1/workspaces/:ws_id/settings' };

/** Update the settings of a workspace. */
export const workspacesUpdateSettings: Operation<WorkspacesOperations['updateSettings']> = { id: 'workspaces.update_settings', method: 'PATCH', path: '/api/v1/workspaces/:ws_id/settings', body: true };

/** List members. */
export const membersList: Operation<MembersOperations['list']> = { id: 'members.list', method: 'GET', path: '/api/v1/workspaces/:ws_id/members' };

/** Change the role of a member. */
export const membersUpdate: Operation<MembersOperations['update']> = { id: 'members.update', method: 'PATCH', path: '/api/v1/workspaces/:ws_id/members/:member_id', body: true };

/** Remove a member. */
export const membersRemove: Operation<MembersOperations['remove']> = { id: 'members.remove', method: 'DELETE', path: '/api/v1/workspaces/:ws_id/members/:member_id' };

/** Invite a person. */
export const membersCreateInvite: Operation<MembersOperations['createInvite']> = { id: 'members.create_invite', method: 'POST', path: '/api/v1/workspaces/:ws_id/invites', keyed: true, body: true };

/** Change the role of an invite. */
export const membersUpdateInvite: Operation<MembersOperations['updateInvite']> = { id: 'members.update_invite', method: 'PATCH', path: '/api/v1/workspaces/:ws_id/invites/:invite_id', body: true };

/** Revoke an invite. */
export const membersRevokeInvite: Operation<MembersOperations['revokeInvite']> = { id: 'members.revoke_invite', method: 'DELETE', path: '/api/v1/workspaces/:ws_id/invites/:invite_id' };

/** Get a received invite. */
export const membersGetInvite: Operation<MembersOperations['getInvite']> = { id: 'members.get_invite', method: 'GET', path: '/api/v1/invites/:token' };

/** Accept an invite. */
export const membersAcceptInvite: Operation<MembersOperations['acceptInvite']> = { id: 'members.accept_invite', method: 'POST', path: '/api/v1/workspaces/invites/:token/accept', keyed: true };

/** Decline an invite. */
export const membersDeclineInvite: Operation<MembersOperations['declineInvite']> = { id: 'members.decline_invite', method: 'POST', path: '/api/v1/workspaces/invites/:token/decline', keyed: true };

/** Get your subscription. */
export const usersGetSubscription: Operation<UsersOperations['getSubscription']> = { id: 'users.get_subscription', method: 'GET', path: '/api/v1/users/me/subscription' };

/** Subscribe to a plan. */
export const usersSubscribe: Operation<UsersOperations['subscribe']> = { id: 'users.subscribe', method: 'POST', path: '/api/v1/users/me/subscription', keyed: true, body: true };

/** Change your plan. */
export const usersChangePlan: Operation<UsersOperations['changePlan']> = { id: 'users.change_plan', method: 'POST', path: '/api/v1/users/me/subscription/change-plan', keyed: true, body: true };

/** Cancel your subscription. */
export const usersCancelSubscription: Operation<UsersOperations['cancelSubscription']> = { id: 'users.cancel_subscription', method: 'POST', path: '/api/v1/users/me/subscription/cancel', keyed: true };

/** Cancel a scheduled change. */
export const usersCancelScheduledChange: Operation<UsersOperations['cancelScheduledChange']> = { id: 'users.cancel_scheduled_change', method: 'POST', path: '/api/v1/users/me/subscription/cancel-scheduled-change', keyed: true };

/** List your payment methods. */
export const usersListPaymentMethods: Operation<UsersOperations['listPaymentMethods']> = { id: 'users.list_payment_methods', method: 'GET', path: '/api/v1/users/me/payment-methods' };

/** Add a payment method. */
export const usersAddPaymentMethod: Operation<UsersOperations['addPaymentMethod']> = { id: 'users.add_payment_method', method: 'POST', path: '/api/v1/users/me/payment-methods', keyed: true };

/** Create a page to add a payment method. */
export const usersCreatePaymentMethodPage: Operation<UsersOperations['createPaymentMethodPage']> = { id: 'users.create_payment_method_page', method: 'POST', path: '/api/v1/users/me/payment-methods/page', keyed: true, body: true };

/** Set the default payment method. */
export const usersSetDefaultPaymentMethod: Operation<UsersOperations['setDefaultPaymentMethod']> = { id: 'users.set_default_payment_method', method: 'PUT', path: '/api/v1/users/me/payment-methods/:payment_method_id/default' };

/** Delete a payment method. */
export const usersDeletePaymentMethod: Operation<UsersOperations['deletePaymentMethod']> = { id: 'users.delete_payment_method', method: 'DELETE', path: '/api/v1/users/me/payment-methods/:payment_method_id' };

/** List your invoices. */
export const usersListInvoices: Operation<UsersOperations['listInvoices']> = { id: 'users.list_invoices', method: 'GET', path: '/api/v1/users/me/invoices', query: true };

/** Get your notification preferences. */
export const usersGetNotificationPreferences: Operation<UsersOperations['getNotificationPreferences']> = { id: 'users.get_notification_preferences', method: 'GET', path: '/api/v1/users/me/notification-preferences' };

/** Update your notification preferences. */
export const usersUpdateNotificationPreferences: Operation<UsersOperations['updateNotificationPreferences']> = { id: 'users.update_notification_preferences', method: 'PATCH', path: '/api/v1/users/me/notification-preferences', body: true };

/** Get your credits. */
export const usersGetCredits: Operation<UsersOperations['getCredits']> = { id: 'users.get_credits', method: 'GET', path: '/api/v1/users/me/credits' };

/** Get the limits of your plan. */
export const usersGetLimits: Operation<UsersOperations['getLimits']> = { id: 'users.get_limits', method: 'GET', path: '/api/v1/users/me/limits' };

/** List public templates. */
export const templatesList: Operation<TemplatesOperations['list']> = { id: 'templates.list', method: 'GET', path: '/api/v1/templates', rows: '', query: true };

/** List your templates. */
export const templatesMine: Operation<TemplatesOperations['mine']> = { id: 'templates.mine', method: 'GET', path: '/api/v1/users/me/templates', rows: '', query: true, workspace: true };

/** Create a template. */
export const templatesCreate: Operation<TemplatesOperations['create']> = { id: 'templates.create', method: 'POST', path: '/api/v1/templates', keyed: true, body: true, workspace: true };

/** Get a template. */
export const templatesGet: Operation<TemplatesOperations['get']> = { id: 'templates.get', method: 'GET', path: '/api/v1/templates/:template_id', workspace: true };

/** Update a template. */
export const templatesUpdate: Operation<TemplatesOperations['update']> = { id: 'templates.update', method: 'PATCH', path: '/api/v1/templates/:template_id', body: true, workspace: true };

/** Delete a template. */
export const templatesDelete: Operation<TemplatesOperations['delete']> = { id: 'templates.delete', method: 'DELETE', path: '/api/v1/templates/:template_id', workspace: true };

/** Create a workflow from a template. */
export const templatesClone: Operation<TemplatesOperations['clone']> = { id: 'templates.clone', method: 'POST', path: '/api/v1/templates/:template_id/clone', keyed: true, body: true, workspace: true };

/** Estimate a template. */
export const templatesEstimate: Operation<TemplatesOperations['estimate']> = { id: 'templates.estimate', method: 'GET', path: '/api/v1/templates/:template_id/estimate', workspace: true };

/** Add a template to your favorites. */
export const templatesFavorite: Operation<TemplatesOperations['favorite']> = { id: 'templates.favorite', method: 'POST', path: '/api/v1/templates/:template_id/favorite', keyed: true };

/** Remove a template from your favorites. */
export const templatesUnfavorite: Operation<TemplatesOperations['unfavorite']> = { id: 'templates.unfavorite', method: 'DELETE', path: '/api/v1/templates/:template_id/favorite' };

/** List workflows. */
export const workflowsList: Operation<WorkflowsOperations['list']> = { id: 'workflows.list', method: 'GET', path: '/api/v1/workflows', rows: '', query: true, workspace: true };

/** Check whether a name is in use. */
export const workflowsNameAvailability: Operation<WorkflowsOperations['nameAvailability']> = { id: 'workflows.name_availability', method: 'GET', path: '/api/v1/workflows/name-availability', query: true, workspace: true };

/** Validate a definition. */
export const workflowsValidate: Operation<WorkflowsOperations['validate']> = { id: 'workflows.validate', method: 'POST', path: '/api/v1/workflows/validate', keyed: true, body: true, workspace: true };

/** Create a workflow. */
export const workflowsCreate: Operation<WorkflowsOperations['create']> = { id: 'workflows.create', method: 'POST', path: '/api/v1/workflows', keyed: true, body: true, workspace: true };

/** Get a workflow. */
export const workflowsGet: Operation<WorkflowsOperations['get']> = { id: 'workflows.get', method: 'GET', path: '/api/v1/workflows/:workflow_id', workspace: true };

/** Replace a workflow. */
export const workflowsReplace: Operation<WorkflowsOperations['replace']> = { id: 'workflows.replace', method: 'PUT', path: '/api/v1/workflows/:workflow_id', body: true, workspace: true };

/** Update a workflow. */
export const workflowsUpdate: Operation<WorkflowsOperations['update']> = { id: 'workflows.update', method: 'PATCH', path: '/api/v1/workflows/:workflow_id', body: true, workspace: true };

/** Delete a workflow. */
export const workflowsDelete: Operation<WorkflowsOperations['delete']> = { id: 'workflows.delete', method: 'DELETE', path: '/api/v1/workflows/:workflow_id', workspace: true };

/** Duplicate a workflow. */
export const workflowsDuplicate: Operation<WorkflowsOperations['duplicate']> = { id: 'workflows.duplicate', method: 'POST', path: '/api/v1/workflows/:workflow_id/duplicate', keyed: true, workspace: true };

/** List the uploads of a workflow. */
export const workflowsUploads: Operation<WorkflowsOperations['uploads']> = { id: 'workflows.uploads', method: 'GET', path: '/api/v1/workflows/:workflow_id/uploads', rows: '', query: true, workspace: true };

/** Estimate a run. */
export const workflowsPreview: Operation<WorkflowsOperations['preview']> = { id: 'workflows.preview', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/preview', keyed: true, body: true, workspace: true };

/** Estimate a run of a workflow. */
export const workflowsEstimate: Operation<WorkflowsOperations['estimate']> = { id: 'workflows.estimate', method: 'POST', path: '/api/v1/workflows/:workflow_id/estimate', keyed: true, body: true, workspace: true };

/** List schedules. */
export const schedulesList: Operation<SchedulesOperations['list']> = { id: 'schedules.list', method: 'GET', path: '/api/v1/schedules', rows: '', query: true, workspace: true };

/** Create a schedule. */
export const schedulesCreate: Operation<SchedulesOperations['create']> = { id: 'schedules.create', method: 'POST', path: '/api/v1/schedules', keyed: true, body: true, workspace: true };

/** Get a schedule. */
export const schedulesGet: Operation<SchedulesOperations['get']> = { id: 'schedules.get', method: 'GET', path: '/api/v1/schedules/:schedule_id', workspace: true };

/** Update a schedule. */
export const schedulesUpdate: Operation<SchedulesOperations['update']> = { id: 'schedules.update', method: 'PATCH', path: '/api/v1/schedules/:schedule_id', body: true, workspace: true };

/** Delete a schedule. */
export const schedulesDelete: Operation<SchedulesOperations['delete']> = { id: 'schedules.delete', method: 'DELETE', path: '/api/v1/schedules/:schedule_id', workspace: true };

/** List the due times of a schedule. */
export const schedulesOccurrences: Operation<SchedulesOperations['occurrences']> = { id: 'schedules.occurrences', method: 'GET', path: '/api/v1/schedules/:schedule_id/occurrences', rows: '', query: true, workspace: true };

/** List runs. */
export const runsList: Operation<RunsOperations['list']> = { id: 'runs.list', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs', rows: '', query: true, workspace: true };

/** Summarize runs. */
export const runsSummary: Operation<RunsOperations['summary']> = { id: 'runs.summary', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/summary', query: true, workspace: true };

/** Start a run. */
export const runsStart: Operation<RunsOperations['start']> = { id: 'runs.start', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs', keyed: true, body: true, workspace: true };

/** Cancel a run. */
export const runsCancel: Operation<RunsOperations['cancel']> = { id: 'runs.cancel', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/cancel', keyed: true, workspace: true };

/** Pause a run. */
export const runsPause: Operation<RunsOperations['pause']> = { id: 'runs.pause', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/pause', keyed: true, workspace: true };

/** Resume a run. */
export const runsResume: Operation<RunsOperations['resume']> = { id: 'runs.resume', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/resume', keyed: true, body: true, workspace: true };

/** Retry lines of a run. */
export const runsRetry: Operation<RunsOperations['retry']> = { id: 'runs.retry', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/retry', keyed: true, body: true, workspace: true };

/** Get a run. */
export const runsGet: Operation<RunsOperations['get']> = { id: 'runs.get', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id', workspace: true };

/** Get the status of a run. */
export const runsStatus: Operation<RunsOperations['status']> = { id: 'runs.status', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/status', workspace: true };

/** Stream the events of a run. */
export const runsEvents: Operation<never> = { id: 'runs.events', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/events', stream: true, workspace: true };

/** Get the overview of a run. */
export const runsOverview: Operation<RunsOperations['overview']> = { id: 'runs.overview', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/overview', workspace: true };

/** List the steps of a run. */
export const runsSteps: Operation<RunsOperations['steps']> = { id: 'runs.steps', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/steps', query: true, workspace: true };

/** List the lines of a run. */
export const runsData: Operation<RunsOperations['data']> = { id: 'runs.data', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/data', rows: 'rows', query: true, workspace: true };

/** List the outputs of a run. */
export const runsOutputs: Operation<RunsOperations['outputs']> = { id: 'runs.outputs', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/outputs', workspace: true };

/** Download a run. */
export const runsDownload: Operation<RunsOperations['download']> = { id: 'runs.download', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/download', query: true, workspace: true };

/** Download one output of a run. */
export const runsDownloadNode: Operation<RunsOperations['downloadNode']> = { id: 'runs.download_node', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/nodes/:node_id/download', query: true, workspace: true };

/** Download the script of a run. */
export const runsScript: Operation<RunsOperations['script']> = { id: 'runs.script', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/script', query: true, workspace: true };

/** Get the URL of a take. */
export const runsAudioUrl: Operation<RunsOperations['audioUrl']> = { id: 'runs.audio_url', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/audio/:audio_id/url', workspace: true };

/** Open the review of a run. */
export const reviewsOpen: Operation<ReviewsOperations['open']> = { id: 'reviews.open', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/review', keyed: true, workspace: true };

/** Get a review. */
export const reviewsGet: Operation<ReviewsOperations['get']> = { id: 'reviews.get', method: 'GET', path: '/api/v1/reviews/:review_id', workspace: true };

/** List the lines of a review. */
export const reviewsItems: Operation<ReviewsOperations['items']> = { id: 'reviews.items', method: 'GET', path: '/api/v1/reviews/:review_id/items', query: true, workspace: true };

/** Get a line of a review. */
export const reviewsItem: Operation<ReviewsOperations['item']> = { id: 'reviews.item', method: 'GET', path: '/api/v1/reviews/:review_id/items/:no', workspace: true };

/** Decide about a line. */
export const reviewsDecide: Operation<ReviewsOperations['decide']> = { id: 'reviews.decide', method: 'PUT', path: '/api/v1/reviews/:review_id/items/:no/decision', body: true, workspace: true };

/** Decide about several lines. */
export const reviewsDecideMany: Operation<ReviewsOperations['decideMany']> = { id: 'reviews.decide_many', method: 'POST', path: '/api/v1/reviews/:review_id/decisions', keyed: true, body: true, workspace: true };

/** Comment on a line. */
export const reviewsComment: Operation<ReviewsOperations['comment']> = { id: 'reviews.comment', method: 'POST', path: '/api/v1/reviews/:review_id/items/:no/comments', keyed: true, body: true, workspace: true };

/** Change a comment. */
export const reviewsUpdateComment: Operation<ReviewsOperations['updateComment']> = { id: 'reviews.update_comment', method: 'PATCH', path: '/api/v1/reviews/:review_id/comments/:comment_id', body: true, workspace: true };

/** Delete a comment. */
export const reviewsDeleteComment: Operation<ReviewsOperations['deleteComment']> = { id: 'reviews.delete_comment', method: 'DELETE', path: '/api/v1/reviews/:review_id/comments/:comment_id', workspace: true };

/** Assign lines. */
export const reviewsAssign: Operation<ReviewsOperations['assign']> = { id: 'reviews.assign', method: 'POST', path: '/api/v1/reviews/:review_id/assignments', keyed: true, body: true, workspace: true };

/** Remove an assignment. */
export const reviewsUnassign: Operation<ReviewsOperations['unassign']> = { id: 'reviews.unassign', method: 'DELETE', path: '/api/v1/reviews/:review_id/assignments/:assignment_id', workspace: true };

/** Unlock approved takes. */
export const reviewsUnlock: Operation<ReviewsOperations['unlock']> = { id: 'reviews.unlock', method: 'POST', path: '/api/v1/reviews/:review_id/unlock', keyed: true, body: true, workspace: true };

/** Preview a retry. */
export const reviewsRetryPreview: Operation<ReviewsOperations['retryPreview']> = { id: 'reviews.retry_preview', method: 'POST', path: '/api/v1/reviews/:review_id/retry/preview', keyed: true, body: true, workspace: true };

/** Speak lines again. */
export const reviewsRetry: Operation<ReviewsOperations['retry']> = { id: 'reviews.retry', method: 'POST', path: '/api/v1/reviews/:review_id/retry', keyed: true, body: true, workspace: true };

/** List the events of a review. */
export const reviewsHistory: Operation<ReviewsOperations['history']> = { id: 'reviews.history', method: 'GET', path: '/api/v1/reviews/:review_id/history', rows: '', query: true, workspace: true };

/** Stream the events of a review. */
export const reviewsEvents: Operation<never> = { id: 'reviews.events', method: 'GET', path: '/api/v1/reviews/:review_id/events', stream: true, workspace: true };

/** Create a share link. */
export const reviewsCreateLink: Operation<ReviewsOperations['createLink']> = { id: 'reviews.create_link', method: 'POST', path: '/api/v1/reviews/:review_id/links', keyed: true, body: true, workspace: true };

/** List the share links of a review. */
export const reviewsLinks: Operation<ReviewsOperations['links']> = { id: 'reviews.links', method: 'GET', path: '/api/v1/reviews/:review_id/links', rows: '', query: true, workspace: true };

/** Revoke a share link. */
export const reviewsRevokeLink: Operation<ReviewsOperations['revokeLink']> = { id: 'reviews.revoke_link', method: 'DELETE', path: '/api/v1/reviews/:review_id/links/:link_id', workspace: true };

/** Enter a review with a share link. */
export const reviewsEnter: Operation<ReviewsOperations['enter']> = { id: 'reviews.enter', method: 'POST', path: '/api/v1/review-links/enter', body: true, open: true };

/** Create an upload. */
export const uploadsCreate: Operation<UploadsOperations['create']> = { id: 'uploads.create', method: 'POST', path: '/api/v1/uploads', keyed: true, body: true, workspace: true };

/** Confirm an upload. */
export const uploadsConfirm: Operation<UploadsOperations['confirm']> = { id: 'uploads.confirm', method: 'POST', path: '/api/v1/uploads/:upload_id', keyed: true, body: true, workspace: true };

/** Parse an uploaded script. */
export const uploadsScript: Operation<UploadsOperations['script']> = { id: 'uploads.script', method: 'GET', path: '/api/v1/uploads/:upload_id/script', query: true, workspace: true };

/** Delete an upload. */
export const uploadsDelete: Operation<UploadsOperations['delete']> = { id: 'uploads.delete', method: 'DELETE', path: '/api/v1/uploads/:upload_id', workspace: true };

/** List voices. */
export const voicesList: Operation<VoicesOperations['list']> = { id: 'voices.list', method: 'GET', path: '/api/v1/voices', rows: '', query: true, workspace: true };

/** Count voices by attribute. */
export const voicesFacets: Operation<VoicesOperations['facets']> = { id: 'voices.facets', method: 'GET', path: '/api/v1/voices/facets', query: true, workspace: true };

/** Refresh the voices of a provider. */
export const voicesRefresh: Operation<VoicesOperations['refresh']> = { id: 'voices.refresh', method: 'POST', path: '/api/v1/voices/refresh', keyed: true, body: true, workspace: true };

/** Get a voice. */
export const voicesGet: Operation<VoicesOperations['get']> = { id: 'voices.get', method: 'GET', path: '/api/v1/voices/:voice_id', workspace: true };

/** List similar voices. */
export const voicesSimilar: Operation<VoicesOperations['similar']> = { id: 'voices.similar', method: 'GET', path: '/api/v1/voices/:voice_id/similar', query: true, workspace: true };

/** Get a voice sample. */
export const voicesSample: Operation<VoicesOperations['sample']> = { id: 'voices.sample', method: 'GET', path: '/api/v1/voices/:voice_id/sample', redirect: true, workspace: true };

/** Hear a voice. */
export const voicesPreview: Operation<VoicesOperations['preview']> = { id: 'voices.preview', method: 'POST', path: '/api/v1/voices/:voice_id/preview', keyed: true, body: true, workspace: true };

/** Add a voice to the favorites. */
export const voicesFavorite: Operation<VoicesOperations['favorite']> = { id: 'voices.favorite', method: 'POST', path: '/api/v1/voices/:voice_id/favorite', keyed: true, workspace: true };

/** Remove a voice from the favorites. */
export const voicesUnfavorite: Operation<VoicesOperations['unfavorite']> = { id: 'voices.unfavorite', method: 'DELETE', path: '/api/v1/voices/:voice_id/favorite', workspace: true };

/** List dictionary entries. */
export const dictionaryList: Operation<DictionaryOperations['list']> = { id: 'dictionary.list', method: 'GET', path: '/api/v1/dictionary', rows: '', query: true, workspace: true };

/** Search the dictionary. */
export const dictionarySearch: Operation<DictionaryOperations['search']> = { id: 'dictionary.search', method: 'GET', path: '/api/v1/dictionary/search', rows: '', query: true, workspace: true };

/** List languages of the dictionary. */
export const dictionaryLanguages: Operation<DictionaryOperations['languages']> = { id: 'dictionary.languages', method: 'GET', path: '/api/v1/dictionary/languages', workspace: true };

/** Export the dictionary. */
export const dictionaryExport: Operation<DictionaryOperations['export']> = { id: 'dictionary.export', method: 'GET', path: '/api/v1/dictionary/export', query: true, workspace: true };

/** Import entries. */
export const dictionaryImport: Operation<DictionaryOperations['import']> = { id: 'dictionary.import', method: 'POST', path: '/api/v1/dictionary/import', keyed: true, body: true, workspace: true };

/** Find the lines of an entry. */
export const dictionaryEffects: Operation<DictionaryOperations['effects']> = { id: 'dictionary.effects', method: 'POST', path: '/api/v1/dictionary/effects', keyed: true, body: true, workspace: true };

/** Preview an entry in the voices of a workflow. */
export const dictionaryPreview: Operation<DictionaryOperations['preview']> = { id: 'dictionary.preview', method: 'POST', path: '/api/v1/dictionary/preview', keyed: true, body: true, workspace: true };

/** Suggest a pronunciation of a word. */
export const dictionarySuggestPronunciation: Operation<DictionaryOperations['suggestPronunciation']> = { id: 'dictionary.suggest_pronunciation', method: 'POST', path: '/api/v1/dictionary/suggest-pronunciation', keyed: true, body: true, workspace: true };

/** Suggest entries. */
export const dictionarySuggestions: Operation<DictionaryOperations['suggestions']> = { id: 'dictionary.suggestions', method: 'GET', path: '/api/v1/dictionary/suggestions', workspace: true };

/** Create a dictionary entry. */
export const dictionaryCreate: Operation<DictionaryOperations['create']> = { id: 'dictionary.create', method: 'POST', path: '/api/v1/dictionary', keyed: true, body: true, workspace: true };

/** Get a dictionary entry. */
export const dictionaryGet: Operation<DictionaryOperations['get']> = { id: 'dictionary.get', method: 'GET', path: '/api/v1/dictionary/:entry_id', workspace: true };

/** Replace a dictionary entry. */
export const dictionaryReplace: Operation<DictionaryOperations['replace']> = { id: 'dictionary.replace', method: 'PUT', path: '/api/v1/dictionary/:entry_id', body: true, workspace: true };

/** Delete a dictionary entry. */
export const dictionaryDelete: Operation<DictionaryOperations['delete']> = { id: 'dictionary.delete', method: 'DELETE', path: '/api/v1/dictionary/:entry_id', workspace: true };

/** Normalize a text. */
export const textNormalize: Operation<TextOperations['normalize']> = { id: 'text.normalize', method: 'POST', path: '/api/v1/text/normalize', keyed: true, body: true, workspace: true };

/** List providers. */
export const providersList: Operation<ProvidersOperations['list']> = { id: 'providers.list', method: 'GET', path: '/api/v1/providers', rows: '', query: true, workspace: true };

/** Get a provider. */
export const providersGet: Operation<ProvidersOperations['get']> = { id: 'providers.get', method: 'GET', path: '/api/v1/providers/:provider', workspace: true };

/** List the models of a provider. */
export const providersModels: Operation<ProvidersOperations['models']> = { id: 'providers.models', method: 'GET', path: '/api/v1/providers/:provider/models', rows: '', query: true, workspace: true };

/** Get a model of a provider. */
export const providersModel: Operation<ProvidersOperations['model']> = { id: 'providers.model', method: 'GET', path: '/api/v1/providers/:provider/models/:model', workspace: true };

/** List the voices of a model. */
export const providersVoices: Operation<ProvidersOperations['voices']> = { id: 'providers.voices', method: 'GET', path: '/api/v1/providers/:provider/models/:model/voices', rows: '', query: true, workspace: true };

/** List provider keys. */
export const providerKeysList: Operation<ProviderKeysOperations['list']> = { id: 'provider_keys.list', method: 'GET', path: '/api/v1/provider-keys', workspace: true };

/** Store a provider key. */
export const providerKeysPut: Operation<ProviderKeysOperations['put']> = { id: 'provider_keys.put', method: 'PUT', path: '/api/v1/provider-keys/:provider', body: true, workspace: true };

/** Delete a provider key. */
export const providerKeysDelete: Operation<ProviderKeysOperations['delete']> = { id: 'provider_keys.delete', method: 'DELETE', path: '/api/v1/provider-keys/:provider', workspace: true };

/** List node types. */
export const nodesList: Operation<NodesOperations['list']> = { id: 'nodes.list', method: 'GET', path: '/api/v1/nodes', open: true };

/** Get a node type. */
export const nodesGet: Operation<NodesOperations['get']> = { id: 'nodes.get', method: 'GET', path: '/api/v1/nodes/:node_type', workspace: true };

/** Get a usage summary. */
export const usageSummary: Operation<UsageOperations['summary']> = { id: 'usage.summary', method: 'GET', path: '/api/v1/usage/summary', query: true, workspace: true };

/** Get usage by language. */
export const usageByLanguage: Operation<UsageOperations['byLanguage']> = { id: 'usage.by_language', method: 'GET', path: '/api/v1/usage/by-language', query: true, workspace: true };

/** List the activity log. */
export const usageActivity: Operation<UsageOperations['activity']> = { id: 'usage.activity', method: 'GET', path: '/api/v1/usage/activity', rows: '', query: true, workspace: true };

/** List plans. */
export const billingListPlans: Operation<BillingOperations['listPlans']> = { id: 'billing.list_plans', method: 'GET', path: '/api/v1/billing/plans', rows: '', query: true };

/** Preview a plan change. */
export const billingPreviewPlanChange: Operation<BillingOperations['previewPlanChange']> = { id: 'billing.preview_plan_change', method: 'GET', path: '/api/v1/billing/plans/:plan_id/preview' };

/** Create a checkout session. */
export const billingCreateCheckout: Operation<BillingOperations['createCheckout']> = { id: 'billing.create_checkout', method: 'POST', path: '/api/v1/billing/checkout', keyed: true, body: true };

/** List budgets. */
export const budgetsList: Operation<BudgetsOperations['list']> = { id: 'budgets.list', method: 'GET', path: '/api/v1/budgets', rows: '', query: true, workspace: true };

/** Create a budget. */
export const budgetsCreate: Operation<BudgetsOperations['create']> = { id: 'budgets.create', method: 'POST', path: '/api/v1/budgets', keyed: true, body: true, workspace: true };

/** Get a budget. */
export const budgetsGet: Operation<BudgetsOperations['get']> = { id: 'budgets.get', method: 'GET', path: '/api/v1/budgets/:budget_id', workspace: true };

/** Update a budget. */
export const budgetsUpdate: Operation<BudgetsOperations['update']> = { id: 'budgets.update', method: 'PATCH', path: '/api/v1/budgets/:budget_id', body: true, workspace: true };

/** Delete a budget. */
export const budgetsDelete: Operation<BudgetsOperations['delete']> = { id: 'budgets.delete', method: 'DELETE', path: '/api/v1/budgets/:budget_id', workspace: true };

/** List webhook endpoints. */
export const webhookEndpointsList: Operation<WebhookEndpointsOperations['list']> = { id: 'webhook_endpoints.list', method: 'GET', path: '/api/v1/webhook-endpoints', rows: '', query: true, workspace: true };

/** Create a webhook endpoint. */
export const webhookEndpointsCreate: Operation<WebhookEndpointsOperations['create']> = { id: 'webhook_endpoints.create', method: 'POST', path: '/api/v1/webhook-endpoints', keyed: true, body: true, workspace: true };

/** Get a webhook endpoint. */
export const webhookEndpointsGet: Operation<WebhookEndpointsOperations['get']> = { id: 'webhook_endpoints.get', method: 'GET', path: '/api/v1/webhook-endpoints/:endpoint_id', workspace: true };

/** Update a webhook endpoint. */
export const webhookEndpointsUpdate: Operation<WebhookEndpointsOperations['update']> = { id: 'webhook_endpoints.update', method: 'PATCH', path: '/api/v1/webhook-endpoints/:endpoint_id', body: true, workspace: true };

/** Delete a webhook endpoint. */
export const webhookEndpointsDelete: Operation<WebhookEndpointsOperations['delete']> = { id: 'webhook_endpoints.delete', method: 'DELETE', path: '/api/v1/webhook-endpoints/:endpoint_id', workspace: true };

/** Rotate the secret of a webhook endpoint. */
export const webhookEndpointsRotateSecret: Operation<WebhookEndpointsOperations['rotateSecret']> = { id: 'webhook_endpoints.rotate_secret', method: 'POST', path: '/api/v1/webhook-endpoints/:endpoint_id/rotate-secret', keyed: true, workspace: true };

/** Test a webhook endpoint. */
export const webhookEndpointsTest: Operation<WebhookEndpointsOperations['test']> = { id: 'webhook_endpoints.test', method: 'POST', path: '/api/v1/webhook-endpoints/:endpoint_id/test', keyed: true, workspace: true };

/** List webhook deliveries. */
export const webhookEndpointsDeliveries: Operation<WebhookEndpointsOperations['deliveries']> = { id: 'webhook_endpoints.deliveries', method: 'GET', path: '/api/v1/webhook-endpoints/:endpoint_id/deliveries', rows: '', query: true, workspace: true };

/** Redeliver a webhook event. */
export const webhookEndpointsRedeliver: Operation<WebhookEndpointsOperations['redeliver']> = { id: 'webhook_endpoints.redeliver', method: 'POST', path: '/api/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver', keyed: true, workspace: true };

/** List delivery targets. */
export const deliveryTargetsList: Operation<DeliveryTargetsOperations['list']> = { id: 'delivery_targets.list', method: 'GET', path: '/api/v1/delivery-targets', workspace: true };

/** Get a delivery target. */
export const deliveryTargetsGet: Operation<DeliveryTargetsOperations['get']> = { id: 'delivery_targets.get', method: 'GET', path: '/api/v1/delivery-targets/:target', workspace: true };

/** Store a delivery target. */
export const deliveryTargetsPut: Operation<DeliveryTargetsOperations['put']> = { id: 'delivery_targets.put', method: 'PUT', path: '/api/v1/delivery-targets/:target', body: true, workspace: true };

/** Delete a delivery target. */
export const deliveryTargetsDelete: Operation<DeliveryTargetsOperations['delete']> = { id: 'delivery_targets.delete', method: 'DELETE', path: '/api/v1/delivery-targets/:target', workspace: true };

/** Deliver a run. */
export const deliveriesStart: Operation<DeliveriesOperations['start']> = { id: 'deliveries.start', method: 'POST', path: '/api/v1/workflows/:workflow_id/runs/:run_id/deliveries', keyed: true, body: true, workspace: true };

/** List the deliveries of a run. */
export const deliveriesList: Operation<DeliveriesOperations['list']> = { id: 'deliveries.list', method: 'GET', path: '/api/v1/workflows/:workflow_id/runs/:run_id/deliveries', rows: '', query: true, workspace: true };

/** Check liveness. */
export const healthLive: Operation<HealthOperations['live']> = { id: 'health.live', method: 'GET', path: '/health', open: true };

/** Check readiness. */
export const healthReady: Operation<HealthOperations['ready']> = { id: 'health.ready', method: 'GET', path: '/ready', open: true };

/**
 * Every operation, in the order of the contract, with one line per group. Bundlers drop the list from pages that import
 * single operations.
 *
 * @internal
 */
export const allCalls: readonly Route[] = [
  authWhoami,
  apiKeysList, apiKeysCreate, apiKeysGet, apiKeysUpdate, apiKeysRotate, apiKeysDelete,
  workspacesList, workspacesCreate, workspacesSlugAvailable, workspacesGet, workspacesUpdate, workspacesDelete, workspacesGetSettings, workspacesUpdateSettings,
  membersList, membersUpdate, membersRemove, membersCreateInvite, membersUpdateInvite, membersRevokeInvite, membersGetInvite, membersAcceptInvite, membersDeclineInvite,
  usersGetSubscription, usersSubscribe, usersChangePlan, usersCancelSubscription, usersCancelScheduledChange, usersListPaymentMethods, usersAddPaymentMethod, usersCreatePaymentMethodPage, usersSetDefaultPaymentMethod, usersDeletePaymentMethod, usersListInvoices, usersGetNotificationPreferences, usersUpdateNotificationPreferences, usersGetCredits, usersGetLimits,
  templatesList, templatesMine, templatesCreate, templatesGet, templatesUpdate, templatesDelete, templatesClone, templatesEstimate, templatesFavorite, templatesUnfavorite,
  workflowsList, workflowsNameAvailability, workflowsValidate, workflowsCreate, workflowsGet, workflowsReplace, workflowsUpdate, workflowsDelete, workflowsDuplicate, workflowsUploads, workflowsPreview, workflowsEstimate,
  schedulesList, schedulesCreate, schedulesGet, schedulesUpdate, schedulesDelete, schedulesOccurrences,
  runsList, runsSummary, runsStart, runsCancel, runsPause, runsResume, runsRetry, runsGet, runsStatus, runsEvents, runsOverview, runsSteps, runsData, runsOutputs, runsDownload, runsDownloadNode, runsScript, runsAudioUrl,
  reviewsOpen, reviewsGet, reviewsItems, reviewsItem, reviewsDecide, reviewsDecideMany, reviewsComment, reviewsUpdateComment, reviewsDeleteComment, reviewsAssign, reviewsUnassign, reviewsUnlock, reviewsRetryPreview, reviewsRetry, reviewsHistory, reviewsEvents, reviewsCreateLink, reviewsLinks, reviewsRevokeLink, reviewsEnter,
  uploadsCreate, uploadsConfirm, uploadsScript, uploadsDelete,
  voicesList, voicesFacets, voicesRefresh, voicesGet, voicesSimilar, voicesSample, voicesPreview, voicesFavorite, voicesUnfavorite,
  dictionaryList, dictionarySearch, dictionaryLanguages, dictionaryExport, dictionaryImport, dictionaryEffects, dictionaryPreview, dictionarySuggestPronunciation, dictionarySuggestions, dictionaryCreate, dictionaryGet, dictionaryReplace, dictionaryDelete,
  textNormalize,
  providersList, providersGet, providersModels, providersModel, providersVoices,
  providerKeysList, providerKeysPut, providerKeysDelete,
  nodesList, nodesGet,
  usageSummary, usageByLanguage, usageActivity,
  billingListPlans, billingPreviewPlanChange, billingCreateCheckout,
  budgetsList, budgetsCreate, budgetsGet, budgetsUpdate, budgetsDelete,
  webhookEndpointsList, webhookEndpointsCreate, webhookEndpointsGet, webhookEndpointsUpdate, webhookEndpointsDelete, webhookEndpointsRotateSecret, webhookEndpointsTest, webhookEndpointsDeliveries, webhookEndpointsRedeliver,
  deliveryTargetsList, deliveryTargetsGet, deliveryTargetsPut, deliveryTargetsDelete,
  deliveriesStart, deliveriesList,
  healthLive, healthReady,
];
