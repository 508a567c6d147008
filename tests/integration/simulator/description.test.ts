import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { describedOperations } from './description.ts';

// The authority's own WSDL, as @arcasdk/core brings it along.
const path = '@arcasdk/core/lib/infrastructure/soap/wsdl-strings.js';
const { WSDL_STRINGS } = createRequire(import.meta.url)(path) as { WSDL_STRINGS: Record<string, string> };
const real = describedOperations(WSDL_STRINGS['wsfe.wsdl'] ?? '');

let simulator: RunningSimulator;
let ours: Record<string, string[]>;

beforeAll(async () => {
  simulator = await startSimulator();
  const wsdl = await fetch(`${simulator.url}/sandbox/wsfev1/service.asmx?wsdl`);
  ours = describedOperations(await wsdl.text());
});
afterAll(() => simulator.stop());

test('WSFE has the 22 operations of the real one', () => {
  expect(Object.keys(real)).toHaveLength(22);
  expect(Object.keys(ours).sort()).toEqual(Object.keys(real).sort());
});

describe('the WSDL describes as the real one does', () => {
  test.each(Object.keys(real))('%s', (operation) => {
    expect(real[operation]?.length).toBeGreaterThan(3);
    expect(ours[operation]).toEqual(real[operation]);
  });
});
