/** Reads the page's data and names what the parts share. */
export const pageStart = String.raw`
const byId = (id) => document.getElementById(id);
const read = (id) => JSON.parse(byId(id).textContent);
const data = read('data');
const pictures = read('pictures');
const cells = data.cells;
const filled = cells.filter((cell) => cell.count > 0);
const state = { chosen: null, acquisition: null, hovered: null, showsPictures: true };

// Text goes in as text alone: names and ids come from anywhere.
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = String(text);
  return made;
}

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const say = (value, unit) => (typeof value === 'number' ? plain.format(value) + (unit || '') : '–');
const plural = (count, word) => plain.format(count) + ' ' + word + (count === 1 ? '' : 's');

function begin() {
  placeCells();
  placePictures();
  startMap();
  startPanel();
  fillTable();
  const fullest = filled.reduce((best, cell) => (best === null || cell.count > best.count ? cell : best), null);
  if (fullest) choose(fullest, false);
}
`;
