import { GOOD_CREDENTIALS, startKeyEmulators } from '../../../server/test/support/key-emulators.ts';
import { startS3Server } from '../../../server/test/support/s3-server.ts';
import { SCORING_KEY, startScoringEndpoint } from '../../../server/test/support/scoring-endpoint.ts';
import { startWhisper, WHISPER_KEY } from '../../../server/test/support/whisper-server.ts';
import type { Filling } from './docs-blocks.ts';

/** Local servers that replace the external services of the guides. */
export interface Emulators {
  /** Hosts to allow in the settings of the service. */
  hosts: string[];
  /** Settings that make the service use these servers. */
  settings: NodeJS.ProcessEnv;
  /** The values to fill in, by document. */
  fillings: Record<string, readonly Filling[]>;
  /** The objects in the bucket. */
  objects: () => string[];
  close: () => Promise<void>;
}

export async function startEmulators(): Promise<Emulators> {
  const [keys, bucket, scoring, whisper] = await Promise.all([
    startKeyEmulators(),
    startS3Server(),
    startScoringEndpoint(),
    startWhisper(() => ({ text: '' })),
  ]);
  const elevenlabs: Filling = [
    '{"api_key": "…"}',
    JSON.stringify({ api_key: GOOD_CREDENTIALS.elevenlabs.api_key }),
  ];
  return {
    hosts: [keys.host, scoring.host, whisper.host, new URL(bucket.endpoint).host],
    settings: {
      PROVIDER_URLS: (['elevenlabs', 'openai_compatible'] as const)
        .map((id) => `${id}=${keys.urls[id]}`)
        .join(','),
    },
    fillings: {
      'docs/guides/providers.md': [elevenlabs],
      'docs/guides/provider-keys.md': [elevenlabs, ['127.0.0.1:8000', keys.host]],
      'docs/guides/recordings.md': [
        ['https://mos.example.com/score', scoring.url],
        ['"api_key": "…"', `"api_key": "${SCORING_KEY}"`],
      ],
      'docs/guides/word-accuracy.md': [
        ['https://whisper.example.com/v1', whisper.url],
        ['sk-…', GOOD_CREDENTIALS.openai_compatible.api_key ?? ''],
        ['"transcription_api_key": "…"', `"transcription_api_key": "${WHISPER_KEY}"`],
      ],
      'docs/guides/delivery.md': [
        ['"endpoint": null', `"endpoint": "${bucket.endpoint}"`],
        ['eu-central-1', bucket.region],
        ['harbor-tales-audio', bucket.bucket],
        ['"access_key_id": "…"', `"access_key_id": "${bucket.access_key_id}"`],
        ['"secret_access_key": "…"', `"secret_access_key": "${bucket.secret_access_key}"`],
      ],
    },
    objects: () => [...bucket.objects.keys()],
    close: async () => {
      await Promise.all([keys, bucket, scoring, whisper].map((server) => server.close()));
    },
  };
}
