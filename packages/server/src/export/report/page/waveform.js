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
