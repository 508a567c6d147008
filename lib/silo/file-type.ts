/** What a file from outside may be. Nothing that a browser runs: no HTML, no SVG. */
export const uploadedTypes = [
  'application/pdf',
  'application/xml',
  'text/xml',
  'application/json',
  'text/plain',
  'text/csv',
  'image/png',
  'image/jpeg',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export type UploadedType = (typeof uploadedTypes)[number];

/** What files of a kind begin with, in Latin-1. */
const beginnings: readonly [string, UploadedType][] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['PK\x03\x04', 'application/zip'],
];

/** Folders that an archive of Office has. The names of its members stand in it as they are. */
const officeParts: readonly [string, UploadedType][] = [
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
];

/**
 * What bytes are, of what is taken: by how they begin; of texts by what they say, and a list by its name's ending alone.
 * Undefined for anything else.
 */
export function typeOfFile(content: Buffer, name: string): UploadedType | undefined {
  const head = content.subarray(0, 16).toString('latin1');
  const found = beginnings.find(([beginning]) => head.startsWith(beginning))?.[1];
  if (found === 'application/zip') return typeOfArchive(content);
  return found ?? typeOfText(content, name);
}

function typeOfArchive(content: Buffer): UploadedType {
  if (!content.includes('[Content_Types].xml')) return 'application/zip';
  return officeParts.find(([folder]) => content.includes(folder))?.[1] ?? 'application/zip';
}

function typeOfText(content: Buffer, name: string): UploadedType | undefined {
  const text = textOf(content);
  if (text === undefined) return undefined;
  if (/^\s*<\?xml\s/.test(text)) return 'application/xml';
  if (/^\s*[[{]/.test(text) && isJson(text)) return 'application/json';
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/** Without the mark of its order of bytes; undefined where it is no UTF-8, or has what no text has. */
function textOf(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
