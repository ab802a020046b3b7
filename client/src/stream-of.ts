/** The same values as a stream, for what takes one: the next is asked for when it is wanted. */
export const streamOf = <T>(source: AsyncGenerator<T>): ReadableStream<T> =>
  new ReadableStream<T>(
    {
      async pull(controller) {
        const { value, done } = await source.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
