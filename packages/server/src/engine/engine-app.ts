import type { App } from '../app.ts';

/** The application without the parts that only the API needs. */
export type EngineApp = Omit<App, 'wallClock' | 'mail' | 'payments' | 'signingSecret' | 'baseUrl'>;
