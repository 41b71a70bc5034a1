import type { App } from '../app.ts';

/** What the engine needs of the application. */
export type EngineApp = Omit<App, 'wallClock' | 'mail' | 'payments' | 'signingSecret' | 'baseUrl'>;
