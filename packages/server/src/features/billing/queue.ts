import type { JobRef } from '../../jobs/index.ts';

export const eventQueue: JobRef<{ event_id: string }> = { name: 'processor.event' };
