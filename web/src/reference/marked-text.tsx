/** Text whose parts between backticks are code. */
export function MarkedText({ text }: { readonly text: string }) {
  return text.split(/`([^`]*)`/).map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
