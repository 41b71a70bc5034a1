import { useEffect, useId } from 'react';
import { Button } from 'react-aria-components';
import { client, describeError } from '../api/client.ts';
import { useProvider } from '../api/providers.ts';
import { useRole } from '../api/role.ts';
import { signal } from '../session/signal.ts';
import { text } from '../text/en.ts';
import { toReadable } from '../text/labels.ts';

const words = text.player;
/** A preview is billed, so the same one is played again for as long as its link is valid. */
const PREVIEW_MS = 14 * 60_000;
/** A provider may need some time to speak. */
const DEADLINE_MS = 30_000;

/** One element for all sounds, so that a new sound stops the last one. */
const audio = new Audio();
/** The button that is playing. Several buttons can have the same voice. */
const playing = signal<string | undefined>(undefined);
/** The button whose voice cannot be heard, and why. */
const failure = signal<{ button: string; message: string } | undefined>(undefined);
audio.addEventListener('ended', () => playing.set(undefined));
audio.addEventListener('error', () => {
  const button = playing.get();
  if (button !== undefined) fail(button, words.unplayable);
});

function fail(button: string, message: string): void {
  if (playing.get() !== button) return;
  playing.set(undefined);
  failure.set({ button, message });
}

const previews = new Map<string, { url: string; until: number }>();

/** Lets the voice speak with the key of the workspace, or with the embedded engine. */
async function previewUrl(id: string, locale: string | undefined): Promise<string> {
  const key = `${id} ${locale}`;
  const last = previews.get(key);
  if (last !== undefined && last.until > Date.now()) return last.url;
  const request = locale === undefined ? {} : { locale };
  const { url } = await client.voices.preview(id, request, { timeoutMs: DEADLINE_MS });
  previews.set(key, { url, until: Date.now() + PREVIEW_MS });
  return url;
}

interface PlayedVoice {
  id: string;
  locale: string | undefined;
  hasSample: boolean | undefined;
  maySpeak: boolean;
}

async function playVoice(button: string, voice: PlayedVoice): Promise<void> {
  const { id, locale, maySpeak } = voice;
  playing.set(button);
  failure.set(undefined);
  try {
    const hasSample = voice.hasSample ?? (await client.voices.get(id)).sample_url !== null;
    if (!hasSample && !maySpeak) return fail(button, words.noSample);
    const url = hasSample ? (await client.voices.sample(id)).url : await previewUrl(id, locale);
    // Another voice was chosen while the link was loading.
    if (playing.get() !== button) return;
    audio.src = url;
    await audio.play();
  } catch (error) {
    // The element reports a sound that cannot be played. Playing is aborted by the next sound.
    if (error instanceof DOMException) return;
    fail(button, toReadable(describeError(error).message));
  }
}

function stop(): void {
  audio.pause();
  playing.set(undefined);
}

/**
 * Plays the sample of a voice. A voice without a sample speaks a sentence in `locale` if the workspace pays for it itself,
 * and otherwise says why it cannot be heard.
 */
export function PlayVoice(props: {
  voice: { id: string; name: string; provider: string };
  locale?: string;
  /** Undefined: unknown until the voice is played. */
  hasSample?: boolean;
}) {
  const { voice, locale, hasSample } = props;
  const button = useId();
  const isPlaying = playing.use() === button;
  const failed = failure.use();
  const provider = useProvider(voice.provider);
  const role = useRole();
  // A preview with a platform key would be free.
  const isOwn = provider?.available === true && provider.paid_by !== 'platform';
  const maySpeak = isOwn && role !== undefined && role !== 'viewer';
  // Stops the sound when its button disappears, because only the button can stop it.
  useEffect(
    () => () => {
      if (playing.get() === button) stop();
    },
    [button],
  );
  if (hasSample === false && provider !== undefined && role !== undefined && !maySpeak)
    return <span className="soft no-sample">{words.noSample}</span>;
  let label: string = isPlaying ? text.setup.stop(voice.name) : text.setup.play(voice.name);
  const speaks = hasSample === false && provider?.paid_by === 'workspace';
  if (speaks) label += ` ${words.ownKey}`;
  return (
    <>
      <Button
        className="button small"
        aria-label={label}
        onPress={() =>
          isPlaying ? stop() : void playVoice(button, { id: voice.id, locale, hasSample, maySpeak })
        }
      >
        <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>
        {speaks && <span aria-hidden="true">{words.ownKey}</span>}
      </Button>
      {failed?.button === button && (
        <span className="play-failure" role="alert">
          {failed.message}
        </span>
      )}
    </>
  );
}
