export { ApiPromise } from './api-promise.ts';
export { type ChainStep, chain } from './chain.ts';
export { Voiceloom } from './client.ts';
export { AbortError, ConnectionError, InputError, ResponseError, TimeoutError } from './client-errors.ts';
export type { Change, Compatibility } from './compatibility.ts';
export type { Download, DownloadOptions, TransferProgress } from './downloads.ts';
export * from './errors.ts';
export type { AttemptRequest, Fetch, Middleware, ServiceResponse } from './fetch.ts';
export { CONTRACT } from './generated/contract.ts';
export type * from './generated/operations.ts';
export type * from './generated/types.ts';
export { isError, type OperationError } from './is-error.ts';
export { type Logger, logging } from './log.ts';
export type {
  Inspect,
  KeyedOptions,
  MatchOptions,
  RequestOptions,
  Secret,
  VoiceloomOptions,
} from './options.ts';
export { type Page, Pages } from './pages.ts';
export type { ApiResult } from './response.ts';
export { type RunActions, type RunHandle, RunPromise, type WaitOptions } from './run-handle.ts';
export { type EventOptions, isFinal } from './run-ids.ts';
export type { Runs } from './runs.ts';
export type { ScopedTo } from './scoped.ts';
export type { Uploadable, UploadSource } from './upload-source.ts';
export type { UploadFile, Uploads } from './uploads.ts';
export type { ChangeOptions, WorkflowChange, WorkflowChanges, Workflows } from './workflows.ts';
