/** Lists the acquisitions; a row marks its cells on the map. */
export const acquisitionTable = String.raw`
const range = (values) => (values === null ? '–' : values[0] === values[1] ? say(values[0]) : say(values[0]) + ' – ' + say(values[1]));

function fillTable() {
  const rows = data.acquisitions;
  if (rows.length === 0) return;
  byId('acquisitions').hidden = false;
  byId('acquisition-rows').append(...rows.map(rowOf));
  const totals = element('tr');
  const label = element('th', '', plural(data.totals.acquisitions, 'acquisition') + (data.totals.acquisitions > rows.length ? ', the newest are listed' : ''));
  label.scope = 'row';
  label.colSpan = 3;
  totals.append(label, cellOf(say(data.totals.tiles), 'n'), cellOf(say(data.totals.area), 'n'), cellOf('', 'n'), cellOf('', 'n'));
  byId('acquisition-totals').append(totals);
  if (data.unshown.cells + data.unshown.tiles > 0) tellUnshown();
}

function tellUnshown() {
  const missing = [];
  if (data.unshown.cells > 0) missing.push(plural(data.unshown.cells, 'cell'));
  if (data.unshown.tiles > 0) missing.push(plural(data.unshown.tiles, 'tile'));
  const text = missing.join(' and ') + ' more than a page can show: the other files of this select hold them all.';
  byId('legend').append(element('span', 'unshown', text));
}

const cellOf = (text, className) => element('td', className, text);

function rowOf(row) {
  const made = element('tr');
  const head = element('th');
  head.scope = 'row';
  const button = element('button', 'mark-acquisition', row.id);
  button.type = 'button';
  button.title = 'Mark its cells on the map';
  button.setAttribute('aria-pressed', 'false');
  button.onclick = () => markAcquisition(row.id, button);
  head.append(button);
  made.append(head, cellOf(row.date), cellOf(row.platform ?? '–'), cellOf(say(row.tiles), 'n'), cellOf(say(row.area), 'n'),
    cellOf(range(row.cloudFree), 'n'), cellOf(range(row.offNadir), 'n'));
  return made;
}

function markAcquisition(id, button) {
  const isOn = state.acquisition !== id;
  state.acquisition = isOn ? id : null;
  for (const other of document.querySelectorAll('.mark-acquisition')) other.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-pressed', String(isOn));
  redraw();
}
`;
