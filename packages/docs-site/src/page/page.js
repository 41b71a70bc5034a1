// Adds copy buttons, search and the current position to the pages of documents. The pages also work without this.

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

/** Browsers allow the clipboard only on https pages and on this machine. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', { readonly: '', class: 'skip' });
  document.body.append(area);
  area.value = text;
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) throw new Error('The browser cannot copy.');
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

const nav = document.querySelector('#documents');
const current = nav.querySelector('[aria-current]');
if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2;

let loading;
/** Loads the search code and its index when a reader first searches. */
function load() {
  loading ??= loadSearch().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadSearch() {
  const [module, answer] = await Promise.all([import(input.dataset.search), fetch(input.dataset.places)]);
  if (!answer.ok) throw new Error(`The request of the index returned ${answer.status}.`);
  const index = module.makeIndex(await answer.json());
  return (query) => module.search(index, query);
}

function show(found) {
  list.replaceChildren(...found.map(entryOf));
  say(found.length === 0 ? 'Nothing found' : `${found.length} found`);
}

/** The title, the heading and the snippet with the found words marked. */
function entryOf({ page, anchor, title, heading, snippet }) {
  const link = make('a', { href: anchor ? `${page}#${anchor}` : page }, title);
  const text = make('span', {});
  text.append(...snippet.map((piece, at) => (at % 2 === 0 ? piece : make('mark', {}, piece))));
  if (heading) link.append(' ', make('span', { class: 'heading' }, heading));
  link.append(' ', text);
  const item = make('li', {});
  item.append(link);
  return item;
}

/** Always on the page, so that screen readers announce changes. Invisible when empty. @param {string} words */
function say(words) {
  status.textContent = words;
  panel.classList.toggle('open', words !== '');
}

function close() {
  list.replaceChildren();
  say('');
}

/** Resolves to true when the results are shown, or to false if the reader has changed the text in the meantime. */
async function find() {
  const text = input.value;
  if (text.trim() === '') {
    close();
    return true;
  }
  const lookFor = await load();
  if (input.value !== text) return false;
  show(lookFor(text));
  return true;
}

let finding = Promise.resolve(false);
search.hidden = false;
input.addEventListener('input', () => {
  finding = find().catch(() => {
    list.replaceChildren();
    say('The search cannot be reached.');
    return false;
  });
});
/** Opens the first result when the results are shown. */
async function openFirst() {
  const isShown = await finding;
  if (isShown) list.querySelector('a')?.click();
}
search.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    close();
    input.focus();
  } else if (event.key === 'Enter' && at < 0 && !event.isComposing) void openFirst();
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
// A link to this page was opened.
window.addEventListener('hashchange', close);
search.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && !search.contains(relatedTarget)) close();
});
