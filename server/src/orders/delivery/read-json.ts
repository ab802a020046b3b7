import { BucketFault, type FaultName } from '../../buckets/bucket-fault.ts';
import type { Bucket } from '../../buckets/ports.ts';

/** Far more than the links of an acquisition need. */
const mostBytes = 64 * 1_024 ** 2;

/** What another order left there; null where there is nothing that can be read. */
export async function readJson(bucket: Pick<Bucket, 'get'>, key: string, signal?: AbortSignal): Promise<unknown> {
  try {
    const { byteLength, body, close } = await bucket.get(key, signal === undefined ? {} : { signal });
    if (byteLength > mostBytes) {
      await close();
      return null;
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof BucketFault && absent.includes(error.fault))) return null;
    throw error;
  }
}

/** AWS denies what is not there to whoever may not list the bucket, and the probe has read there before. */
const absent: readonly FaultName[] = ['object', 'denied'];
