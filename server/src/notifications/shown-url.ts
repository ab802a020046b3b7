/** Webhooks are often guarded by what stands in their query or before their host. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
