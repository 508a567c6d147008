import type { Environment } from '#lib/environment.ts';
import { test } from '../support/e2e-test.ts';
import { goThrough } from '../support/e2e-walk.ts';

const browsers = {
  'with scripts': {},
  'without scripts': { javaScriptEnabled: false },
  'in a window of 320 pixels': { viewport: { width: 320, height: 640 } },
};

for (const environment of ['sandbox', 'live'] satisfies Environment[]) {
  for (const [how, options] of Object.entries(browsers)) {
    test(`in ${environment}, ${how}, a supplier gets from the link to registered`, async ({
      device,
      supplierAt,
    }) => {
      const supplier = await supplierAt(environment);
      await goThrough(await device(options), supplier);
      await supplier.registered();
    });
  }
}
