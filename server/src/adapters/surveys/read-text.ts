import type { LocalFiles } from '../../imagery/ports.ts';
import type { ReadText } from '../../select/survey/clouds.ts';

/** An outline of clouds has thousands of corners, not millions. */
const mostBytes = 8 * 1_024 * 1_024;

/** The text of a file of the archive; null where it cannot be read, or is too long. */
export const textReader =
  (files: LocalFiles): ReadText =>
  async (location) => {
    try {
      const file = await files.open(location);
      try {
        return file.byteLength > mostBytes ? null : new TextDecoder().decode(await file.read(0, file.byteLength));
      } finally {
        await file.close();
      }
    } catch {
      return null;
    }
  };
