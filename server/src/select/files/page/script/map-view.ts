/** Where things lie: web Mercator in degrees, one continuous plane around the select. */
export const mapView = String.raw`
const canvas = byId('canvas');
const view = { x: 0, y: 0, scale: 1, width: 1, height: 1 };
// What can be reached, and what is shown at first: the area of interest, where that is smaller.
const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
let opening = bounds;
let home = 0;
const areas = { aoi: [], gaps: [] };

const degree = Math.PI / 180;
const mercator = (latitude) => {
  const held = Math.max(-85.05, Math.min(85.05, latitude));
  return Math.log(Math.tan(Math.PI / 4 + (held * degree) / 2)) / degree;
};
const latitudeAt = (y) => (2 * Math.atan(Math.exp(y * degree)) - Math.PI / 2) / degree;

// Parts beyond the antimeridian are moved as a whole to where the select lies.
function placed(ring) {
  const xs = ring.map(([x]) => x);
  const middle = (Math.min(...xs.slice(0, 5000)) + Math.max(...xs.slice(0, 5000))) / 2;
  const turn = Math.abs(middle - home) > 180 ? Math.round((home - middle) / 360) * 360 : 0;
  return ring.map(([x, y]) => [x + turn, mercator(y)]);
}

function placeCells() {
  const first = cells.length > 0 ? cells[0].corners[0] : data.aoi.length > 0 ? data.aoi[0][0][0] : [0, 0];
  home = first[0];
  for (const cell of cells) {
    cell.ring = placed(cell.corners);
    cell.box = boxOf([cell.ring]);
    widen(bounds, cell.ring);
  }
  areas.aoi = data.aoi.map((rings) => rings.map(placed));
  areas.gaps = data.gaps.map((rings) => rings.map(placed));
  for (const rings of cells.length > 0 ? [] : areas.aoi) for (const ring of rings) widen(bounds, ring);
  if (bounds.west > bounds.east) Object.assign(bounds, { west: -180, south: -85, east: 180, north: 85 });
  // Areas may reach beyond the cells that a page can show.
  opening = shared(boxOf(areas.aoi.map(([outer]) => outer)), bounds) || bounds;
}

// What two boxes share; null where that has no area.
function shared(a, b) {
  const box = { west: Math.max(a.west, b.west), south: Math.max(a.south, b.south), east: Math.min(a.east, b.east), north: Math.min(a.north, b.north) };
  return box.west < box.east && box.south < box.north ? box : null;
}

function boxOf(rings) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const ring of rings) widen(box, ring);
  return box;
}

function widen(box, ring) {
  for (const [x, y] of ring) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
}

const toScreen = ([x, y]) => [(x - view.x) * view.scale + view.width / 2, (view.y - y) * view.scale + view.height / 2];
const toPlane = (x, y) => [(x - view.width / 2) / view.scale + view.x, view.y - (y - view.height / 2) / view.scale];

// A margin of 15 % around an area; cells need little.
function fit() {
  const share = opening === bounds ? 0.06 : 0.15;
  const wide = Math.max(opening.east - opening.west, 1e-6) * (1 + 2 * share);
  const high = Math.max(opening.north - opening.south, 1e-6) * (1 + 2 * share);
  view.scale = Math.min(view.width / wide, view.height / high, limits()[1]);
  view.x = (opening.west + opening.east) / 2;
  view.y = (opening.south + opening.north) / 2;
  redraw();
}

const limits = () => {
  const least = view.width / 720;
  return [least, 4e5];
};

// The place under (x, y) stays where it is.
function zoom(factor, x, y) {
  const [least, most] = limits();
  const before = toPlane(x, y);
  view.scale = Math.max(least, Math.min(most, view.scale * factor));
  const after = toPlane(x, y);
  move(before[0] - after[0], before[1] - after[1]);
}

// What is shown never leaves the picture.
function move(dx, dy) {
  view.x = Math.max(bounds.west, Math.min(bounds.east, view.x + dx));
  view.y = Math.max(bounds.south, Math.min(bounds.north, view.y + dy));
  redraw();
}

const contains = (ring, x, y) => {
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
};

const cellAt = (x, y) => {
  const [px, py] = toPlane(x, y);
  return cells.find((cell) => px >= cell.box.west && px <= cell.box.east && contains(cell.ring, px, py)) || null;
};
`;
