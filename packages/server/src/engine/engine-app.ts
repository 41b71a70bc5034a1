import type { App } from '../app.ts';

/** The application without what only the API needs. */
export type EngineApp = Omit<App, 'wallClock' | 'mail' | 'payments' | 'signingSecret' | 'baseUrl'>;
