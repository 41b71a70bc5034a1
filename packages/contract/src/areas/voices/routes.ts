import { z } from 'zod';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import { c, meta, route, workspaceHeader, workspacePostHeaders } from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
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

const reads = {
  area: 'voices',
  auth: 'jwt_or_key',
  scope: 'voices:read',
  role: 'viewer',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

const writes = { ...reads, scope: 'voices:write', role: 'editor' } as const;

const VoiceParams = z.object({ voice_id: Uuid });

/** Voices of the catalog and of the workspace. */
export const voices = {
  list: route({
    method: 'GET',
    path: '/api/v1/voices',
    summary: 'List voices',
    description: 'Returns the voices that the workspace can use.',
    headers: workspaceHeader,
    query: VoiceListQuery,
    responses: { 200: countedListOf(Voice) },
    metadata: meta({ ...reads, operationId: 'voices.list', paged: { counted: true, defaultLimit: 20 } }),
  }),
  facets: route({
    method: 'GET',
    path: '/api/v1/voices/facets',
    summary: 'Count voices by attribute',
    description:
      'Returns the values of each attribute, and how many voices have each value. The counts of an attribute apply the filters of all other attributes.',
    headers: workspaceHeader,
    query: VoiceFilters,
    responses: { 200: objectOf(VoiceFacets) },
    metadata: meta({ ...reads, operationId: 'voices.facets' }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/voices/:voice_id',
    summary: 'Get a voice',
    description: 'Returns a voice with all its attributes.',
    pathParams: VoiceParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(Voice) },
    metadata: meta({ ...reads, operationId: 'voices.get' }),
  }),
  similar: route({
    method: 'GET',
    path: '/api/v1/voices/:voice_id/similar',
    summary: 'List similar voices',
    description:
      'Returns the voices that sound most like this one, based on features measured in their samples: pitch, pitch range, speaking rate, spectral centroid and tilt, loudness range. Voices of the embedded engine have these features. Voices of a provider key have none: they are not listed, and their own list is empty.',
    pathParams: VoiceParams,
    headers: workspaceHeader,
    query: SimilarVoicesQuery,
    responses: { 200: listOf(SimilarVoice) },
    metadata: meta({ ...reads, operationId: 'voices.similar' }),
  }),
  sample: route({
    method: 'GET',
    path: '/api/v1/voices/:voice_id/sample',
    summary: 'Get a voice sample',
    description:
      'Redirects to a short sample in the first locale of the voice, or returns its URL. The URL is valid for 15 minutes. The sample is synthesized on the first request and then stored.',
    pathParams: VoiceParams,
    headers: workspaceHeader,
    query: VoiceSampleQuery,
    responses: { 200: objectOf(DownloadLink), 302: objectOf(DownloadLink) },
    metadata: meta({ ...reads, operationId: 'voices.sample', success: 302 }),
  }),
  favorite: route({
    method: 'POST',
    path: '/api/v1/voices/:voice_id/favorite',
    summary: 'Add a voice to the favorites',
    description: 'Applies to the whole workspace. Idempotent.',
    pathParams: VoiceParams,
    headers: workspacePostHeaders,
    body: c.noBody(),
    responses: { 200: objectOf(Voice) },
    metadata: meta({ ...writes, operationId: 'voices.favorite', idempotent: true }),
  }),
  unfavorite: route({
    method: 'DELETE',
    path: '/api/v1/voices/:voice_id/favorite',
    summary: 'Remove a voice from the favorites',
    description:
      'Applies to the whole workspace. Returns `{}` for any ID, even if the voice does not exist. Idempotent.',
    pathParams: VoiceParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(Empty) },
    metadata: meta({ ...writes, operationId: 'voices.unfavorite' }),
  }),
};
