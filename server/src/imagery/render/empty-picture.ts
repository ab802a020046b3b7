import type { PictureFormat } from '../ports.ts';

export type TileSize = 256 | 512;

const bytes = (...parts: readonly string[]) => Buffer.from(parts.join(''), 'base64');
const zeros = (count: number) => 'A'.repeat(count);

const whiteStart =
  '/9j/2wBDAAMDAwMDAwMDAwMEBAQEBAYFBQUFBgkGBwYHBgkOCAoICAoIDgwPDAsMDwwWEQ8PERYZFRQVGR4bGx4mJCYyMkP/wgALC';
const whiteTables = 'AREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAn/2gAIAQEAAAAAqm';

/** Made once and for all: nothing is opened, drawn or packed for a tile that shows nothing. JPEG is white. */
const pictures: Readonly<Record<TileSize, Readonly<Record<PictureFormat, Uint8Array>>>> = {
  256: {
    png: bytes(
      'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAAA1BMVEUAAACnej3aAAAAAXRSTlMAQObYZgAAAB9JREFUeNrtwQEN',
      'AAAAwqD3T20ON6AAAAAAAAAAAL4NIQAAAWDknZcAAAAASUVORK5CYII=',
    ),
    webp: bytes('UklGRiIAAABXRUJQVlA4TBUAAAAv/8A/EAcQEREAUKT//ymi/6n//QcA'),
    jpeg: bytes(whiteStart, 'AEAAQAB', whiteTables, zeros(170), 'P//EABQQAQAAAAAAAAAAAAAAAAAAAKD/2gAIAQEAAT8AAB//2Q=='),
  },
  512: {
    png: bytes(
      'iVBORw0KGgoAAAANSUhEUgAAAgAAAAIAAQMAAADOtka5AAAAA1BMVEUAAACnej3aAAAAAXRSTlMAQObYZgAAADZJREFUeNrtwQEB',
      'AAAAgiD/r25IQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAfBuCAAABY3VQpAAAAABJRU5ErkJggg==',
    ),
    webp: bytes('UklGRiwAAABXRUJQVlA4TB8AAAAv/8F/EAcQEREQCCT7e89QRP8z/vOf//znP//5z/8BAA=='),
    jpeg: bytes(whiteStart, 'AIAAgAB', whiteTables, zeros(682), 'P//EABQQAQAAAAAAAAAAAAAAAAAAAMD/2gAIAQEAAT8AAAf/2Q=='),
  },
};

export const emptyPicture = (size: TileSize, format: PictureFormat): Uint8Array => pictures[size][format];
