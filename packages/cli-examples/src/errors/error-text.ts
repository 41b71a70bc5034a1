import { VoiceloomError } from '@voiceloom/sdk';
import { findOperation } from '@voiceloom/sdk/catalog';
import { type Command, CommanderError } from 'commander';
import { bareField, type Detail, inTypedNames } from '../names/typed-names.ts';
import { CredentialError, Interrupted } from './failures.ts';

/** The places at fault; a single one whose message was said already is named alone, or not at all where it was named, too. */
export function detailLines(said: string, details: readonly Detail[]): string[] {
  const [only] = details;
  if (details.length === 1 && only?.message === said) return [`  at ${only.field}`];
  // The message of the service begins with the name of the first field.
  if (details.length === 1 && said === `${only?.field}: ${only?.message}`) return [];
  // That of a check in the client begins with the name of a node.
  if (details.length === 1 && said.endsWith(`: ${only?.message}`)) return [`  at ${only?.field}`];
  return details.map(({ field, message }) => `  ${field}: ${message}`);
}

/** With what a command that failed had come to the service. */
export type Caller = { usesKey: boolean; command?: Command | undefined };

/** What to do where nobody answers. */
export const AWAY_ADVICE = 'Is it running? Set --base-url or VOICELOOM_BASE_URL to its address.';

/** What to do about an error, where that is known: who may call at all is in the catalog. */
function adviceOf({ code, status, operation }: VoiceloomError, { usesKey }: Caller): string | undefined {
  const entry = operation === undefined ? undefined : findOperation(operation);
  if (code === 'FORBIDDEN' && usesKey && entry?.auth === 'jwt')
    return `${entry.id} requires a signed-in user. API keys are rejected: log in with a token.`;
  if (code === 'INSUFFICIENT_SCOPE' && entry?.scope)
    return `${entry.id} requires an API key with the scope ${entry.scope}.`;
  if (code === 'CONNECTION_FAILED') return AWAY_ADVICE;
  return status === 401 ? 'Run `voiceloom login`, or `voiceloom doctor` to see what is wrong.' : undefined;
}

const NOBODY: Caller = { usesKey: false };

/** The service begins its message with the first field: the caller typed another name. */
function messageOf({ message, details: [first] }: VoiceloomError, [typed]: readonly Detail[]): string {
  const isOfField = first && typed && message === `${bareField(first.field)}: ${first.message}`;
  return isOfField ? `${typed.field}: ${typed.message}` : message;
}

/** An error for a person: what happened, the fields at fault, what to do, and the id to quote. */
export function errorText(error: unknown, caller = NOBODY): string {
  if (!(error instanceof VoiceloomError)) return error instanceof Error ? error.message : String(error);
  const details = error.details.map((detail) => inTypedNames(detail, caller.command));
  const said = messageOf(error, details);
  const lines = [`${said} (${error.code})`, ...detailLines(said, details)];
  const advice = adviceOf(error, caller);
  if (advice !== undefined) lines.push(`  ${advice}`);
  if (error.requestId !== undefined) lines.push(`  request id: ${error.requestId}`);
  return lines.join('\n');
}

function localCode(error: unknown): string {
  if (error instanceof CredentialError) return 'UNAUTHENTICATED';
  if (error instanceof Interrupted) return 'ABORTED';
  return 'INVALID_INPUT';
}

/** An error for a program, in the names of the API. */
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
  return {
    error: {
      ...{ code, message, status, operation },
      ...{ request_id: requestId, details, retry_after_ms: retryAfterMs },
      ...(advice !== undefined && { advice }),
    },
  };
}
