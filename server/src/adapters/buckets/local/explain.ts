import { BucketFault, type FaultName } from '../../../buckets/bucket-fault.ts';
import { codeOf } from './directory.ts';

const faults: Readonly<Record<string, readonly [FaultName, string]>> = {
  ENOSPC: ['full', 'has no room left'],
  EDQUOT: ['full', 'has no room left'],
  EFBIG: ['full', 'does not take a file of that size'],
  EACCES: ['denied', 'does not let the service do that'],
  EPERM: ['denied', 'does not let the service do that'],
  EROFS: ['denied', 'is on a disk that is read only'],
  ENAMETOOLONG: ['refused', 'does not take so long a name'],
  EILSEQ: ['refused', 'does not take such a name'],
  EINVAL: ['refused', 'does not take such a name'],
  ENOTDIR: ['conflict', 'has something else than a folder in the way of the object'],
  ELOOP: ['conflict', 'has a link in the way of the object, which is not followed'],
  EISDIR: ['conflict', 'has a folder in the place of the object'],
  ENOTEMPTY: ['conflict', 'has a folder in the place of the object'],
  EEXIST: ['conflict', 'has a folder in the place of the object'],
  EXDEV: ['refused', 'has another disk in the place of the object'],
  ENOENT: ['unavailable', 'changed while it was written to'],
  EIO: ['unavailable', 'cannot be read or written now'],
  EBUSY: ['unavailable', 'cannot be read or written now'],
  ESTALE: ['unavailable', 'cannot be read or written now'],
  ETIMEDOUT: ['unavailable', 'cannot be read or written now'],
  EMFILE: ['unavailable', 'cannot be opened: too many files are open'],
  ENFILE: ['unavailable', 'cannot be opened: too many files are open'],
};

/** What the disk says, in the words of a bucket: no path of the machine is in it. */
export function explain(cause: unknown, label: string): unknown {
  const [fault, reason] = faults[codeOf(cause) ?? ''] ?? [];
  return fault === undefined ? cause : new BucketFault(fault, `the bucket ${label} ${reason}`, { cause });
}
