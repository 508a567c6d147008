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
