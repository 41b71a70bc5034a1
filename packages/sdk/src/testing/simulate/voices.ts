import { blanks } from '../../generated/test-contract.ts';
import type { Voice, VoiceFacets, VoicesListQuery } from '../../generated/types.ts';
import { notFound } from '../api-error.ts';
import type { Caller, Handlers } from '../handler.ts';
import { holds, listed, listReply, orderBy } from '../lists.ts';
import type { World } from '../world.ts';
import { linkTo } from './run-files.ts';
import { toneOf } from './tone.ts';

const SAMPLE_MS = 1_000;

/** Adds a voice that everybody may use. */
export function addVoice(
  world: World,
  fields: Pick<Voice, 'name' | 'supported_languages'> & Partial<Voice>,
): Voice {
  const now = world.clock.iso();
  const id = world.newId();
  const voice: Voice = {
    ...blanks.Voice,
    id,
    provider: 'espeak',
    provider_voice_id: id,
    description: null,
    is_active: true,
    gender: null,
    accent: null,
    age: null,
    category: null,
    color: null,
    tags: [],
    descriptor: null,
    uses_count: 0,
    user_id: null,
    source: 'platform',
    duration_seconds: SAMPLE_MS / 1_000,
    sample_url: `${world.options.baseUrl}/api/v1/voices/${id}/sample`,
    supported_models: null,
    quality: null,
    is_favorite: false,
    created_at: now,
    updated_at: now,
    ...fields,
  };
  world.voices.set(voice.id, voice);
  return voice;
}

const favoriteKey = (caller: Caller, id: string) => `${caller.workspace_id} ${id}`;

const view = (world: World, caller: Caller, voice: Voice): Voice => ({
  ...voice,
  is_favorite: world.favorites.has(favoriteKey(caller, voice.id)),
});

function voiceOf({ voices }: World, id: string): Voice {
  const voice = voices.get(id.toLowerCase());
  if (voice === undefined) throw notFound('voice');
  return voice;
}

type Filters = Pick<
  VoicesListQuery,
  | 'favorites_only'
  | 'source'
  | 'gender'
  | 'age'
  | 'category'
  | 'accent'
  | 'provider'
  | 'model'
  | 'language'
  | 'search'
>;

const FACETS = ['source', 'gender', 'age', 'category', 'accent', 'provider', 'model', 'language'] as const;
type Facet = (typeof FACETS)[number];

/** The values of a voice that a facet counts and a filter looks at. */
function valuesOf(voice: Voice, facet: Facet): string[] {
  if (facet === 'language') return voice.supported_languages;
  if (facet === 'model') return voice.supported_models ?? [];
  return voice[facet] === null ? [] : [voice[facet]];
}

/** `en` also finds `en-us`. */
const matches = (facet: Facet, value: string, wanted: string): boolean =>
  value === wanted || (facet === 'language' && value.startsWith(`${wanted.toLowerCase()}-`));

function fits(voice: Voice, filters: Filters): boolean {
  if (filters.favorites_only && !voice.is_favorite) return false;
  const isAllowed = (facet: Facet) => {
    const wanted = listed<string>(filters[facet]);
    if (wanted === undefined) return true;
    return valuesOf(voice, facet).some((value) => wanted.some((one) => matches(facet, value, one)));
  };
  return FACETS.every(isAllowed) && holds(filters.search, voice.name, voice.description);
}

/** A facet ignores its own filter, so that it shows what else could be chosen. */
function facetsOf(voices: readonly Voice[], filters: Filters): VoiceFacets {
  const entries = FACETS.map((facet) => {
    const counts = new Map<string, number>();
    for (const voice of voices.filter((one) => fits(one, { ...filters, [facet]: undefined }))) {
      for (const value of valuesOf(voice, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return [facet, sorted.map(([value, count]) => ({ value, count }))];
  });
  return Object.fromEntries(entries);
}

const byText = (a: string, b: string) => Number(a > b) - Number(a < b);
const COMPARE = {
  name: (a: Voice, b: Voice) => byText(a.name.toLowerCase(), b.name.toLowerCase()),
  created_at: (a: Voice, b: Voice) => byText(a.created_at, b.created_at),
  uses_count: (a: Voice, b: Voice) => a.uses_count - b.uses_count,
};
const comparing = orderBy(COMPARE, {
  first: 'name',
  directions: { name: 'asc', created_at: 'asc', uses_count: 'asc' },
});

/** Voices. How they sound is not measured: none is like another, as where a voice has no sample. */
export const voiceHandlers: Handlers = {
  'voices.list': ({ world, caller, query, url }) => {
    const voices = [...world.voices.values()].map((voice) => view(world, caller, voice));
    const found = voices.filter((voice) => fits(voice, query));
    const order = comparing(query);
    return listReply(
      found.sort((a, b) => order(a, b) || byText(a.id, b.id)),
      { url, query },
    );
  },
  'voices.facets': ({ world, caller, query }) => ({
    data: facetsOf(
      [...world.voices.values()].map((voice) => view(world, caller, voice)),
      query,
    ),
  }),
  'voices.get': ({ world, caller, params }) => ({
    data: view(world, caller, voiceOf(world, params.voice_id)),
  }),
  'voices.similar': ({ world, params, query }) => {
    voiceOf(world, params.voice_id);
    return { data: [], pagination: { limit: query.limit ?? 10, next: null, prev: null } };
  },
  'voices.sample': ({ world, params, url }) => {
    const { id, name } = voiceOf(world, params.voice_id);
    const bytes = toneOf(id.slice(-4), SAMPLE_MS);
    const link = linkTo(world, { filename: `${name}.wav`, content_type: 'audio/wav', bytes });
    if (url.searchParams.get('redirect') === 'false') return { data: link, status: 200 };
    return { data: link, headers: { location: link.url } };
  },
  'voices.favorite': ({ world, caller, params }) => {
    const voice = voiceOf(world, params.voice_id);
    world.favorites.add(favoriteKey(caller, voice.id));
    return { data: view(world, caller, voice) };
  },
  'voices.unfavorite': ({ world, caller, params }) => {
    world.favorites.delete(favoriteKey(caller, params.voice_id));
    return { data: {} };
  },
};
