/** Moves the map by pointer, wheel, fingers and keys; a click opens a cell. */
export const mapInput = String.raw`
const map = byId('map');
const fingers = new Map();
let pressed = null;

function startMap() {
  new ResizeObserver(resize).observe(map);
  resize();
  fit();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', moved);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', (event) => fingers.delete(event.pointerId));
  canvas.addEventListener('pointerleave', () => hover(null));
  canvas.addEventListener('wheel', wheel, { passive: false });
  map.addEventListener('keydown', key);
  for (const name of ['focus', 'blur']) map.addEventListener(name, redraw);
  byId('zoom-in').onclick = () => zoom(1.6, view.width / 2, view.height / 2);
  byId('zoom-out').onclick = () => zoom(1 / 1.6, view.width / 2, view.height / 2);
  byId('fit').onclick = fit;
  byId('show-pictures').onchange = (event) => {
    state.showsPictures = event.target.checked;
    redraw();
  };
}

function resize() {
  const { width, height } = map.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const isFirst = view.width === 1;
  view.width = Math.max(1, width);
  view.height = Math.max(1, height);
  canvas.width = Math.round(view.width * ratio);
  canvas.height = Math.round(view.height * ratio);
  if (isFirst) fit();
  redraw();
}

const at = (event) => {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};

function down(event) {
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, at(event));
  pressed = fingers.size === 1 ? at(event) : null;
}

function moved(event) {
  const now = at(event);
  const before = fingers.get(event.pointerId);
  if (!before) return hover(cellAt(...now));
  if (pressed && Math.hypot(now[0] - pressed[0], now[1] - pressed[1]) > 5) pressed = null;
  if (fingers.size === 2) pinch(event.pointerId, before, now);
  else if (fingers.size === 1) move((before[0] - now[0]) / view.scale, (now[1] - before[1]) / view.scale);
  fingers.set(event.pointerId, now);
}

function pinch(id, before, now) {
  const other = [...fingers].find(([each]) => each !== id)[1];
  const span = (place) => Math.max(8, Math.hypot(place[0] - other[0], place[1] - other[1]));
  zoom(span(now) / span(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
}

function up(event) {
  fingers.delete(event.pointerId);
  if (!pressed) return;
  const cell = cellAt(...at(event));
  pressed = null;
  if (cell) choose(cell, false);
}

function wheel(event) {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 20 : 1;
  zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) / 300), ...at(event));
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function key(event) {
  if (event.target !== map || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = arrows[event.key];
  const [x, y] = [view.width / 2, view.height / 2];
  if (arrow) move((arrow[0] * 60) / view.scale, (arrow[1] * 60) / view.scale);
  else if (event.key === '+' || event.key === '=') zoom(1.4, x, y);
  else if (event.key === '-') zoom(1 / 1.4, x, y);
  else if (event.key === '0') fit();
  else if (event.key === 'Enter' || event.key === ' ') {
    const cell = cellAt(x, y);
    if (cell) choose(cell, false);
  } else return;
  event.preventDefault();
}

function hover(cell) {
  if (state.hovered === cell) return;
  state.hovered = cell;
  byId('readout').textContent = cell ? cell.id + '  ·  ' + (cell.count ? plural(cell.count, 'tile') : 'no tile') : '';
  redraw();
}
`;
