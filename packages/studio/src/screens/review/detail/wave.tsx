import type { ReviewComment, ReviewTake } from '@voiceloom/sdk';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { WaveSurferOptions } from 'wavesurfer.js';
import { clock } from '../../../format/format.ts';
import { text } from '../../../text/en.ts';
import { attach, audio, getPicture, getPosition, isPlaying, playFrom, seek, toggle } from '../sound.ts';

const words = text.review;
const HEIGHT_PX = 72;
const STEP_MS = 10;

/** The audio of a take: its levels, its words, and the positions of comments. */
export function Wave({ take, comments }: { take: ReviewTake; comments: readonly ReviewComment[] }) {
  const { duration_ms, words: wordTimes, playback_url } = take;
  const length = duration_ms ?? 0;
  const pins = comments.filter(
    (comment) => comment.start_ms !== null && comment.start_ms <= length && !comment.is_deleted,
  );
  const playing = isPlaying.use();
  if (playback_url === null) return null;
  return (
    <div className="sound">
      <div className="wave">
        <Surface />
        {pins.map(({ id, start_ms, body, actor, is_resolved }) => (
          <button
            key={id}
            type="button"
            className={is_resolved ? 'pin resolved' : 'pin'}
            style={{ insetInlineStart: `${((start_ms ?? 0) / Math.max(1, length)) * 100}%` }}
            aria-label={words.pin(clock(start_ms ?? 0), actor.name, body)}
            onClick={() => playFrom(start_ms ?? 0)}
          />
        ))}
      </div>
      <div className="transport">
        <Button className="button small" onPress={toggle}>
          <span aria-hidden="true">{playing ? '‖' : '▶'}</span> {playing ? words.pause : words.play}
        </Button>
        <Slider length={length} />
      </div>
      {wordTimes.length > 0 && <Words wordTimes={wordTimes} />}
    </div>
  );
}

/** The waveform. It is created with the first line and reused for the others. */
function Surface() {
  const waveContainer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    let detach = () => {};
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const start = async () => {
      const { default: WaveSurfer } = await import('wavesurfer.js');
      const container = waveContainer.current;
      if (isGone || container === null) return;
      const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
      const options: WaveSurferOptions = {
        container,
        media: audio,
        ...getPicture(),
        height: HEIGHT_PX,
        barWidth: 2,
        barGap: 1,
        barRadius: 2,
        cursorWidth: 2,
        hideScrollbar: true,
        normalize: false,
        ...getColors(container),
      };
      if (nonce) options.cspNonce = nonce;
      const surface = WaveSurfer.create(options);
      const recolor = () => surface.setOptions(getColors(container));
      dark.addEventListener('change', recolor);
      const remove = attach(surface);
      detach = () => {
        dark.removeEventListener('change', recolor);
        remove();
      };
    };
    // If the waveform cannot be loaded, the slider and the words still work.
    start().catch(() => undefined);
    return () => {
      isGone = true;
      detach();
    };
  }, []);
  return <div ref={waveContainer} className="surface" aria-hidden="true" />;
}

/** A canvas needs computed colors, not CSS variables. */
function getColors(element: HTMLElement) {
  const style = getComputedStyle(element);
  return { waveColor: style.color, progressColor: style.borderTopColor, cursorColor: style.borderTopColor };
}

/** The position as a slider, for keys and screen readers. It follows the sound without a render. */
function Slider({ length }: { length: number }) {
  const input = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const follow = () => {
      const now = Math.min(getPosition(), length);
      if (input.current) {
        input.current.value = String(now);
        input.current.setAttribute('aria-valuetext', clock(now));
      }
      if (time.current) time.current.value = `${clock(now)} / ${clock(length)}`;
    };
    follow();
    const events = ['timeupdate', 'seeking', 'emptied', 'ended'];
    for (const event of events) audio.addEventListener(event, follow);
    return () => {
      for (const event of events) audio.removeEventListener(event, follow);
    };
  }, [length]);
  return (
    <>
      <input
        ref={input}
        type="range"
        min={0}
        max={length}
        step={STEP_MS}
        defaultValue={0}
        aria-label={words.position}
        onInput={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <output ref={time} className="soft numbers" aria-live="off" />
    </>
  );
}

/** The words of a take, with the one that is spoken now. A press plays from a word. */
function Words({ wordTimes }: { wordTimes: ReviewTake['words'] }) {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    const follow = () => {
      const now = getPosition();
      setCurrent(wordTimes.findLastIndex(({ start_ms }) => start_ms <= now));
    };
    audio.addEventListener('timeupdate', follow);
    return () => audio.removeEventListener('timeupdate', follow);
  }, [wordTimes]);
  return (
    <ol className="words" aria-label={words.words}>
      {wordTimes.map(({ text: word, start_ms }, index) => (
        <li key={start_ms}>
          <button
            type="button"
            className={index === current ? 'word now' : 'word'}
            onClick={() => playFrom(start_ms)}
            dir="auto"
          >
            {word}
          </button>
        </li>
      ))}
    </ol>
  );
}
