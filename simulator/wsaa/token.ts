import { verify } from 'node:crypto';
import type { CertificationAuthority } from '../authority/certification-authority.ts';
import { childNamed, parseXml } from '../soap/xml.ts';

export type Validity = { gen_time?: string; exp_time?: string };

/** What a service reads in the token that it is shown; each has words of its own for what is wrong with it. */
export type OpenedToken = {
  bytes: Buffer;
  validity: Validity;
  service: string;
  /** CUITs that it may act for, from the instant of the login. */
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

/** A ticket of the other environment is not: its authority has another key. */
export function isSigned({ bytes }: OpenedToken, sign: string, authority: CertificationAuthority): boolean {
  return verify('sha1', bytes, authority.ticketPublicKey, Buffer.from(sign, 'base64'));
}

export function isValidAt(validity: Validity, now: Date): boolean {
  const [from, to] = span(validity);
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return from <= second && second <= to;
}

/** How much earlier than it says a ticket may be used, for clocks that differ: WSFE's text takes it off (recorded). */
const toleranceSeconds = 30;

export function span({ gen_time, exp_time }: Validity): [from: Date, to: Date] {
  return [new Date((Number(gen_time) - toleranceSeconds) * 1000), new Date(Number(exp_time) * 1000)];
}
