/** Scripts of the tests that run as processes of their own, as seen from the root of the project. */
export const childScripts = [
  'tests/buckets/putting-process.ts',
  'tests/catalog/sqlite/writing-process.ts',
  'tests/contract/second-process.ts',
] as const;
