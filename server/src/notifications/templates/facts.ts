import { escapeHtml, singleLine } from './plain-text.ts';

/** One row of a table: what it is, and how much or which. */
export type Fact = { readonly label: string; readonly value: string };

const longestValue = 300;

// No colour but a half transparent grey: it is seen on light and on dark.
const tableStyle = 'width:100%;margin:0 0 24px;border-collapse:collapse;font-size:15px';
const titleStyle = 'padding:0 0 6px;text-align:left;font-weight:600';
const cellStyle = 'padding:6px 0;border-top:1px solid #8886;text-align:left;vertical-align:top;overflow-wrap:anywhere';
const labelStyle = `${cellStyle};width:34%;padding-right:12px;font-weight:400;opacity:0.75`;

export function factsAsText(title: string, rows: readonly Fact[]): string {
  return [singleLine(title), ...rows.map(({ label, value }) => `  ${shown(label)}: ${shown(value)}`)].join('\n');
}

export function factsAsHtml(title: string, rows: readonly Fact[]): string {
  return `<table style="${tableStyle}">
<caption style="${titleStyle}">${escapeHtml(singleLine(title))}</caption>
${rows.map(asRow).join('\n')}
</table>`;
}

const asRow = ({ label, value }: Fact): string =>
  `<tr><th scope="row" style="${labelStyle}">${escapeHtml(shown(label))}</th><td style="${cellStyle}">${escapeHtml(shown(value))}</td></tr>`;

/** Whoever made it, it is one line of a bounded length. */
function shown(text: string): string {
  const letters = [...singleLine(text)];
  return letters.length > longestValue ? `${letters.slice(0, longestValue).join('')}…` : letters.join('');
}
