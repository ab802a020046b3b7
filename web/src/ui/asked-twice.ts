const pauseMs = 500;

/** Loads a part of the application, and once more where that fails: a connection that breaks must not take the page with it. */
export async function askedTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return load();
  }
}
