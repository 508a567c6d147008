export interface PemBlock {
  label: string;
  /** Raw text between the markers. */
  body: string;
  isClosed: boolean;
}

interface Marker {
  word: 'BEGIN' | 'END';
  label: string;
  start: number;
  end: number;
}

const maxLabelLength = 40;

/**
 * Returns the PEM blocks of a text in one pass over its markers, without backtracking. Markers may have lost
 * some dashes, since word processors merge them.
 */
export function scanPem(text: string): PemBlock[] {
  const markers = [...findMarkers(text, 'BEGIN'), ...findMarkers(text, 'END')].sort(
    (a, b) => a.start - b.start,
  );
  const blocks: PemBlock[] = [];
  markers.forEach((marker, index) => {
    if (marker.word === 'END') return;
    const next = markers[index + 1];
    const body = text.slice(marker.end, next?.start);
    blocks.push({ label: marker.label, body, isClosed: next?.word === 'END' });
  });
  return blocks;
}

/** Returns the longest run of base64-only lines, for a paste without markers; empty if there is none. */
export function findBareBase64(text: string): string {
  let longest = '';
  let run: string[] = [];
  for (const line of `${text}\n\0`.split('\n')) {
    const content = stripQuoting(line);
    if (content && /^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
      run.push(content);
      continue;
    }
    if (!content && run.length > 0) continue;
    const joined = run.join('');
    if (joined.length > longest.length) longest = joined;
    run = [];
  }
  return longest;
}

export function hasEndMarker(text: string): boolean {
  return findMarkers(text, 'END').length > 0;
}

/** Decodes base64. Returns a fault for a character that is not base64, or for an impossible length. */
export function decodeBase64(body: string): Buffer | 'foreign-character' | 'truncated' {
  const compact = body.split('\n').map(stripQuoting).join('');
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
  const digits = padding === 0 ? compact : compact.slice(0, -padding);
  if (/[^A-Za-z0-9+/]/.test(digits)) return 'foreign-character';
  if (compact.length % 4 !== 0) return 'truncated';
  return Buffer.from(digits, 'base64');
}

/** Removes the `>` of a quoted mail, the quotes of spreadsheets and editors, and all whitespace. */
function stripQuoting(line: string): string {
  return /[\s>"']/.test(line) ? line.replace(/^[\s>]+|[\s"']/g, '') : line;
}

function findMarkers(text: string, word: Marker['word']): Marker[] {
  const markers: Marker[] = [];
  for (let at = text.indexOf(`${word} `); at !== -1; at = text.indexOf(`${word} `, at + word.length)) {
    let start = at;
    while (text[start - 1] === '-') start -= 1;
    if (start === at) continue;
    const rest = text.slice(at + word.length + 1, at + word.length + 1 + maxLabelLength + 1);
    const labelLength = rest.indexOf('-');
    const label = rest.slice(0, labelLength).trim();
    if (labelLength < 1 || !/^[A-Z0-9 ]+$/.test(label)) continue;
    let end = at + word.length + 1 + labelLength;
    while (text[end] === '-') end += 1;
    markers.push({ word, label, start, end });
  }
  return markers;
}

/** RFC 7468: base64 in lines of 64 characters between two markers. */
export function encodePem(label: string, der: Uint8Array): string {
  const base64 = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('base64');
  const lines: string[] = [];
  for (let start = 0; start < base64.length; start += 64) lines.push(base64.slice(start, start + 64));
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** Returns the DER of PEM written by `encodePem`. */
export function decodePem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
}
