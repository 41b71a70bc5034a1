/** The style sheet of the documents, for any width and for light and dark mode, without external fonts. */
export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #dfe4ea); --soft: light-dark(#55606c, #a3aeba);
  --line: light-dark(#dde2e8, #2e353d); --back: light-dark(#ffffff, #14181d); --panel: light-dark(#f5f7f9, #1b2027);
  --link: light-dark(#0b57c2, #7db4ff); --head: 3.5rem; scroll-padding-top: calc(var(--head) + 1rem); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--text); background: var(--back);
  font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
article :is(p, li, td) a, main > p a { text-decoration: underline; text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 2; height: var(--head); padding: 0 1.25rem; display: flex;
  gap: 1.25rem; align-items: center; background: var(--panel); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.15rem; color: inherit; margin-right: auto; }
.to-documents, .narrow { display: none; }
.source { font-size: 0.85rem; }
search { position: relative; flex: 0 1 22rem; min-width: 0; }
search input { width: 100%; font: inherit; padding: 0.25rem 0.6rem; color: inherit; background: var(--back);
  border: 1px solid var(--soft); border-radius: 6px; }
search input::placeholder { color: var(--soft); opacity: 1; }
.found.open { position: absolute; right: 0; width: min(26rem, 92vw); max-height: 70vh; overflow-y: auto; margin-top: 0.4rem; padding: 0.5rem;
  background: var(--back); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 6px 24px #0004; }
.found:not(.open) { height: 0; overflow: hidden; }
.found p { margin: 0 0.5rem; color: var(--soft); font-size: 0.85rem; }
.found ul { list-style: none; margin: 0; padding: 0; }
.found a { display: block; padding: 0.35rem 0.5rem; border-radius: 4px; }
.found span { display: block; color: var(--soft); font-size: 0.85rem; line-height: 1.35; overflow-wrap: anywhere; }
.found .heading { margin: 0; color: var(--text); }
.found mark { color: inherit; background: none; font-weight: 700; }
#documents { position: sticky; top: var(--head); height: calc(100vh - var(--head)); overflow-y: auto; padding: 1.25rem;
  background: var(--panel); border-right: 1px solid var(--line); font-size: 0.92rem; }
#documents ul, .on-this-page ul { list-style: none; margin: 0.25rem 0 1rem; padding: 0; }
#documents li a { display: block; padding: 0.15rem 0.5rem; border-radius: 4px; color: inherit; overflow-wrap: anywhere; }
#documents details:last-child li a { font-size: 0.82rem; }
#documents a[aria-current] { background: var(--line); font-weight: 600; }
summary { cursor: pointer; color: var(--soft); font-weight: 600; }
main { padding: 2.5rem clamp(1.25rem, 5vw, 4rem); max-width: 58rem; min-width: 0; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; }
h1 { margin-top: 0; overflow-wrap: anywhere; }
.heading { display: flex; gap: 0.5rem; align-items: baseline; margin: 1.2rem 0 0.6rem; }
.heading > * { margin: 0; min-width: 0; }
.heading:has(> h2), main > h2 { margin-top: 2.2rem; padding-top: 0.8rem; border-top: 1px solid var(--line); }
.anchor { opacity: 0; }
.heading:hover .anchor, .anchor:focus { opacity: 1; }
code { font: 0.9em/1.5 ui-monospace, monospace; background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; }
.code { position: relative; }
.code pre { padding-right: 6rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
pre code { background: none; padding: 0; }
.copy { position: absolute; top: 0.4rem; right: 0.4rem; font: inherit; font-size: 0.8rem; padding: 0.1rem 0.55rem; cursor: pointer;
  color: var(--soft); background: var(--back); border: 1px solid var(--line); border-radius: 4px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.4rem 0.75rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
main:has(> .welcome) { max-width: 76rem; }
.welcome { max-width: 50rem; }
.welcome p:has(audio) { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; color: var(--soft); font-size: 0.9rem; }
audio { width: min(22rem, 100%); }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
.paths { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); margin: 2rem 0; }
.paths > article { border: 1px solid var(--line); border-radius: 6px; padding: 1rem; background: var(--panel); }
.paths .heading { margin: 0 0 0.5rem; padding: 0; border: 0; font-size: 0.8rem; }
.paths code { background: var(--back); }
.paths p { margin: 0; font-size: 0.95rem; }
.cards, .names { list-style: none; padding: 0; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); }
.names { gap: 0.25rem 0.75rem; }
.cards li { border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; }
.cards p, .names p { margin: 0.25rem 0 0; color: var(--soft); font-size: 0.9rem; }
.neighbors { display: flex; flex-wrap: wrap; overflow-wrap: anywhere; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.neighbors [rel=next] { margin-left: auto; text-align: right; }
.neighbors span { display: block; color: var(--soft); font-size: 0.85rem; }
.on-this-page { display: none; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: 0.5rem; z-index: 3; }
@media (min-width: 85rem) { main:has(> .on-this-page) { max-width: 76rem; display: grid; column-gap: 2.5rem;
  grid-template: auto auto 1fr / minmax(0, 1fr) 14rem; align-items: start; }
  main > .on-this-page ~ * { grid-column: 1; }
  .on-this-page { display: block; grid-area: 1 / 2 / -1 / 3; position: sticky; top: calc(var(--head) + 2.5rem);
  max-height: calc(100vh - var(--head) - 4rem); overflow-y: auto; overflow-wrap: anywhere; font-size: 0.88rem; }
  .on-this-page p { margin: 0; color: var(--soft); font-weight: 600; } .on-this-page li { margin: 0.3rem 0; } }
@media (max-width: 50rem) { body { display: flex; flex-direction: column; } #documents { position: static; height: auto; order: 1; border: 0; }
  main { padding-top: 1.5rem; } .code { display: flex; flex-direction: column; } .code pre { padding-right: 1rem; margin-top: 0.3rem; }
  .copy { position: static; order: -1; align-self: flex-end; } td { min-width: 7rem; } td + td { min-width: 12rem; } .to-documents { display: inline; } header { gap: 0.75rem; padding: 0 1rem; font-size: 0.92rem; } }
@media (max-width: 30rem) { header > a:last-child { display: none; } .narrow { display: block; } }
@media print { header, nav, .copy, .anchor { display: none !important; } body { display: block; } }
`;
