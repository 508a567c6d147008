import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe, postWsfe } from './wsfe-client.ts';

// What homologación answered in July 2021, as the tests of PyAr/pyafipws recorded it (tests/cassettes), asked again on
// the same day. Numbers are those that the series has here, and the receiver's VAT status was not asked for then.

const recordedAt = Date.parse('2021-07-22T16:05:00-03:00');

let simulator: RunningSimulator;
let auth: string;
/** From now to then. */
let offset = 0;

beforeAll(async () => {
  simulator = await startSimulator();
  offset = Math.round((recordedAt - Date.now()) / 1000);
  await simulator.control.clock(offset);
  const holder = await newHolder(simulator, 'sandbox');
  const times = { generation: offset - 600, expiration: offset + 600 };
  const { token, sign } = await login(simulator, 'sandbox', holder, times);
  auth = authXml({ token, sign, cuit: company });
});
afterAll(() => simulator.stop());

/** What stands in `<operation>Result`; the instant of processing is not that of the recording. */
async function ask(operation: string, content = '', credentials = auth): Promise<string> {
  const { status, text } = await callWsfe(simulator, 'sandbox', operation, credentials + content);
  expect(status).toBe(200);
  const result = new RegExp(`<${operation}Result>(.*)</${operation}Result>`).exec(text)?.[1] ?? text;
  return result.replace(/<FchProceso>\d{14}</, '<FchProceso>…<');
}

test('FEDummy is routed by its SOAPAction alone', async () => {
  const body =
    '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">\n' +
    '<soap:Header/>\n<soap:Body>\n    \n</soap:Body>\n</soap:Envelope>';
  const soapaction = '"http://ar.gov.afip.dif.FEV1/FEDummy"';
  const { status, text } = await postWsfe(simulator, 'sandbox', body, { soapaction });
  expect(status).toBe(200);
  expect(text).toContain(
    '<FEDummyResult><AppServer>OK</AppServer><DbServer>OK</DbServer><AuthServer>OK</AuthServer></FEDummyResult>',
  );
});

test('250 vouchers fit into a request', async () => {
  expect(await ask('FECompTotXRequest')).toBe('<RegXReq>250</RegXReq>');
});

test('the points of sale are listed as created, and an unknown number is accepted all the same', async () => {
  for (const number of [3, 4, 6]) {
    await simulator.addPointOfSale({ cuit: company, number, system: 'RECE' }, 'sandbox');
  }
  const listed = [3, 4, 6].map(
    (number) =>
      `<PtoVenta><Nro>${number}</Nro><EmisionTipo>CAE - Ri Iva</EmisionTipo>` +
      '<Bloqueado>N</Bloqueado><FchBaja>NULL</FchBaja></PtoVenta>',
  );
  expect(await ask('FEParamGetPtosVenta')).toBe(`<ResultGet>${listed.join('')}</ResultGet>`);
  expect(await ask('FECompUltimoAutorizado', '<PtoVta>4000</PtoVta><CbteTipo>1</CbteTipo>')).toBe(
    '<PtoVta>4000</PtoVta><CbteTipo>1</CbteTipo><CbteNro>0</CbteNro>',
  );
});

test.each([
  [
    'FEParamGetTiposCbte',
    36,
    '64|Liquidacion B|20100917',
    '213|Nota de Crédito electrónica MiPyMEs (FCE) C|20181226',
  ],
  ['FEParamGetTiposConcepto', 3, '1|Producto|20100917', '3|Productos y Servicios|20100917'],
  ['FEParamGetTiposDoc', 36, '80|CUIT|20080725', '24|CI Tierra del Fuego|20080728'],
  ['FEParamGetTiposIva', 6, '3|0%|20090220', '9|2.5%|20141020'],
  ['FEParamGetTiposMonedas', 50, '002|Dólar Libre EEUU|20090416', '049|Gramos de Oro Fino|20100125'],
  [
    'FEParamGetTiposOpcional',
    24,
    '5|Excepcion computo IVA Credito Fiscal|20141016',
    '27|Factura de Credito Electronica MiPyMEs (FCE) - Transferencia|20201126',
  ],
  ['FEParamGetTiposTributos', 11, '99|Otro|20100917', '13|Percepción de IVA a no Categorizado|20170719'],
])('%s has %d rows with their start dates', async (operation, count, ...some) => {
  const rows = [...(await ask(operation)).matchAll(row)].map(([, ...values]) => values.join('|'));
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((each) => each.split('|')[0])).size).toBe(count);
  expect(rows).toEqual(expect.arrayContaining(some));
});

describe('FECAESolicitar', () => {
  const voucher = ({ type = 1, series = 3, number = 1, date = '20210722', more = '', last = '' }) =>
    `<FeCAEReq><FeCabReq><CantReg>1</CantReg><PtoVta>${series}</PtoVta><CbteTipo>${type}</CbteTipo></FeCabReq>` +
    '<FeDetReq><FECAEDetRequest><Concepto>1</Concepto><DocTipo>80</DocTipo><DocNro>30500010912</DocNro>' +
    `<CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta><CbteFch>${date}</CbteFch>` +
    '<ImpTotal>222.00</ImpTotal><ImpTotConc>0.00</ImpTotConc><ImpNeto>200.00</ImpNeto><ImpOpEx>0.00</ImpOpEx>' +
    '<ImpTrib>1.00</ImpTrib><ImpIVA>21.00</ImpIVA><MonId>PES</MonId><MonCotiz>1.000</MonCotiz>' +
    `<CondicionIVAReceptorId>1</CondicionIVAReceptorId>${more}` +
    '<Tributos><Tributo><Id>99</Id><Desc>Impuesto Municipal Matanza</Desc><Importe>1</Importe></Tributo></Tributos>' +
    '<Iva><AlicIva><Id>3</Id><BaseImp>100</BaseImp><Importe>0</Importe></AlicIva>' +
    '<AlicIva><Id>5</Id><BaseImp>100</BaseImp><Importe>21</Importe></AlicIva></Iva>' +
    `${last}` +
    '</FECAEDetRequest></FeDetReq></FeCAEReq>';
  const rejected = (type: number, series: number, number: number, reasons: string) =>
    `<FeCabResp><Cuit>${company}</Cuit><PtoVta>${series}</PtoVta><CbteTipo>${type}</CbteTipo>` +
    '<FchProceso>…</FchProceso><CantReg>1</CantReg><Resultado>R</Resultado><Reproceso>N</Reproceso></FeCabResp>' +
    '<FeDetResp><FECAEDetResponse><Concepto>1</Concepto><DocTipo>80</DocTipo><DocNro>30500010912</DocNro>' +
    `<CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta><CbteFch>20210701</CbteFch>` +
    `<Resultado>R</Resultado>${reasons}<CAE /><CAEFchVto /></FECAEDetResponse></FeDetResp>`;

  test('accepts a note on an electronic credit invoice of the last five days, and of no later day', async () => {
    const corrected = `<Tipo>201</Tipo><PtoVta>3</PtoVta><Nro>1</Nro><Cuit>${company}</Cuit><CbteFch>20210701</CbteFch>`;
    const more = `<CbtesAsoc><CbteAsoc>${corrected}</CbteAsoc></CbtesAsoc>`;
    const reason =
      '<Observaciones><Obs><Code>10016</Code><Msg>Campo CbteFch Debe estar comprendido  en el  rango  N-5 y N siendo N ' +
      'la fecha de envio del pedido de autorizacion para Facturas de Credito del tipo Nota de Debito o Nota de Credito' +
      '</Msg></Obs></Observaciones>';
    await simulator.addTaxpayer('sandbox', { cuit: company, size: 'MIPYME' });
    await simulator.addTaxpayer('sandbox', { cuit: '30500010912', size: 'GRANDE' });
    const optional = (id: string, value: string) =>
      `<Opcional><Id>${id}</Id><Valor>${value}</Valor></Opcional>`;
    const invoice = voucher({
      type: 201,
      date: '20210717',
      more: '<FchVtoPago>20210822</FchVtoPago>',
      last: `<Opcionales>${optional('2101', '0110599520000001235579')}${optional('27', 'SCA')}</Opcionales>`,
    });
    expect(await ask('FECAESolicitar', invoice)).toContain('<Resultado>A</Resultado>');
    const last = `<Opcionales>${optional('22', 'N')}</Opcionales>`;
    const note = (date: string, corrects = more) =>
      ask('FECAESolicitar', voucher({ type: 203, date, more: corrects, last }));
    expect(await note('20210701')).toBe(rejected(203, 3, 1, reason));
    for (const date of ['20210716', '20210723']) expect(await note(date)).toContain(reason);
    expect(await note('20210717')).toContain('<Code>10160</Code>');
    expect(await note('20210717', more.replace('20210701', '20210717'))).toContain(
      '<Resultado>A</Resultado>',
    );
  });

  test('has a number out of sequence as its only error', async () => {
    const series = 4000;
    expect(await ask('FECAESolicitar', voucher({ series }))).toContain('<Resultado>A</Resultado>');
    expect(await ask('FECAESolicitar', voucher({ series, number: 2, date: '20210701' }))).toBe(
      `${rejected(1, series, 2, '')}<Errors><Err><Code>10016</Code><Msg>El numero o fecha del comprobante no se ` +
        'corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.</Msg></Err></Errors>',
    );
    const lot = voucher({ series, number: 3 }).replace(/<FECAEDetRequest>.*<\/FECAEDetRequest>/, '$&$&');
    const answer = await ask('FECAESolicitar', lot.replace('<CantReg>1<', '<CantReg>2<'));
    expect([...answer.matchAll(/<Resultado>R</g)]).toHaveLength(3);
    expect([...answer.matchAll(/<Code>10016</g)]).toHaveLength(1);
    expect(answer).toMatch(/<\/FeDetResp><Errors>/);
  });
});

describe('an issuer without a code in advance (CAEA)', () => {
  const fortnight = '<Periodo>202107</Periodo><Orden>1</Orden>';
  const error = (code: number, message: string) =>
    `<Errors><Err><Code>${code}</Code><Msg>${message}</Msg></Err></Errors>`;

  test('gets none for a past fortnight', async () => {
    const words =
      'Fecha de envío podrá ser desde 5 días corridos anteriores al inicio hasta el último dia de cada quincena.';
    const dates = 'Del 6/26/2021 hasta 7/15/2021';
    expect(await ask('FECAEASolicitar', fortnight)).toBe(error(15006, `${words} ${dates}`));
  });

  test('finds none, and gets the fortnight back', async () => {
    const none = 'No existen datos en nuestros registros para los parametros ingresados.';
    const echo = '<ResultGet><Periodo>202107</Periodo><Orden>1</Orden></ResultGet>';
    expect(await ask('FECAEAConsultar', fortnight)).toBe(echo + error(602, none));
    const wrong = fortnight.replace('202107', '202100');
    const format = 'debe tener el formato AAAAMM, donde AAAA indica el año y MM el mes en números.';
    expect(await ask('FECAEAConsultar', wrong)).toBe(
      echo.replace('202107', '202100') + error(15004, `El campo &lt;Periodo&gt; ${format}`),
    );
  });

  test('gets a rejection for a voucher with an unknown one', async () => {
    const content =
      '<FeCAEARegInfReq><FeCabReq><CantReg>1</CantReg><PtoVta>3</PtoVta><CbteTipo>3</CbteTipo></FeCabReq><FeDetReq>' +
      '<FECAEADetRequest><Concepto>3</Concepto><DocTipo>80</DocTipo><DocNro>30500010912</DocNro>' +
      '<CbteDesde>504</CbteDesde><CbteHasta>504</CbteHasta><CbteFch>20210701</CbteFch><ImpTotal>222.00</ImpTotal>' +
      '<CAEA></CAEA><CbteFchHsGen>yyyymmddhhmiss</CbteFchHsGen></FECAEADetRequest></FeDetReq></FeCAEARegInfReq>';
    expect(await ask('FECAEARegInformativo', content)).toBe(
      `<FeCabResp><Cuit>${company}</Cuit><PtoVta>3</PtoVta><CbteTipo>3</CbteTipo><FchProceso>…</FchProceso>` +
        '<CantReg>1</CantReg><Resultado>R</Resultado><Reproceso>N</Reproceso></FeCabResp><FeDetResp><FECAEADetResponse>' +
        '<Concepto>3</Concepto><DocTipo>80</DocTipo><DocNro>30500010912</DocNro><CbteDesde>504</CbteDesde>' +
        '<CbteHasta>504</CbteHasta><CbteFch>20210701</CbteFch><Resultado>R</Resultado><CAEA /></FECAEADetResponse>' +
        `</FeDetResp>${error(782, 'El &lt;CAEA&gt; es obligatorio informarlo.')}`,
    );
  });

  test('gets an error for an unknown one without movement', async () => {
    expect(await ask('FECAEASinMovimientoInformar', '<PtoVta>4000</PtoVta><CAEA>71293955911805</CAEA>')).toBe(
      '<CAEA>71293955911805</CAEA><FchProceso>20210722</FchProceso><PtoVta>4000</PtoVta><Resultado>R</Resultado>' +
        error(1200, 'El codigo de autorizacion debe ser del tipo CAEA'),
    );
  });
});

test('an answer without credentials still has its required elements', async () => {
  const none = '<Errors><Err><Code>500</Code>';
  const asked = '<PtoVta>4002</PtoVta><CAEA>21073372218437</CAEA>';
  expect(await ask('FECAEASinMovimientoInformar', asked, '')).toContain(`<PtoVta>4002</PtoVta>${none}`);
  expect(await ask('FECompTotXRequest', '', '')).toContain(`<RegXReq>0</RegXReq>${none}`);
});

/** Of a table: all of them were in force. */
const row = /<Id>(.*?)<\/Id><Desc>(.*?)<\/Desc><FchDesde>(\d{8})<\/FchDesde><FchHasta>NULL<\/FchHasta>/g;
