import type { ClientBase } from 'pg';

/** The part of the driver's connection that COPY needs. */
type CopyConnection = {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** Runs `COPY ... FROM STDIN`: the driver hands over its connection for as long as the statement runs. */
export function copyIn(client: ClientBase, text: string, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: Error | null = null;
    const statement = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(data);
        connection.endCopyFrom();
      },
      handleCommandComplete: () => {},
      handleError(error: Error) {
        failed = error;
        reject(error);
      },
      handleReadyForQuery: () => {
        if (failed === null) resolve();
      },
    };
    client.query(statement as never);
  });
}
