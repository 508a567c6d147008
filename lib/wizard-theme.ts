import { type Colour, legibleColour, mix } from './colour.ts';

/** URL of a stylesheet with the account holder's colour. The content security policy forbids inline styles. */
export const themeAddress = (colour: Colour) => `/tema/${colour.slice(1)}.css`;

const white: Colour = '#ffffff';
const black: Colour = '#000000';
/** Backgrounds of coloured text in wizard.css: paper, sheet, quiet, and those of notices. */
const lightGrounds: Colour[] = ['#f6f4ef', '#fffefb', '#f3f0e8', '#e4f2e8', '#fbeae7', '#fdf1d8'];
const darkGrounds: Colour[] = ['#12181a', '#1a2224', '#20292c', '#16301f', '#3b1c19', '#33280f'];

export interface Tones {
  accent: Colour;
  accentDeep: Colour;
  onAccent: Colour;
  tint: Colour;
}

/** wizard.css' tones derived from one colour, darkened or lightened where it would be illegible. */
export function tonesOf(colour: Colour): { light: Tones; dark: Tones } {
  const tint = mix(colour, white, 0.88);
  const accent = legibleColour(colour, [...lightGrounds, tint], black);
  const darkTint = mix(colour, '#12181a', 0.8);
  const darkAccent = legibleColour(colour, [...darkGrounds, darkTint], white, 7);
  return {
    light: { accent, accentDeep: mix(accent, black, 0.3), onAccent: white, tint },
    dark: {
      accent: darkAccent,
      accentDeep: mix(darkAccent, white, 0.35),
      onAccent: legibleColour(mix(colour, black, 0.75), [darkAccent], black),
      tint: darkTint,
    },
  };
}

export function themeCss(colour: Colour): string {
  const { light, dark } = tonesOf(colour);
  return `:root{${tokens(light)}}@media (prefers-color-scheme:dark){:root{${tokens(dark)}}}`;
}

const tokens = ({ accent, accentDeep, onAccent, tint }: Tones) =>
  `--accent:${accent};--accent-deep:${accentDeep};--on-accent:${onAccent};--tint:${tint}`;
