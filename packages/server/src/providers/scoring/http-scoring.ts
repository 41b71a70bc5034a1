import {
  type Credentials,
  createHttpProvider,
  type HttpProviderCall,
  type HttpProviderOptions,
  type KeyCheck,
  readResponse,
  type Vendor,
  withoutSecrets,
} from '../http-provider.ts';
import { toObject, toText } from '../json.ts';
import { ProviderError } from '../provider-error.ts';
import { parseJson } from '../response-errors.ts';
import { writeWav } from '../speech/wav.ts';

export interface ScoringRequest {
  /** WAV with 16 kHz, mono: the format that such models are trained with. */
  audio: Uint8Array;
  credentials: Credentials;
  signal: AbortSignal;
}

export interface NaturalnessScore {
  /** The mean opinion score, 1 to 5. */
  mos: number;
  /** The name that the model reports; null if it reports none. */
  model: string | null;
}

/** A customer's own endpoint that scores takes. */
export interface ScoringProvider {
  id: 'scoring_endpoint';
  /** The concurrency limit that is assumed until the endpoint reports another. */
  initial_slots: number;
  /** Rejects with a `ProviderError`, or with the signal's reason after an abort. */
  score(request: ScoringRequest): Promise<NaturalnessScore>;
  close(): Promise<void>;
}

const ID = 'scoring_endpoint';
/** Without a GPU, a model needs several seconds to score a long take. */
const DEADLINES = { connect_timeout_ms: 10_000, first_byte_timeout_ms: 60_000, timeout_ms: 90_000 };
const MAX_BODY_BYTES = 65_536;
const MAX_NAME = 200;

function scoring(audio: Uint8Array, { url = '' }: Credentials): HttpProviderCall {
  // Keeps a trailing slash.
  const { pathname, search } = new URL(url);
  const headers = { 'content-type': 'audio/wav', accept: 'application/json' };
  return { path: pathname + search, headers, body: audio };
}

/** The protocol of a scoring endpoint: it gets a `POST` with a WAV file and returns `{mos, model}`. */
export const scoringEndpoint: Vendor & { keyCheck: KeyCheck } = {
  id: ID,
  baseUrl: ({ url = '' }) => new URL(url).origin,
  authorization: ({ api_key }): Record<string, string> =>
    api_key === undefined ? {} : { authorization: `Bearer ${api_key}` },
  keyCheck: {
    // One second of silence. An endpoint scores it or rejects it as silence. Both mean that it accepts the key.
    calls: (credentials) => [
      scoring(writeWav({ samples: new Int16Array(16_000), sample_rate: 16_000 }), credentials),
    ],
    judge({ status, body }) {
      if (status === 400 || status === 422) return 'accepted';
      if (status < 200 || status >= 300) return undefined;
      return typeof toObject(body).mos === 'number' ? 'accepted' : 'unclear';
    },
  },
};

export function createHttpScoring(options: HttpProviderOptions): ScoringProvider {
  const http = createHttpProvider(
    { ...scoringEndpoint, max_body_bytes: MAX_BODY_BYTES, deadlines: DEADLINES },
    options,
  );
  return {
    id: ID,
    initial_slots: 4,
    async score({ audio, credentials, signal }) {
      const response = await http.call(scoring(audio, credentials), { credentials, signal });
      return readResponse(withoutSecrets(response, credentials), credentials, (readable) => {
        const { mos, model } = toObject(parseJson(readable));
        // A success without a score, or with a score outside the scale, is an error.
        if (typeof mos !== 'number' || !Number.isFinite(mos))
          throw new ProviderError('unusable', 'The response has no mos.');
        if (mos < 1 || mos > 5)
          throw new ProviderError('unsupported', `It returned a mos of ${mos}; a mos must be from 1 to 5.`);
        const name = toText(toText(model).trim().slice(0, MAX_NAME));
        return { mos, model: name || null };
      });
    },
    close: http.close,
  };
}
