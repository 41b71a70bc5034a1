import { encodeWav } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mono, speechLike } from '../../../audio/test/support/signals.ts';
import type { Deadlines } from '../../src/providers/http-provider.ts';
import {
  createHttpScoring,
  type ProviderErrorKind,
  type ScoringProvider,
} from '../../src/providers/scoring/index.ts';
import { SCORING_KEY, type ScoringEndpoint, startScoringEndpoint } from '../support/scoring-endpoint.ts';

const never = new AbortController().signal;
const audio = encodeWav(mono(speechLike(1, 16_000), 16_000));

describe('a scoring endpoint', () => {
  let endpoint: ScoringEndpoint;
  let scoring: ScoringProvider;
  const open = (deadlines?: Deadlines, hosts = [endpoint.host]) =>
    createHttpScoring({ hosts_allowed: hosts, urls: {}, ...(deadlines && { deadlines }) });
  beforeAll(async () => {
    endpoint = await startScoringEndpoint();
    scoring = open();
  });
  beforeEach(() => {
    endpoint.script();
    endpoint.heard.length = 0;
  });
  afterAll(async () => {
    await scoring.close();
    await endpoint.close();
  });

  const score = (more: { api_key?: string } = { api_key: SCORING_KEY }, by = scoring, signal = never) =>
    by.score({ audio, credentials: { url: endpoint.url, ...more }, signal });
  const answers = (status: number, body: string, headers = {}) =>
    endpoint.script({ act: 'respond', status, body, headers });
  const fails = (kind: ProviderErrorKind, message?: string | RegExp) =>
    expect(score()).rejects.toMatchObject({
      name: 'ProviderError',
      kind,
      ...(message !== undefined && { message: expect.stringMatching(message) }),
    });

  test('gets the WAV unchanged, with the key as a bearer token, and returns a MOS and its model', async () => {
    expect(await score()).toEqual({ mos: 4.5, model: 'utmos-test' });
    const [take] = endpoint.heard;
    expect(take).toMatchObject({ content_type: 'audio/wav', authorization: `Bearer ${SCORING_KEY}` });
    expect([take?.pcm.sampleRate, take?.duration_ms]).toEqual([16_000, 1_000]);
    await score({});
    expect(endpoint.heard[1]?.authorization).toBeUndefined();
  });

  test('is called at exactly the configured address', async () => {
    for (const path of ['/score/', '/score?to=/', '/'])
      await scoring.score({ audio, credentials: { url: `http://${endpoint.host}${path}` }, signal: never });
    expect(endpoint.heard.map(({ path }) => path)).toEqual(['/score/', '/score?to=/', '/']);
  });

  test('can omit the name of its model', async () => {
    answers(200, '{"mos": 3}');
    expect(await score()).toEqual({ mos: 3, model: null });
  });

  test('that responds slowly is waited for; one that does not start is aborted', async () => {
    endpoint.script({ act: 'drip' });
    expect((await score()).mos).toBe(4.5);
    const hasty = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 100, timeout_ms: 20_000 });
    endpoint.script({ act: 'hang' });
    await expect(score({}, hasty)).rejects.toMatchObject({ kind: 'transient' });
    await hasty.close();
  });

  test('that truncates its response, resets or no longer exists is a transient error', async () => {
    endpoint.script({ act: 'cut' });
    await fails('transient');
    endpoint.script({ act: 'reset' });
    await fails('transient');
    const nobody = open(undefined, ['127.0.0.1:9']);
    const asked = nobody.score({ audio, credentials: { url: 'http://127.0.0.1:9/' }, signal: never });
    await expect(asked).rejects.toMatchObject({ kind: 'transient' });
    await nobody.close();
  });

  test('that is busy may return how long to wait', async () => {
    answers(429, '{}', { 'retry-after': '7' });
    await expect(score()).rejects.toMatchObject({ kind: 'busy', retry_after_ms: 7_000 });
    answers(503, '');
    await expect(score()).rejects.toMatchObject({ kind: 'busy', retry_after_ms: undefined });
  });

  test.each<[string, number, string, ProviderErrorKind, RegExp]>([
    ['refuses the key', 401, '{"error":"who are you"}', 'auth', /key is not accepted/],
    ['wants money', 402, '{"error":"no credit left"}', 'quota', /no credit left/],
    ['is out of order', 500, 'oh', 'transient', /500/],
    ['does not take the audio', 415, '{"detail":"wav only"}', 'invalid_input', /wav only/],
    ['answers nothing', 200, '', 'unusable', /response has no mos\.$/],
    ['answers a page', 200, '<!DOCTYPE html>', 'unusable', /response has no mos/],
    ['answers an error in a success', 200, '{"error":"model not loaded"}', 'unusable', /model not loaded/],
    ['answers a MOS that is no number', 200, '{"mos":"4"}', 'unusable', /response has no mos/],
    ['answers off the scale', 200, '{"mos":87}', 'unsupported', /mos of 87; a mos must be from 1 to 5/],
  ])('that %s is reported as such', async (_name, status, body, kind, message) => {
    answers(status, body);
    await fails(kind, message);
  });

  test('that returns the key does not get it into messages', async () => {
    answers(200, `{"error":"bad ${SCORING_KEY}"}`);
    await expect(score()).rejects.toThrow(/bad …/);
    answers(500, `{"error":"bad ${SCORING_KEY}"}`);
    await expect(score()).rejects.not.toThrow(SCORING_KEY);
  });

  test('that returns half of the key, or uses it as its model name, does not get it into messages', async () => {
    answers(200, `{"error":"${'.'.repeat(290)}${SCORING_KEY}"}`);
    await expect(score()).rejects.not.toThrow(/good-/);
    answers(200, `{"mos":3,"model":"utmos ${SCORING_KEY}"}`);
    expect(await score()).toEqual({ mos: 3, model: 'utmos …' });
  });

  test('with a model name that the database cannot store is accepted without it', async () => {
    answers(200, '{"mos":3,"model":"utmos\\u0000\\ud800"}');
    expect(await score()).toEqual({ mos: 3, model: 'utmos\ufffd' });
    answers(422, '{"detail":"no\\u0000 \\ud800"}');
    await expect(score()).rejects.toThrow(/no \ufffd$/);
  });

  test('is disconnected when the request is aborted', async () => {
    const controller = new AbortController();
    endpoint.script({ act: 'hang' });
    const asked = score({}, scoring, controller.signal);
    asked.catch(() => undefined);
    await expect.poll(() => endpoint.hanging()).toBe(1);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect.poll(() => endpoint.hanging()).toBe(0);
  });

  test('in a private network is not called unless it is allowed', async () => {
    const guarded = open(undefined, []);
    await expect(score({}, guarded)).rejects.toMatchObject({ kind: 'auth' });
    expect(endpoint.heard).toEqual([]);
    await guarded.close();
  });

  test('uses keep-alive connections', async () => {
    await score();
    const before = endpoint.connections();
    await score();
    await score();
    expect(endpoint.connections()).toBe(before);
  });
});
