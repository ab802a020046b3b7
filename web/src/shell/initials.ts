/** The first letters of the first and last word; whole characters, so that no name is cut in two. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean);
  const picked = words.length > 1 && !name.includes('@') ? [words[0], words.at(-1)] : [words[0]];
  const letters = picked.map((word) => firstCharacter(word ?? '')).join('');
  return letters.toLocaleUpperCase() || '?';
}

function firstCharacter(word: string): string {
  const code = word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
