const longest = 10;

/** Names as a table of this kind can have them: ten signs of ASCII, each once whatever its case. */
export function columnNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base = name.replaceAll(/[^\w]/g, '_') || '_';
    let free = base.slice(0, longest);
    for (let number = 1; taken.has(free.toLowerCase()); number++) {
      const ending = `_${number}`;
      free = base.slice(0, longest - ending.length) + ending;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
