import type { App } from '../../app.ts';

/**
 * The URL of a page of the studio: below `APP_URL`, or else where the service itself serves the studio. Undefined if
 * nobody can sign in there, so that an email names the API call instead. With `workspaceId`, the page opens in that
 * workspace. `PATHS` of the studio lists its pages.
 */
export function buildStudioPage(
  { config, baseUrl }: Pick<App, 'config' | 'baseUrl'>,
  path: `/${string}`,
  workspaceId?: string,
): string | undefined {
  const canSignIn = config.auth === undefined || config.studio.client_id !== undefined;
  if (config.app_url === undefined && !canSignIn) return undefined;
  const url = `${config.app_url ?? `${baseUrl()}/studio`}${path}`;
  return workspaceId === undefined ? url : `${url}?workspace=${workspaceId}`;
}
