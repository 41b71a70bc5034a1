import { useEffect, useId } from 'react';
import { Button } from 'react-aria-components';
import { client } from '../api/client.ts';
import { signal } from '../session/signal.ts';
import { text } from '../text/en.ts';

/** One element for all sounds, so that a new sound stops the last one. */
const audio = new Audio();
/** The button that is playing. Several buttons can have the same voice. */
const playing = signal<string | undefined>(undefined);
audio.addEventListener('ended', () => playing.set(undefined));
audio.addEventListener('error', () => playing.set(undefined));

async function playVoice(button: string, id: string): Promise<void> {
  playing.set(button);
  try {
    const { url } = await client.voices.sample(id);
    // Another voice was chosen while the link was loading.
    if (playing.get() !== button) return;
    audio.src = url;
    await audio.play();
  } catch {
    if (playing.get() === button) playing.set(undefined);
  }
}

function stop(): void {
  audio.pause();
  playing.set(undefined);
}

/** Plays the sample of a voice. */
export function PlayVoice({ id, name }: { id: string; name: string }) {
  const button = useId();
  const isPlaying = playing.use() === button;
  // Stops the sound when its button disappears, because only the button can stop it.
  useEffect(
    () => () => {
      if (playing.get() === button) stop();
    },
    [button],
  );
  return (
    <Button
      className="button small"
      aria-label={isPlaying ? text.setup.stop(name) : text.setup.play(name)}
      onPress={() => (isPlaying ? stop() : void playVoice(button, id))}
    >
      <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>
    </Button>
  );
}
