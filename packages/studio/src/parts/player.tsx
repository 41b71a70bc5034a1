import { Button } from 'react-aria-components';
import { client } from '../api/client.ts';
import { signal } from '../session/signal.ts';
import { text } from '../text/en.ts';

/** One element for all sounds: a new one stops the last. */
const audio = new Audio();
const playing = signal<string | undefined>(undefined);
audio.addEventListener('ended', () => playing.set(undefined));
audio.addEventListener('error', () => playing.set(undefined));

async function playVoice(id: string): Promise<void> {
  playing.set(id);
  try {
    const { url } = await client.voices.sample(id);
    // Another one was chosen while the link was on its way.
    if (playing.get() !== id) return;
    audio.src = url;
    await audio.play();
  } catch {
    if (playing.get() === id) playing.set(undefined);
  }
}

function stop(): void {
  audio.pause();
  playing.set(undefined);
}

/** Plays the sample of a voice. */
export function PlayVoice({ id, name }: { id: string; name: string }) {
  const isPlaying = playing.use() === id;
  return (
    <Button
      className="button small"
      aria-label={isPlaying ? text.setup.stop(name) : text.setup.play(name)}
      onPress={() => (isPlaying ? stop() : void playVoice(id))}
    >
      <span aria-hidden="true">{isPlaying ? '■' : '▶'}</span>
    </Button>
  );
}
