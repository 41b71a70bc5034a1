import { VoiceloomError } from '@voiceloom/sdk';
import { findOperation } from '@voiceloom/sdk/contract';
import { type Command, CommanderError } from 'commander';
import { bareField, type Detail, inTypedNames } from '../names/typed-names.ts';
import { CredentialError, Interrupted } from './failures.ts';

/** The detail lines of an error. For a single field, leaves out what the error text already states. */
export function detailLines(message: string, details: readonly Detail[]): string[] {
  const [only] = details;
  if (details.length === 1 && only?.message === message) return [`  at ${only.field}`];
  // Messages of the service begin with the name of the first field.
  if (details.length === 1 && message === `${only?.field}: ${only?.message}`) return [];
  // Messages of local checks begin with the name of a node.
  if (details.length === 1 && message.endsWith(`: ${only?.message}`)) return [`  at ${only?.field}`];
  return details.map(({ field, message }) => `  ${field}: ${message}`);
}

/** The credential and command of the failed call. */
export type Caller = { usesKey: boolean; command?: Command | undefined };

/** The advice if the service is unreachable. */
export const AWAY_ADVICE = 'Is it running? Set --base-url or VOICELOOM_BASE_URL to its address.';

/** The advice for an error, if there is any. The catalog shows who may call an operation. */
function adviceOf({ code, status, operation }: VoiceloomError, { usesKey }: Caller): string | undefined {
  const entry = operation === undefined ? undefined : findOperation(operation);
  if (code === 'FORBIDDEN' && usesKey && entry?.auth === 'jwt')
    return `${entry.id} requires a signed-in user. API keys are rejected: log in with a token.`;
  if (code === 'INSUFFICIENT_SCOPE' && entry?.scope)
    return `${entry.id} requires an API key with the scope ${entry.scope}.`;
  if (code === 'CONNECTION_FAILED') return AWAY_ADVICE;
  if (status === 401) return 'Run `voiceloom login`, or `voiceloom doctor` to see what is wrong.';
  return undefined;
}

/** A caller without an API key, whose command is unknown. */
const NOBODY: Caller = { usesKey: false };

/** An error for people: what happened, the invalid fields, what to do, and the request id. */
export function errorText(error: unknown, caller = NOBODY): string {
  if (!(error instanceof VoiceloomError)) return error instanceof Error ? error.message : String(error);
  const details = error.details.map((detail) => inTypedNames(detail, caller.command));
  const [field] = error.details;
  const [option] = details;
  let { message } = error;
  // The field name at the start of the message becomes the option that the caller typed.
  if (field && option && message === `${bareField(field.field)}: ${field.message}`)
    message = `${option.field}: ${option.message}`;
  const lines = [`${message} (${error.code})`, ...detailLines(message, details)];
  const advice = adviceOf(error, caller);
  if (advice !== undefined) lines.push(`  ${advice}`);
  if (error.requestId !== undefined) lines.push(`  request id: ${error.requestId}`);
  return lines.join('\n');
}

/** The code of an error of this program. */
function localCode(error: unknown): string {
  if (error instanceof CredentialError) return 'UNAUTHENTICATED';
  if (error instanceof Interrupted) return 'ABORTED';
  return 'INVALID_INPUT';
}

/** An error for programs, with API field names. */
export function errorJson(error: unknown, caller = NOBODY): object {
  if (error instanceof CommanderError) {
    const isList = error.code === 'commander.help';
    const message = isList ? 'A command is missing.' : error.message.replace(/^error: /, '');
    return { error: { code: 'INVALID_INPUT', message } };
  }
  if (!(error instanceof VoiceloomError))
    return { error: { code: localCode(error), message: errorText(error) } };
  const { code, message, status, operation, requestId, details, retryAfterMs } = error;
  const advice = adviceOf(error, caller);
  const facts = { request_id: requestId, details, retry_after_ms: retryAfterMs };
  // JSON leaves out what is undefined.
  return { error: { code, message, status, operation, ...facts, advice } };
}
