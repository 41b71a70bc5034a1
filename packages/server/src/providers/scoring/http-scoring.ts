import { jsonOf, messageOf } from '../faults.ts';
import type { GuardedResponse } from '../http.ts';
import { createHttpPartner, type PartnerOptions, withoutSecrets } from '../http-partner.ts';
import { objectOf, text } from '../json.ts';
import { addressOf } from './address.ts';
import { type NaturalnessScore, ProviderError, type ScoringProvider } from './scorer.ts';

const ID = 'scoring_endpoint';
/** Without a GPU, a model needs several seconds for a long take. */
const DEADLINES = { connect_timeout_ms: 10_000, first_byte_timeout_ms: 60_000, timeout_ms: 90_000 };
const MAX_BODY_BYTES = 65_536;
const LONGEST_NAME = 200;

/** The protocol of a scoring endpoint: `POST` a WAV file, receive `{mos, model}`. */
export function createHttpScoring(options: PartnerOptions): ScoringProvider {
  const http = createHttpPartner(
    {
      id: ID,
      baseUrl: (credentials) => addressOf(credentials).origin,
      max_body_bytes: MAX_BODY_BYTES,
      deadlines: DEADLINES,
    },
    options,
  );
  return {
    id: ID,
    starting_places: 4,
    async score({ audio, credentials, signal }) {
      const { api_key } = credentials;
      const headers = {
        'content-type': 'audio/wav',
        accept: 'application/json',
        ...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
      };
      const { path } = addressOf(credentials);
      const answer = await http.ask({ path, headers, body: audio }, { credentials, signal });
      return scoreOf(withoutSecrets(answer, credentials));
    },
    close: () => Promise.resolve(http.close()),
  };
}

/** A success without a score, or with one outside the scale, is an error. */
function scoreOf(answer: GuardedResponse): NaturalnessScore {
  const { mos, model, error } = objectOf(jsonOf(answer));
  if (typeof mos !== 'number' || !Number.isFinite(mos)) {
    const said = error === undefined ? '' : messageOf(answer);
    throw new ProviderError('transient', `Its response has no mos${said ? `: ${said}` : '.'}`);
  }
  if (mos < 1 || mos > 5)
    throw new ProviderError('unsupported', `It returned a mos of ${mos}; a mos must be from 1 to 5.`);
  const name = text(text(model).trim().slice(0, LONGEST_NAME));
  return { mos, model: name || null };
}
