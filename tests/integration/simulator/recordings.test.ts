import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('FEDummy is asked for by its SOAPAction alone', async () => {
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

test('the points of sale that were made are listed, and a number that was not is good all the same', async () => {
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
  ['FEParamGetTiposTributos', 11, '99|Otro|20100917', '13|Percepción de IVA a no Categorizado|20170719'],
])('%s has %d rows with the day they began', async (operation, count, ...some) => {
  const rows = [...(await ask(operation)).matchAll(row)].map(([, ...values]) => values.join('|'));
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((each) => each.split('|')[0])).size).toBe(count);
  expect(rows).toEqual(expect.arrayContaining(some));
});

/** Of a table: all of them were in force. */
const row = /<Id>(.*?)<\/Id><Desc>(.*?)<\/Desc><FchDesde>(\d{8})<\/FchDesde><FchHasta>NULL<\/FchHasta>/g;
