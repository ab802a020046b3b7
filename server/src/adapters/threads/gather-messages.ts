type Told<Message> = { readonly message: Message; readonly moved: readonly ArrayBuffer[] };

/**
 * Sends what is told within one turn of the event loop together: each message wakes a thread, which costs as much as a
 * small job. What is moved is gone here.
 */
export function gatherMessages<Message>(
  send: (messages: readonly Message[], moved: readonly ArrayBuffer[]) => void,
): (message: Message, moved?: readonly ArrayBuffer[]) => void {
  let waiting: Told<Message>[] = [];
  const flush = () => {
    const told = waiting;
    waiting = [];
    send(
      told.map(({ message }) => message),
      told.flatMap(({ moved }) => moved),
    );
  };
  return (message, moved = []) => {
    if (waiting.push({ message, moved }) === 1) setImmediate(flush);
  };
}
