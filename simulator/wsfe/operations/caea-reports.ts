import { childNamed, type XmlElement } from '#simulator/soap/xml.ts';
import { compactDay, compactMoment } from '../dates.ts';
import type { WsfeMessage } from '../errors.ts';
import { itemsIn, numberIn, textIn } from '../fields.ts';
import type { WsfeOperation } from '../operation.ts';
import { reportTypes } from '../schemas.ts';
import { elements } from '../voucher-xml.ts';

// What was done with a CAEA, or that nothing was. Recorded are the texts of 782 and 1200; the others are the manual's.

export const feCaeaRegInformativo: WsfeOperation = {
  name: 'FECAEARegInformativo',
  needsAuth: true,
  request: 'FeCAEARegInfReq:FECAEARequest',
  result: 'FeCabResp:FECAECabResponse FeDetResp:ArrayOfFECAEADetResponse',
  eventsFirst: true,
  types: reportTypes,
  run({ input, simulation, cuit }) {
    const request = childNamed(input, 'FeCAEARegInfReq');
    const header = childNamed(request, 'FeCabReq');
    const details = itemsIn(request, 'FeDetReq', 'FECAEADetRequest');
    const values = elements({
      Cuit: cuit,
      PtoVta: numberIn(header, 'PtoVta'),
      CbteTipo: numberIn(header, 'CbteTipo'),
      FchProceso: compactMoment(simulation.clock.now()),
      CantReg: details.length,
      Resultado: 'R',
      Reproceso: 'N',
    });
    const rejected = `<FeCabResp>${values}</FeCabResp><FeDetResp>${details.map(rejectedXml).join('')}</FeDetResp>`;
    return { values: rejected, errors: [unknownCode(textIn(details[0], 'CAEA'))] };
  },
};

export const feCaeaSinMovimientoInformar: WsfeOperation = {
  name: 'FECAEASinMovimientoInformar',
  needsAuth: true,
  request: 'PtoVta:int CAEA:string',
  result: 'CAEA:string FchProceso:string PtoVta:int Resultado:string',
  beside: (input) => elements({ PtoVta: numberIn(input, 'PtoVta') }),
  run({ input, simulation }) {
    const CAEA = textIn(input, 'CAEA');
    const PtoVta = numberIn(input, 'PtoVta');
    const FchProceso = compactDay(simulation.clock.now());
    const errors = first([
      [!isPointOfSale(PtoVta), 1206, 'El punto de venta debe estar comprendido entre 1 y 99998'],
      [!isCode(CAEA), 1207, 'El CAEA no posee un formato valido'],
      [true, 1200, 'El codigo de autorizacion debe ser del tipo CAEA'],
    ]);
    return { values: elements({ CAEA, FchProceso, PtoVta, Resultado: 'R' }), errors };
  },
};

export const feCaeaSinMovimientoConsultar: WsfeOperation = {
  name: 'FECAEASinMovimientoConsultar',
  needsAuth: true,
  request: 'CAEA:string PtoVta:int',
  result: 'ResultGet:ArrayOfFECAEASinMov',
  run({ input }) {
    const errors = first([
      [!isCode(textIn(input, 'CAEA')), 10100, 'No ingreso el CAEA o el formato es invalido.'],
      [
        !isPointOfSale(numberIn(input, 'PtoVta')),
        10101,
        'No ingreso el Punto de Venta o el formato es invalido.',
      ],
      [
        true,
        10102,
        'El CAEA informado no se encuentra registrado en las bases de la Administracion como sin movimientos.',
      ],
    ]);
    return { errors };
  },
};

const isCode = (text: string) => /^\d{14}$/.test(text);
const isPointOfSale = (number: number) => number >= 1 && number <= 99_998;

function first(checks: [broken: boolean, code: number, message: string][]): WsfeMessage[] {
  const [, code, message] = checks.find(([broken]) => broken) ?? [];
  return code && message ? [{ code, message }] : [];
}

function unknownCode(caea: string): WsfeMessage {
  if (!isCode(caea)) return { code: 782, message: 'El <CAEA> es obligatorio informarlo.' };
  const message = 'El <CAEA> debera corresponder a un CAEA registrado en las bases de la Administracion.';
  return { code: 780, message };
}

function rejectedXml(detail: XmlElement): string {
  const numbers = ['Concepto', 'DocTipo', 'DocNro', 'CbteDesde', 'CbteHasta'];
  const values = numbers.map((name) => elements({ [name]: numberIn(detail, name) })).join('');
  const caea = textIn(detail, 'CAEA');
  return (
    `<FECAEADetResponse>${values}${elements({ CbteFch: textIn(detail, 'CbteFch'), Resultado: 'R' })}` +
    `${caea === '' ? '<CAEA />' : elements({ CAEA: caea })}</FECAEADetResponse>`
  );
}
