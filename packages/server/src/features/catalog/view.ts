import {
  PROVIDERS,
  type Provider,
  type ProviderId,
  type ProviderKeyState,
  type ProviderModel,
  takesKey,
} from '@voiceloom/contract';
import { chooseProviderPayer, findSpeechRate, isPlatformKeyUsable, type Payers } from '../../engine/index.ts';
import type { SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';

export interface ProviderFacts {
  speech: SpeechProvider | undefined;
  key_state: ProviderKeyState;
  voices_count: number;
  /** The number of models that recognize speech. */
  recognizers_count: number;
  payers: Payers;
  now: Date;
}

/** A provider as the workspace sees it. `available`: it can be called with the keys that exist now. */
export function providerView(id: ProviderId, facts: ProviderFacts): Provider {
  const { speech, key_state, voices_count, recognizers_count, payers, now } = facts;
  const { display_name, services } = PROVIDERS[id];
  const embedded = !takesKey(id);
  const speaks = speech !== undefined;
  const models_count = speech?.models.length ?? 0;
  const paid_by = (speech && chooseProviderPayer(payers, speech)) ?? 'none';
  const hasKey = key_state === 'valid' || key_state === 'unverified';
  const isPlatformReady = paid_by === 'platform' && isPlatformKeyUsable(payers, id, now);
  let isHere = speaks || services.some((service) => service !== 'speech');
  // Local models have to be installed first.
  if (embedded) isHere = models_count > 0 || recognizers_count > 0;
  return {
    id,
    provider: id,
    kind: services[0],
    display_name,
    embedded,
    services: [...services],
    available: isHere && (embedded || hasKey || isPlatformReady),
    paid_by,
    key_status: embedded ? null : key_state,
    models_count,
    model_count: models_count,
    voices_count,
    voice_count: voices_count,
  };
}

/** A speech model, with the price that this workspace would pay. */
export function modelView(
  provider: SpeechProvider,
  model: SpeechModel,
  { voice_count, payers }: { voice_count: number; payers: Payers },
): ProviderModel {
  return {
    id: model.id,
    // The registry only contains provider ids of the contract.
    provider: provider.id as ProviderId,
    kind: 'speech',
    display_name: model.display_name,
    is_default: model.is_default,
    ...findSpeechRate(payers, provider, model),
    provider_price: model.price ?? null,
    retires_at: model.retires_at ?? null,
    successor: model.successor ?? null,
    max_characters: model.max_characters,
    supported_languages: model.locales === null ? null : [...model.locales],
    controls: model.controls ?? { type: 'object', properties: {}, additionalProperties: false },
    direction_control: model.direction_control ?? null,
    takes_context: model.takes_context === true,
    voice_count,
  };
}
