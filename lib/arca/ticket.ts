import { randomInt } from 'node:crypto';
import { buenosAiresTime } from '#lib/buenos-aires.ts';
import { attributePrefix, escapeXml, listAt, nodeAt, parseXml, textAt } from './xml.ts';

const minute = 60_000;

/**
 * The LoginTicketRequest (TRA). It begins ten minutes ago because the authority grants our clock no tolerance,
 * and its end does not bound the ticket, which always lasts twelve hours. `source` and `destination` are left out:
 * they could only be wrong.
 */
export function createTicketRequest(service: string, now: Date): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<loginTicketRequest version="1.0"><header>' +
    `<uniqueId>${randomInt(1, 2 ** 32)}</uniqueId>` +
    `<generationTime>${buenosAiresTime(new Date(now.getTime() - 10 * minute))}</generationTime>` +
    `<expirationTime>${buenosAiresTime(new Date(now.getTime() + 10 * minute))}</expirationTime>` +
    `</header><service>${escapeXml(service)}</service></loginTicketRequest>`
  );
}

/** A WSAA access ticket (TA): 12 hours, a secret. */
export interface AccessTicket {
  token: string;
  sign: string;
  generatedAt: Date;
  expiresAt: Date;
  /** CUITs that the ticket may represent; undefined when the token could not be read, which proves nothing. */
  relations?: string[] | undefined;
}

/** Reads a loginTicketResponse; undefined if it lacks what makes it a ticket. */
export function readTicket(xml: string): AccessTicket | undefined {
  const response = nodeAt(parseXml(xml), 'loginTicketResponse');
  const token = textAt(response, 'credentials', 'token');
  const sign = textAt(response, 'credentials', 'sign');
  const generatedAt = new Date(textAt(response, 'header', 'generationTime'));
  const expiresAt = new Date(textAt(response, 'header', 'expirationTime'));
  if (!token || !sign || Number.isNaN(generatedAt.getTime()) || Number.isNaN(expiresAt.getTime())) {
    return undefined;
  }
  return { token, sign, generatedAt, expiresAt, relations: readRelations(token) };
}

/**
 * The CUITs in a token, frozen when it was issued. Its inside is nowhere promised, so anything unexpected, an
 * empty list too, is "unknown" and WSFE is to be asked.
 */
export function readRelations(token: string): string[] | undefined {
  const sso = parseXml(Buffer.from(token, 'base64').toString('utf8'));
  const relations = nodeAt(sso, 'sso', 'operation', 'login', 'relations');
  const cuits = listAt(relations, 'relation')
    .map((relation) => textAt(relation, `${attributePrefix}key`))
    .filter((key) => /^\d{11}$/.test(key));
  return cuits.length > 0 ? cuits : undefined;
}
