import { createServer } from 'node:net';
import { CHARACTERS, gameSeconds, LOCALES } from '../game-script.ts';
import { elevenlabsEmulator } from './elevenlabs.ts';
import { type EmulatorRequest, json, jsonBody, type SpeechEmulator } from './emulator.ts';
import { type Act, type EmulatorServer, startSpeechEmulator } from './server.ts';

/** Counts of the provider's responses to requests for speech, across all its restarts. */
export interface EmulatorCounts {
  spoken: number;
  concurrency: number;
  busy: number;
  transient: number;
}

export interface ThrottlingEmulator {
  port: number;
  counts: EmulatorCounts;
  /** Every requested text. */
  texts: Set<string>;
  peak: () => number;
  /**
   * Dies with all requests in progress, and rejects connections until so many were attempted. Then it is
   * available again.
   */
  dieUntil(tries: number): Promise<void>;
  close(): Promise<void>;
}

const LIMIT = 6;
const ANSWER_MS = 12;
const detail = (status: number, code: string) =>
  json({ detail: { status: code, message: 'Later.' } }, status);

/** The id of a character's voice in a language. */
export const voiceIdOf = (character: string, locale: string): string =>
  `${character.toLowerCase().replaceAll(/[^a-z]/g, '')}-${locale}`;

const VOICES = CHARACTERS.flatMap((character) =>
  LOCALES.map((locale) => ({ id: voiceIdOf(character, locale), character, locale })),
);
const SPEAK = /^\/v1\/text-to-speech\/([^/]+)\/with-timestamps$/;

/** Speaks a game with a separate voice for every character and language, at the requested speed. */
const gameEmulator: SpeechEmulator = {
  ...elevenlabsEmulator,
  isSpeech: ({ method, path }) => method === 'POST' && SPEAK.test(path),
  refuse(request) {
    const voice = SPEAK.exec(request.path)?.[1] ?? '';
    if (!VOICES.some(({ id }) => id === voice)) return detail(404, 'voice_not_found');
    return elevenlabsEmulator.refuse(request);
  },
  secondsOf: (request) => gameSeconds(elevenlabsEmulator.textOf(request), speedOf(request)),
  list({ path, query }) {
    if (path !== '/v2/voices') return undefined;
    const from = Number(query.get('next_page_token') ?? 0);
    const voices = VOICES.slice(from, from + 50).map(({ id, character, locale }) => ({
      voice_id: id,
      name: `${character} (${locale})`,
      verified_languages: [{ language: locale.slice(0, 2), locale }],
    }));
    const next = from + 50 < VOICES.length ? String(from + 50) : null;
    return json({ voices, has_more: next !== null, next_page_token: next });
  },
};

function speedOf(request: EmulatorRequest): number {
  const { speed = 1 } = (jsonBody(request).voice_settings ?? {}) as { speed?: number };
  return speed;
}

/**
 * 3 of 100 requests fail, each differently: an error, a cut body, silence, an error message with a success
 * status.
 */
const FAILURES: readonly Act[] = [
  { act: 'respond', response: { status: 500, body: 'oh' } },
  { act: 'cut' },
  { act: 'speak', tone: { silent: true } },
  { act: 'respond', response: json({ detail: { status: 'internal', message: 'out of order' } }) },
];

/** A provider with a concurrency limit that is sometimes overloaded, fails and can die. */
export async function startThrottlingEmulator(): Promise<ThrottlingEmulator> {
  const counts: EmulatorCounts = { spoken: 0, concurrency: 0, busy: 0, transient: 0 };
  const texts = new Set<string>();
  let asked = 0;
  let server: EmulatorServer;
  let earlierPeak = 0;
  const decide = (request: EmulatorRequest): Act => {
    texts.add(gameEmulator.textOf(request));
    if (server.active() > LIMIT) {
      counts.concurrency += 1;
      return { act: 'respond', response: detail(429, 'too_many_concurrent_requests') };
    }
    asked += 1;
    if (asked % 100 === 50) {
      counts.busy += 1;
      const response = detail(429, 'system_busy');
      return {
        act: 'respond',
        response: { ...response, headers: { ...response.headers, 'retry-after': '0.2' } },
      };
    }
    if (asked % 33 === 0) {
      counts.transient += 1;
      return FAILURES[(asked / 33) % FAILURES.length] ?? { act: 'reset' };
    }
    counts.spoken += 1;
    return { act: 'wait', until: new Promise((resolve) => setTimeout(resolve, ANSWER_MS)) };
  };
  const live = async (port?: number): Promise<void> => {
    server = await startSpeechEmulator(gameEmulator, port);
    server.decide(decide);
  };
  await live();
  const port = Number(new URL(server!.url).port);
  return {
    port,
    counts,
    texts,
    peak: () => Math.max(earlierPeak, server.peak()),
    async dieUntil(tries) {
      earlierPeak = Math.max(earlierPeak, server.peak());
      await server.close();
      await refuseConnections(port, tries);
      await live(port);
    },
    close: () => server.close(),
  };
}

/** The provider is down: every connection is reset. */
async function refuseConnections(port: number, tries: number): Promise<void> {
  let [tried, enough] = [0, (): void => undefined];
  const wanted = new Promise<void>((resolve) => (enough = resolve));
  const gate = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.destroy();
    tried += 1;
    if (tried >= tries) enough();
  });
  await new Promise<void>((resolve) => gate.listen(port, '127.0.0.1', resolve));
  await wanted;
  await new Promise((resolve) => gate.close(resolve));
}
