import { type Answer, answer, type Incoming, pageAnswer } from '#simulator/http/exchange.ts';
import { emissionTypes, pointsOfSaleOf } from '#simulator/registry/points-of-sale.ts';
import {
  elements,
  itemsIn,
  list,
  numberIn,
  resultAnswer,
  routeCall,
  soapFaultAnswer,
  textIn,
  UnreadableField,
} from '#simulator/soap/asmx.ts';
import { arrayType, asmxDescription, complexType, operationElements } from '#simulator/soap/wsdl.ts';
import { childNamed, readEnvelope, type SoapRequest, type XmlElement } from '#simulator/soap/xml.ts';
import { testCompanies } from '#simulator/test-companies.ts';
import { addDays, americanDay, compactDay, compactMoment, dayOf } from '../dates.ts';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { activitiesOf } from './issuer.ts';
import { type WsfeCall, type WsfeMessage, type WsfeOperation, type WsfeResult, wsfe } from './operation.ts';
import {
  feCompTotXRequest,
  feParamGetCondicionIvaReceptor,
  feParamGetCotizacion,
} from './rates-and-limits.ts';
import { feCaeSolicitar } from './request-authorisation.ts';
import { isPointOfSale } from './rules.ts';
import { consultationTypes, reportTypes } from './schemas.ts';
import {
  concepts,
  countries,
  currencies,
  documentTypeOf,
  documentTypes,
  optionalData,
  otherTaxes,
  type Row,
  receiverDocuments,
  vatRates,
} from './tables.ts';
import { authenticate } from './token.ts';
import { messagesXml, observationsXml, voucherXml } from './voucher.ts';

export async function answerWsfe(
  simulation: Simulation,
  environment: Environment,
  incoming: Incoming,
): Promise<Answer> {
  if (incoming.method !== 'POST') return showDescription(incoming);
  const request = readEnvelope(incoming.body.toString('utf8'));
  // Malformed XML: 400 with an empty body.
  if (!request) return answer(400, 'text/plain', '');
  const operation = routeCall(wsfe, operations, request, incoming.headers.soapaction);
  if (!operation) {
    const action = String(incoming.headers.soapaction ?? request.operation.localName);
    const text = `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`;
    return soapFaultAnswer(request.version, 'Client', text);
  }
  try {
    const result = await run(simulation, environment, operation, request);
    const { events } = simulation.offices[environment];
    const xml = resultXml(operation, result, events);
    const context = { service: wsfe, environment, now: simulation.clock.now() };
    return resultAnswer(context, request.version, operation.name, xml);
  } catch (error) {
    if (error instanceof UnreadableField) return soapFaultAnswer(request.version, 'Client', error.message);
    throw error;
  }
}

function resultXml(
  { needsAuth, eventsFirst }: WsfeOperation,
  { values = '', errors = [] }: WsfeResult,
  events: WsfeMessage[],
): string {
  const messages = [
    messagesXml('Errors', 'Err', errors),
    messagesXml('Events', 'Evt', needsAuth ? events : []),
  ];
  return values + (eventsFirst ? messages.reverse() : messages).join('');
}

function showDescription({ origin, path, query }: Incoming): Answer {
  const wantsDescription = [...query.keys()].some((key) => key.toLowerCase() === 'wsdl');
  if (wantsDescription) {
    return answer(200, 'text/xml; charset=utf-8', wsfeDescription(origin + path));
  }
  const names = operations.map(({ name }) => `<li>${name}</li>`).join('');
  return pageAnswer(200, `<h1>Service</h1><ul>${names}</ul>`);
}

function run(
  simulation: Simulation,
  environment: Environment,
  operation: WsfeOperation,
  { operation: input }: SoapRequest,
): WsfeResult | Promise<WsfeResult> {
  if (!operation.needsAuth) return operation.run({ simulation, environment, input, cuit: '' });
  const authentication = authenticate(simulation, environment, input);
  if ('error' in authentication) {
    return { values: operation.beside?.(input) ?? '', errors: [authentication.error] };
  }
  return operation.run({ simulation, environment, input, cuit: authentication.cuit });
}

const feDummy: WsfeOperation = {
  name: 'FEDummy',
  needsAuth: false,
  request: '',
  result: 'AppServer:string DbServer:string AuthServer:string',
  run: () => ({ values: elements({ AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' }) }),
};

const feCompUltimoAutorizado: WsfeOperation = {
  name: 'FECompUltimoAutorizado',
  needsAuth: true,
  request: 'PtoVta:int CbteTipo:int',
  result: 'PtoVta:int CbteTipo:int CbteNro:int',
  // Trap: every error comes with values, including a number 0 (docs/authority.md#last-number).
  beside: () => elements({ PtoVta: 0, CbteTipo: 0, CbteNro: 0 }),
  run(call) {
    const pointOfSale = numberIn(call.input, 'PtoVta');
    const documentType = numberIn(call.input, 'CbteTipo');
    const values = (number: number) =>
      elements({ PtoVta: pointOfSale, CbteTipo: documentType, CbteNro: number });
    const error = findError(call, pointOfSale, documentType);
    if (error) return { values: values(0), errors: [error] };
    const { vouchers } = call.simulation.offices[call.environment];
    const last = vouchers.last({ cuit: call.cuit, pointOfSale, documentType });
    return { values: values(last?.voucher.CbteHasta ?? 0) };
  },
};

function findError(call: WsfeCall, pointOfSale: number, documentType: number): WsfeMessage | undefined {
  if (pointOfSale < 1 || pointOfSale > 99_998) {
    return { code: 11000, message: 'El campo PtoVta debe estar comprendido entre 1 y 99998.' };
  }
  if (!documentTypeOf(documentType)) {
    return { code: 11001, message: 'El campo CbteTipo es invalido. Ver metodo FEParamGetTiposCbte.' };
  }
  if (isPointOfSale(call, pointOfSale)) return undefined;
  const message =
    'El punto de venta no se encuentra habilitado a usar en el presente WS. Ver metodo FEParamGetPtosVenta';
  return { code: 11002, message };
}

const feCompConsultar: WsfeOperation = {
  name: 'FECompConsultar',
  needsAuth: true,
  request: 'FeCompConsReq:FECompConsultaReq',
  result: 'ResultGet:FECompConsResponse',
  types: consultationTypes,
  run(call) {
    const request = childNamed(call.input, 'FeCompConsReq');
    const pointOfSale = numberIn(request, 'PtoVta');
    const documentType = numberIn(request, 'CbteTipo');
    if (!isPointOfSale(call, pointOfSale)) {
      return { errors: [{ code: 10104, message: 'El punto de venta no se encuentra registrado.' }] };
    }
    const { vouchers } = call.simulation.offices[call.environment];
    const series = { cuit: call.cuit, pointOfSale, documentType };
    const record = vouchers.find(series, numberIn(request, 'CbteNro'));
    if (!record) {
      const message = 'No existen datos en nuestros registros para los parametros ingresados.';
      return { errors: [{ code: 602, message }] };
    }
    const outcome = elements({
      Resultado: 'A',
      CodAutorizacion: record.cae,
      EmisionTipo: 'CAE',
      FchVto: record.caeExpiry,
      FchProceso: record.processedAt,
    });
    const place = elements({ PtoVta: pointOfSale, CbteTipo: documentType });
    const observations = observationsXml(record.observations);
    return {
      values: `<ResultGet>${voucherXml(record.voucher)}${outcome}${observations}${place}</ResultGet>`,
    };
  },
};

const feParamGetPtosVenta: WsfeOperation = {
  name: 'FEParamGetPtosVenta',
  needsAuth: true,
  request: '',
  result: 'ResultGet:ArrayOfPtoVenta',
  types:
    arrayType('PtoVenta') +
    complexType('PtoVenta', 'Nro:int EmisionTipo:string Bloqueado:string FchBaja:string'),
  run: listPointsOfSale,
};

function listPointsOfSale({ simulation, environment, cuit }: WsfeCall): WsfeResult {
  const registered = testCompanies[cuit]?.hasNoPointOfSale
    ? []
    : pointsOfSaleOf(simulation, environment, cuit);
  const rows = registered.flatMap(({ number, system }) => {
    const EmisionTipo = emissionTypes[system];
    return EmisionTipo ? [{ Nro: number, EmisionTipo, Bloqueado: 'N', FchBaja: 'NULL' }] : [];
  });
  if (rows.length > 0) return { values: list('ResultGet', 'PtoVenta', rows) };
  return { errors: [{ code: 602, message: 'Sin Resultados: - Metodo FEParamGetPtosVenta' }] };
}

/** Table with the dates of its rows: `NULL` while a row is in force (docs/authority.md#tables). */
function table(name: string, item: string, rows: readonly Row[], idType = 'int'): WsfeOperation {
  return {
    name,
    needsAuth: true,
    request: '',
    result: `ResultGet:ArrayOf${item}`,
    types: arrayType(item) + complexType(item, `Id:${idType} Desc:string FchDesde:string FchHasta:string`),
    run: () => ({
      values: list(
        'ResultGet',
        item,
        rows.map(([Id, Desc, FchDesde]) => ({ Id, Desc, FchDesde, FchHasta: 'NULL' })),
      ),
    }),
  };
}

const parameterTables: WsfeOperation[] = [
  table(
    'FEParamGetTiposCbte',
    'CbteTipo',
    documentTypes.map(({ id, description, since }) => [String(id), description, since]),
  ),
  table('FEParamGetTiposConcepto', 'ConceptoTipo', concepts),
  table('FEParamGetTiposDoc', 'DocTipo', receiverDocuments),
  table('FEParamGetTiposIva', 'IvaTipo', vatRates, 'string'),
  table('FEParamGetTiposMonedas', 'Moneda', currencies, 'string'),
  table('FEParamGetTiposTributos', 'TributoTipo', otherTaxes, 'short'),
  table('FEParamGetTiposOpcional', 'OpcionalTipo', optionalData, 'string'),
];

const feParamGetTiposPaises: WsfeOperation = {
  name: 'FEParamGetTiposPaises',
  needsAuth: true,
  request: '',
  result: 'ResultGet:ArrayOfPaisTipo',
  types: arrayType('PaisTipo') + complexType('PaisTipo', 'Id:short Desc:string'),
  run: () => ({
    values: list(
      'ResultGet',
      'PaisTipo',
      countries.map(({ id, name }) => ({ Id: id, Desc: name })),
    ),
  }),
};

const feParamGetActividades: WsfeOperation = {
  name: 'FEParamGetActividades',
  needsAuth: true,
  request: '',
  result: 'ResultGet:ArrayOfActividadesTipo',
  types: arrayType('ActividadesTipo') + complexType('ActividadesTipo', 'Id:long Orden:short Desc:string'),
  run(call) {
    const activities = activitiesOf(call);
    if (activities.length > 0) return { values: list('ResultGet', 'ActividadesTipo', activities) };
    return { errors: [{ code: 602, message: 'Sin Resultados: - Metodo FEParamGetActividades' }] };
  },
};

// CAEA: an authorization code issued in advance for a fortnight. Since RG 5782/2025 it is for contingencies only, and
// the simulator grants none. The texts of 602, 15004 and 15006 are recorded; the others are modelled on them, by the
// manual's rules.

const fortnight = 'Periodo:int Orden:short';
const types = complexType(
  'FECAEAGet',
  `CAEA:string ${fortnight} FchVigDesde:string FchVigHasta:string FchTopeInf:string FchProceso:string
   Observaciones:ArrayOfObs`,
);

const feCaeaSolicitar: WsfeOperation = {
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

const feCaeaConsultar: WsfeOperation = {
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

/** First and last day, `yyyymmdd`. */
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

// Reports that a CAEA was used, or was not used. The texts of 782 and 1200 are recorded; the others are the manual's.

const feCaeaRegInformativo: WsfeOperation = {
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

const feCaeaSinMovimientoInformar: WsfeOperation = {
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
      [!isPointOfSaleNumber(PtoVta), 1206, 'El punto de venta debe estar comprendido entre 1 y 99998'],
      [!isCode(CAEA), 1207, 'El CAEA no posee un formato valido'],
      [true, 1200, 'El codigo de autorizacion debe ser del tipo CAEA'],
    ]);
    return { values: elements({ CAEA, FchProceso, PtoVta, Resultado: 'R' }), errors };
  },
};

const feCaeaSinMovimientoConsultar: WsfeOperation = {
  name: 'FECAEASinMovimientoConsultar',
  needsAuth: true,
  request: 'CAEA:string PtoVta:int',
  result: 'ResultGet:ArrayOfFECAEASinMov',
  run({ input }) {
    const errors = first([
      [!isCode(textIn(input, 'CAEA')), 10100, 'No ingreso el CAEA o el formato es invalido.'],
      [
        !isPointOfSaleNumber(numberIn(input, 'PtoVta')),
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
const isPointOfSaleNumber = (number: number) => number >= 1 && number <= 99_998;

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

/** The 22 operations of WSFE. WSDL and routing are built from this list. */
const operations: readonly WsfeOperation[] = [
  feDummy,
  feCaeSolicitar,
  feCompUltimoAutorizado,
  feCompConsultar,
  feCompTotXRequest,
  feParamGetPtosVenta,
  ...parameterTables,
  feParamGetCotizacion,
  feParamGetCondicionIvaReceptor,
  feParamGetTiposPaises,
  feParamGetActividades,
  feCaeaSolicitar,
  feCaeaConsultar,
  feCaeaRegInformativo,
  feCaeaSinMovimientoInformar,
  feCaeaSinMovimientoConsultar,
];

const wsfeDescription = (address: string) =>
  asmxDescription({
    namespace: wsfe.namespace,
    address,
    operations: operations.map(({ name }) => name),
    schema: sharedTypes + operations.map(schema).join(''),
  });

const sharedTypes =
  complexType('FEAuthRequest', 'Token:string Sign:string Cuit:long') +
  arrayType('Err') +
  complexType('Err', 'Code:int Msg:string') +
  arrayType('Evt') +
  complexType('Evt', 'Code:int Msg:string');

function schema({ name, needsAuth, request, result, eventsFirst, types = '' }: WsfeOperation): string {
  const auth = needsAuth ? 'Auth:FEAuthRequest ' : '';
  const messages = eventsFirst
    ? ' Events:ArrayOfEvt Errors:ArrayOfErr'
    : ' Errors:ArrayOfErr Events:ArrayOfEvt';
  return (
    operationElements(name, auth + request, `${name}Result`) +
    complexType(`${name}Result`, result + (needsAuth ? messages : '')) +
    types
  );
}
