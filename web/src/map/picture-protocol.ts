import { addProtocol } from 'maplibre-gl';
import { swath } from '../swath.ts';

const scheme = 'swath';

/** Map tiles are asked for by the client library too: it carries the sign-in, and renews it. */
export function registerPictureProtocol(): void {
  addProtocol(scheme, async ({ url }, { signal }) => {
    const path = url.slice(`${scheme}:/`.length);
    const response = await swath.sender.open({ method: 'GET', path, headers: { accept: 'image/*' }, signal });
    return { data: await response.arrayBuffer() };
  });
}

/** The template of an item's tiles, as a source of the map takes it. */
export function tilesOf(collection: string, item: string): string {
  const [inCollection, ofItem] = [collection, item].map(encodeURIComponent);
  return `${scheme}://streaming/v1/tiles/${inCollection}/${ofItem}/{z}/{x}/{y}.webp`;
}
