/** `#rrggbb`. Luminance and contrast follow WCAG 2.2. */
export type Colour = `#${string}`;

export const colourShape = /^#[0-9a-f]{6}$/;

/** Contrast ratio, from 1 (equal) to 21 (black on white). Text needs 4.5 (success criterion 1.4.3). */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes a share of `other`, from 0 to 1, into `colour`. */
export function mix(colour: Colour, other: Colour, share: number): Colour {
  const others = channels(other);
  const mixed = channels(colour).map((value, at) => value + ((others[at] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes just enough of `towards` into the colour for a contrast of at least `least` on all backgrounds. */
export function legibleColour(colour: Colour, grounds: Colour[], towards: Colour, least = 4.5): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(colour, towards, share);
    if (grounds.every((ground) => contrast(tried, ground) >= least)) return tried;
  }
  return towards;
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: Colour): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
