import { Voice } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { toView } from '../../handler/view.ts';
import { findModel } from '../../providers/registry.ts';
import type { VoiceRow } from './queries.ts';

/** A voice with the URL of its sample, which is created when it is first requested. */
export function voiceView({ speech, baseUrl }: Pick<App, 'speech' | 'baseUrl'>, row: VoiceRow): Voice {
  const provider = speech.get(row.provider);
  // A sample with an ID and no key could not be created.
  const hasFailed = row.sample_id !== null && row.sample_key === null;
  let { sample_url } = row;
  // Providers that list their voices need a key, and no customer's key may pay for a sample that all workspaces share.
  const canCreateSample = provider && !provider.listVoices && !hasFailed;
  if (canCreateSample) sample_url ??= `${baseUrl()}/api/v1/voices/${row.id}/sample`;
  let quality: Voice['quality'] = null;
  // The voices of this service have one model each.
  const model = provider && findModel(provider, row.supported_models?.[0] ?? null);
  // Rule-based speech has the lowest quality, which is suitable only for drafts.
  if (model?.quality === 1) quality = 'draft';
  else if (model && provider && !provider.listVoices) quality = 'neural';
  return toView(Voice, { ...row, sample_url, quality });
}
