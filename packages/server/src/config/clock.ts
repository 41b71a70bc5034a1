/** The time for the application; tests use their own clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
