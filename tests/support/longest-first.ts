import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They start processes and wait for them: what ends last should be something short. */
const longest = [
  'api/instances',
  'api/restart',
  'workers/',
  'api/large-',
  'database/',
  'invoices/kills',
  'console/',
  'api/documentation',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((part) => moduleId.includes(`tests/integration/${part}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
