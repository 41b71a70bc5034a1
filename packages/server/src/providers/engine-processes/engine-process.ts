import { fork } from 'node:child_process';
import { createRequire } from 'node:module';

/** A message to an engine: work, or the end of work that nobody waits for. */
export type EngineRequest = EngineWork & { id: number };

export interface EngineWork {
  kind: string;
  request: unknown;
}

/** A message from an engine. */
export type EngineMessage<Result> =
  | { kind: 'result'; id: number; result: Result; memory_bytes?: number }
  /** `fatal` means that the engine may be damaged and the process has to be replaced. */
  | { kind: 'error'; id: number; code: string; message: string; fatal: boolean };

export interface EngineProcessOptions<Result> {
  program: string;
  args: readonly string[];
  /** Variables that the engine needs besides the usual ones. */
  env?: Readonly<Record<string, string>>;
  onMessage(message: EngineMessage<Result>): void;
  onExit(reason: string): void;
}

/** An engine process, as its parent process sees it. */
export type EngineProcess = ReturnType<typeof startEngineProcess>;

// An engine needs no other variables, so it gets no secrets of the service.
const VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG'];

/** Starts an engine process, which loads the engine with its first work. */
export function startEngineProcess<Result>(options: EngineProcessOptions<Result>) {
  const env: NodeJS.ProcessEnv = { ...options.env };
  for (const name of VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name];
  const child = fork(options.program, [...options.args], {
    serialization: 'advanced',
    // Discards the output: engines print warnings, and one prints its whole source line of 46 KB for an exception.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env,
  });
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const onExit = (reason: string): void => {
    resolve();
    options.onExit(reason);
  };
  child.once('exit', (code, signal) => onExit(signal ? `signal ${signal}` : `exit code ${code}`));
  child.on('error', (error) => {
    if (child.pid === undefined) onExit(error.message);
  });
  child.on('message', (message) => options.onMessage(message as EngineMessage<Result>));
  return {
    pid: child.pid,
    // If the channel is closed, `exit` reports this. The empty callback only prevents an exception.
    send: (message: EngineRequest | { kind: 'abort'; id: number }) => void child.send(message, () => {}),
    /** A busy child keeps the parent process alive. An idle child does not. */
    hold(isBusy: boolean): void {
      const verb = isBusy ? 'ref' : 'unref';
      child[verb]();
      child.channel?.[verb]();
    },
    kill: () => void child.kill('SIGKILL'),
    exited,
  };
}

export type Resolve = (specifier: string) => string;

/** The file that runs an engine. Undefined if its package, an optional dependency, is not installed. */
export function findEngineProgram(
  packageName: string,
  resolve: Resolve = createRequire(import.meta.url).resolve,
): string | undefined {
  try {
    return resolve(`${packageName}/child`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
