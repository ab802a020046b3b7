import type { OrderMailInput } from '../notifications/templates/order-mail-input.ts';
import { orderEndedMail } from '../notifications/templates/order-ended.ts';
import type { Service } from '../service.ts';
import { ageClasses } from '../usage/usage.ts';
import { endedEvent } from './ended-event.ts';
import type { EndFacts } from './end-facts.ts';
import { isManaged } from './open-order-file.ts';
import type { Order } from './order.ts';
import { type OrderAddresses, addressesOf } from './order-addresses.ts';
import type { Notices } from './ports.ts';

export type { EndFacts, FailedTile } from './end-facts.ts';

/** A mail for each address and a message for each server that the order named. */
export function noticesOf({ config }: Pick<Service, 'config'>, order: Order, facts: EndFacts): Notices {
  const addresses = addressesOf(config.baseUrl, order.id);
  const told = order.notifications.map((target, index) => ({ target, index }));
  return {
    mails: told.flatMap(({ target }) =>
      target.type === 'email'
        ? [orderEndedMail(mailInput(order, facts, addresses, target.address, config.SWATH_MANAGED_DAYS))]
        : [],
    ),
    webhooks: told.flatMap(({ target, index }) =>
      target.type === 'webhook' ? [endedEvent(order, facts, addresses, { url: target.url, index })] : [],
    ),
  };
}

function mailInput(
  order: Order,
  facts: EndFacts,
  addresses: OrderAddresses,
  to: string,
  managedDays: number,
): OrderMailInput {
  const { usage } = facts;
  return {
    to,
    orderId: order.id,
    state: facts.state,
    failure: facts.failure,
    placedAtMs: order.createdAtMs,
    endedAtMs: facts.nowMs,
    tiles: facts.tiles,
    emptyTiles: facts.emptyTiles,
    acquisitions: facts.acquisitions,
    files: facts.files,
    bytes: facts.bytes,
    usage: ageClasses.map((age) => ({ age, areaSqkm: usage.area[age], cost: usage.cost[age] })),
    place: {
      bucket: order.output.label,
      prefix: order.output.prefix,
      keptDays: isManaged(order) ? managedDays : null,
    },
    manifestKey: facts.manifestKey,
    failedTiles: facts.failedTiles,
    addresses,
  };
}
