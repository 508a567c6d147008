const longest = 120;

/**
 * A file's name as it may be shown and saved under: no folders, and nothing that acts instead of showing (control
 * characters, and those that turn the direction of reading, so that `fdp.exe` passes for `exe.pdf`).
 */
export function cleanFileName(name: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return shortened(safe) || 'file';
}

/** Keeps the ending, which says what it is. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= longest) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return `${characters.slice(0, longest - ending.length).join('')}${ending}`;
}
