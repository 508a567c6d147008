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
  /** The key, or its PKCS#8 DER. */
  privateKey: KeyObject | Buffer;
  alias: string;
  organisation: string;
  /** Eleven digits. */
  cuit: string;
}

/** ub-organization-name of RFC 5280. */
const longestOrganisation = 64;

/**
 * A PKCS#10 request (RFC 2986) in PEM. Its subject is the one of the authority's manual,
 * `/C=AR/O=<Empresa>/CN=<Sistema>/serialNumber=CUIT nnnnnnnnnnn`, though only the public key is kept there.
 */
export function createCertificateRequest(subject: RequestSubject): string {
  const key = Buffer.isBuffer(subject.privateKey) ? privateKeyOf(subject.privateKey) : subject.privateKey;
  const information = sequence(
    smallInteger(0),
    sequence(
      attribute(objectIds.country, 'AR'),
      attribute(objectIds.organisation, toPrintable(subject.organisation) || subject.alias),
      // Production has aliases with signs that PrintableString has not; nobody reads the name here.
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
 * The authority's older tools mangle a UTF-8 organisation, so letters lose their accents and `&` is written out;
 * what PrintableString (X.680, 41.4) still does not allow is dropped.
 */
function toPrintable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll('&', ' y ')
    .replace(/[^A-Za-z0-9 '()+,./:=?-]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longestOrganisation)
    .trim();
}

const suffixAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const suffixLength = 5;
const longest = 30;
export const longestAliasPrefix = longest - suffixLength;

/**
 * The name under which the authority's portal will file the certificate. The sandbox takes letters and digits
 * only («El Nombre simbólico del DN sólo puede contener números y/o letras»), never frees a name and refuses a
 * repeated one, hence the random suffix, without the characters that people mistype.
 */
export function createAlias(prefix = 'alta'): string {
  const letters = prefix
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '');
  const suffix = Array.from({ length: suffixLength }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]);
  return (letters || 'alta').slice(0, longestAliasPrefix) + suffix.join('');
}
