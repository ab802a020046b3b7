import type { Page } from 'playwright-core';
import type { Client } from '@swath/client';
import { type OrderService, acquisitions } from '../../http/orders/support-orders.ts';
import { type Person, type Stage, clientOf } from './stage.ts';
import { headings, signIn } from './steps.ts';

export const timeout = 90_000;

/** A person who orders, on a stage with an archive of three acquisitions. */
export type OrderForms = {
  readonly stage: Stage<OrderService>;
  readonly person: Person;
  readonly accountId: string;
  client(): Client;
  open(path: string): Promise<Page>;
  /** The id of a select of all three. */
  select(): Promise<string>;
};

export async function orderForms(stage: Stage<OrderService>, name: string): Promise<OrderForms> {
  const person = await stage.newPerson(name);
  const client = () => clientOf(stage, person);
  const { user_id: accountId } = await client().self();
  return {
    stage,
    person,
    accountId,
    client,
    async open(path) {
      const page = await stage.openPage();
      await signIn(page, person, path);
      await headings(page, 'New order').waitFor();
      return page;
    },
    select: async () => (await client().selects.create({ ids: Object.values(acquisitions), name: 'a & <b>' })).id,
  };
}

export const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const check = (page: Page) => page.getByRole('button', { name: 'Check the order' }).click();
export const place = (page: Page) => page.getByRole('button', { name: 'Place the order' });
export const isPlaceable = (page: Page) => page.getByText('The order can be placed').waitFor();
/** Of the order whose page is shown. */
export const idOf = (page: Page) => page.url().split('/').at(-1)!;
