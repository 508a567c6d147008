import { randomBytes, sign } from 'node:crypto';
import type { CertificationAuthority } from '../authority/certification-authority.ts';
import { argentineIso } from '../clock.ts';
import { escapeXml } from '../soap/xml.ts';

const lifetimeSeconds = 12 * 3600;

export type TicketGrant = {
  wsaaName: string;
  /** `SERIALNUMBER=CUIT …, CN=…` of the certificate that logged in. */
  subjectName: string;
  service: string;
  /** Frozen in the ticket: a relation made later needs a new one. */
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
