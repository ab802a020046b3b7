import type { Mail } from '../mail.ts';
import { defaultServiceName, layOut } from './layout.ts';
import { shownName, singleLine } from './plain-text.ts';
import { counted } from './quantities.ts';

/** All that a mail tells of items that matched a saved search. */
export type SearchMailInput = {
  readonly to: string;
  readonly searchName: string;
  readonly matched: number;
  /** The first of them. */
  readonly items: readonly {
    readonly collection: string;
    readonly id: string;
    readonly datetime: string | null;
    readonly address: string;
  }[];
  /** What was placed, or why nothing was; empty where nothing should be. */
  readonly deed: string;
  readonly addresses: { readonly search: string; readonly matches: string };
  readonly serviceName?: string;
};

/** To who is named in a saved search: what came, and what was done with it. */
export function searchMatchedMail(input: SearchMailInput): Mail {
  const { to, matched, items, deed, addresses, serviceName = defaultServiceName } = input;
  // Shown only where no mail program would make a link of it.
  const name = shownName(input.searchName);
  const search = name === '' ? 'your saved search' : `your saved search "${name}"`;
  const came = `${counted(matched, 'new item')} ${matched === 1 ? 'matches' : 'match'} ${search}.`;
  const rest = matched - items.length;
  return layOut({
    to,
    name: '',
    serviceName,
    subject: `${counted(matched, 'new item')}${name === '' ? '' : `: ${name}`}`,
    before: [came, ...(deed === '' ? [] : [singleLine(deed).slice(0, 500)])],
    facts: [
      {
        title: rest > 0 ? 'The first of them' : 'What came',
        rows: items.map(({ collection, id, datetime, address }) => ({
          label: id,
          value: [collection, datetime ?? 'no time', address].join(', '),
        })),
      },
    ],
    action: { label: 'Show the matches', url: addresses.matches },
    after: [
      ...(rest > 0 ? [`${counted(rest, 'more item')} came beside these.`] : []),
      `To get no more of these mails, pause the search by PATCH ${addresses.search} with {"paused": true}, or delete it.`,
      'These addresses ask for your token or API key. You get this mail because a saved search names your address.',
    ],
  });
}
