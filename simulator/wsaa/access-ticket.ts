import { randomBytes, sign, verify } from 'node:crypto';
import { childNamed, escapeXml, parseXml } from '#simulator/soap/xml.ts';
import type { CertificationAuthority } from '../authority/certification-authority.ts';
import { argentineIso } from '../clock.ts';

const lifetimeSeconds = 12 * 3600;

export type TicketGrant = {
  wsaaName: string;
  /** Subject of the certificate that logged in: `SERIALNUMBER=CUIT …, CN=…`. */
  subjectName: string;
  service: string;
  /** Fixed in the ticket: a later relation needs a new ticket. */
  representedCuits: string[];
};

/** The loginTicketResponse document; layout and times as recorded (docs/authority.md#access-ticket). */
export function issueTicket(grant: TicketGrant, authority: CertificationAuthority, now: Date): string {
  const token = Buffer.from(tokenDocument(grant, now), 'utf8');
  const signature = sign('sha1', token, authority.ticketKey);
  const expiration = new Date(now.getTime() + lifetimeSeconds * 1000);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<loginTicketResponse version="1.0">
    <header>
        <source>${escapeXml(grant.wsaaName)}</source>
        <destination>${escapeXml(grant.subjectName)}</destination>
        <uniqueId>${randomId()}</uniqueId>
        <generationTime>${argentineIso(now)}</generationTime>
        <expirationTime>${argentineIso(expiration)}</expirationTime>
    </header>
    <credentials>
        <token>${token.toString('base64')}</token>
        <sign>${signature.toString('base64')}</sign>
    </credentials>
</loginTicketResponse>
`;
}

function tokenDocument(grant: TicketGrant, now: Date): string {
  const generated = Math.floor(now.getTime() / 1000) - 60;
  const relations = grant.representedCuits.map(
    (cuit) => `                <relation key="${cuit}" reltype="4"/>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sso version="2.0">
    <id src="${escapeXml(grant.wsaaName)}" dst="CN=${grant.service}, O=AFIP, C=AR" unique_id="${randomId()}" gen_time="${generated}" exp_time="${generated + lifetimeSeconds + 60}"/>
    <operation type="login" value="granted">
        <login entity="33693450239" service="${grant.service}" uid="${escapeXml(grant.subjectName)}" authmethod="cms" regmethod="22">
            <relations>
${relations.join('')}            </relations>
        </login>
    </operation>
</sso>
`;
}

function randomId(): number {
  return randomBytes(4).readUInt32BE(0);
}

export type Validity = { gen_time?: string; exp_time?: string };

/** Token data that a service checks. Each service has its own texts of errors. */
export type OpenedToken = {
  bytes: Buffer;
  validity: Validity;
  service: string;
  /** CUITs the token may act for, as of the login. */
  relations: string[];
};

export function openToken(token: string): OpenedToken | undefined {
  const bytes = Buffer.from(token, 'base64');
  const document = parseXml(bytes.toString('utf8'));
  const validity = childNamed(document, 'id')?.attributes;
  const login = childNamed(childNamed(document, 'operation'), 'login');
  if (!validity || !login) return undefined;
  const relations = childNamed(login, 'relations')?.children ?? [];
  return {
    bytes,
    validity,
    service: login.attributes.service ?? '',
    relations: relations.map(({ attributes }) => attributes.key ?? ''),
  };
}

/** False for a ticket of the other environment, whose authority has another key. */
export function isSigned({ bytes }: OpenedToken, sign: string, authority: CertificationAuthority): boolean {
  return verify('sha1', bytes, authority.ticketPublicKey, Buffer.from(sign, 'base64'));
}

export function isValidAt(validity: Validity, now: Date): boolean {
  const [from, to] = span(validity);
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return from <= second && second <= to;
}

/** How early a ticket is accepted, because clocks differ. WSFE's message shows GenTime minus this (recorded). */
const toleranceSeconds = 30;

export function span({ gen_time, exp_time }: Validity): [from: Date, to: Date] {
  return [new Date((Number(gen_time) - toleranceSeconds) * 1000), new Date(Number(exp_time) * 1000)];
}
