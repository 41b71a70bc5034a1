/** The look of the documents: readable at any width, in light and dark, without fonts from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #dfe4ea); --soft: light-dark(#5b6470, #9aa5b1);
  --line: light-dark(#dde2e8, #2e353d); --back: light-dark(#ffffff, #14181d); --panel: light-dark(#f5f7f9, #1b2027);
  --link: light-dark(#0b57c2, #7db4ff); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--text); background: var(--back);
  font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; background: var(--panel);
  border-right: 1px solid var(--line); font-size: 0.92rem; }
nav > a { display: block; margin-bottom: 0.75rem; }
nav .brand { font-weight: 700; font-size: 1.15rem; color: inherit; }
nav ul { list-style: none; margin: 0.25rem 0 1rem; padding: 0; }
nav li a { display: block; padding: 0.15rem 0.5rem; border-radius: 4px; color: inherit; overflow-wrap: anywhere; }
nav a[aria-current] { background: var(--line); font-weight: 600; }
summary { cursor: pointer; color: var(--soft); font-weight: 600; }
main { padding: 2.5rem clamp(1.25rem, 5vw, 4rem); max-width: 58rem; }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem; }
h1 { margin-top: 0; }
h2 { margin-top: 2.2rem; padding-top: 0.6rem; border-top: 1px solid var(--line); }
code { font: 0.9em/1.5 ui-monospace, monospace; background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; }
pre { overflow-x: auto; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
pre code { background: none; padding: 0; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 0.4rem 0.75rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.cards { list-style: none; padding: 0; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); }
.cards li { border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; }
.cards p { margin: 0.25rem 0 0; color: var(--soft); font-size: 0.9rem; display: -webkit-box; -webkit-line-clamp: 3;
  -webkit-box-orient: vertical; overflow: hidden; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: 0.5rem; z-index: 1; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } }
`;
