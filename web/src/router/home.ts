/** What stands before every path of this page, where a proxy serves it below one: `/imagery`, or nothing. */
export const home = document.querySelector<HTMLMetaElement>('meta[name="swath-home"]')?.content ?? '';

/** The path within the application; null for one that is not below it. */
export function pathBelowHome(path: string): string | null {
  if (!path.startsWith(home)) return null;
  const rest = path.slice(home.length);
  return rest === '' || rest.startsWith('/') ? rest : null;
}
