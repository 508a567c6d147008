import { randomInt } from 'node:crypto';
import { escapeXml } from './xml.ts';

const minute = 60_000;
const argentina = { offset: '-03:00', ms: -3 * 60 * minute };

/**
 * The LoginTicketRequest (TRA). It begins ten minutes ago because the authority grants our clock no tolerance,
 * and its end does not bound the ticket, which always lasts twelve hours. `source` and `destination` are left out:
 * they could only be wrong.
 */
export function createTicketRequest(service: string, now: Date): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<loginTicketRequest version="1.0"><header>' +
    `<uniqueId>${randomInt(1, 2 ** 32)}</uniqueId>` +
    `<generationTime>${argentineTime(now.getTime() - 10 * minute)}</generationTime>` +
    `<expirationTime>${argentineTime(now.getTime() + 10 * minute)}</expirationTime>` +
    `</header><service>${escapeXml(service)}</service></loginTicketRequest>`
  );
}

/** Moved, then labelled. The classic bug labels UTC's digits `-03:00` and lands three hours in the future. */
function argentineTime(time: number): string {
  return new Date(time + argentina.ms).toISOString().slice(0, 19) + argentina.offset;
}
