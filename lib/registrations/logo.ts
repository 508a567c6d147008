import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Logo } from '#lib/database/tables/accounts.ts';

const mostBytes = 65_536;
const leastPixels = 16;
/** A small file can unpack to a picture that no phone can hold. */
const mostPixels = 2_000;

export interface Picture extends Logo {
  base64: string;
}

/** A PNG or JPEG as a data URI. What it is, its bytes say, and not what the URI or a file's name says of it. */
export const LogoUri = z.string().transform((uri, check): Picture => {
  const refuse = (message: string) => {
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const [, base64] = /^data:[a-z0-9/+.-]{0,100};base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (!base64) return refuse('must be a data URI of a PNG or JPEG');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > mostBytes) return refuse('must have 64 KiB at the most');
  const picture = readPng(bytes) ?? readJpeg(bytes);
  if (!picture) return refuse('must be a PNG or JPEG');
  const sides = [picture.width, picture.height];
  if (sides.some((side) => side < leastPixels || side > mostPixels))
    return refuse(`must be ${leastPixels} to ${mostPixels} pixels wide and high`);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { ...picture, digest, base64: bytes.toString('base64') };
});

const pngBegins = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pngEnds = Buffer.from('49454e44ae426082', 'hex');

/** Signature, then the header with the size; complete when its end is there (PNG, 5 and 11.2). */
function readPng(bytes: Buffer): Omit<Logo, 'digest'> | undefined {
  const whole = bytes.subarray(0, 16).equals(pngBegins) && bytes.subarray(-8).equals(pngEnds);
  if (!whole || bytes.length < 45) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments up to the frame's header, which has the size (ITU T.81, B.1 and B.2.2). */
function readJpeg(bytes: Buffer): Omit<Logo, 'digest'> | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    // Scan data before any frame, or a segment that is shorter than its own length.
    if (marker === 0xda || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}
