import { createHash } from 'node:crypto';
import { inChunks } from '../in-chunks.ts';
import type { FileSource, SelectFileNeeds } from '../source.ts';
import { escaped } from './escaped.ts';
import { pageData } from './page-data.ts';
import { pictureData } from './picture-data.ts';
import { pageScript } from './script/page-script.ts';
import { pageStyle } from './style/page-style.ts';
import { summaryHtml, titleOf } from './summary.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the page may do: show itself. It asks nobody for anything, and no other script runs in it. */
const pagePolicy =
  `default-src 'none'; img-src data:; style-src ${hashOf(pageStyle)}; script-src ${hashOf(pageScript)}; ` +
  `base-uri 'none'; form-action 'none'`;

/** One page that needs nothing beside itself: map, thumbnails and tables of a select. */
export const pageBody = (
  source: FileSource,
  needs: Pick<SelectFileNeeds, 'preview' | 'signal'>,
): AsyncIterable<string> => inChunks(pageText(source, needs));

async function* pageText(
  source: FileSource,
  needs: Pick<SelectFileNeeds, 'preview' | 'signal'>,
): AsyncIterable<string> {
  yield headHtml(source);
  yield summaryHtml(source.selection);
  yield '<script type="application/json" id="data">';
  yield* pageData(source);
  yield '</script>\n<script type="application/json" id="pictures">';
  yield* pictureData(source, needs);
  yield `</script>\n<script>${pageScript}</script>\n</body>\n</html>\n`;
}

const headHtml = ({ selection }: FileSource): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(pagePolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(titleOf(selection))}</title>
<style>${pageStyle}</style>
</head>
<body>
`;
