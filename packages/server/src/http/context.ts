import type { Response } from 'express';
import type { Caller } from '../handler/handler.ts';

/** What the server knows of a request while it is served. */
export interface RequestContext {
  request_id: string;
  started_at: number;
  /** The template of the matched path, such as `/api/v1/workflows/:workflow_id`. */
  route: string | undefined;
  caller: Caller | undefined;
  /** How long the response was held back because the caller preferred to wait. */
  waited_ms: number;
  /** Set once an internal error was logged, so that it is not logged twice. */
  faulted: boolean;
}

export function setContext(res: Response, context: RequestContext): void {
  res.locals.context = context;
}

export function contextOf(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}
