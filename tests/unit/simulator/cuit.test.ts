import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPerson, parseCuit } from '#simulator/cuit.ts';

describe('a CUIT', () => {
  test.each(['20409378472', '33693450239', '30500010912', '24000000015', '34000000010', '30-12345678-1'])(
    '%s is valid',
    (cuit) => expect(parseCuit(cuit)).toBe(cuit.replaceAll('-', '')),
  );

  test.each(['20301234564', '30714589840', '20123456789', '2012345678', '99123456786', '', undefined, null])(
    '%s is invalid',
    (cuit) => expect(parseCuit(cuit)).toBeUndefined(),
  );

  test('of a person differs from a company’s', () => {
    expect(isPerson('20123456786')).toBe(true);
    expect(isPerson('30123456781')).toBe(false);
  });

  test('is digits or nothing, whatever the input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseCuit(safe(value)) ?? '00000000000').toMatch(/^\d{11}$/);
      }),
    );
  });
});

function safe(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
