/** Writes bytes to the standard output and waits until they were taken: a slow reader is waited for. */
export const writeToOutput = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(new Error(`the output could not be written: ${error.message}`));
    });
  });
