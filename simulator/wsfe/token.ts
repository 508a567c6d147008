import { verify } from 'node:crypto';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { childNamed, parseXml, textOf, type XmlElement } from '../soap/xml.ts';
import { UnreadableField, type WsfeError } from './errors.ts';

const systemId = 'wsfe';

export type Authentication = { cuit: string } | { error: WsfeError };

/** Order of arca.md 3.5: Auth, token empty, base64 and XML, dates, hash, system, relations. */
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
  const nowSeconds = Math.floor(simulation.clock.now().getTime() / 1000);
  if (Number(id.gen_time) > nowSeconds || Number(id.exp_time) < nowSeconds) {
    const times = [id.gen_time, id.exp_time, nowSeconds].map((seconds) => utcText(Number(seconds)));
    return refused(
      `No validaron las fechas del token. GenTime=${times[0]}, ExpTime=${times[1]}, NowUTC=${times[2]}`,
    );
  }
  // A ticket of the other environment fails here: it was signed with another key (arca.md 3.5).
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

/** A missing number is 0 to the .NET service; one that isn't a number is a SOAP fault (arca.md 3.1). */
function readLong(text: string | undefined): string {
  if (text === undefined) return '0';
  if (!/^\d{1,18}$/.test(text)) throw new UnreadableField('Input string was not in a correct format.');
  return String(Number(text));
}

function utcText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000', '');
}
