/** An error in the command line. */
export class UsageError extends Error {}

/** The credential is missing or unusable. */
export class CredentialError extends Error {}

/** The user interrupted the command. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.');
  }
}
