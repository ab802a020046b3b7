/** Which entry of a menu a key goes to, by its place: arrows turn around at the ends, letters find; null for other keys. */
export function itemAfter(names: readonly string[], at: number, key: string): number | null {
  const count = names.length;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const found = names
    .map((_, step) => (at + 1 + step) % count)
    .find((place) => names[place]!.toLowerCase().startsWith(key.toLowerCase()));
  return found ?? null;
}
