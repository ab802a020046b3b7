import type { PictureFormat } from '../ports.ts';

/** The item with a small picture of itself. */
export const withThumbnail = <T extends { readonly assets: object }>(item: T, href: string, format: PictureFormat) => ({
  ...item,
  assets: { ...item.assets, thumbnail: { href, type: `image/${format}`, roles: ['thumbnail'], title: 'Thumbnail' } },
});
