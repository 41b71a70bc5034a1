/** Where the identity provider leads back to. */
export const CALLBACK_PATH = '/studio/callback';

/** The client of the studio at the identity provider, as `/studio/config.json` describes it. */
export interface OpenIdClient {
  issuer: string;
  client_id: string;
  scopes: string;
  auth_params: Record<string, string>;
  authorization_endpoint: string;
  token_endpoint: string;
}

/** Tokens exist in memory only: nothing that outlives the page, or that another page could read, has one. */
export interface Tokens {
  access_token: string;
  refresh_token?: string | undefined;
  /** Milliseconds since 1970; renewed a little before. */
  expires_at: number;
}
