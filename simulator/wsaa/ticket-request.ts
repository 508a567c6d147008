import { childNamed, parseXml, textOf } from '../soap/xml.ts';
import { LoginFault } from './faults.ts';

export type TicketRequest = { service: string };

const dayMs = 86_400_000;
const headerOrder = 'source,destination,uniqueId,generationTime,expirationTime'.split(',');
const largestUniqueId = 4_294_967_295;

/** Schema, version, source and destination, times, in this order (docs/authority.md#ticket-request). */
export function checkTicketRequest(
  xml: string,
  names: { certificate: string; wsaa: string },
  now: Date,
): TicketRequest {
  const request = readRequest(xml);
  if (Number(request.version) !== 1) throw new LoginFault('xml.version.notSupported');
  if (request.source !== undefined && !isSameName(request.source, names.certificate)) {
    throw new LoginFault('xml.source.invalid');
  }
  if (request.destination !== undefined && !isSameName(request.destination, names.wsaa)) {
    throw new LoginFault('xml.destination.invalid');
  }
  checkTimes(request.generationTime, request.expirationTime, now.getTime());
  return { service: request.service };
}

type Fields = {
  version: string;
  source: string | undefined;
  destination: string | undefined;
  generationTime: string;
  expirationTime: string;
  service: string;
};

function readRequest(xml: string): Fields {
  const root = parseXml(xml);
  const header = childNamed(root, 'header');
  const service = textOf(root, 'service');
  const version = root?.attributes.version ?? '1.0';
  const uniqueId = textOf(header, 'uniqueId') ?? '';
  const generationTime = textOf(header, 'generationTime');
  const expirationTime = textOf(header, 'expirationTime');
  const order = header?.children.map(({ localName }) => headerOrder.indexOf(localName)) ?? [];
  const isInOrder = order.every((place, index) => place >= 0 && place > (order[index - 1] ?? -1));
  const isValid =
    root?.localName === 'loginTicketRequest' &&
    isInOrder &&
    /^\d+(\.\d+)?$/.test(version) &&
    /^\d+$/.test(uniqueId) &&
    Number(uniqueId) <= largestUniqueId;
  if (!isValid || service === undefined || service.length < 3 || service.length > 32) {
    throw new LoginFault('xml.bad');
  }
  if (generationTime === undefined || expirationTime === undefined) throw new LoginFault('xml.bad');
  const source = textOf(header, 'source');
  const destination = textOf(header, 'destination');
  return { version, source, destination, generationTime, expirationTime, service };
}

function checkTimes(generationTime: string, expirationTime: string, nowMs: number): void {
  const generated = parseDateTime(generationTime);
  if (generated === undefined || generated > nowMs || generated < nowMs - dayMs) {
    throw new LoginFault('xml.generationTime.invalid');
  }
  const expires = parseDateTime(expirationTime);
  if (expires === undefined) throw new LoginFault('xml.expirationTime.invalid');
  if (expires <= nowMs) throw new LoginFault('xml.expirationTime.expired');
  if (expires > nowMs + dayMs) throw new LoginFault('xml.expirationTime.invalid');
}

/** xsd:dateTime; without an offset it is Argentine time. */
function parseDateTime(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return undefined;
  const ms = Date.parse(`${match[1]}${(match[2] ?? '').slice(0, 4)}${match[3] ?? '-03:00'}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The order of the parts varies from tool to tool, so it isn't compared. */
function isSameName(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}

function canonicalName(name: string): string {
  const parts = name.split(',').map((part) => part.trim().replace(/\s*=\s*/, '='));
  return parts
    .map((part) => part.toLowerCase())
    .sort()
    .join(',');
}
