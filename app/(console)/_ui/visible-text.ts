/**
 * Third-party text with control characters spelt out, including those that change the reading direction or
 * hide what follows (Trojan Source, CVE-2021-42574).
 */
export const visibleText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
      return `\\u{${code}}`;
    });

/** A name for a window title or a sentence: without control and direction characters, and shortened. */
export function plainName(name: string, longest = 80): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  const letters = [...plain];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : plain;
}
