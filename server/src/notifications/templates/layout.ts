import type { Mail } from '../mail.ts';
import { type Fact, factsAsHtml, factsAsText } from './facts.ts';
import { escapeHtml, shownName, singleLine } from './plain-text.ts';

export const defaultServiceName = 'Swath';

export type MailContent = {
  readonly to: string;
  readonly name: string;
  readonly serviceName: string;
  readonly subject: string;
  readonly before: readonly string[];
  /** Tables of what there is to know, each under its title. */
  readonly facts?: readonly { readonly title: string; readonly rows: readonly Fact[] }[];
  readonly action: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
};

// No text or page colour is set: the mail program's own light or dark theme stays readable.
const pageStyle = 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const columnStyle = 'max-width:560px;margin:0 auto';
const paragraphStyle = 'margin:0 0 16px;overflow-wrap:anywhere';
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:6px;background-color:#1a5fb4;color:#ffffff;font-weight:600;text-decoration:none';
const linkStyle = 'margin:0 0 16px;font-size:14px;word-break:break-all';
const footStyle = 'margin:24px 0 0;padding-top:16px;border-top:1px solid #8886;font-size:14px';

/** The one shape of every mail: plain words as text and as HTML. All strings come in unescaped. */
export function layOut(content: MailContent): Mail {
  const name = shownName(content.name);
  const shared = { ...content, greeting: name ? `Hello ${name},` : 'Hello,', foot: singleLine(content.serviceName) };
  return { to: content.to, subject: singleLine(content.subject), text: asText(shared), html: asHtml(shared) };
}

type Laid = MailContent & { readonly greeting: string; readonly foot: string };

function asText({ greeting, before, facts = [], action, after, foot }: Laid): string {
  const tables = facts.map(({ title, rows }) => factsAsText(title, rows));
  const blocks = [greeting, ...before, ...tables, `${action.label}:\n${action.url}`, ...after, `-- \n${foot}`];
  return `${blocks.join('\n\n')}\n`;
}

function asHtml({ greeting, before, facts = [], action, after, foot, subject }: Laid): string {
  const url = escapeHtml(action.url);
  const tables = facts.map(({ title, rows }) => factsAsHtml(title, rows));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(singleLine(subject))}</title>
</head>
<body style="${pageStyle}">
<div style="${columnStyle}">
${[...[greeting, ...before].map(paragraph), ...tables].join('\n')}
<p style="${paragraphStyle}"><a href="${url}" style="${buttonStyle}">${escapeHtml(action.label)}</a></p>
<p style="${linkStyle}">${url}</p>
${after.map(paragraph).join('\n')}
<p style="${footStyle}">${escapeHtml(foot)}</p>
</div>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p style="${paragraphStyle}">${escapeHtml(text)}</p>`;
}
