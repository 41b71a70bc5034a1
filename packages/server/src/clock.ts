/** The time as the application sees it; tests pass their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
