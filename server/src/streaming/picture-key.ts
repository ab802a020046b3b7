import { hash } from 'node:crypto';

/** Another number whenever the same request gives other pictures than before. */
const drawingVersion = 1;

/** Names a picture by all that it follows from: equal keys are equal pictures. */
export const pictureKey = (...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([drawingVersion, ...parts]), 'base64url').slice(0, 27);
