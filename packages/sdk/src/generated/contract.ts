// Written by scripts/gen.ts. Do not edit.

/** The version and content hash of the contract that this client was made from. */
export const CONTRACT: {
  /** The version, as releases have it. */
  readonly version: '0.1.0';
  /** Tells any two contracts apart. */
<<<<<<< HEAD
  readonly hash: 'a6fd160a6feb4c9f';
} = { version: '0.1.0', hash: 'a6fd160a6feb4c9f' };
=======
  readonly hash: '45995b9455aebf5d';
} = { version: '0.1.0', hash: '45995b9455aebf5d' };
>>>>>>> ee92002b (feat(dictionary): suggest words that checks misheard)
