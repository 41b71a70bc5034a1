import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import type { ChildMessage, ParentMessage } from '@voiceloom/speech-espeak/protocol';

export interface SpeechChildOptions {
  program: string;
  deterministic: boolean;
  onMessage(message: ChildMessage): void;
  onExit(reason: string): void;
}

/** An engine process, as its parent process sees it. */
export type SpeechChild = ReturnType<typeof startSpeechChild>;

// The engine needs no other variables, so it gets no secrets of the service.
const VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG'];

/** Starts an engine process, which loads the engine with its first line. */
export function startSpeechChild(options: SpeechChildOptions) {
  const env: NodeJS.ProcessEnv = {};
  for (const name of VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name];
  const child = fork(options.program, options.deterministic ? ['--deterministic'] : [], {
    serialization: 'advanced',
    // Discards the output: the engine prints warnings, and for an exception its whole source line of 46 KB.
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
  child.on('message', (message) => options.onMessage(message as ChildMessage));
  return {
    pid: child.pid,
    // If the channel is closed, `exit` reports this. The empty callback only prevents an exception.
    send: (message: ParentMessage) => void child.send(message, () => {}),
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

const PROGRAM = '@voiceloom/speech-espeak/child';

export type Resolve = (specifier: string) => string;

/** The file that runs the embedded engine. Undefined if its package, an optional dependency, is not installed. */
export function findEngineProgram(
  resolve: Resolve = createRequire(import.meta.url).resolve,
): string | undefined {
  try {
    return resolve(PROGRAM);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
