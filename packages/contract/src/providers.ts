import { z } from 'zod';

/** Speech providers and what people call them. `embedded` ones need no key and no network. */
export const PROVIDERS = {
  espeak: { display_name: 'eSpeak NG (embedded)', embedded: true },
  openai_compatible: { display_name: 'OpenAI compatible', embedded: false },
  elevenlabs: { display_name: 'ElevenLabs', embedded: false },
  google: { display_name: 'Google Cloud Text-to-Speech', embedded: false },
  azure: { display_name: 'Azure Speech', embedded: false },
  cartesia: { display_name: 'Cartesia', embedded: false },
  naver: { display_name: 'NAVER CLOVA Voice', embedded: false },
  fish_audio: { display_name: 'Fish Audio', embedded: false },
  rime: { display_name: 'Rime', embedded: false },
  respeecher: { display_name: 'Respeecher', embedded: false },
  deepgram: { display_name: 'Deepgram', embedded: false },
  polly: { display_name: 'Amazon Polly', embedded: false },
  inworld: { display_name: 'Inworld', embedded: false },
  minimax: { display_name: 'MiniMax', embedded: false },
} as const;

/** The ids of all speech providers. */
export const PROVIDER_IDS = Object.keys(PROVIDERS) as [keyof typeof PROVIDERS, ...(keyof typeof PROVIDERS)[]];

/** The id of a speech provider. */
export const ProviderId = z
  .enum(PROVIDER_IDS)
  .meta({ id: 'ProviderId', description: 'The id of a speech provider.' });
/** The id of a speech provider. */
export type ProviderId = z.infer<typeof ProviderId>;
