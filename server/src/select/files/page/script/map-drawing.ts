/** Draws the map: lines of latitude and longitude, cells, pictures, area of interest, gaps, scale. */
export const mapDrawing = String.raw`
const pen = canvas.getContext('2d');
let isWaiting = false;

function redraw() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    draw();
  });
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue('--' + name).trim();
  return { ground: of('map'), grid: of('map-grid'), text: of('text-muted'), surface: of('surface'), accent: of('accent'),
    line: of('cell-line'), empty: of('empty-line'), strong: of('text'), aoi: of('aoi'), seam: of('seam'), gap: of('gap'), focus: of('focus') };
}

function draw() {
  const ratio = window.devicePixelRatio || 1;
  const colour = colours();
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = colour.ground;
  pen.fillRect(0, 0, view.width, view.height);
  drawGraticule(colour, false);
  drawCells(colour);
  drawAreas(areas.gaps, colour.gap, 1.5, [4, 3], 0.35);
  // A seam keeps the line apart from pictures of its own colour.
  drawAreas(areas.aoi, colour.seam, 4, [], 0);
  drawAreas(areas.aoi, colour.aoi, 1.5, [], 0);
  if (state.hovered && state.hovered !== state.chosen) outline(state.hovered, colour.strong, 1.5);
  if (state.chosen) outline(state.chosen, colour.focus, 2);
  drawGraticule(colour, true);
  drawScale(colour);
  if (document.activeElement === byId('map')) drawCross(colour);
}

function path(ring) {
  for (const [index, position] of ring.entries()) {
    const [x, y] = toScreen(position);
    if (index === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  pen.closePath();
}

// Cells of two zones overlap: no shade may lie on a picture, nor a picture on a line.
function drawCells(colour) {
  const [west, north] = toPlane(0, 0);
  const [east, south] = toPlane(view.width, view.height);
  const shown = cells.filter(({ box }) => box.west <= east && box.east >= west && box.south <= north && box.north >= south);
  const placedPictures = state.showsPictures ? shown.map(pictureOf) : [];
  // Around a picture a shade tells where the cell is, until the cell fills the map.
  const faint = 0.4 * Math.max(0, 1 - sideOnScreen() / (0.75 * view.height));
  for (const [index, cell] of shown.entries()) if (cell.count > 0) shade(cell, colour, placedPictures[index] ? faint : 1);
  for (const picture of placedPictures) if (picture) drawPicture(picture);
  // Lines around thousands of specks are slow, and hide them.
  if (sideOnScreen() >= 6) for (const cell of shown) drawBorder(cell, colour);
}

const sideOnScreen = () => (cells.length > 0 ? view.scale * Math.abs(cells[0].ring[0][1] - cells[0].ring[1][1]) : 0);

const mostTiles = cells.reduce((most, cell) => Math.max(most, cell.count), 1);

function shade(cell, colour, strength) {
  const isOther = state.acquisition !== null && !cell.tiles.some((tile) => tile.acquisition === state.acquisition);
  pen.globalAlpha = strength * (isOther ? 0.25 : 1) * (mostTiles === 1 ? 0.4 : 0.16 + (0.5 * cell.count) / mostTiles);
  pen.fillStyle = colour.accent;
  pen.beginPath();
  path(cell.ring);
  pen.fill();
  pen.globalAlpha = 1;
}

function drawBorder(cell, colour) {
  pen.setLineDash(cell.count > 0 ? [] : [3, 3]);
  outline(cell, cell.count > 0 ? colour.line : colour.empty, 1);
  pen.setLineDash([]);
}

function drawAreas(polygons, stroke, width, dash, fillAlpha) {
  pen.beginPath();
  for (const rings of polygons) for (const ring of rings) path(ring);
  if (fillAlpha > 0) {
    pen.globalAlpha = fillAlpha;
    pen.fillStyle = stroke;
    pen.fill('evenodd');
    pen.globalAlpha = 1;
  }
  pen.setLineDash(dash);
  pen.lineJoin = 'round';
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke();
  pen.setLineDash([]);
}

function outline(cell, stroke, width) {
  pen.beginPath();
  path(cell.ring);
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.stroke();
}

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60];

// Lines lie under everything, what they say above.
function drawGraticule(colour, isText) {
  const step = steps.find((each) => each * view.scale >= 110) || 60;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const [west, north] = toPlane(0, 0);
  const [east, south] = toPlane(view.width, view.height);
  pen.strokeStyle = colour.grid;
  pen.lineWidth = 1;
  for (let i = Math.ceil(west / step); i <= east / step; i++) {
    const x = Math.round(toScreen([i * step, 0])[0]) + 0.5;
    const longitude = ((((i * step + 180) % 360) + 360) % 360) - 180;
    if (!isText) line(x, 0, x, view.height);
    else if (x < view.width - 120) label(colour, Math.abs(longitude).toFixed(digits) + '° ' + (longitude < 0 ? 'W' : 'E'), x + 4, 15);
  }
  for (let i = Math.ceil(latitudeAt(south) / step); i <= latitudeAt(north) / step; i++) {
    const y = Math.round(toScreen([0, mercator(i * step)])[1]) + 0.5;
    if (!isText) line(0, y, view.width, y);
    else if (y > 32 && y < view.height - 60) label(colour, Math.abs(i * step).toFixed(digits) + '° ' + (i < 0 ? 'S' : 'N'), 6, y - 4);
  }
}

// Readable on any picture.
function label(colour, text, x, y) {
  pen.font = '11px ' + getComputedStyle(document.body).fontFamily;
  pen.textBaseline = 'alphabetic';
  pen.lineJoin = 'round';
  pen.strokeStyle = colour.ground;
  pen.lineWidth = 4;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour.text;
  pen.fillText(text, x, y);
}

function line(ax, ay, bx, by) {
  pen.beginPath();
  pen.moveTo(ax, ay);
  pen.lineTo(bx, by);
  pen.stroke();
}

function drawScale(colour) {
  const metres = (111319.49 * Math.cos(latitudeAt(view.y) * degree)) / view.scale;
  const most = 120 * metres;
  const power = Math.pow(10, Math.floor(Math.log10(most)));
  const length = [5, 2, 1].map((each) => each * power).find((each) => each <= most) || power;
  const [x, y, width] = [14, view.height - 14, length / metres];
  const label = length >= 1000 ? plain.format(length / 1000) + ' km' : plain.format(length) + ' m';
  pen.font = '12px ' + getComputedStyle(document.body).fontFamily;
  pen.globalAlpha = 0.85;
  pen.fillStyle = colour.surface;
  pen.fillRect(x - 6, y - 22, Math.max(width, pen.measureText(label).width) + 12, 30);
  pen.globalAlpha = 1;
  pen.strokeStyle = pen.fillStyle = colour.strong;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(x, y - 5);
  pen.lineTo(x, y);
  pen.lineTo(x + width, y);
  pen.lineTo(x + width, y - 5);
  pen.stroke();
  pen.textBaseline = 'bottom';
  pen.fillText(label, x, y - 5);
}

function drawCross(colour) {
  const [x, y] = [Math.round(view.width / 2) + 0.5, Math.round(view.height / 2) + 0.5];
  pen.strokeStyle = colour.strong;
  pen.lineWidth = 1.5;
  line(x - 9, y, x + 9, y);
  line(x, y - 9, x, y + 9);
}
`;
