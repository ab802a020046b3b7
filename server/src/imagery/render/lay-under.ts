import type { Picture } from '../ports.ts';

/** The picture, with what another shows where it shows nothing. */
export function laidUnder(above: Picture, below: Picture): Picture {
  const { width, height } = above;
  const samples = new Uint8Array(width * height * 4);
  let isOpaque = true;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const shown = alphaOf(above, pixel) !== 0 ? above : below;
    const alpha = alphaOf(shown, pixel);
    if (alpha !== 255) isOpaque = false;
    const from = pixel * shown.channels;
    const isGrey = shown.channels < 3;
    for (let channel = 0; channel < 3; channel++)
      samples[pixel * 4 + channel] = shown.samples[isGrey ? from : from + channel]!;
    samples[pixel * 4 + 3] = alpha;
  }
  return isOpaque ? withoutAlpha(width, height, samples) : { width, height, channels: 4, samples };
}

const hasAlpha = ({ channels }: Picture) => channels === 2 || channels === 4;

const alphaOf = (picture: Picture, pixel: number): number =>
  hasAlpha(picture) ? picture.samples[pixel * picture.channels + picture.channels - 1]! : 255;

function withoutAlpha(width: number, height: number, four: Uint8Array): Picture {
  const samples = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < 3; channel++) samples[pixel * 3 + channel] = four[pixel * 4 + channel]!;
  return { width, height, channels: 3, samples };
}
