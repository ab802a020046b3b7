import { expect, test } from 'vitest';
import { findS3Server } from '../support/s3-server.ts';
import { openS3 } from './support/s3-place.ts';

const program = findS3Server();

test.skipIf(program === null)('many requests at once under one signal are no leak: Node warns of nothing', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => void warnings.push(name);
  process.on('warning', hear);
  const { bucket, close } = await openS3(program!);
  try {
    const { signal } = new AbortController();
    const heads = Array.from({ length: 32 }, (_, number) => bucket.head(`no such object ${number}`, signal));
    expect(await Promise.all(heads)).toEqual(Array(32).fill(null));
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  } finally {
    await close();
    process.off('warning', hear);
  }
});
