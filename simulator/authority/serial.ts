import { randomBytes } from 'node:crypto';

/** Eight random bytes, top bit clear, first byte not zero: always eight in DER too. */
export function randomSerial(): Buffer {
  const bytes = randomBytes(8);
  const first = bytes.readUInt8(0) & 0x7f;
  bytes.writeUInt8(first === 0 ? 1 : first, 0);
  return bytes;
}
