import { type Account, emailKey } from '../../accounts/account.ts';
import type { Service } from '../../service.ts';
import type { Settlement } from '../ports.ts';

/** To others than the account, of all its searches: nobody's mailbox is flooded in its name. */
const mostMailsInHour = 100;

type Notices = Pick<Settlement, 'mails' | 'webhooks'>;

/** Leaves out mails to others beyond what the account may send in an hour, and tells how many. */
export async function boundMails(
  { savedSearches, clock }: Pick<Service, 'savedSearches' | 'clock'>,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { mails, webhooks }: Notices,
): Promise<Notices & { readonly notTold: string | null }> {
  const isOwn = ({ to }: Notices['mails'][number]) => emailKey(to) === emailKey(email);
  const others = mails.filter((mail) => !isOwn(mail));
  if (others.length === 0) return { mails, webhooks, notTold: null };
  const granted = await savedSearches.grantMails(id, others.length, mostMailsInHour, clock.nowMs());
  const left = others.length - granted;
  const notTold = left === 0 ? null : `not told: too many (${left} mails beyond ${mostMailsInHour} in an hour)`;
  return { mails: [...mails.filter(isOwn), ...others.slice(0, granted)], webhooks, notTold };
}
