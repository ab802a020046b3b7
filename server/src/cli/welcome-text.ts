import type { FirstAdministrator } from '../accounts/first-administrator.ts';
import type { Config } from '../config.ts';
import { shellQuoted } from './shell-quoted.ts';

/** What a newcomer sees after the start: lines that can be pasted as they are. */
export function welcomeText(config: Config, url: string, administrator: FirstAdministrator | null): string {
  const { publicUrl, vendorWords } = config;
  const lines = [
    `Swath is ready at ${url}`,
    '',
    `  Web application   ${publicUrl}/`,
    `  API reference     ${publicUrl}/docs`,
  ];
  lines.push(`  QGIS (WFS)        ${config.apiUrl}/streaming/v1/ogc/wfs?${vendorWords[0]}_api_key=YOUR_KEY`);
  if (administrator !== null) lines.push('', ...administratorLines(administrator));
  const user = administrator?.email ?? 'YOUR_EMAIL';
  const password = administrator?.generatedPassword ?? 'YOUR_PASSWORD';
  lines.push('', '  A bearer token by curl:', `    ${tokenLine(publicUrl, user, password)}`);
  return lines.join('\n');
}

function administratorLines({ email, generatedPassword, welcomeUrl }: FirstAdministrator): string[] {
  return [
    `  First administrator   ${email}`,
    ...(generatedPassword === undefined
      ? []
      : [`  Password              ${generatedPassword}   (shown once: keep it)`]),
    `  Sign in once, now     ${welcomeUrl}`,
  ];
}

const tokenLine = (publicUrl: string, username: string, password: string) =>
  `curl -s ${publicUrl}/authenticate -H 'content-type: application/json' -d ${shellQuoted(JSON.stringify({ grant_type: 'password', username, password }))}`;

/** How to mend an installation that nobody can administer. */
export const noAdministratorText = (taken: string): string =>
  `swath: there is no active administrator, and the account ${taken} keeps one from being made under that address: make one with
  swath account add YOUR_EMAIL --role admin`;
