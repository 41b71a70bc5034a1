import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keepFocus } from './parts/keep-focus.ts';
import { startSession } from './session/session.ts';
import './styles/base.css';
import './styles/parts.css';

// After an upgrade, an open page requests files that no longer exist. A reload gets a page that names the new files.
addEventListener('vite:preloadError', () => {
  const lastReload = Number(sessionStorage.getItem('voiceloom.reloaded') ?? 0);
  if (Date.now() - lastReload < 60_000) return;
  sessionStorage.setItem('voiceloom.reloaded', String(Date.now()));
  location.reload();
});

keepFocus();

const root = document.getElementById('studio');
if (root === null) throw new Error('The page has no place for the studio.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
void startSession();
