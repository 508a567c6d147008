import { type Answer, answer, type Incoming, pageAnswer } from '#simulator/http/exchange.ts';
import { pointsOfSaleOf } from '#simulator/registry/points-of-sale.ts';
import {
  elements,
  headerXml,
  numberIn,
  resultAnswer,
  routeCall,
  soapFaultAnswer,
  textIn,
  UnreadableField,
  type Values,
} from '#simulator/soap/asmx.ts';
import { arrayType, asmxDescription, complexType, operationElements } from '#simulator/soap/wsdl.ts';
import { childNamed, readEnvelope, type SoapRequest, type XmlElement } from '#simulator/soap/xml.ts';
import { activitiesOf } from '#simulator/wsfe/issuer.ts';
import { currencies, officialRate, type Row } from '#simulator/wsfe/tables.ts';
import { addDays, americanDay, compactDay, dayOf, workingDayBefore } from '../dates.ts';
import type { Environment } from '../environment.ts';
import type { Simulation } from '../simulation.ts';
import { testCompanies } from '../test-companies.ts';
import { countryCuits, destinations, isDestination } from './countries.ts';
import { isPermit } from './customs-rules.ts';
import {
  type WsfexCall,
  type WsfexError,
  type WsfexOperation,
  type WsfexResult,
  wsfex,
} from './operation.ts';
import { fexAuthorize, isPointOfSale } from './request-authorisation.ts';
import { consultationTypes } from './schemas.ts';
import {
  documentTypes,
  endedIncoterms,
  endedUnits,
  exportTypes,
  incoterms,
  issuable,
  languages,
  optionalData,
  pesos,
  ratedCurrencies,
  units,
  writtenRate,
} from './tables.ts';
import { authenticate } from './token.ts';
import { voucherXml } from './voucher.ts';

export async function answerWsfex(
  simulation: Simulation,
  environment: Environment,
  incoming: Incoming,
): Promise<Answer> {
  if (incoming.method !== 'POST') return showDescription(incoming);
  const request = readEnvelope(incoming.body.toString('utf8'));
  // Malformed XML: 400 with an empty body, as WSFE answers.
  if (!request) return answer(400, 'text/plain', '');
  const operation = routeCall(wsfex, operations, request, incoming.headers.soapaction);
  if (!operation) {
    const action = String(incoming.headers.soapaction ?? request.operation.localName).replace(/^"|"$/g, '');
    return soapFaultAnswer(request.version, 'Client', unknownAction(action));
  }
  const now = simulation.clock.now();
  try {
    const result = await run(simulation, environment, operation, request);
    const xml = resultXml(operation, result, simulation.offices[environment].events.at(-1));
    const ending = operation.endsInLineBreak ? '\r\n' : '';
    return resultAnswer({ service: wsfex, environment, now }, request.version, operation.name, xml, ending);
  } catch (error) {
    if (!(error instanceof UnreadableField)) throw error;
    const text = `Server was unable to read request. ---> System.InvalidOperationException: There is an error in XML document (1, 220). ---> System.FormatException: ${error.message}`;
    return soapFaultAnswer(request.version, 'Client', text, headerXml(wsfex, environment, now));
  }
}

/** Seen with a stack trace, of which this is the first line. */
const unknownAction = (action: string) =>
  'System.Web.Services.Protocols.SoapException: Server did not recognize the value of HTTP Header SOAPAction: ' +
  `${action}.\n   at System.Web.Services.Protocols.Soap11ServerProtocolHelper.RouteRequest()`;

/** `FEXErr` and `FEXEvents` are in every answer with credentials: 0 if there is nothing. */
function resultXml(
  { auth }: WsfexOperation,
  { values = '', error }: WsfexResult,
  event: WsfexError | undefined,
): string {
  if (!auth) return values;
  const { code, message } = error ?? { code: 0, message: 'OK' };
  const { code: eventCode, message: eventMessage } = event ?? { code: 0, message: 'Ok' };
  return (
    values +
    `<FEXErr>${elements({ ErrCode: code, ErrMsg: message })}</FEXErr>` +
    `<FEXEvents>${elements({ EventCode: eventCode, EventMsg: eventMessage })}</FEXEvents>`
  );
}

function showDescription({ origin, path, query }: Incoming): Answer {
  const wantsDescription = [...query.keys()].some((key) => key.toLowerCase() === 'wsdl');
  if (wantsDescription) {
    return answer(200, 'text/xml; charset=utf-8', wsfexDescription(origin + path));
  }
  const names = operations.map(({ name }) => `<li>${name}</li>`).join('');
  return pageAnswer(200, `<h1>Service</h1><ul>${names}</ul>`);
}

/** An error of the credentials has no values, unlike in WSFE. */
function run(
  simulation: Simulation,
  environment: Environment,
  operation: WsfexOperation,
  request: SoapRequest,
): WsfexResult | Promise<WsfexResult> {
  const input = readableInput(operation, request);
  if (!operation.auth) return operation.run({ simulation, environment, input, cuit: '' });
  const authentication = authenticate({ simulation, environment, input });
  if ('error' in authentication) return authentication;
  return operation.run({ simulation, environment, input, cuit: authentication.cuit });
}

/** Elements of another name or namespace are not read, so the credentials are missing (docs/authority.md#export-calls). */
function readableInput({ name }: WsfexOperation, request: SoapRequest): XmlElement {
  const { operation, namespace, parameters } = request;
  const isReadable = operation.localName === name && namespace === wsfex.namespace;
  return { ...operation, children: isReadable ? parameters : [] };
}

const fexDummy: WsfexOperation = {
  name: 'FEXDummy',
  request: '',
  result: 'AppServer:string DbServer:string AuthServer:string',
  run: () => ({ values: elements({ AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' }) }),
};

const fexGetCmp: WsfexOperation = {
  name: 'FEXGetCMP',
  auth: 'ClsFEXAuthRequest',
  request: 'Cmp:ClsFEXGetCMP',
  result: 'FEXResultGet:ClsFEXGetCMPR',
  types: consultationTypes,
  endsInLineBreak: true,
  run({ simulation, environment, input, cuit }) {
    const request = childNamed(input, 'Cmp');
    const series = {
      cuit,
      pointOfSale: numberIn(request, 'Punto_vta'),
      documentType: numberIn(request, 'Cbte_tipo'),
    };
    const record = simulation.offices[environment].exports.find(series, numberIn(request, 'Cbte_nro'));
    if (record) return { values: `<FEXResultGet>${voucherXml(record)}</FEXResultGet>` };
    // Trap: the error comes with a voucher of zeros (recorded).
    return {
      values: `<FEXResultGet>${elements(emptyVoucher)}</FEXResultGet>`,
      error: { code: 1020, message: 'Comprobante inexistente' },
    };
  },
};

const emptyVoucher = {
  Id: 0,
  Cbte_tipo: 0,
  Punto_vta: 0,
  Cbte_nro: 0,
  Tipo_expo: 0,
  Dst_cmp: 0,
  Cuit_pais_cliente: 0,
  Moneda_ctz: 0,
  Imp_total: 0,
  Idioma_cbte: 0,
};

const fexGetLastId: WsfexOperation = {
  name: 'FEXGetLast_ID',
  auth: 'ClsFEXAuthRequest',
  request: '',
  result: 'FEXResultGet:ClsFEXResponse_LastID',
  types: complexType('ClsFEXResponse_LastID', 'Id:long'),
  endsInLineBreak: true,
  run: ({ simulation, environment, cuit }) => ({
    values: `<FEXResultGet>${elements({ Id: simulation.offices[environment].exports.lastId(cuit) })}</FEXResultGet>`,
  }),
};

const fexGetLastCmp: WsfexOperation = {
  name: 'FEXGetLast_CMP',
  auth: 'ClsFEX_LastCMP',
  request: '',
  result: 'FEXResult_LastCMP:ClsFEX_LastCMP_Response',
  types:
    complexType('ClsFEX_LastCMP', 'Token:string Sign:string Cuit:long Pto_venta:int Cbte_Tipo:short') +
    complexType('ClsFEX_LastCMP_Response', 'Cbte_nro:long Cbte_fecha:string'),
  endsInLineBreak: true,
  run(call) {
    const { simulation, environment, cuit } = call;
    // Inside Auth, unlike the parameters of all other operations.
    const request = childNamed(call.input, 'Auth');
    const pointOfSale = numberIn(request, 'Pto_venta');
    const documentType = numberIn(request, 'Cbte_Tipo');
    const values = (last: Values) => `<FEXResult_LastCMP>${elements(last)}</FEXResult_LastCMP>`;
    const error = lastCmpError(call, pointOfSale, documentType);
    // Inferred from FEXGetCMP, whose error comes with zeros.
    if (error) return { values: values({ Cbte_nro: 0 }), error };
    const last = simulation.offices[environment].exports.last({ cuit, pointOfSale, documentType });
    if (!last) return { values: values({ Cbte_nro: 0 }) };
    const { Cbte_nro, Fecha_cbte } = last.voucher;
    return { values: values({ Cbte_nro, Cbte_fecha: Fecha_cbte }) };
  },
};

function lastCmpError(call: WsfexCall, pointOfSale: number, documentType: number): WsfexError | undefined {
  if (!issuable.includes(documentType)) {
    const message =
      'Campo Cbte_Tipo no se corresponde con alguno de los comprobantes habilitados. Recuerde que los valores son 19, 20 o 21';
    return { code: 1606, message };
  }
  if (pointOfSale >= 1 && pointOfSale <= 99_998 && isPointOfSale(call, pointOfSale)) return undefined;
  const message =
    "Campo Pto_venta no es valido o no esta dado de alta como punto de venta de 'Comprobantes de Exportación - Web Services'";
  return { code: 1607, message };
}

const fexCheckPermiso: WsfexOperation = {
  name: 'FEXCheck_Permiso',
  auth: 'ClsFEXAuthRequest',
  request: 'ID_Permiso:string Dst_merc:int',
  result: 'FEXResultGet:ClsFEXResponse_CheckPermiso',
  types: complexType('ClsFEXResponse_CheckPermiso', 'Status:string'),
  run({ input }) {
    const id = textIn(input, 'ID_Permiso');
    const destination = numberIn(input, 'Dst_merc');
    if (id === '' || !isDestination(destination)) {
      const message =
        'Los campos ID_Permiso y Dst_merc son obligatorios, y Dst_merc debe ser un país registrado. Ver Metodo FEXGetPARAM_DST_pais.';
      return { error: { code: 1810, message } };
    }
    return { values: `<FEXResultGet>${elements({ Status: isPermit(id) ? 'OK' : 'NO' })}</FEXResultGet>` };
  },
};

const nil = (item: string) => `<${item} xsi:nil="true" />`;

/** List of a table, which is never omitted. `ended` nil elements follow its rows. */
function listXml(item: string, rows: readonly Values[], ended = 0): string {
  const items = rows.map((row) => `<${item}>${elements(row)}</${item}>`).join('') + nil(item).repeat(ended);
  return items === '' ? '<FEXResultGet />' : `<FEXResultGet>${items}</FEXResultGet>`;
}

type Table = {
  name: string;
  item: string;
  /** Names of the columns begin with it. */
  prefix: string;
  rows: readonly Row[];
  idType?: 'string' | 'short';
  ended?: number;
};

/** Table with the dates of its rows: `NULL` while a row is in force (docs/authority.md#tables). */
function table({ name, item, prefix, rows, idType = 'short', ended = 0 }: Table): WsfexOperation {
  return {
    name,
    auth: 'ClsFEXAuthRequest',
    request: '',
    result: `FEXResultGet:ArrayOf${item}`,
    types:
      arrayType(item) +
      complexType(
        item,
        `${prefix}_Id:${idType} ${prefix}_Ds:string ${prefix}_vig_desde:string ${prefix}_vig_hasta:string`,
      ),
    run: () => ({
      values: listXml(
        item,
        rows.map(([id, description, since]) => ({
          [`${prefix}_Id`]: id,
          [`${prefix}_Ds`]: description,
          [`${prefix}_vig_desde`]: since,
          [`${prefix}_vig_hasta`]: 'NULL',
        })),
        ended,
      ),
    }),
  };
}

/** List without dates. */
function plainList(
  name: string,
  item: string,
  columns: string,
  rowsOf: (call: WsfexCall) => readonly Values[],
): WsfexOperation {
  return {
    name,
    auth: 'ClsFEXAuthRequest',
    request: '',
    result: `FEXResultGet:ArrayOf${item}`,
    types: arrayType(item) + complexType(item, columns),
    run: (call) => ({ values: listXml(item, rowsOf(call)) }),
  };
}

const parameterTables: WsfexOperation[] = [
  table({
    name: 'FEXGetPARAM_Cbte_Tipo',
    item: 'ClsFEXResponse_Cbte_Tipo',
    prefix: 'Cbte',
    rows: documentTypes,
  }),
  table({ name: 'FEXGetPARAM_Tipo_Expo', item: 'ClsFEXResponse_Tex', prefix: 'Tex', rows: exportTypes }),
  table({
    name: 'FEXGetPARAM_Incoterms',
    item: 'ClsFEXResponse_Inc',
    prefix: 'Inc',
    rows: incoterms,
    idType: 'string',
    ended: endedIncoterms,
  }),
  table({ name: 'FEXGetPARAM_Idiomas', item: 'ClsFEXResponse_Idi', prefix: 'Idi', rows: languages }),
  table({
    name: 'FEXGetPARAM_UMed',
    item: 'ClsFEXResponse_UMed',
    prefix: 'Umed',
    rows: units,
    ended: endedUnits,
  }),
  table({
    name: 'FEXGetPARAM_MON',
    item: 'ClsFEXResponse_Mon',
    prefix: 'Mon',
    rows: currencies,
    idType: 'string',
  }),
  table({ name: 'FEXGetPARAM_Opcionales', item: 'ClsFEXResponse_Opc', prefix: 'Opc', rows: optionalData }),
  plainList('FEXGetPARAM_DST_pais', 'ClsFEXResponse_DST_pais', 'DST_Codigo:string DST_Ds:string', () =>
    destinations.map(({ id, name }) => ({ DST_Codigo: id, DST_Ds: name })),
  ),
  plainList('FEXGetPARAM_DST_CUIT', 'ClsFEXResponse_DST_cuit', 'DST_CUIT:long DST_Ds:string', () =>
    countryCuits.map(({ cuit, description }) => ({ DST_CUIT: cuit, DST_Ds: description })),
  ),
  plainList(
    'FEXGetPARAM_Actividades',
    'ClsFEXResponse_ActividadTipo',
    'Id:long Orden:short Desc:string',
    activitiesOf,
  ),
];

/** An empty list is no error, unlike in WSFE. */
const fexGetParamPtoVenta: WsfexOperation = {
  ...plainList(
    'FEXGetPARAM_PtoVenta',
    'ClsFEXResponse_PtoVenta',
    'Pve_Nro:int Pve_Bloqueado:string Pve_FchBaja:string',
    ({ simulation, environment, cuit }) =>
      testCompanies[cuit]?.hasNoPointOfSale
        ? []
        : pointsOfSaleOf(simulation, environment, cuit)
            .filter(({ system }) => system === 'FEEWS')
            .map(({ number }) => ({ Pve_Nro: number, Pve_Bloqueado: 'N', Pve_FchBaja: 'NULL' })),
  ),
  endsInLineBreak: true,
};

/** `2021-07-21` -> `20210721`. Undefined if it is not a day. */
function readIsoDay(text: string): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.replaceAll('-', '') : '';
  return dayOf(day) && day;
}

const fexGetParamCtz: WsfexOperation = {
  name: 'FEXGetPARAM_Ctz',
  auth: 'ClsFEXAuthRequest',
  request: 'Mon_id:string FchCotiz:string',
  result: 'FEXResultGet:ClsFEXResponse_Ctz',
  types: complexType('ClsFEXResponse_Ctz', 'Mon_ctz:decimal Mon_fecha:string'),
  run({ input, simulation }) {
    const currency = textIn(input, 'Mon_id');
    const written = textIn(input, 'FchCotiz');
    const day = readIsoDay(written);
    if (written !== '' && !day) {
      const message = 'De informar el campo, el mismo debe tener el sig. formato YYYY-MM-DD';
      return { error: { code: 1003, message } };
    }
    const rate = currency === pesos ? undefined : officialRate(currency);
    if (rate === undefined) {
      const message = `Codigo de moneda (${currency}) inexistente o SIN cotización`;
      return { error: { code: 1800, message } };
    }
    // The last rate on or before the day; today has none yet.
    const today = compactDay(simulation.clock.now());
    const closed = workingDayBefore(day && day < today ? addDays(day, 1) : today);
    const values = elements({ Mon_ctz: writtenRate(rate), Mon_fecha: closed });
    return { values: `<FEXResultGet>${values}</FEXResultGet>` };
  },
};

const rateItem = 'ClsFEXResponse_Mon_CON_Cotizacion';

/** Rates of the working day before a day. `Mon_Ds` is described, and was not sent. */
const fexGetParamMonConCotizacion: WsfexOperation = {
  name: 'FEXGetPARAM_MON_CON_COTIZACION',
  auth: 'ClsFEXAuthRequest',
  request: 'Fecha_CTZ:string',
  result: `FEXResultGet:ArrayOf${rateItem}`,
  types:
    arrayType(rateItem) +
    complexType(rateItem, 'Mon_Id:string Mon_Ds:string Mon_ctz:string Fecha_ctz:string'),
  run({ input, simulation }) {
    const day = textIn(input, 'Fecha_CTZ');
    if (!dayOf(day)) {
      const message =
        'El campo Fecha_CTZ es de integración obligatoria y debe tener el siguiente formato: YYYYMMDD';
      return { error: { code: 2054, message } };
    }
    const today = compactDay(simulation.clock.now());
    const closed = dayOf(workingDayBefore(day < today ? day : today));
    const rows = ratedCurrencies.map(({ id, rate }) => ({
      Mon_Id: id,
      Mon_ctz: writtenRate(rate),
      Fecha_ctz: closed ? americanDay(closed) : '',
    }));
    return { values: listXml(rateItem, rows) };
  },
};

/** The 19 operations of WSFEX. WSDL and routing are built from this list. */
const operations: readonly WsfexOperation[] = [
  fexDummy,
  fexAuthorize,
  fexGetCmp,
  fexGetLastId,
  fexGetLastCmp,
  ...parameterTables,
  fexGetParamPtoVenta,
  fexGetParamCtz,
  fexGetParamMonConCotizacion,
  fexCheckPermiso,
];

const wsfexDescription = (address: string) =>
  asmxDescription({
    namespace: wsfex.namespace,
    address,
    operations: operations.map(({ name }) => name),
    schema: sharedTypes + operations.map(schema).join(''),
  });

const sharedTypes =
  complexType('ClsFEXAuthRequest', 'Token:string Sign:string Cuit:long') +
  complexType('ClsFEXErr', 'ErrCode:int ErrMsg:string') +
  complexType('ClsFEXEvents', 'EventCode:int EventMsg:string');

function schema({ name, auth, request, result, types = '' }: WsfexOperation): string {
  const credentials = auth ? `Auth:${auth} ` : '';
  const messages = auth ? ' FEXErr:ClsFEXErr FEXEvents:ClsFEXEvents' : '';
  return (
    operationElements(name, credentials + request, `${name}Result`) +
    complexType(`${name}Result`, result + messages) +
    types
  );
}
