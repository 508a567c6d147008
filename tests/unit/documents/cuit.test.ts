import { describe, expect, it } from 'vitest';
import { formatCuit, isValidCuit, maskCuits, normaliseCuit } from '#lib/documents/cuit.ts';

describe('a CUIT', () => {
  it.each([
    '20409378472',
    '20111111112',
    '33693450239',
    '30000000007',
    '20000000516',
    '23000000000',
    '30500010912',
    '20123456786',
    '27123456780',
    '30123456781',
    '33123456780',
    '30712345671',
    '23456789013',
    '24000000015',
    '34000000010',
  ])('%s is valid', (code) => {
    expect(isValidCuit(code)).toBe(true);
  });

  it.each([
    ['20301234564', 'a wrong check digit'],
    ['30714589840', 'a wrong check digit'],
    ['30717329654', 'a wrong check digit'],
    ['20123456789', "Invopop's sample"],
    ['21111111110', 'a prefix of nobody'],
    ['99000000004', 'a prefix of nobody'],
    ['2011111111', 'ten digits'],
    ['201111111120', 'twelve digits'],
    ['20-11111111-2', 'hyphens'],
    ['2011111111a', 'a letter'],
    ['２０１１１１１１１１２', 'digits of another script'],
    ['', 'nothing'],
  ])('%s is invalid: %s', (code) => {
    expect(isValidCuit(code)).toBe(false);
  });

  it('has no valid check digit where the sum gives 10', () => {
    const tails = Array.from({ length: 10 }, (_, digit) => `2000000001${digit}`);
    const valid = Array.from({ length: 200 }, (_, number) => `20${String(number).padStart(8, '0')}`).map(
      (body) => tails.filter((_, digit) => isValidCuit(`${body}${digit}`)),
    );
    expect(valid.some((list) => list.length === 0)).toBe(true);
    expect(valid.every((list) => list.length <= 1)).toBe(true);
  });

  it.each([
    ['20-11111111-2', '20111111112'],
    [' 20.11111111.2 ', '20111111112'],
    ['20 11111111 2', '20111111112'],
    ['AR20111111112', '20111111112'],
    ['ar 20-11111111-2', '20111111112'],
    ['20–11111111–2', '20111111112'],
    ['20\u00a011111111\u00a02', '20111111112'],
    ['ARENA', 'ARENA'],
  ])('written %j is %s', (text, code) => {
    expect(normaliseCuit(text)).toBe(code);
  });

  it('is printed with hyphens, and other text as it is', () => {
    expect(formatCuit('20111111112')).toBe('20-11111111-2');
    expect(formatCuit('2011')).toBe('2011');
  });

  it.each([
    ['"20111111112"', '"20-•••••111-2"'],
    ['CUIT:20-11111111-2, AR27123456780.', 'CUIT:20-•••••111-2, AR27-•••••678-0.'],
    ['with a wrong check digit: 20123456789', 'with a wrong check digit: 20-•••••678-9'],
    ['01a200e9-86af-712d-939c-86d120111111112', '01a200e9-86af-712d-939c-86d120111111112'],
    ['1763776833377', '1763776833377'],
  ])('is masked within %j', (text, masked) => {
    expect(maskCuits(text)).toBe(masked);
  });
});
