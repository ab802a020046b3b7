/** Shows the tiles of the chosen cell as cards. */
export const cellPanel = String.raw`
const choice = byId('cell-choice');
// A list of more is no help to anybody; the map leads to the others.
const listed = filled.slice(0, 5000);

function startPanel() {
  for (const [index, cell] of listed.entries()) {
    const option = element('option', '', cell.id + ' (' + plural(cell.count, 'tile') + ')');
    option.value = String(index);
    choice.append(option);
  }
  choice.onchange = () => choose(listed[Number(choice.value)], true);
  byId('previous').onclick = () => step(-1);
  byId('next').onclick = () => step(1);
  byId('panel').classList.toggle('nothing', filled.length === 0);
}

function step(by) {
  const index = listed.indexOf(state.chosen);
  choose(listed[(index + by + listed.length) % listed.length], true);
}

function choose(cell, isShown) {
  state.chosen = cell;
  const index = listed.indexOf(cell);
  choice.value = index < 0 ? '' : String(index);
  if (isShown) showOnMap(cell);
  byId('tiles').replaceChildren(...cardsOf(cell));
  byId('tiles').scrollTop = 0;
  redraw();
}

// To its picture, else to its part of what the map showed first: much of a cell may be of no interest.
function showOnMap(cell) {
  const pictured = cell.tiles.find(({ key }) => Object.hasOwn(pictures, key));
  const box = pictured ? boxOf([pictures[pictured.key].ring]) : shared(cell.box, opening) || cell.box;
  const [x, y] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const [left, top] = toScreen([x, y]);
  if (left < 0 || top < 0 || left > view.width || top > view.height) move(x - view.x, y - view.y);
}

function cardsOf(cell) {
  const head = element('h2', 'cell-title', cell.id);
  if (cell.count === 0) return [head, element('p', 'quiet', 'No tile of this cell matches.')];
  const chosen = plural(cell.count, 'tile') + (cell.available > cell.count ? ' of ' + plain.format(cell.available) + ' that match, the best first' : '');
  const list = element('ol', 'cards');
  list.append(...cell.tiles.map((tile, index) => cardOf(cell, tile, index)));
  const missing = cell.count - cell.tiles.length;
  const note = missing > 0 ? [element('p', 'quiet', plural(missing, 'more tile') + ' of this cell in the other files of this select.')] : [];
  return [head, element('p', 'quiet', chosen), list, ...note];
}

function cardOf(cell, tile, index) {
  const card = element('li', 'card');
  card.append(thumbnailOf(cell, tile));
  const text = element('div', 'card-text');
  const name = element('h3', '', tile.acquisition);
  const when = element('p', 'card-when');
  when.append(element('b', '', tile.date));
  if (tile.platform) when.append(element('span', '', tile.platform));
  const facts = element('dl', 'card-facts');
  for (const [label, value] of [['Cloud free', say(tile.cloudFree, ' %')], ['Data', say(tile.data, ' %')], ['Off nadir', say(tile.offNadir, '°')], ['Area', say(tile.area, ' km²')]]) {
    const fact = element('div');
    fact.append(element('dt', '', label), element('dd', '', value));
    facts.append(fact);
  }
  text.append(name, when, facts);
  card.append(text);
  if (index === 0 && cell.count > 1) card.append(element('span', 'best', 'best'));
  return card;
}

function thumbnailOf(cell, tile) {
  if (!Object.hasOwn(pictures, tile.key)) return element('div', 'thumbnail none', 'no preview');
  const image = element('img', 'thumbnail');
  image.alt = 'Acquisition ' + tile.acquisition + ' in cell ' + cell.id;
  image.width = image.height = 256;
  image.src = pictures[tile.key].image;
  image.onerror = () => image.replaceWith(element('div', 'thumbnail none', 'no preview'));
  return image;
}
`;
