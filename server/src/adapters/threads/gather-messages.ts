type Told<Message> = { readonly message: Message; readonly moved: readonly ArrayBuffer[] };

/** `isUrgent` is sent at once, with all that waits. What is moved is gone here. */
export type Tell<Message> = (message: Message, moved?: readonly ArrayBuffer[], isUrgent?: boolean) => void;

/**
 * Sends what is told within one turn of the event loop together: each message wakes a thread, which costs as much as a
 * small job.
 */
export function gatherMessages<Message>(
  send: (messages: readonly Message[], moved: readonly ArrayBuffer[]) => void,
): Tell<Message> {
  let waiting: Told<Message>[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const told = waiting;
    waiting = [];
    send(
      told.map(({ message }) => message),
      told.flatMap(({ moved }) => moved),
    );
  };
  return (message, moved = [], isUrgent = false) => {
    const count = waiting.push({ message, moved });
    if (isUrgent) flush();
    else if (count === 1) setImmediate(flush);
  };
}
