const SAID = {
  '=': 'as it is written',
  '~': 'written otherwise, sounds the same',
  '!': 'another word',
  '+': 'not in the script',
  '-': 'not heard',
};

function piece(parent, tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
}

/** The script with what was heard in its place; a click on a word plays it. */
export function fillTranscript(chip, parts, listen) {
  if (!parts?.length) return;
  const details = document.createElement('details');
  details.className = 'evidence transcript';
  piece(details, 'summary', 'Transcript');
  const text = document.createElement('p');
  text.dir = 'auto';
  for (const [kind, script, heard, start] of parts) {
    const stretch = document.createElement(start === undefined ? 'span' : 'button');
    stretch.className = { '=': 'same', '~': 'alike', '!': 'other', '+': 'more', '-': 'less' }[kind] ?? '';
    stretch.title = SAID[kind] ?? '';
    if (kind === '=' || kind === '~') piece(stretch, 'span', kind === '=' ? script : heard);
    else {
      if (script) piece(stretch, 'del', script);
      if (heard) piece(stretch, 'ins', heard);
    }
    if (start !== undefined) {
      stretch.type = 'button';
      stretch.addEventListener('click', () => listen(start));
    }
    text.append(stretch, ' ');
  }
  details.append(text);
  chip.append(details);
}
