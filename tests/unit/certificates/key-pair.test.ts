import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAlias } from '#lib/x509/certificate-request.ts';
import { createKeyPair, privateKeyOf } from '#lib/x509/key-pair.ts';
import { spkiFingerprint } from '#tests/support/pki.ts';

describe('a key pair', () => {
  it('is RSA-2048 with exponent 65537 and is named by its public fingerprint', async () => {
    const { privateKeyPkcs8, publicKeyFingerprint } = await createKeyPair();
    const key = privateKeyOf(privateKeyPkcs8);
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65537n });
    expect(publicKeyFingerprint).toBe(spkiFingerprint(createPublicKey(key)));
  });

  it('is different each time', async () => {
    const [one, other] = await Promise.all([createKeyPair(), createKeyPair()]);
    expect(one.publicKeyFingerprint).not.toBe(other.publicKeyFingerprint);
  });
});

describe('an alias', () => {
  it.each([undefined, 'facturas', 'Ñandú & Cía.', '2024', '_-', '', 'x'.repeat(80)])(
    'made from the prefix %j is valid in both portals',
    (prefix) => {
      for (let round = 0; round < 50; round += 1)
        expect(createAlias(prefix)).toMatch(/^[a-z][a-z0-9]{2,29}$/);
    },
  );

  it('begins with its prefix and ends randomly', () => {
    const aliases = new Set(Array.from({ length: 1_000 }, () => createAlias()));
    expect(aliases.size).toBeGreaterThan(995);
    for (const alias of aliases) expect(alias).toMatch(/^alta/);
  });
});
