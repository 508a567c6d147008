const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** An upload as text with one kind of line end, space, dash and quote, whatever editor or mail it went through. */
export function decodeText(bytes: Buffer): string {
  return straighten(decodePercent(decodeCharacters(bytes)));
}

/** Notepad saves «Unicode» as UTF-16; older tools give Windows-1252. Each decoder drops its own BOM. */
function decodeCharacters(bytes: Buffer): string {
  const encoding = utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && second !== 0) return 'utf-16be';
  return undefined;
}

/** A paste that went through a form twice: `-----BEGIN+CERTIFICATE-----%0AMII…%2B…`. */
function decodePercent(text: string): string {
  if (!/BEGIN(?:%20|\+)[A-Z]/.test(text) && !text.startsWith('%2D')) return text;
  const spaced = /BEGIN\+[A-Z]/.test(text) ? text.replaceAll('+', ' ') : text;
  return spaced.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function straighten(text: string): string {
  // Nearly every upload is plain ASCII with \n and needs none of this.
  const ascii = /[^\n -~]/.test(text)
    ? text
        .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
        .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
        .replace(/[\t\v\f\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .replace(/[\u2018-\u201f\u00ab\u00bb]/g, '"')
    : text;
  return ascii.includes('\\n') ? ascii.replace(/\\r\\n|\\n/g, '\n') : ascii;
}
