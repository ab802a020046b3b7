import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of the runs that were measured, the longest first. */
const longest = [
  'tests/web/browser.test.ts',
  'tests/web/order-form.test.ts',
  'tests/web/explore.test.ts',
  'tests/web/operator.test.ts',
  'tests/web/orders.test.ts',
  'tests/web/select.test.ts',
  'tests/public-clients/schemathesis.test.ts',
  'tests/web/admin.test.ts',
  'tests/web/whole-path.test.ts',
  'tests/web/explore-search.test.ts',
  'tests/public-clients/platform-clients.test.ts',
  'tests/abuse/orders-role.test.ts',
  'tests/nodes/whole-path.test.ts',
  'tests/imagery/write/gdal/cuts-as-gdal.test.ts',
  'tests/buckets/contract.test.ts',
  'tests/stac/standard-vectors.test.ts',
  'tests/abuse/orders-kill.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.endsWith(name));
  return rank === -1 ? longest.length : rank;
};

/** The longest files start first, also where no earlier run has left its times: else one core ends alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
