import { useQuery } from '@tanstack/react-query';
import type { UpdateWorkspaceSettings, WorkspaceSettings } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { language } from '../../format/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { LANGUAGE } from '../../parts/texts.tsx';
import { text } from '../../text/en.ts';
import { useAction } from './action.ts';

const words = text.settings;

/** What the members of a workspace share: the language of scripts, and the colors of the pages. */
export function PreferencesCard({ workspaceId }: { workspaceId: string }) {
  const settings = useQuery({
    queryKey: ['settings', workspaceId],
    queryFn: () => client.workspaces.getSettings(workspaceId),
  });
  return (
    <section className="card" aria-labelledby="preferences">
      <h2 id="preferences">{words.preferences}</h2>
      <p className="soft">{words.preferencesHelp}</p>
      <Loaded query={settings} rows={2}>
        {(current) => <Preferences workspaceId={workspaceId} settings={current} />}
      </Loaded>
    </section>
  );
}

/** The form of the preferences. It saves only what this person changed. */
function Preferences({ workspaceId, settings }: { workspaceId: string; settings: WorkspaceSettings }) {
  const [locale, setLocale] = useState(settings.default_language ?? '');
  const [theme, setTheme] = useState(settings.theme ?? 'system');
  const act = useAction('settings');
  const default_language = locale.trim() === '' ? null : locale.trim();
  // Only what was changed here, so that the change of somebody else stays.
  const save = () => {
    const changes: UpdateWorkspaceSettings = {};
    if (default_language !== settings.default_language) changes.default_language = default_language;
    if (theme !== (settings.theme ?? 'system')) changes.theme = theme;
    return client.workspaces.updateSettings(workspaceId, changes);
  };
  return (
    <RequestForm className="row" isPending={act.isPending} onSend={() => act.mutate(save)}>
      <label className="field">
        <span>{words.defaultLanguage}</span>
        <input
          className="language"
          placeholder="de-de"
          pattern={LANGUAGE}
          title={text.form.localeHelp}
          value={locale}
          onChange={({ target }) => setLocale(target.value)}
        />
      </label>
      {default_language !== null && <span className="soft">{language(default_language)}</span>}
      <label className="field">
        <span>{words.theme}</span>
        <select value={theme} onChange={({ target }) => setTheme(target.value as typeof theme)}>
          {Object.entries(words.themes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <RequestButton type="submit" className="button" isPending={act.isPending}>
        {words.savePreferences}
      </RequestButton>
      {act.isSuccess && <span role="status">{words.savedPreferences}</span>}
      {act.isError && <Failure error={act.error} />}
    </RequestForm>
  );
}
