import { isObject, refuse } from '../../catalog/refuse.ts';
import { shownUrl } from '../../notifications/shown-url.ts';
import { webhookUrlProblem } from '../../notifications/webhook-url.ts';
import { isEmailAddress } from '../../shared/email.ts';
import type { SearchNotify } from '../saved-search.ts';
import { refuseUnknown } from './known-members.ts';

const most = 20;

export const nobody: SearchNotify = { isAccountTold: false, emails: [], webhooks: [] };

/** `{"email": true | address | addresses, "webhook": url | urls}`. */
export function readNotify(value: unknown, arePrivateAllowed: boolean): SearchNotify {
  if (!isObject(value)) return refuse('notify', 'must be an object with email and webhook');
  refuseUnknown(value, ['email', 'webhook'], 'notify.');
  const { email, webhook } = value;
  const isAccountTold = email === true;
  const emails = typeof email === 'boolean' ? [] : readTexts(email, 'notify.email', 'true, an address or addresses');
  const webhooks = readTexts(webhook, 'notify.webhook', 'an address or addresses');
  for (const address of emails)
    if (!isEmailAddress(address)) refuse('notify.email', 'must hold e-mail addresses alone');
  for (const url of webhooks) {
    const problem = webhookUrlProblem(url, arePrivateAllowed);
    // Not repeated: an address may hold what only its owner should know.
    if (problem !== null) refuse('notify.webhook', problem);
  }
  if (Number(isAccountTold) + emails.length + webhooks.length > most)
    refuse('notify', `must have at most ${most} addresses`);
  return { isAccountTold, emails, webhooks };
}

/** Addresses are shown without their queries: one that comes back as it was shown is the one that is there. */
export const withQueriesOf = (notify: SearchNotify, { webhooks: known }: SearchNotify): SearchNotify => ({
  ...notify,
  webhooks: notify.webhooks.flatMap((url) => {
    const shownSo = known.filter((each) => shownUrl(each) === url);
    return shownSo.length === 0 ? [url] : shownSo;
  }),
});

function readTexts(value: unknown, member: string, what: string): readonly string[] {
  if (value === undefined || value === null) return [];
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((one): one is string => typeof one === 'string' && one !== ''))
    return refuse(member, `must be ${what}`);
  return [...new Set(texts)];
}
