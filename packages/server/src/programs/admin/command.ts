import type { App } from '../../app.ts';
import type { Operator } from '../../ledger/activity.ts';

/** The parts of the service that the commands need. */
export interface AdminApp extends Pick<App, 'db' | 'clock' | 'config' | 'queue' | 'payments'> {
  /** Opens the storage, which only a few commands need. */
  openStorage(): Promise<App['storage']>;
  readSigningSecret(): Promise<Uint8Array>;
  /** Opens what commands about platform keys need: the encryption keys and the providers. */
  openKeyTools(): Promise<Pick<App, 'secrets' | 'speech' | 'keyVerifier' | 'log'>>;
}

/** Options that only some commands have. Every command also has the shared options. */
export interface Options {
  reason?: string | undefined;
  key?: string | undefined;
  state?: string[] | undefined;
  'older-than'?: string | undefined;
  limit?: string | undefined;
  to?: string | undefined;
  'with-shared'?: boolean | undefined;
  models?: string | undefined;
  'characters-per-day'?: string | undefined;
  since?: string | undefined;
}

/** The parsed command line. */
export interface CommandInput {
  /** One value for each parameter of the command. */
  args: string[];
  options: Options;
  operator: Operator;
  /** Whether a destructive command is confirmed. Otherwise, it only shows what it would do. */
  isApplied: boolean;
  now: Date;
  /** Reads a secret that must not be in the command line. */
  readSecret: () => Promise<string>;
}

/** The result of a command: data for programs, lines for people. */
export interface Report {
  data: Record<string, unknown>;
  lines: string[];
}

export interface Command {
  /** The words that select the command, such as `runs cancel`. */
  name: string;
  /** The names of the parameters, in order. */
  params: readonly string[];
  options?: readonly (keyof Options)[];
  required?: readonly (keyof Options)[];
  /** Whether the command needs --yes to change anything. */
  destroys?: true;
  summary: string;
  run(app: AdminApp, input: CommandInput): Promise<Report>;
}

/** An error in the command line. */
export class UsageError extends Error {}
