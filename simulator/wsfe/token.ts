import { verify } from 'node:crypto';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { childNamed, parseXml, textOf, type XmlElement } from '../soap/xml.ts';
import { americanMoment } from './dates.ts';
import { UnreadableField, type WsfeMessage } from './errors.ts';

const systemId = 'wsfe';

export type Authentication = { cuit: string } | { error: WsfeMessage };

/** In the order of docs/authority.md#refused-tickets. */
export function authenticate(
  simulation: Simulation,
  environment: Environment,
  input: XmlElement,
): Authentication {
  const auth = childNamed(input, 'Auth');
  if (!auth) return { error: { code: 500, message: 'Campo Auth no fue ingresado o esta mal formado.' } };
  const cuit = readLong(textOf(auth, 'Cuit'));
  const token = textOf(auth, 'Token') ?? '';
  const sign = textOf(auth, 'Sign') ?? '';
  if (token === '') return refused('Parametro nulo o vacio (token)');
  if (sign === '') return refused('Parametro nulo o vacio (sign)');
  const bytes = Buffer.from(token, 'base64');
  const document = parseXml(bytes.toString('utf8'));
  const id = childNamed(document, 'id')?.attributes;
  const login = childNamed(childNamed(document, 'operation'), 'login');
  if (!id || !login) return refused('No valido token. Error al deserializar el token.');
  const reason = outOfDate(id, simulation.clock.now());
  if (reason) return refused(reason);
  // A ticket of the other environment fails here: it was signed with another key.
  const { ticketPublicKey } = simulation.offices[environment].authority;
  if (!verify('sha1', bytes, ticketPublicKey, Buffer.from(sign, 'base64'))) {
    return refused('Error al verificar hash: VerificacionDeHash: No validó la firma digital.');
  }
  const service = login.attributes.service ?? '';
  if (service !== systemId) {
    return refused(`No valido Id Sistema: ${systemId}(Id Sistema de token es: ${service})`);
  }
  const relations = childNamed(login, 'relations')?.children.map(({ attributes }) => attributes.key) ?? [];
  if (!relations.includes(cuit)) return refused(`No aparecio CUIT en lista de relaciones: ${cuit}`);
  return { cuit };
}

function refused(reason: string): Authentication {
  return { error: { code: 600, message: `ValidacionDeToken: ${reason}` } };
}

/** A missing number is 0 to the .NET service; one that isn't a number is a SOAP fault. */
function readLong(text: string | undefined): string {
  if (text === undefined) return '0';
  if (!/^\d{1,18}$/.test(text)) throw new UnreadableField('Input string was not in a correct format.');
  return String(Number(text));
}

/** How much earlier than it says a ticket may be used, for clocks that differ: its text takes it off (recorded). */
const toleranceSeconds = 30;

export function outOfDate(
  { gen_time, exp_time }: { gen_time?: string; exp_time?: string },
  now: Date,
): string | undefined {
  const from = new Date((Number(gen_time) - toleranceSeconds) * 1000);
  const to = new Date(Number(exp_time) * 1000);
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000);
  if (from <= second && second <= to) return undefined;
  return (
    'No validaron las fechas del token GenTime, ExpTime, NowUTC: ' +
    `${gen_time} (${written(from)}), ${exp_time} (${written(to)}), ${written(second)}`
  );
}

const written = (date: Date) => (Number.isNaN(date.getTime()) ? '' : americanMoment(date));
