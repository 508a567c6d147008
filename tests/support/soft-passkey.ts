import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { encodeCBOR } from '@levischuck/tiny-cbor';
import type { PasskeyAssertion, PasskeyRegistration } from '#lib/accounts/passkeys.ts';

interface Ceremony {
  challenge: string;
  /** Origin of the page, if it is not ours. */
  origin?: string;
  /** The relying party's domain that the authenticator signs, if it is not ours. */
  domain?: string;
  /** Whether the person unlocked it. A finger on the key alone does not. */
  isUnlocked?: boolean;
  /** Count of uses, of a copy of the key. */
  counter?: number;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url');

/** An authenticator with one passkey on P-256, as in WebAuthn (W3C, level 3, sections 6.1 and 6.5). */
export function softPasskey(ours: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const id = base64url(credential);
  let used = 0;

  const clientData = (type: 'create' | 'get', { challenge, origin = ours }: Ceremony) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  /** Hash of the relying party's host, flags of presence and unlocking, and the counter of uses. */
  const authenticatorData = (
    flags: number,
    { isUnlocked = true, domain }: Ceremony,
    more = Buffer.alloc(0),
  ) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(used);
    const present = 0b1 | (isUnlocked ? 0b100 : 0);
    return Buffer.concat([
      sha256(domain ?? new URL(ours).hostname),
      Buffer.from([present | flags]),
      counter,
      more,
    ]);
  };

  return {
    id,
    make(ceremony: Ceremony): PasskeyRegistration {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      // EC2, ES256, P-256.
      const key = encodeCBOR(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, key]);
      const authData = authenticatorData(0b100_0000, ceremony, attested);
      const attestationObject = encodeCBOR(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: base64url(clientData('create', ceremony)),
          attestationObject: base64url(attestationObject),
        },
      };
    },
    use(ceremony: Ceremony): PasskeyAssertion {
      used = ceremony.counter ?? used + 1;
      const data = clientData('get', ceremony);
      const authData = authenticatorData(0, ceremony);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
}
