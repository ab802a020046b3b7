import type { Service } from '../service.ts';
import { secondMs } from '../shared/clock.ts';
import { isFinal } from './order.ts';
import type { OrderProgress } from './ports.ts';

type Needs = Pick<Service, 'orders' | 'isStopping'>;

/** Told of every change; null when nothing more will come. */
export type Follower = (order: OrderProgress | null) => void;

/** Orders that somebody follows; each is looked at once for all who follow it. */
export type FollowedOrders = {
  /** From the state that the follower has; the answer ends it. */
  follow(service: Needs, order: OrderProgress, follower: Follower): () => void;
  /** How many are looked at. */
  readonly size: number;
};

/** The same while nothing that a customer can see has changed. */
export const markOf = (order: OrderProgress): string => {
  const { changedAtMs, runs, state, tiles, deliveredBytes, hasManifest, isPaused, failure } = order;
  const marks = [changedAtMs, runs, state, tiles.delivered, tiles.failed, deliveredBytes];
  return [...marks, Number(hasManifest), Number(isPaused), Number(failure !== null)].join('.');
};

export function followOrders({ intervalMs = secondMs } = {}): FollowedOrders {
  const watches = new Map<string, Watch>();
  return {
    get size() {
      return watches.size;
    },
    follow(service, order, follower) {
      const watch = watches.get(order.id) ?? startWatch(service, order, intervalMs, () => watches.delete(order.id));
      watches.set(order.id, watch);
      return watch.add(follower, markOf(order));
    },
  };
}

type Watch = { add(follower: Follower, seen: string): () => void };

function startWatch(
  { orders, isStopping }: Needs,
  { id }: OrderProgress,
  intervalMs: number,
  onEnd: () => void,
): Watch {
  /** With what each has seen. */
  const followers = new Map<Follower, string>();
  let timer: NodeJS.Timeout;
  const end = () => {
    clearTimeout(timer);
    onEnd();
  };
  const endAll = () => {
    end();
    const told = [...followers.keys()];
    followers.clear();
    for (const follower of told) follower(null);
  };
  const look = async () => {
    // Out of reach for a while is no end: the next look may see it.
    const order = await orders.progress(id).catch(() => undefined);
    if (followers.size === 0) return;
    if (order) tellAll(followers, order);
    if (order === null || isStopping() || (order && isFinal(order.state))) endAll();
    else timer = setTimeout(() => void look(), intervalMs);
  };
  timer = setTimeout(() => void look(), intervalMs);
  return {
    add(follower, seen) {
      followers.set(follower, seen);
      return () => {
        if (followers.delete(follower) && followers.size === 0) end();
      };
    },
  };
}

function tellAll(followers: Map<Follower, string>, order: OrderProgress): void {
  const mark = markOf(order);
  for (const [follower, seen] of followers) {
    if (seen === mark) continue;
    followers.set(follower, mark);
    follower(order);
  }
}
