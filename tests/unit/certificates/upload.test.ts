import { describe, expect, it } from 'vitest';
import { createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { extractCertificates, maxUploadBytes } from '#lib/x509/certificate-upload.ts';
import { testAuthority, toPem } from '#tests/support/pki.ts';
import { alias, issueLive, ourKey, supplierCuit } from './case.ts';
import { hasOpenssl, openssl } from './openssl.ts';

const der = issueLive();
const pem = toPem(der);
const body = pem.split('\n').slice(1, -2);
const ca = testAuthority('live').der;

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const utf16be = (text: string) => Buffer.from(utf16(text)).swap16();

describe('a certificate is found in', () => {
  it.each<[string, string | Buffer]>([
    ['PEM', pem],
    ['DER', der],
    ['PEM with a BOM', `\ufeff${pem}`],
    ['PEM in UTF-16 LE, as Notepad saves «Unicode»', utf16(pem)],
    ['PEM in UTF-16 BE', utf16be(pem)],
    ['PEM in UTF-16 without a BOM', utf16(pem).subarray(2)],
    ['PEM with CRLF', pem.replaceAll('\n', '\r\n')],
    ['PEM with CR', pem.replaceAll('\n', '\r')],
    ['PEM on one line', pem.replaceAll('\n', '')],
    ['PEM on one line with spaces', pem.replaceAll('\n', ' ')],
    ['PEM with blank lines between', pem.replaceAll('\n', '\n\n')],
    ['PEM with spaces around each line', pem.replaceAll('\n', ' \n  ')],
    [
      'PEM with spaces inside the base64',
      pem.replaceAll('\n', '\n').replace(/(.{20})(?=[A-Za-z0-9+/]{20})/g, '$1 '),
    ],
    ['PEM with non-breaking spaces', pem.replaceAll('\n', '\u00a0\n')],
    ['PEM with non-breaking spaces in Windows-1252', Buffer.from(pem.replaceAll('\n', '\xa0\n'), 'latin1')],
    ['PEM with zero-width spaces', pem.replaceAll('\n', '\u200b\n')],
    ['PEM quoted in a mail', pem.replace(/^/gm, '> ')],
    ['PEM quoted twice', pem.replace(/^/gm, '>> ')],
    ['PEM in smart quotes', `“${pem.trim()}”`],
    ['PEM with every line quoted', pem.trim().replace(/^.*$/gm, '"$&"')],
    ['PEM whose dashes a word processor joined', pem.replaceAll('-----', '—–')],
    ['PEM as a JSON string', JSON.stringify(pem)],
    ['PEM with text before', `Estimado, le paso el certificado:\n\n${pem}`],
    ['PEM with text after', `${pem}\nSaludos — Estudio Contable`],
    ['PEM in the page it was shown on', `<!DOCTYPE html><html><textarea>${pem}</textarea></html>`],
    ['PEM, percent-encoded', encodeURIComponent(pem)],
    ['PEM, form-encoded', new URLSearchParams({ pem }).toString().slice(4)],
    ['PEM, form-encoded with its field name', new URLSearchParams({ pem }).toString()],
    ['PEM without its first line', [...body, '-----END CERTIFICATE-----'].join('\n')],
    ['PEM without its last line', ['-----BEGIN CERTIFICATE-----', ...body].join('\n')],
    [
      'PEM without its last line but with a greeting',
      ['-----BEGIN CERTIFICATE-----', ...body, '', 'Saludos.'].join('\n'),
    ],
    ['bare base64', body.join('\n')],
    ['bare base64 on one line', body.join('')],
    ['bare base64 with a note above', `Resultado:\n\n${body.join('\n')}`],
    ['an older label', toPem(der, 'X509 CERTIFICATE')],
    ['a file with its request', `${createRequest()}${pem}`],
  ])('%s', (_, upload) => {
    expect(extractCertificates(Buffer.from(upload as string))).toEqual([der]);
  });

  it('a chain, in the order of the file', () => {
    expect(extractCertificates(Buffer.from(toPem(ca) + pem))).toEqual([ca, der]);
    expect(extractCertificates(Buffer.from(pem + toPem(ca)))).toEqual([der, ca]);
  });

  it.skipIf(!hasOpenssl).each(['PEM', 'DER'])('a p7b in %s', (form) => {
    const p7b = openssl(['crl2pkcs7', '-nocrl', '-certfile', 'INPUT', '-outform', form], pem + toPem(ca));
    const found = extractCertificates(p7b.stdout);
    expect(new Set(found as Buffer[])).toEqual(new Set([der, ca]));
  });
});

const cut = body.slice(0, 6);

describe('an upload is refused as', () => {
  const zip = 'PK\x03\x04\x14\0\x06\0';
  it.each<[string, Record<string, string>, string, Buffer | string]>([
    ['empty', {}, 'nothing', ''],
    ['empty', {}, 'blanks', ' \r\n\t '],
    ['empty', {}, 'a BOM', '\ufeff'],
    [
      'too-large',
      { bytes: String(maxUploadBytes + 1) },
      'a byte too many',
      Buffer.alloc(maxUploadBytes + 1, 'a'),
    ],
    ['not-a-certificate', { fileType: 'jpeg' }, 'a large photograph', large('\xff\xd8\xff\xe0')],
    ['not-a-certificate', { fileType: 'pdf' }, 'a large PDF', large('%PDF-1.7\n')],
    ['certificate-request', {}, 'our own request', createRequest()],
    [
      'certificate-request',
      {},
      'a request in DER',
      Buffer.from(createRequest().replace(/-----[^-]+-----/g, ''), 'base64'),
    ],
    ['certificate-request', {}, 'a request under a wrong label', createRequest().replaceAll(' REQUEST', '')],
    [
      'certificate-request',
      {},
      'the older label',
      createRequest().replaceAll('CERTIFICATE REQ', 'NEW CERTIFICATE REQ'),
    ],
    ['certificate-request', {}, 'a damaged request', createRequest().replace(/\n.{60}/, '\n?')],
    ['private-key', {}, 'a PKCS#8 key', ourKey.privateKey.export({ type: 'pkcs8', format: 'pem' })],
    ['private-key', {}, 'a PKCS#1 key', ourKey.privateKey.export({ type: 'pkcs1', format: 'pem' })],
    ['private-key', {}, 'a key in DER', ourKey.privateKey.export({ type: 'pkcs8', format: 'der' })],
    ['private-key', {}, 'an RSA key in DER', ourKey.privateKey.export({ type: 'pkcs1', format: 'der' })],
    ['private-key', {}, 'an encrypted key', encryptedKey('pem')],
    ['private-key', {}, 'an encrypted key in DER', encryptedKey('der')],
    [
      'private-key',
      {},
      'a key behind a certificate',
      pem + ourKey.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ],
    [
      'private-key',
      {},
      'a key behind nine certificates',
      pem.repeat(9) + ourKey.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ],
    [
      'private-key',
      {},
      'a key under a wrong label',
      toPem(ourKey.privateKey.export({ type: 'pkcs8', format: 'der' })),
    ],
    [
      'private-key',
      {},
      'bare base64 of a key',
      ourKey.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    ],
    [
      'private-key',
      {},
      'an OpenSSH key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n',
    ],
    ['pkcs12', {}, 'the beginning of a PFX', Buffer.from('308209a60201033082', 'hex')],
    [
      'pkcs12',
      {},
      'a PFX with indefinite lengths',
      Buffer.from('3080020103308006092a864886f70d010701', 'hex'),
    ],
    ['not-a-certificate', { fileType: 'zip' }, 'a ZIP', `${zip}hola.txt`],
    ['not-a-certificate', { fileType: 'docx' }, 'a DOCX', `${zip}word/document.xml`],
    ['not-a-certificate', { fileType: 'pdf' }, 'a PDF', '%PDF-1.7\n'],
    ['not-a-certificate', { fileType: 'png' }, 'a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['not-a-certificate', { fileType: 'jpeg' }, 'a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['not-a-certificate', { fileType: 'gif' }, 'a GIF', 'GIF89a'],
    ['not-a-certificate', { fileType: 'rtf' }, 'RTF around a PEM', `{\\rtf1\\ansi ${pem}}`],
    ['not-a-certificate', { fileType: 'doc' }, 'an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['not-a-certificate', { fileType: 'archive' }, 'a RAR', 'Rar!\x1a\x07'],
    ['not-a-certificate', { fileType: 'executable' }, 'a program', Buffer.from('4d5a90000300000004', 'hex')],
    [
      'not-a-certificate',
      { fileType: 'keystore' },
      'a Java keystore',
      Buffer.from('feedfeed00000002', 'hex'),
    ],
    [
      'not-a-certificate',
      { fileType: 'html' },
      "the portal's page",
      '\n<!doctype html><html lang="es"><title>Ingreso</title>',
    ],
    ['not-a-certificate', { fileType: 'text' }, 'a note', 'MZ no es un certificado'],
    ['not-a-certificate', { fileType: 'text' }, 'one word', 'hola'],
    ['not-a-certificate', { fileType: 'binary' }, 'noise', Buffer.from('07000102ff00fe', 'hex')],
    [
      'not-a-certificate',
      { fileType: 'public-key' },
      'a public key',
      ourKey.publicKey.export({ type: 'spki', format: 'pem' }),
    ],
    [
      'malformed',
      { problem: 'truncated', missing: 'end' },
      'the upper half',
      ['-----BEGIN CERTIFICATE-----', ...cut].join('\n'),
    ],
    ['malformed', { problem: 'truncated', missing: 'end' }, 'half a DER file', der.subarray(0, 400)],
    [
      'malformed',
      { problem: 'truncated', missing: 'lines' },
      'lines lost in the middle',
      toPem(der.subarray(0, 480)),
    ],
    [
      'malformed',
      { problem: 'truncated', missing: 'lines' },
      'the upper half without markers',
      cut.join('\n'),
    ],
    [
      'malformed',
      { problem: 'truncated', missing: 'lines' },
      'a character lost',
      pem.replace(/\nMII/, '\nMI'),
    ],
    ['malformed', { problem: 'truncated', missing: 'begin' }, 'the last line', '-----END CERTIFICATE-----'],
    ['malformed', { problem: 'truncated', missing: 'end' }, 'the first line', '-----BEGIN CERTIFICATE-----'],
    ['malformed', { problem: 'foreign-character' }, 'a foreign character', pem.replace(/\nMII/, '\nMI*')],
    ['malformed', { problem: 'trailing-bytes' }, 'a byte too many', Buffer.concat([der, Buffer.of(0)])],
    ['malformed', { problem: 'too-many-blocks', limit: '8' }, 'nine certificates', pem.repeat(9)],
  ])('%s %o: %s', (reason, detail, _, upload) => {
    expect(extractCertificates(Buffer.from(upload as string))).toEqual({ reason, detail });
  });

  it('malformed if it has only the lower half', () => {
    const lower = [...body.slice(-6), '-----END CERTIFICATE-----'].join('\n');
    expect(extractCertificates(Buffer.from(lower))).toMatchObject({ reason: 'malformed' });
  });

  it.skipIf(!hasOpenssl)('pkcs12 if it is a real one', () => {
    const key = ourKey.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { stdout } = openssl(['pkcs12', '-export', '-passout', 'pass:x', '-in', 'INPUT'], key + pem);
    expect(extractCertificates(stdout)).toMatchObject({ reason: 'pkcs12' });
    expect(extractCertificates(Buffer.from(stdout.toString('base64')))).toMatchObject({ reason: 'pkcs12' });
  });
});

describe('the size limit', () => {
  it.each([maxUploadBytes - 1, maxUploadBytes])('allows %d bytes', (size) => {
    expect(extractCertificates(Buffer.from(pem.padEnd(size, '\n')))).toEqual([der]);
  });
});

function large(beginning: string): Buffer {
  return Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(maxUploadBytes)]);
}

function createRequest(): string {
  const { privateKey } = ourKey;
  return createCertificateRequest({ privateKey, alias, organisation: 'Empresa S.A.', cuit: supplierCuit });
}

function encryptedKey(format: 'pem' | 'der'): string | Buffer {
  const passphrase = 'secreto';
  return format === 'pem'
    ? ourKey.privateKey.export({ type: 'pkcs8', format, cipher: 'aes-256-cbc', passphrase })
    : ourKey.privateKey.export({ type: 'pkcs8', format, cipher: 'aes-256-cbc', passphrase });
}
