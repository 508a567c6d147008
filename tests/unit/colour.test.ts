import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Colour, contrast, legibleColour, mix } from '#lib/colour.ts';
import { type Tones, tonesOf } from '#lib/wizard-theme.ts';

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number): Colour => `#${number.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  // As WCAG's own formula and the checkers built on it say.
  test.each<[Colour, Colour, number]>([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#0b5563', '#ffffff', 8.42],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

test('a mix lies between its two colors', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mix('#0b5563', '#ffffff', 0)).toBe('#0b5563');
  expect(mix('#0b5563', '#ffffff', 1)).toBe('#ffffff');
});

test('any color can be made legible on white', () => {
  fc.assert(
    fc.property(
      anyColour,
      (colour) => contrast(legibleColour(colour, ['#ffffff'], '#000000'), '#ffffff') >= 4.5,
    ),
    { seed: 3, numRuns: 500 },
  );
});

describe('a theme', () => {
  const paper: Colour[] = ['#f6f4ef', '#fffefb', '#f3f0e8', '#e4f2e8', '#fbeae7', '#fdf1d8'];
  const night: Colour[] = ['#12181a', '#1a2224', '#20292c', '#16301f', '#3b1c19', '#33280f'];

  const leastContrast = ({ accent, accentDeep, onAccent, tint }: Tones, ink: Colour, grounds: Colour[]) =>
    Math.min(
      ...[...grounds, tint].flatMap((ground) => [contrast(accent, ground), contrast(accentDeep, ground)]),
      contrast(onAccent, accent),
      contrast(onAccent, accentDeep),
      contrast(ink, tint),
    );

  test('of any color that carries white text is legible in light and dark', () => {
    const usable = anyColour.filter((colour) => contrast(colour, '#ffffff') >= 4.5);
    fc.assert(
      fc.property(usable, (colour) => {
        const { light, dark } = tonesOf(colour);
        expect(leastContrast(light, '#1c2426', paper)).toBeGreaterThanOrEqual(4.5);
        expect(leastContrast(dark, '#e9ecea', night)).toBeGreaterThanOrEqual(4.5);
        // What stands on the tint, too: hints, and the ring around what has the focus.
        expect(contrast('#545f61', light.tint)).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#abb6b5', dark.tint)).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#b4460b', light.tint)).toBeGreaterThanOrEqual(3);
        expect(contrast('#ffb27a', dark.tint)).toBeGreaterThanOrEqual(3);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
