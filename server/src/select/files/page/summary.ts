import { toSpacedSeconds } from '../../../shared/dates.ts';
import { type AgeClass, ageClasses } from '../../../usage/usage.ts';
import type { SelectSummary, Selection } from '../../selection.ts';
import { escaped } from './escaped.ts';
import { workHtml } from './work.ts';

export const titleOf = ({ id, request }: Selection): string => request.name ?? `Select ${id}`;

/** What the page says without its script. */
export function summaryHtml(selection: Selection): string {
  const { summary } = selection;
  if (summary === null) throw new Error(`select ${selection.id} has no summary yet`);
  return `${topHtml(selection)}
<main>
${warningsHtml(summary)}${numbersHtml(summary)}${coverHtml(summary)}
${workHtml(summary, selection.request.aoi !== null)}
${requestHtml(selection)}
</main>
<footer><p>Everything on this page is in the page itself: it opens offline and asks no server for anything.
Areas are square kilometres of data within the area of interest, rounded up for each tile.</p></footer>
`;
}

const mark =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7" class="mark"/>' +
  '<path d="M5 23 23 5h4v1L6 27H5zM5 14 14 5h5L5 19zM13 27 27 13v5l-9 9z" class="mark-lines"/></svg>';

const topHtml = (selection: Selection): string => `<header class="top">
<p class="brand">${mark}<span>Swath</span></p>
<h1>${escaped(titleOf(selection))}</h1>
<p class="facts">${selection.request.name === null ? '' : `<span>Select <code>${escaped(selection.id)}</code></span>`}
<span>Made ${timeHtml(selection.createdAtMs)}</span> <span>Can be ordered until ${timeHtml(selection.expiresAtMs)}</span></p>
</header>`;

const timeHtml = (ms: number): string => {
  const text = toSpacedSeconds(ms).slice(0, 16);
  return `<time datetime="${text.replace(' ', 'T')}Z">${text} UTC</time>`;
};

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** Small areas would else be 0. */
const areaText = (sqkm: number): string =>
  sqkm < 1 ? sqkm.toLocaleString('en', { maximumSignificantDigits: 2 }) : number(sqkm);

function warningsHtml({ warnings }: SelectSummary): string {
  if (warnings.length === 0) return '';
  const items = warnings.map((warning) => `<li>${escaped(warning)}</li>`).join('');
  return `<section class="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">Please note</h2><ul>${items}</ul></section>\n`;
}

function numbersHtml(summary: SelectSummary): string {
  const { cells, cellsWithTiles, cellsFulfilled, tiles, candidateTiles, acquisitions, aoiAreaSqkm } = summary;
  const area = aoiAreaSqkm === null ? '' : `area of interest ${areaText(aoiAreaSqkm)} km²`;
  return `<section class="numbers" aria-label="Summary"><dl>
${figureHtml('Cells with imagery', `${number(cellsWithTiles)} <small>of ${number(cells)}</small>`, `${number(cellsFulfilled)} with as many tiles as asked for`)}
${figureHtml('Tiles', number(tiles), `chosen of ${number(candidateTiles)} that match`)}
${figureHtml('Acquisitions', number(acquisitions.length), area)}
${agesHtml(summary)}
</dl></section>`;
}

const figureHtml = (name: string, value: string, note: string): string =>
  `<div><dt>${name}</dt><dd class="value">${value}</dd><dd class="note">${note}</dd></div>`;

const ageNotes: Readonly<Record<AgeClass, string>> = {
  fresh: 'up to 90 days old',
  standard: 'up to 3 years old',
  training: 'older',
};

/** Area by age: a bar, and the same in words. */
function agesHtml({ areaSqkm }: SelectSummary): string {
  const total = ageClasses.reduce((sum, age) => sum + areaSqkm[age], 0);
  const shown = ageClasses.filter((age) => areaSqkm[age] > 0);
  let left = 0;
  const parts = shown.map((age) => {
    const width = (100 * areaSqkm[age]) / total;
    const part = `<rect class="age-${age}" x="${left}" width="${width}" height="8"/>`;
    left += width;
    return part;
  });
  const bar = `<svg class="ages" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`;
  const words = ageClasses.map(
    (age) =>
      `<span class="age"><i class="dot age-${age}"></i>${age} <b>${number(areaSqkm[age])}</b><span class="unseen"> square kilometres, ${ageNotes[age]}</span></span>`,
  );
  return `<div class="by-age"><dt>Imagery by age</dt><dd class="value">${number(total)} <small>km²</small></dd><dd class="note">${bar}${words.join('')}</dd></div>`;
}

function coverHtml({ cover }: SelectSummary): string {
  if (cover === null) return '';
  const count = cover.acquisitions.length;
  const few = `${number(count)} acquisition${count === 1 ? '' : 's'}`;
  const proven = cover.is_fewest ? ', and no fewer would do' : '';
  const gaps = cover.gaps === null ? '' : ' What they leave out is marked on the map.';
  const list = cover.acquisitions.map((id) => `<code>${escaped(id)}</code>`).join(' ');
  return `<section class="cover" aria-labelledby="cover-title"><h2 id="cover-title">Best cover</h2>
<p><strong>${number(Math.floor(cover.percent * 10 + 1e-6) / 10)} %</strong> of the area of interest is shown by ${few}${proven}.${gaps}</p><p class="ids">${list}</p></section>`;
}

/** The area is on the map, and may have thousands of corners. */
function requestHtml({ request }: Selection): string {
  const asked = Object.fromEntries(
    Object.entries(request.asSent).filter(([name]) => name !== 'intersects' && name !== 'metadata'),
  );
  const text = JSON.stringify(asked, null, 2);
  return `<details class="request"><summary>What was asked for</summary><pre tabindex="0">${escaped(text.slice(0, 20_000))}</pre></details>`;
}
