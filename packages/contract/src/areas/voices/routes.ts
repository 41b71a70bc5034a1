import { area } from '../../area.ts';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { DownloadLink } from '../runs/schemas.ts';
import {
  SimilarVoice,
  SimilarVoicesQuery,
  Voice,
  VoiceFacets,
  VoiceFilters,
  VoiceListQuery,
  VoiceSampleQuery,
} from './schemas.ts';

const writes = { scope: 'voices:write', role: 'editor' } as const;

const access = { auth: 'jwt_or_key', scope: 'voices:read', role: 'viewer', workspace: 'header' } as const;

/** Voices of the catalog and of the workspace. */
export const voices = area('voices', access, {
  list: {
    endpoint: 'GET /api/v1/voices',
    summary: 'List voices',
    description: 'Returns the voices that the workspace can use.',
    query: VoiceListQuery,
    responses: { 200: countedListOf(Voice) },
  },
  facets: {
    endpoint: 'GET /api/v1/voices/facets',
    summary: 'Count voices by attribute',
    description:
      'Returns the values of each attribute, and how many voices have each value. The counts of an attribute apply the filters of all other attributes.',
    query: VoiceFilters,
    responses: { 200: objectOf(VoiceFacets) },
  },
  get: {
    endpoint: 'GET /api/v1/voices/:voice_id',
    summary: 'Get a voice',
    description: 'Returns a voice with all its attributes.',
    responses: { 200: objectOf(Voice) },
  },
  similar: {
    endpoint: 'GET /api/v1/voices/:voice_id/similar',
    summary: 'List similar voices',
    description:
      'Returns the voices that sound most like this one, based on features measured in their samples: pitch, pitch range, speaking rate, spectral centroid and tilt, loudness range. Voices of the embedded engine have these features. Voices of a provider key have none: they are not listed, and their own list is empty.',
    query: SimilarVoicesQuery,
    responses: { 200: listOf(SimilarVoice) },
  },
  sample: {
    endpoint: 'GET /api/v1/voices/:voice_id/sample',
    summary: 'Get a voice sample',
    description:
      'Redirects to a short sample in the first locale of the voice, or returns its URL. The URL is valid for 15 minutes. The sample is synthesized on the first request and then stored.',
    query: VoiceSampleQuery,
    responses: { 200: objectOf(DownloadLink), 302: objectOf(DownloadLink) },
  },
  favorite: {
    endpoint: 'POST /api/v1/voices/:voice_id/favorite',
    ...writes,
    summary: 'Add a voice to the favorites',
    description: 'Applies to the whole workspace. Idempotent.',
    responses: { 200: objectOf(Voice) },
  },
  unfavorite: {
    endpoint: 'DELETE /api/v1/voices/:voice_id/favorite',
    ...writes,
    summary: 'Remove a voice from the favorites',
    description:
      'Applies to the whole workspace. Returns `{}` for any ID, even if the voice does not exist. Idempotent.',
    responses: { 200: objectOf(Empty) },
  },
});
