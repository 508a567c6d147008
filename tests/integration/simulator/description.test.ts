import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { describedOperations, publishedWsdl } from '#tests/support/wsdl.ts';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

describe.each([
  ['WSFE', 22, 'wsfe', 'wsfev1/service.asmx', 3],
  ['WSFEX', 19, 'wsfex', 'wsfexv1/service.asmx', 3],
  ['the taxpayers’ register', 5, 'ws_sr_inscription_proof', 'sr-padron/webservices/personaServiceA5', 2],
] as const)('%s', (_service, count, name, address, fewest) => {
  const real = describedOperations(publishedWsdl(name));
  let ours: Record<string, string[]>;

  beforeAll(async () => {
    const wsdl = await fetch(`${simulator.url}/sandbox/${address}?wsdl`);
    ours = describedOperations(await wsdl.text());
  });

  test(`has the ${count} operations of the real one`, () => {
    expect(Object.keys(real)).toHaveLength(count);
    expect(Object.keys(ours).sort()).toEqual(Object.keys(real).sort());
  });

  test.each(Object.keys(real))('describes %s as the real service does', (operation) => {
    expect(real[operation]?.length).toBeGreaterThan(fewest);
    expect(ours[operation]).toEqual(real[operation]);
  });
});
