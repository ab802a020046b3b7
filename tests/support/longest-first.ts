import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = ['tests/web/browser.test.ts', 'tests/web/explore.test.ts'];

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));

/** The two longest files start first, also where no earlier run has left its times: else one core ends alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
