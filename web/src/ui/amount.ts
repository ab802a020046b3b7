/** What the browser lets through; a comma may stand for the point, where it cannot stand for thousands. */
export const amountPattern = String.raw`\s*\d+(\.\d+|,\d{1,2})?\s*`;

const amount = new RegExp(`^${amountPattern}$`);

/** Null where the text is no amount. */
export const readAmount = (text: string): number | null =>
  amount.test(text) ? Number(text.trim().replace(',', '.')) : null;
