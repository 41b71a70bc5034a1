import type { App } from '../app.ts';
import type { RunControl } from './control.ts';

/** What the engine's own functions need of the application. */
export type EngineApp = Pick<
  App,
  | 'db'
  | 'clock'
  | 'log'
  | 'queue'
  | 'storage'
  | 'speech'
  | 'transcription'
  | 'translation'
  | 'scoring'
  | 'lanes'
  | 'secrets'
  | 'keyVerifier'
  | 'audio'
  | 'converter'
  | 'config'
  | 'listener'
>;

/** What a worker needs beside that. */
export type WorkerApp = EngineApp & { control: RunControl };
