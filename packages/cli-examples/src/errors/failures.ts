/** A mistake in how a command was called. */
export class UsageError extends Error {}

/** There is no credential, or none that may be used. */
export class CredentialError extends Error {}

/** Somebody stopped the command before it was done. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.');
  }
}
