// What pages of documents do beyond being read: copy a block, search, show where one is. They work without it.

const search = document.querySelector('search');
const input = search.querySelector('input');
const panel = search.querySelector('.found');
const [status, list] = [panel.querySelector('p'), panel.querySelector('ul')];

/** @param {string} name @param {Record<string, string>} attributes @param {string} [text] */
function make(name, attributes, text = '') {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** Browsers lend the clipboard to pages of https and of this machine alone. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', { readonly: '', class: 'skip' });
  document.body.append(area);
  area.value = text;
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) throw new Error('The browser does not copy.');
}

for (const block of document.querySelectorAll('.code')) {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': 'Copy this block' }, 'Copy');
  const label = (word, name) => {
    button.textContent = word;
    button.setAttribute('aria-label', name);
  };
  const tell = (word) => {
    label(word, word);
    setTimeout(label, 2_000, 'Copy', 'Copy this block');
  };
  button.addEventListener('click', () => {
    copy(block.querySelector('code').textContent).then(
      () => tell('Copied'),
      () => tell('Not copied'),
    );
  });
  block.append(button);
}

// What scrolls sideways is to be reached by keyboard.
for (const wide of document.querySelectorAll('.code pre, .scroll'))
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;

const nav = document.querySelector('#documents');
const current = nav.querySelector('[aria-current]');
if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2;

let loading;
/** The index is fetched by the first search. */
function load() {
  loading ??= fetch(input.dataset.index)
    .then((answer) => {
      if (!answer.ok) throw new Error(`The index is answered with ${answer.status}.`);
      return answer.json();
    })
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** How well an entry answers; 0 = not at all. @param {string[]} words */
function rate(words, { title, summary, headings }) {
  const name = title.toLowerCase();
  const all = `${name} ${summary} ${headings.map(([text]) => text).join(' ')}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return 0;
  if (name === words.join(' ')) return 5;
  if (words.every((word) => name.includes(word))) return name.startsWith(words[0]) ? 4 : 3;
  return headings.some(([text]) => words.every((word) => text.toLowerCase().includes(word))) ? 2 : 1;
}

function show(found, words) {
  const items = found.map(({ address, title, summary, headings }) => {
    const heading = headings.find(([text]) => words.every((word) => text.toLowerCase().includes(word)));
    const item = make('li', {});
    const link = make('a', { href: heading ? `${address}#${heading[1]}` : address }, title);
    link.append(make('span', {}, heading ? heading[0] : summary));
    item.append(link);
    return item;
  });
  list.replaceChildren(...items);
  say(found.length === 0 ? 'Nothing found' : `${found.length} found`);
}

/** Always on the page, so that changes are read out; empty, nothing of it is to be seen. @param {string} words */
function say(words) {
  status.textContent = words;
  panel.classList.toggle('open', words !== '');
}

function close() {
  list.replaceChildren();
  say('');
}

async function find() {
  const text = input.value;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    close();
    return;
  }
  const entries = await load();
  // Somebody may have typed on meanwhile.
  if (input.value !== text) return;
  const rated = entries
    .map((entry) => ({ entry, points: rate(words, entry) }))
    .filter(({ points }) => points > 0);
  // Decisions come last: few look for them.
  rated.sort((a, b) => a.entry.aside - b.entry.aside || b.points - a.points);
  show(
    rated.slice(0, 12).map(({ entry }) => entry),
    words,
  );
}

search.hidden = false;
input.addEventListener('input', () => {
  find().catch(() => {
    list.replaceChildren();
    say('The search cannot be reached.');
  });
});
search.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    close();
    input.focus();
  } else if (event.key === 'Enter' && at < 0) links[0]?.click();
  else if (step && links.length > 0) {
    event.preventDefault();
    (at + step < 0 ? input : links[Math.min(at + step, links.length - 1)])?.focus();
  }
});
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener('click', (event) => {
  if (!search.contains(event.target)) close();
});
