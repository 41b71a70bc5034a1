import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import {
  chooseWorkspace,
  client,
  linkedWorkspace,
  listWorkspaces,
  MAX_WORKSPACES,
  workspace,
} from '../api/client.ts';
import { useSettings } from '../api/settings.ts';
import { count } from '../format/format.ts';
import { signOut } from '../session/session.ts';
import { text } from '../text/en.ts';

const words = text.linkedWorkspace;

/** The frame of every screen. */
export function Shell() {
  const id = workspace.use();
  useTheme();
  // Every other page belongs to the area of productions.
  const isWork = !/\/(?:usage|plan|settings|invites\/[^/]+)$/.test(useLocation().pathname);
  return (
    <>
      <a className="skip" href="#content">
        {text.skip}
      </a>
      <header className="bar">
        <Link className="brand" to="/">
          {text.app}
        </Link>
        <nav aria-label={text.nav.label}>
          <Link to="/" activeOptions={{ exact: true }} className={isWork ? 'here' : ''}>
            {text.nav.productions}
          </Link>
          <Link to="/usage">{text.nav.usage}</Link>
          <Link to="/settings">{text.nav.settings}</Link>
        </nav>
        <div className="account">
          <Balance />
          <Workspaces />
          <Button className="button quiet" onPress={signOut}>
            {text.nav.signOut}
          </Button>
        </div>
      </header>
      <LinkNotice />
      <main id="content" tabIndex={-1} key={id}>
        <Outlet />
      </main>
    </>
  );
}

/** The colors that the workspace has chosen. */
function useTheme(): void {
  const theme = useSettings()?.theme ?? 'system';
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [theme]);
}

/** The remaining credits. A plan without a limit has no balance. */
function Balance() {
  const { data } = useQuery({ queryKey: ['credits'], queryFn: () => client.users.getCredits() });
  if (!data) return null;
  return (
    <Link className="soft numbers" to="/plan">
      {data.remaining === null ? text.plan.title : text.credits(count(data.remaining))}
    </Link>
  );
}

/** Tells that a link opened another workspace, or one that the person cannot open, and leads back. */
function LinkNotice() {
  const link = linkedWorkspace.use();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const chosen = workspace.use();
  const { data = [] } = useQuery({ queryKey: ['workspaces'], queryFn: listWorkspaces });
  if (link === undefined || data.length === 0) return null;
  const { from = data[0]?.id, to } = link;
  const target = data.find(({ id }) => id === to);
  const origin = data.find(({ id }) => id === from);
  // The link names the workspace that was open anyway.
  if (from === to) return null;
  const isLost = target === undefined && data.length < MAX_WORKSPACES;
  if (!isLost && chosen !== to) return null;
  const goBack = async (id: string) => {
    linkedWorkspace.set(undefined);
    // A production of the link does not exist in the other workspace.
    if (pathname.includes('/productions/')) await navigate({ to: '/' });
    chooseWorkspace(id);
  };
  return (
    <div className="notice warn row link-notice" role="status">
      <p>
        {isLost ? words.lost : words.opened(target?.name ?? words.another, origin?.name ?? words.another)}
      </p>
      {!isLost && origin && (
        <Button className="button small" onPress={() => void goBack(origin.id)}>
          {words.back(origin.name)}
        </Button>
      )}
      <Button className="button small quiet" onPress={() => linkedWorkspace.set(undefined)}>
        {text.close}
      </Button>
    </div>
  );
}

/** Hidden if the person has only one workspace. */
function Workspaces() {
  const chosen = workspace.use();
  const { data = [] } = useQuery({ queryKey: ['workspaces'], queryFn: listWorkspaces });
  // The person has left the chosen workspace, it was deleted, or the link of an email was for somebody else.
  // A full list may lack the chosen workspace.
  const isLost =
    chosen !== undefined &&
    data.length > 0 &&
    data.length < MAX_WORKSPACES &&
    data.every(({ id }) => id !== chosen);
  useEffect(() => {
    if (isLost) chooseWorkspace(undefined);
  }, [isLost]);
  if (data.length < 2) return null;
  return (
    <select
      aria-label={text.workspace}
      value={chosen ?? data[0]?.id}
      onChange={(event) => chooseWorkspace(event.target.value)}
    >
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
