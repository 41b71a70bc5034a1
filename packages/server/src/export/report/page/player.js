const WIDTH = 440;
const MIDDLE = 22;

function levelOf(code) {
  if (code <= 57) return (code - 48) / 61;
  return code <= 90 ? (code - 55) / 61 : (code - 61) / 61;
}

/** An SVG path of bars around the middle line, up to `share` of the whole. */
export function wavePath(wave, share = 1) {
  const step = WIDTH / wave.length;
  const last = Math.round(wave.length * share);
  let path = '';
  for (let bar = 0; bar < last; bar += 1) {
    const height = Math.max(1, Math.sqrt(levelOf(wave.charCodeAt(bar))) * 21);
    const x = ((bar + 0.5) * step).toFixed(1);
    path += `M${x} ${(MIDDLE - height).toFixed(1)}V${(MIDDLE + height).toFixed(1)}`;
  }
  return path;
}

let playing = null;

/** The URL of a file in the archive. Encodes `#` and `?`, which can be part of a file name. */
export function addressOf(file) {
  return file.split('/').map(encodeURIComponent).join('/');
}

/** Connects a row's audio with its waveform; only one row plays at a time. */
export function connectPlayer(row, line, onEnded) {
  const audio = row.querySelector('audio');
  const wave = row.querySelector('.wave');
  const played = row.querySelector('.played');
  audio.src = addressOf(line.file);
  audio.setAttribute('aria-label', `${line.id}, ${line.locale}`);
  const show = () => {
    const length = Number.isFinite(audio.duration) ? audio.duration : (line.duration ?? 0) / 1000;
    if (line.wave && length > 0)
      played.setAttribute('d', wavePath(line.wave, Math.min(1, audio.currentTime / length)));
  };
  audio.addEventListener('timeupdate', show);
  audio.addEventListener('play', () => {
    if (playing && playing !== audio) playing.pause();
    playing = audio;
    row.classList.add('playing');
  });
  audio.addEventListener('pause', () => row.classList.remove('playing'));
  audio.addEventListener('ended', () => onEnded(row));
  audio.addEventListener('error', () => row.classList.add('broken'));
  wave.addEventListener('click', (event) => {
    const box = wave.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    seek(audio, share * ((line.duration ?? 0) / 1000));
  });
}

/** Plays a row from a place in its audio; a row without audio stays silent. */
export function playAt(row, ms) {
  const audio = row.querySelector('audio');
  if (audio) seek(audio, ms / 1000);
}

function seek(audio, seconds) {
  const start = () => {
    audio.currentTime = Math.min(seconds, audio.duration || seconds);
    togglePlay(audio, true);
  };
  if (audio.readyState > 0) start();
  else {
    audio.addEventListener('loadedmetadata', start, { once: true });
    audio.load();
  }
}

/** Plays or pauses. If the browser cannot play the file, its player shows that. */
export function togglePlay(audio, play = audio.paused) {
  if (play) audio.play().catch(() => {});
  else audio.pause();
}

export function stopPlaying() {
  playing?.pause();
  playing = null;
}
