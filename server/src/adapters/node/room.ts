import type { Room } from '../../health/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { freeBytesIn, lookEveryMs } from './free-bytes.ts';

/** Whether the disk of a folder has more free than must stay so. */
export function createRoom(folder: string, leastBytes: number, freeBytes = () => freeBytesIn(folder)): Room {
  let [isLowNow, lookedAtMs] = [false, -Infinity];
  const isLow = async (): Promise<boolean> => {
    if (leastBytes === 0) return false;
    const nowMs = performance.now();
    if (nowMs - lookedAtMs < lookEveryMs) return isLowNow;
    lookedAtMs = nowMs;
    isLowNow = (await freeBytes()) < leastBytes;
    return isLowNow;
  };
  return {
    isLow,
    async require() {
      if (await isLow()) throw new PlatformError('disk_low', { reason, retryAfterSeconds: 60 });
    },
  };
}

const reason = 'the disk of the service is nearly full: it takes no new work until there is room again';
