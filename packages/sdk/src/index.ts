export { ApiPromise } from './core/api-promise.ts';
export { type Connection, call, connect, list } from './core/call.ts';
export { type ChainStep, chain } from './core/chain.ts';
export { Voiceloom } from './core/client.ts';
export * from './core/errors.ts';
export { isError, type OperationError } from './core/is-error.ts';
export { type Logger, logging } from './core/log.ts';
export type {
  Inspect,
  KeyedOptions,
  MatchOptions,
  RequestOptions,
  Secret,
  VoiceloomOptions,
} from './core/options.ts';
export { type Page, Pages } from './core/pages.ts';
export type { Operation } from './core/route.ts';
export type { ScopedTo } from './core/scoped.ts';
export type { ChangeOptions, WorkflowChange, WorkflowChanges, Workflows } from './core/workflows.ts';
export * from './generated/calls.ts';
export type * from './generated/types.ts';
export type { Reviews } from './runs/reviews.ts';
export { type RunActions, type RunHandle, RunPromise, type WaitOptions } from './runs/run-handle.ts';
export { type EventOptions, isFinal } from './runs/run-ids.ts';
export type { Runs } from './runs/runs.ts';
export type { Change, Compatibility } from './schemas/compatibility.ts';
export type { Download, DownloadOptions, TransferProgress } from './transfers/downloads.ts';
export type { Uploadable, UploadSource } from './transfers/upload-source.ts';
export type { UploadFile, Uploads } from './transfers/uploads.ts';
export type { AttemptRequest, Fetch, Middleware, ServiceResponse } from './transport/fetch.ts';
export type { ApiResult } from './transport/response.ts';
export { type SpanLike, type TracerLike, type TracingOptions, tracing } from './transport/tracing.ts';
