import { AbortError, InputError, VoiceloomError } from '@voiceloom/sdk';
import { CommanderError } from 'commander';
import { CredentialError, Interrupted, UsageError } from './failures.ts';

/** The exit codes. They are documented, so a number keeps its meaning. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  credential: 3,
  notFound: 4,
  conflict: 5,
  limit: 6,
  unreachable: 7,
  interrupted: 130,
} as const;

/** The exit codes in words, for the help and the guide. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'success',
  failed: 'the run failed, or the service rejected the input',
  usage: 'invalid command or option',
  credential: 'you are not logged in, or the credential is invalid or lacks rights',
  notFound: 'not found',
  conflict: 'conflict',
  limit: 'you reached a limit, or a payment is required',
  unreachable: 'the service is unavailable',
  interrupted: 'interrupted',
};

const BY_STATUS: Readonly<Record<number, number>> = {
  401: EXIT.credential,
  402: EXIT.limit,
  403: EXIT.credential,
  404: EXIT.notFound,
  409: EXIT.conflict,
  410: EXIT.notFound,
  412: EXIT.conflict,
  429: EXIT.limit,
};
/** Errors that mean that the service did not answer. */
const AWAY = new Set(['CONNECTION_FAILED', 'TIMEOUT', 'INVALID_RESPONSE']);

const BY_CLASS = [
  [UsageError, EXIT.usage],
  [InputError, EXIT.usage],
  [CredentialError, EXIT.credential],
  [AbortError, EXIT.interrupted],
  [Interrupted, EXIT.interrupted],
] as const;

/** The exit code that an error ends a command with. */
export function getExitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  for (const [errorClass, code] of BY_CLASS) if (error instanceof errorClass) return code;
  // Node throws this if a signal aborts its own work.
  if (error instanceof Error && error.name === 'AbortError') return EXIT.interrupted;
  if (!(error instanceof VoiceloomError)) return EXIT.failed;
  if (AWAY.has(error.code) || (error.status ?? 0) >= 500) return EXIT.unreachable;
  return BY_STATUS[error.status ?? 0] ?? EXIT.failed;
}
