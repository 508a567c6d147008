import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { textOf, type XmlElement } from '../soap/xml.ts';
import { isSigned, isValidAt, openToken } from '../wsaa/token.ts';
import type { PadronFault } from './envelope.ts';

const service = 'ws_sr_constancia_inscripcion';

/**
 * What is wrong with the credentials, before anything else is looked at. The first three were seen; the words for a
 * ticket that is late, of another service or of other CUITs are inferred (docs/authority.md#taxpayers-register).
 */
export function refuseCredentials(
  simulation: Simulation,
  environment: Environment,
  input: XmlElement,
): PadronFault | undefined {
  const token = textOf(input, 'token');
  const sign = textOf(input, 'sign');
  if (token === undefined || sign === undefined) return { text: 'Falta token y/o sign.', isValidation: true };
  const opened = openToken(token);
  if (!opened) return { text: 'Token malformado' };
  if (!isSigned(opened, sign, simulation.offices[environment].authority)) {
    return { text: 'No se pudo verificar que <sign> contenga una firma valida de <token>' };
  }
  if (!isValidAt(opened.validity, simulation.clock.now())) return { text: 'Token vencido' };
  if (opened.service !== service) return { text: 'No autorizado, par token/sign invalido.' };
  const cuit = textOf(input, 'cuitRepresentada') ?? '';
  if (opened.relations.includes(cuit)) return undefined;
  return { text: `Este token no le permite actuar en representacion de la CUIT ${cuit}` };
}
