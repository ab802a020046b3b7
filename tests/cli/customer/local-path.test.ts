import { expect, test } from 'vitest';
import { localPath } from '../../../server/src/cli/customer/order/local-path.ts';

test('a file of an order lies in the folder, without the folder of the order', () => {
  expect(localPath('to', '123', '123/33/a-visual.tif')).toBe('to/33/a-visual.tif');
  expect(localPath('to', '123', 'prefix/33/a b.tif')).toBe('to/prefix/33/a b.tif');
});

test.each(['../a', '123/../../a', '/etc/passwd', 'a//b', 'a/./b', String.raw`..\a`, 'C:/a', 'a\0b', ''])(
  'a key that is no path of the folder is refused: %j',
  (key) => {
    expect(() => localPath('to', '123', key)).toThrow('no path');
  },
);
