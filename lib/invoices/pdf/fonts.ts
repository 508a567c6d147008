import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';

export interface Fonts {
  regular: Font;
  bold: Font;
}

let opened: Fonts | undefined;

/**
 * Opened once for all documents: making sense of a font's tables takes longer than an invoice of one page. Noto Sans
 * has Latin, Greek and Cyrillic letters, and digits of one width.
 */
export function fonts(): Fonts {
  opened ??= { regular: open('400Regular'), bold: open('700Bold') };
  return opened;
}

// The working directory is the project's root: a path from import.meta.url would point into Next's bundle.
function open(style: string): Font {
  const file = join(
    process.cwd(),
    'node_modules/@expo-google-fonts/noto-sans',
    style,
    `NotoSans_${style}.ttf`,
  );
  const font = openSync(file);
  if ('fonts' in font) throw new Error(`${file} is a collection of fonts`);
  return font;
}
