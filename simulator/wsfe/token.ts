import { longIn, textIn } from '#simulator/soap/asmx.ts';
import { childNamed, type XmlElement } from '#simulator/soap/xml.ts';
import { isSigned, isValidAt, openToken, span, type Validity } from '#simulator/wsaa/access-ticket.ts';
import { americanMoment } from '../dates.ts';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import type { WsfeMessage } from './operation.ts';

const systemId = 'wsfe';

export type Authentication = { cuit: string } | { error: WsfeMessage };

/** Checks in the order of docs/authority.md#refused-tickets. */
export function authenticate(
  simulation: Simulation,
  environment: Environment,
  input: XmlElement,
): Authentication {
  const auth = childNamed(input, 'Auth');
  if (!auth) return { error: { code: 500, message: 'Campo Auth no fue ingresado o esta mal formado.' } };
  const cuit = longIn(auth, 'Cuit');
  const token = textIn(auth, 'Token');
  const sign = textIn(auth, 'Sign');
  if (token === '') return refused('Parametro nulo o vacio (token)');
  if (sign === '') return refused('Parametro nulo o vacio (sign)');
  const opened = openToken(token);
  if (!opened) return refused('No valido token. Error al deserializar el token.');
  const reason = outOfDate(opened.validity, simulation.clock.now());
  if (reason) return refused(reason);
  if (!isSigned(opened, sign, simulation.offices[environment].authority)) {
    return refused('Error al verificar hash: VerificacionDeHash: No validó la firma digital.');
  }
  const { service, relations } = opened;
  if (service !== systemId) {
    return refused(`No valido Id Sistema: ${systemId}(Id Sistema de token es: ${service})`);
  }
  if (!relations.includes(cuit)) return refused(`No aparecio CUIT en lista de relaciones: ${cuit}`);
  return { cuit };
}

function refused(reason: string): Authentication {
  return { error: { code: 600, message: `ValidacionDeToken: ${reason}` } };
}

export function outOfDate(validity: Validity, now: Date): string | undefined {
  const [from, to] = span(validity);
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000);
  if (isValidAt(validity, now)) return undefined;
  return (
    'No validaron las fechas del token GenTime, ExpTime, NowUTC: ' +
    `${validity.gen_time} (${written(from)}), ${validity.exp_time} (${written(to)}), ${written(second)}`
  );
}

const written = (date: Date) => (Number.isNaN(date.getTime()) ? '' : americanMoment(date));
