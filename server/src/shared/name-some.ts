/** More would not be read. */
const mostNamed = 20;

/** The first of these by name, and how many others there are. */
export function nameSome(names: Iterable<string>, between = ', '): string {
  const all = [...names];
  const others = all.length > mostNamed ? ` and ${all.length - mostNamed} others` : '';
  return all.slice(0, mostNamed).join(between) + others;
}
