import { createPublicKey, type KeyObject, randomInt, sign } from 'node:crypto';
import {
  type Asn1,
  algorithm,
  bits,
  context,
  objectId,
  objectIds,
  parse,
  printable,
  sequence,
  serialise,
  set,
  smallInteger,
} from './asn1.ts';
import { privateKeyOf } from './key-pair.ts';
import { encodePem } from './pem.ts';

export interface RequestSubject {
  /** Key object, or PKCS#8 DER. */
  privateKey: KeyObject | Buffer;
  alias: string;
  organisation: string;
  /** Eleven digits. */
  cuit: string;
}

/** ub-organization-name of RFC 5280. */
const maxOrganisationLength = 64;

/**
 * Returns a PKCS#10 request (RFC 2986) in PEM. Its subject follows the authority's manual:
 * `/C=AR/O=<Empresa>/CN=<Sistema>/serialNumber=CUIT nnnnnnnnnnn`. The authority takes only the public key
 * from it.
 */
export function createCertificateRequest(subject: RequestSubject): string {
  const key = Buffer.isBuffer(subject.privateKey) ? privateKeyOf(subject.privateKey) : subject.privateKey;
  const information = sequence(
    smallInteger(0),
    sequence(
      attribute(objectIds.country, 'AR'),
      attribute(objectIds.organisation, toPrintable(subject.organisation) || subject.alias),
      // In live, an alias may contain characters outside PrintableString. The authority ignores this name.
      attribute(objectIds.commonName, toPrintable(subject.alias) || 'alta'),
      attribute(objectIds.serialNumber, `CUIT ${subject.cuit}`),
    ),
    parse(createPublicKey(key).export({ type: 'spki', format: 'der' })),
    context(0),
  );
  const signature = sign('sha256', serialise(information), key);
  const request = sequence(information, algorithm(objectIds.sha256WithRsa), bits(signature));
  return encodePem('CERTIFICATE REQUEST', serialise(request));
}

function attribute(id: string, value: string): Asn1 {
  return set(sequence(objectId(id), printable(value)));
}

/**
 * Strips accents and spells out `&`, because the authority's older tools mangle a UTF-8 organization. Drops
 * the remaining characters that PrintableString (X.680, 41.4) does not allow.
 */
function toPrintable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll('&', ' y ')
    .replace(/[^A-Za-z0-9 '()+,./:=?-]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxOrganisationLength)
    .trim();
}

const suffixAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const suffixLength = 5;
const maxAliasLength = 30;
export const maxAliasPrefixLength = maxAliasLength - suffixLength;

/**
 * Creates the name under which the authority's portal files the certificate. The sandbox accepts only letters
 * and digits («El Nombre simbólico del DN sólo puede contener números y/o letras»), never frees a name and
 * refuses duplicates: hence the random suffix, which avoids easily mistyped characters.
 */
export function createAlias(prefix = 'alta'): string {
  const characters = prefix
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '');
  const suffix = Array.from({ length: suffixLength }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]);
  return (characters || 'alta').slice(0, maxAliasPrefixLength) + suffix.join('');
}
