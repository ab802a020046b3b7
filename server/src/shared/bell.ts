/** Work that somebody takes up, on this node or another. */
export const queueNames = ['mails', 'notices', 'orders', 'ingests'] as const;

export type QueueName = (typeof queueNames)[number];

/** Tells nodes that something was queued, so that they look at once; a ring that is lost only delays it to their next turn. */
export type Bell = {
  ring(queue: QueueName): void;
  listen(hear: (queue: QueueName) => void): void;
  close(): Promise<void>;
};

/** For a store that has one node. */
export const noBell: Bell = { ring: () => undefined, listen: () => undefined, close: async () => undefined };
