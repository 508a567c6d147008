import { elements, list, textIn } from '#simulator/soap/asmx.ts';
import { arrayType, complexType } from '#simulator/soap/wsdl.ts';
import { compactDay, workingDayBefore } from '../dates.ts';
import type { WsfeOperation } from './operation.ts';
import { officialRate, vatStatuses } from './tables.ts';

export const feCompTotXRequest: WsfeOperation = {
  name: 'FECompTotXRequest',
  needsAuth: true,
  request: '',
  result: 'RegXReq:int',
  beside: () => elements({ RegXReq: 0 }),
  run: ({ simulation }) => ({ values: elements({ RegXReq: simulation.lots.vouchers }) }),
};

export const feParamGetCotizacion: WsfeOperation = {
  name: 'FEParamGetCotizacion',
  needsAuth: true,
  request: 'MonId:string FchCotiz:string',
  result: 'ResultGet:Cotizacion',
  types: complexType('Cotizacion', 'MonId:string MonCotiz:double FchCotiz:string'),
  run({ simulation, input }) {
    const MonId = textIn(input, 'MonId');
    const MonCotiz = officialRate(MonId);
    if (MonCotiz === undefined) {
      return { errors: [{ code: 602, message: 'Sin Resultados: - Metodo FEParamGetCotizacion' }] };
    }
    const FchCotiz = workingDayBefore(compactDay(simulation.clock.now()));
    return { values: `<ResultGet>${elements({ MonId, MonCotiz, FchCotiz })}</ResultGet>` };
  },
};

export const feParamGetCondicionIvaReceptor: WsfeOperation = {
  name: 'FEParamGetCondicionIvaReceptor',
  needsAuth: true,
  request: 'ClaseCmp:string',
  result: 'ResultGet:ArrayOfCondicionIvaReceptor',
  types:
    arrayType('CondicionIvaReceptor') +
    complexType('CondicionIvaReceptor', 'Id:int Desc:string Cmp_Clase:string'),
  run({ input }) {
    const wanted = textIn(input, 'ClaseCmp').toUpperCase();
    if (!['', 'A', 'B', 'C', 'ALEY', '49'].includes(wanted)) {
      const message = 'El campo ClaseCmp es invalido. Valores posibles: A, B, C, ALEY, 49.';
      return { errors: [{ code: 10244, message }] };
    }
    const letter = wanted === 'ALEY' ? 'A' : wanted;
    const rows = vatStatuses.filter(({ classes }) => letter === '' || classes.includes(letter));
    const values = rows.map(({ id, description, classes }) => ({
      Id: id,
      Desc: description,
      Cmp_Clase: classes.join('/'),
    }));
    return { values: list('ResultGet', 'CondicionIvaReceptor', values) };
  },
};
