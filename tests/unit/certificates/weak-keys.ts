import { generateKeyPairSync } from 'node:crypto';

/** The keys nobody should have: only their encoding counts, so the moduli are no products of primes. */
export function weakKeys(): [string, Buffer][] {
  const rsa = (bits: number, exponent: number): Buffer => {
    const modulus = Buffer.alloc(bits / 8, 0xc5);
    const n = encode(0x02, Buffer.concat([Buffer.of(0), modulus]));
    const key = encode(0x30, Buffer.concat([n, encode(0x02, Buffer.of(exponent))]));
    const algorithm = Buffer.from('300d06092a864886f70d0101010500', 'hex');
    return encode(0x30, Buffer.concat([algorithm, encode(0x03, Buffer.concat([Buffer.of(0), key]))]));
  };
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return [
    ['RSA of 16384 bits', rsa(16_384, 3)],
    ['RSA of 512 bits', rsa(512, 3)],
    ['RSA with exponent 1', rsa(2048, 1)],
    ['RSA with exponent 3', rsa(2048, 3)],
    ['on a curve', ec],
  ];
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(header), content]);
}
