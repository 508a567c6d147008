import forge from 'node-forge';
import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';

export type Signer = { certificate: string; key: string };

export type TicketRequestFields = {
  service?: string;
  version?: string;
  source?: string;
  destination?: string;
  uniqueId?: string;
  /** Seconds from now. */
  generation?: number;
  expiration?: number;
  generationTime?: string;
};

export function ticketRequest(fields: TicketRequestFields = {}): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const element = (name: string, value: string | undefined) => (value ? `<${name}>${value}</${name}>` : '');
  return (
    `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="${fields.version ?? '1.0'}"><header>` +
    element('source', fields.source) +
    element('destination', fields.destination) +
    element('uniqueId', fields.uniqueId ?? '1627282317') +
    element('generationTime', fields.generationTime ?? at(fields.generation ?? -600)) +
    element('expirationTime', at(fields.expiration ?? 600)) +
    `</header><service>${fields.service ?? 'wsfe'}</service></loginTicketRequest>`
  );
}

/** base64 of the CMS, made by node-forge. */
export function signMessage(
  content: string,
  { certificate, key }: Signer,
  options: { detached?: boolean; withoutCertificate?: boolean } = {},
): string {
  const message = forge.pkcs7.createSignedData();
  message.content = forge.util.createBuffer(content, 'utf8');
  if (!options.withoutCertificate) message.addCertificate(certificate);
  message.addSigner({
    key: forge.pki.privateKeyFromPem(key),
    certificate: forge.pki.certificateFromPem(certificate),
    digestAlgorithm: forge.pki.oids.sha256 as string,
    authenticatedAttributes: [
      { type: forge.pki.oids.contentType as string, value: forge.pki.oids.data as string },
      { type: forge.pki.oids.messageDigest as string },
      { type: forge.pki.oids.signingTime as string },
    ],
  });
  message.sign({ detached: options.detached ?? false });
  return forge.util.encode64(forge.asn1.toDer(message.toAsn1()).getBytes());
}

export function loginEnvelope(
  in0: string | undefined,
  namespace = 'http://wsaa.view.sua.dvadac.desein.afip.gov',
) {
  const field = in0 === undefined ? '' : `<w:in0>${in0}</w:in0>`;
  return (
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"' +
    ` xmlns:w="${namespace}"><soapenv:Body><w:loginCms>${field}</w:loginCms></soapenv:Body></soapenv:Envelope>`
  );
}

export type LoginAnswer = {
  status: number;
  text: string;
  /** Local part of the fault's code. */
  code: string | undefined;
  token: string;
  sign: string;
  tokenXml: string;
};

export async function postLogin(
  simulator: RunningSimulator,
  environment: Environment,
  body: string,
  headers: Record<string, string> = { 'content-type': 'text/xml', soapaction: '' },
): Promise<LoginAnswer> {
  const url = `${simulator.url}/${environment}/ws/services/LoginCms`;
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const inner = text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"');
  const token = /<token>([^<]+)</.exec(inner)?.[1] ?? '';
  return {
    status: response.status,
    text,
    code: /<faultcode[^>]*>[^:<]*:([^<]+)</.exec(text)?.[1],
    token,
    sign: /<sign>([^<]+)</.exec(inner)?.[1] ?? '',
    tokenXml: Buffer.from(token, 'base64').toString('utf8'),
  };
}

export function login(
  simulator: RunningSimulator,
  environment: Environment,
  signer: Signer,
  fields: TicketRequestFields = {},
): Promise<LoginAnswer> {
  return postLogin(simulator, environment, loginEnvelope(signMessage(ticketRequest(fields), signer)));
}

/** A certificate that says it comes from the authority of homologación, signed by somebody else. */
export function impostorCertificate({ certificate, key }: Signer): string {
  const original = forge.pki.certificateFromPem(certificate);
  const impostor = forge.pki.createCertificate();
  impostor.serialNumber = original.serialNumber;
  impostor.publicKey = original.publicKey;
  impostor.validity = original.validity;
  impostor.setIssuer(original.issuer.attributes);
  impostor.setSubject(original.subject.attributes);
  impostor.sign(forge.pki.privateKeyFromPem(key), forge.md.sha512.create());
  return forge.pki.certificateToPem(impostor);
}
