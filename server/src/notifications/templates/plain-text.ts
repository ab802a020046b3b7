const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const linkLike = /:\/\/|\w\.\p{L}{2,}/u;
const longestName = /^.{0,80}/u;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** One line without control or direction characters: nothing in it can start a header or turn the text around. */
export function singleLine(text: string): string {
  return text.replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** A person's name as a mail may show it; empty where mail programs would make a link of it. */
export function shownName(name: string): string {
  const line = singleLine(name);
  return linkLike.test(line) ? '' : (longestName.exec(line)?.[0] ?? '').trim();
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
