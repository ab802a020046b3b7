/** Lays the pictures of tiles on the map, each where its corners are. */
export const mapPictures = String.raw`
const images = new Map();

function placePictures() {
  for (const picture of Object.values(pictures)) picture.ring = placed(picture.corners);
}

// Of the acquisition that is looked at, else of the best tile that has one; null until it is loaded.
function pictureOf(cell) {
  const tile = cell.tiles.find(({ key, acquisition }) => Object.hasOwn(pictures, key) && (state.acquisition === null || acquisition === state.acquisition));
  if (!tile) return null;
  const image = images.get(tile.key) || load(tile.key);
  return image.complete && image.naturalWidth > 0 ? { image, ring: pictures[tile.key].ring } : null;
}

function load(key) {
  const image = new Image();
  images.set(key, image);
  image.onload = redraw;
  image.src = pictures[key].image;
  return image;
}

// A picture is square in its cell's zone, so on the map it is a little turned.
function drawPicture({ image, ring }) {
  const [ne, nw, sw] = [ring[1], ring[2], ring[3]].map(toScreen);
  const size = image.naturalWidth;
  pen.save();
  pen.imageSmoothingQuality = 'high';
  pen.transform((ne[0] - nw[0]) / size, (ne[1] - nw[1]) / size, (sw[0] - nw[0]) / size, (sw[1] - nw[1]) / size, nw[0], nw[1]);
  pen.drawImage(image, 0, 0);
  pen.restore();
}
`;
