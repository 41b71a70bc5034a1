import type { SpanContext } from '@opentelemetry/api';
import type { Response } from 'express';
import type { AnyCaller } from '../handler/handler.ts';

/** What the server knows about a request in progress. */
export interface RequestContext {
  request_id: string;
  started_at: number;
  /** The template of the matched path, such as `/api/v1/workflows/:workflow_id`. */
  route: string | undefined;
  caller: AnyCaller | undefined;
  /** How long the caller chose to wait for the response (`Prefer: wait`) or to read a stream. */
  waited_ms: number;
  /** The span of the request; undefined without traces. */
  span?: SpanContext;
  /** Set after an internal error was logged, so that it is logged once. */
  is_error_logged: boolean;
}

export function setContext(res: Response, context: RequestContext): void {
  res.locals.context = context;
}

export function requestContext(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}
