import type { SelectSummary } from '../../selection.ts';

/** The places that the script fills: map, the chosen cell, and the table. */
export const workHtml = (
  summary: SelectSummary,
  hasAoi: boolean,
): string => `<section class="work" aria-label="Map and tiles">
<div class="map-side">
<div class="map" id="map" role="application" tabindex="0" aria-label="Map of the select. Arrow keys move it, plus and minus zoom, 0 goes back to what it showed first, Enter opens the cell in the middle." aria-describedby="legend">
<canvas id="canvas" aria-hidden="true"></canvas>
<p class="readout" id="readout" aria-hidden="true"></p>
<div class="zoom"><button type="button" id="zoom-in" aria-label="Zoom in">+</button><button type="button" id="zoom-out" aria-label="Zoom out">−</button><button type="button" id="fit" aria-label="${hasAoi ? 'Show the area of interest' : 'Show everything'}">⤢</button></div>
</div>
<div class="legend" id="legend">
${hasAoi ? '<span><i class="key key-aoi"></i>area of interest</span>' : ''}<span><i class="key key-none"></i>no tile</span><span><i class="key key-few"></i><i class="key key-many"></i>few to many tiles</span>${summary.cover === null || summary.cover.gaps === null ? '' : '<span><i class="key key-gap"></i>not covered</span>'}
<label><input type="checkbox" id="show-pictures" checked> Pictures</label>
</div>
</div>
<div class="panel" id="panel">
<div class="panel-head"><label for="cell-choice">Cell</label><div class="cell-steps"><button type="button" id="previous" aria-label="Previous cell">‹</button><select id="cell-choice"></select><button type="button" id="next" aria-label="Next cell">›</button></div></div>
<div id="tiles" role="region" aria-label="Tiles of the cell" aria-live="polite" tabindex="0">${summary.tiles === 0 ? emptyHtml : ''}<noscript><p class="quiet">The map and the tiles need JavaScript, which this browser does not run here.</p></noscript></div>
</div>
</section>
<section class="acquisitions" id="acquisitions" aria-labelledby="acquisitions-title" hidden>
<h2 id="acquisitions-title">Acquisitions</h2>
<div class="table" role="region" aria-label="Table of acquisitions" tabindex="0"><table>
<thead><tr><th scope="col">Acquisition</th><th scope="col">Date</th><th scope="col">Platform</th><th scope="col" class="n">Tiles</th><th scope="col" class="n">Area km²</th><th scope="col" class="n">Cloud free %</th><th scope="col" class="n">Off nadir °</th></tr></thead>
<tbody id="acquisition-rows"></tbody>
<tfoot id="acquisition-totals"></tfoot>
</table></div>
</section>`;

const emptyHtml =
  '<div class="empty"><h2>No imagery matches</h2><p>Nothing in the archive fits this select. Its area is on the map; wider dates or fewer conditions may find more.</p></div>';
