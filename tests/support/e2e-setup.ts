import { buildIfNeeded } from '../../scripts/build-if-needed.ts';

/** Once, before the workers start their servers. */
export default function setUp(): void {
  buildIfNeeded();
}
