/**
 * A stranger's text with everything that acts instead of showing spelt out: control characters, and those that
 * turn the direction of reading or hide what follows (Trojan Source, CVE-2021-42574).
 */
export const visibleText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
      return `\\u{${code}}`;
    });

/** For the title of a window or a sentence: without what would turn the words around it, and not too long. */
export function plainName(name: string, longest = 80): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  const letters = [...plain];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : plain;
}
