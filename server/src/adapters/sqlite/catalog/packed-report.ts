import type { FeatureReport, LoadReport } from '../../../catalog/ports.ts';

/** Reports in texts of some hundred: cloned one by one, they would hold up the thread that answers requests. */
export type PackedReport = Omit<LoadReport, 'features'> & { readonly texts: readonly string[] };

const atOnce = 100;

export function packReport({ features, ...report }: LoadReport): PackedReport {
  const all = [...features];
  const texts: string[] = [];
  for (let from = 0; from < all.length; from += atOnce) texts.push(JSON.stringify(all.slice(from, from + atOnce)));
  return { ...report, texts };
}

export const unpackReport = ({ texts, ...report }: PackedReport): LoadReport => ({
  ...report,
  features: { [Symbol.iterator]: () => unpacked(texts) },
});

function* unpacked(texts: readonly string[]): Generator<FeatureReport> {
  for (const text of texts) yield* JSON.parse(text) as readonly FeatureReport[];
}
