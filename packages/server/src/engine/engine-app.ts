import type { App } from '../app.ts';

/** What the engine needs of the application. */
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
  | 'control'
>;
