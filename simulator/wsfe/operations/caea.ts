import type { XmlElement } from '#simulator/soap/xml.ts';
import { addDays, americanDay, compactDay, dayOf } from '../dates.ts';
import type { WsfeMessage } from '../errors.ts';
import { numberIn } from '../fields.ts';
import type { WsfeOperation } from '../operation.ts';
import { complexType } from '../schemas.ts';
import { elements } from '../voucher-xml.ts';

// CAEA, a code in advance for a fortnight, is for contingencies only since RG 5782/2025 and nobody has one here.
// Recorded are the texts of 602, 15004 and 15006; the others are in their manner, by the manual's rules.

const fortnight = 'Periodo:int Orden:short';
const types = complexType(
  'FECAEAGet',
  `CAEA:string ${fortnight} FchVigDesde:string FchVigHasta:string FchTopeInf:string FchProceso:string
   Observaciones:ArrayOfObs`,
);

export const feCaeaSolicitar: WsfeOperation = {
  name: 'FECAEASolicitar',
  needsAuth: true,
  request: fortnight,
  result: 'ResultGet:FECAEAGet',
  types,
  run({ input, simulation }) {
    const errors = fortnightErrors(input);
    if (errors.length > 0) return { errors };
    const [from, to] = daysOf(input);
    const today = compactDay(simulation.clock.now());
    if (today < addDays(from, -daysAhead) || today > to) return { errors: [outOfTime(from, to)] };
    const message =
      'El campo <Cuit> debe poseer al menos un punto de venta activo correspondiente al régimen CAEA.';
    return { errors: [{ code: 15003, message }] };
  },
};

export const feCaeaConsultar: WsfeOperation = {
  name: 'FECAEAConsultar',
  needsAuth: true,
  request: fortnight,
  result: 'ResultGet:FECAEAGet',
  run({ input }) {
    const errors = fortnightErrors(input);
    const message = 'No existen datos en nuestros registros para los parametros ingresados.';
    if (errors.length === 0) errors.push({ code: 602, message });
    return { values: `<ResultGet>${elements(readFortnight(input))}</ResultGet>`, errors };
  },
};

const daysAhead = 5;

const readFortnight = (input: XmlElement) => ({
  Periodo: numberIn(input, 'Periodo'),
  Orden: numberIn(input, 'Orden'),
});

function fortnightErrors(input: XmlElement): WsfeMessage[] {
  const { Periodo, Orden } = readFortnight(input);
  const errors: WsfeMessage[] = [];
  if (!dayOf(`${Periodo}01`)) {
    const message =
      'El campo <Periodo> debe tener el formato AAAAMM, donde AAAA indica el año y MM el mes en números.';
    errors.push({ code: 15004, message });
  }
  if (![1, 2].includes(Orden))
    errors.push({ code: 15005, message: 'El campo <Orden> debe ser igual a 1 ó 2.' });
  return errors;
}

/** The first and the last, `yyyymmdd`. */
function daysOf(input: XmlElement): [from: string, to: string] {
  const { Periodo, Orden } = readFortnight(input);
  if (Orden === 1) return [`${Periodo}01`, `${Periodo}15`];
  const inNextMonth = addDays(`${Periodo}28`, 4);
  return [`${Periodo}16`, addDays(inNextMonth, -Number(inNextMonth.slice(6)))];
}

function outOfTime(from: string, to: string): WsfeMessage {
  const [opens = '', closes = ''] = [addDays(from, -daysAhead), to].map((day) => {
    const date = dayOf(day);
    return date && americanDay(date);
  });
  const message =
    'Fecha de envío podrá ser desde 5 días corridos anteriores al inicio hasta el último dia de cada quincena. ' +
    `Del ${opens} hasta ${closes}`;
  return { code: 15006, message };
}
