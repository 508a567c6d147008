import { longIn, textIn } from '#simulator/soap/asmx.ts';
import { childNamed } from '#simulator/soap/xml.ts';
import { isSigned, openToken } from '#simulator/wsaa/access-ticket.ts';
import { outOfDate } from '#simulator/wsfe/token.ts';
import type { WsfexCall, WsfexError } from './operation.ts';

const systemId = 'wsfex';

export type Authentication = { cuit: string } | { error: WsfexError };

/** Checks the signature before the dates, unlike WSFE (docs/authority.md#export-calls). */
export function authenticate({ simulation, environment, input }: Omit<WsfexCall, 'cuit'>): Authentication {
  const auth = childNamed(input, 'Auth');
  if (!auth) return unauthorised('');
  const cuit = longIn(auth, 'Cuit');
  const token = textIn(auth, 'Token');
  if (!isBase64(token)) {
    return badToken(
      `Error al verificar hash: VerificacionDeHash: Error al convertir de Base64 al token: ${token}`,
    );
  }
  const opened = openToken(token);
  if (!opened || !isSigned(opened, textIn(auth, 'Sign'), simulation.offices[environment].authority)) {
    return badToken('Error al verificar hash: VerificacionDeHash: No validó la firma digital. ');
  }
  const reason = outOfDate(opened.validity, simulation.clock.now());
  if (reason) return badToken(reason);
  const { service, relations } = opened;
  // Modelled on WSFE's text.
  if (service !== systemId) {
    return badToken(`No valido Id Sistema: ${systemId}(Id Sistema de token es: ${service})`);
  }
  if (relations.includes(cuit)) return { cuit };
  // The manual lists 1002 for FEXAuthorize only.
  if (cuit === '0' && input.localName === 'FEXAuthorize') {
    return { error: { code: 1002, message: 'Debe ser un valor numerico mayor a 0.' } };
  }
  return { error: { code: 1001, message: 'Cuit solicitante no se encuentra entre sus representados' } };
}

/** As .NET decodes it: an empty text is valid. */
const isBase64 = (text: string) => {
  const digits = text.replace(/\s/g, '');
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
};

const badToken = (reason: string) => unauthorised(`ValidacionDeToken: ${reason}`);

/** The space before the reason is there without a reason too. */
const unauthorised = (reason: string): Authentication => ({
  error: { code: 1000, message: `Usuario no autorizado a realizar esta operacion. ${reason}` },
});
