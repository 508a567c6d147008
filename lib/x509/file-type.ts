/** What a file that is no certificate turns out to be: the `fileType` of `not-a-certificate`. */
const fileTypes = [
  'zip',
  'docx',
  'pdf',
  'png',
  'jpeg',
  'gif',
  'rtf',
  'doc',
  'archive',
  'executable',
  'keystore',
  'html',
  'public-key',
  'text',
  'binary',
] as const;
export type FileType = (typeof fileTypes)[number];

const signatures: readonly [FileType, Buffer][] = [
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['zip', Buffer.from('PK\x05\x06', 'latin1')],
  ['pdf', Buffer.from('%PDF', 'latin1')],
  ['png', Buffer.from('\x89PNG', 'latin1')],
  ['jpeg', Buffer.from('\xff\xd8\xff', 'latin1')],
  ['gif', Buffer.from('GIF8', 'latin1')],
  ['rtf', Buffer.from('{\\rtf', 'latin1')],
  ['doc', Buffer.from('\xd0\xcf\x11\xe0', 'latin1')],
  ['archive', Buffer.from('Rar!', 'latin1')],
  ['archive', Buffer.from('7z\xbc\xaf', 'latin1')],
  ['archive', Buffer.from('\x1f\x8b', 'latin1')],
  ['executable', Buffer.from('MZ', 'latin1')],
  ['keystore', Buffer.from('\xfe\xed\xfe\xed', 'latin1')],
];

/** By its first bytes; never by the name it was uploaded under. Nothing is unpacked. */
export function sniffFileType(bytes: Buffer): FileType | undefined {
  for (const [type, signature] of signatures) {
    if (!bytes.subarray(0, signature.length).equals(signature)) continue;
    // A certificate's base64 begins with MI, so MZ alone could be prose; a program has NULs in its header.
    if (type === 'executable' && !bytes.subarray(0, 64).includes(0)) continue;
    return type === 'zip' && bytes.includes('word/') ? 'docx' : type;
  }
  return undefined;
}

/** Names text in which no certificate was found: a page (the portal's session expired) or just text. */
export function textFileType(text: string): FileType {
  const start = text.trimStart().slice(0, 1024).toLowerCase();
  if (start.startsWith('<!doctype html') || start.includes('<html')) return 'html';
  return text.includes('\0') ? 'binary' : 'text';
}
