import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml } from './wsfe-client.ts';
import { callWsfex } from './wsfex-client.ts';

// What homologación answered in 2021, as the tests of PyAr/pyafipws recorded it (tests/cassettes), asked again on the
// same day. Numbers are those that the series has here; the rates are others.

const recordedAt = Date.parse('2021-07-22T16:05:00-03:00');

let simulator: RunningSimulator;
let auth: string;

beforeAll(async () => {
  simulator = await startSimulator();
  const offset = Math.round((recordedAt - Date.now()) / 1000);
  await simulator.control.clock(offset);
  const holder = await newHolder(simulator, 'sandbox', { represented: [] });
  const { cuit, alias } = holder;
  await simulator.authorise('sandbox', { cuit, alias, represented_cuit: company, service: 'wsfex' });
  const times = { service: 'wsfex', generation: offset - 600, expiration: offset + 600 };
  const { token, sign } = await login(simulator, 'sandbox', holder, times);
  auth = authXml({ token, sign, cuit: company });
});
afterAll(() => simulator.stop());

/** What stands in `<operation>Result`. */
async function ask(operation: string, content = '', credentials = auth): Promise<string> {
  const { status, text } = await callWsfex(simulator, 'sandbox', operation, credentials + content);
  expect(status).toBe(200);
  return new RegExp(`<${operation}Result>(.*)</${operation}Result>`, 's').exec(text)?.[1] ?? text;
}

const ending = (code: number, message: string) =>
  `<FEXErr><ErrCode>${code}</ErrCode><ErrMsg>${message}</ErrMsg></FEXErr>` +
  '<FEXEvents><EventCode>0</EventCode><EventMsg>Ok</EventMsg></FEXEvents>';

test.each([
  ['FEXGetPARAM_Cbte_Tipo', 5, 0, '19|Facturas de Exportación \n|20100101', '89|Resumen de Datos|20110401'],
  ['FEXGetPARAM_Tipo_Expo', 3, 0, '1|Exportación definitiva de Bienes|20100101', '4|Otros|20100101'],
  ['FEXGetPARAM_Incoterms', 11, 6, 'EXW|EXW|20100101', 'DPU|DPU|20200311'],
  ['FEXGetPARAM_Idiomas', 3, 0, '1|Español|20091228', '3|Portugués|20091228'],
  ['FEXGetPARAM_UMed', 48, 2, '7|unidades|20080704', '0| |20091211'],
  ['FEXGetPARAM_MON', 50, 0, 'DOL|Dólar Estadounidense|20090403', '060|Euro|20090403'],
])(
  '%s has %d rows with their start dates, and %d that have ended',
  async (operation, count, ended, ...some) => {
    const text = await ask(operation);
    const rows = [...text.matchAll(row)].map(([, ...values]) => values.join('|'));
    expect(rows).toHaveLength(count);
    expect(rows).toEqual(expect.arrayContaining(some));
    expect([...text.matchAll(/ xsi:nil="true" \/>/g)]).toHaveLength(ended);
  },
);

test.each([
  [
    'FEXGetPARAM_DST_pais',
    'ClsFEXResponse_DST_pais',
    297,
    '<DST_Codigo>203</DST_Codigo><DST_Ds>BRASIL</DST_Ds>',
  ],
  [
    'FEXGetPARAM_DST_CUIT',
    'ClsFEXResponse_DST_cuit',
    777,
    '<DST_CUIT>50000000016</DST_CUIT><DST_Ds>URUGUAY - Persona Física</DST_Ds>',
  ],
])('%s has its rows in <%s>: %d', async (operation, item, count, one) => {
  const text = await ask(operation);
  expect([...text.matchAll(new RegExp(`<${item}>`, 'g'))]).toHaveLength(count);
  expect(text).toContain(`<${item}>${one}</${item}>`);
  expect(text.endsWith(`</FEXResultGet>${ending(0, 'OK')}`)).toBe(true);
});

test('the points of sale of a company without one are an empty list', async () => {
  expect(await ask('FEXGetPARAM_PtoVenta')).toBe(`<FEXResultGet />${ending(0, 'OK')}`);
});

test('the rate is that of the day before, and the list of rates writes it in American', async () => {
  expect(await ask('FEXGetPARAM_Ctz', '<Mon_id>DOL</Mon_id>')).toBe(
    '<FEXResultGet><Mon_ctz>1450.0000</Mon_ctz><Mon_fecha>20210721</Mon_fecha></FEXResultGet>' +
      ending(0, 'OK'),
  );
  expect(await ask('FEXGetPARAM_MON_CON_COTIZACION', '<Fecha_CTZ>20210622</Fecha_CTZ>')).toContain(
    '<ClsFEXResponse_Mon_CON_Cotizacion><Mon_Id>DOL</Mon_Id><Mon_ctz>1450.0000</Mon_ctz><Fecha_ctz>6/21/2021</Fecha_ctz>',
  );
});

test('a voucher that is not there is 1020, with zeros', async () => {
  const number = '<Cmp><Cbte_tipo>21</Cbte_tipo><Punto_vta>7</Punto_vta><Cbte_nro>28</Cbte_nro></Cmp>';
  expect(await ask('FEXGetCMP', number)).toBe(
    '<FEXResultGet><Id>0</Id><Cbte_tipo>0</Cbte_tipo><Punto_vta>0</Punto_vta><Cbte_nro>0</Cbte_nro>' +
      '<Tipo_expo>0</Tipo_expo><Dst_cmp>0</Dst_cmp><Cuit_pais_cliente>0</Cuit_pais_cliente><Moneda_ctz>0</Moneda_ctz>' +
      `<Imp_total>0</Imp_total><Idioma_cbte>0</Idioma_cbte></FEXResultGet>${ending(1020, 'Comprobante inexistente')}`,
  );
});

const sold =
  '<Pro_codigo>PRO1</Pro_codigo><Pro_ds>Producto Tipo 1 Exportacion MERCOSUR ISO 9001</Pro_ds><Pro_qty>2</Pro_qty>';
const paid =
  '<Forma_pago>30 dias</Forma_pago><Incoterms>FOB</Incoterms><Incoterms_Ds>Flete a Bordo</Incoterms_Ds>';
const customer =
  '<Dst_cmp>203</Dst_cmp><Cliente>Joao Da Silva</Cliente><Cuit_pais_cliente>50000000016</Cuit_pais_cliente>' +
  '<Domicilio_cliente>Rua 76 km 34.5 Alagoas</Domicilio_cliente><Id_impositivo>PJ54482221-l</Id_impositivo>' +
  '<Moneda_Id>DOL</Moneda_Id>';

test('an invoice for goods is authorized and found again', async () => {
  const permits =
    '<Permiso_existente>S</Permiso_existente><Permisos><Permiso><Id_permiso>99999AAXX999999A</Id_permiso>' +
    '<Dst_merc>203</Dst_merc></Permiso></Permisos>';
  const notes =
    '<Obs_comerciales>Observaciones comerciales</Obs_comerciales><Imp_total>250</Imp_total><Obs>Sin observaciones</Obs>';
  const items =
    `<Idioma_cbte>1</Idioma_cbte><Items><Item>${sold}<Pro_umed>9</Pro_umed><Pro_precio_uni>150</Pro_precio_uni>` +
    '<Pro_bonificacion>50</Pro_bonificacion><Pro_total_item>250</Pro_total_item></Item></Items>';
  const heading = (type: string) =>
    `<Id>988888888888344</Id><Fecha_cbte>20210722</Fecha_cbte><${type}>19</${type}><Punto_vta>7</Punto_vta>` +
    '<Cbte_nro>1</Cbte_nro><Tipo_expo>1</Tipo_expo>';
  const rest = `${permits}${customer}<Moneda_ctz>39</Moneda_ctz>${notes}${paid}${items}`;
  const answer = await ask(
    'FEXAuthorize',
    `<Cmp>${heading('Cbte_Tipo')}${rest}<Fecha_pago></Fecha_pago></Cmp>`,
  );
  const cae = /<Cae>(\d{14})</.exec(answer)?.[1];
  const number = '<Cmp><Cbte_tipo>19</Cbte_tipo><Punto_vta>7</Punto_vta><Cbte_nro>1</Cbte_nro></Cmp>';
  expect(await ask('FEXGetCMP', number)).toBe(
    `<FEXResultGet>${heading('Cbte_tipo')}${rest}<Fch_venc_Cae>20210722</Fch_venc_Cae><Cae>${cae}</Cae>` +
      `<Resultado>A</Resultado><Motivos_Obs /></FEXResultGet>${ending(0, 'OK')}`,
  );
  expect(await ask('FEXGetLast_ID')).toBe(
    `<FEXResultGet><Id>988888888888344</Id></FEXResultGet>${ending(0, 'OK')}`,
  );
  const asked = '<Pto_venta>7</Pto_venta><Cbte_Tipo>19</Cbte_Tipo></Auth>';
  expect(await ask('FEXGetLast_CMP', '', auth.replace('</Auth>', asked))).toBe(
    '<FEXResult_LastCMP><Cbte_nro>1</Cbte_nro><Cbte_fecha>20210722</Cbte_fecha></FEXResult_LastCMP>' +
      ending(0, 'OK'),
  );
});

test('an invoice for services at another rate is told the right one', async () => {
  const item = (unit: number, total: string, price: string) =>
    `<Item>${unit === 99 ? sold.replace('>2<', '>0<') : sold}<Pro_umed>${unit}</Pro_umed>${price}` +
    `<Pro_total_item>${total}</Pro_total_item></Item>`;
  const price = '<Pro_precio_uni>150.00</Pro_precio_uni><Pro_bonificacion>50.00</Pro_bonificacion>';
  const free = '<Pro_precio_uni>0</Pro_precio_uni><Pro_bonificacion>0</Pro_bonificacion>';
  const voucher =
    '<Cmp><Id>988888888888345</Id><Fecha_cbte>20210722</Fecha_cbte><Cbte_Tipo>19</Cbte_Tipo><Punto_vta>8</Punto_vta>' +
    '<Cbte_nro>1</Cbte_nro><Tipo_expo>2</Tipo_expo><Permiso_existente></Permiso_existente>' +
    `${customer}<Moneda_ctz>RATE</Moneda_ctz><Imp_total>250.00</Imp_total>${paid}<Idioma_cbte>1</Idioma_cbte><Items>` +
    item(1, '250.00', price) +
    item(1, '250.00', price) +
    item(99, '-250.0', free) +
    '</Items><Fecha_pago>20210722</Fecha_pago></Cmp>';
  expect(await ask('FEXAuthorize', voucher.replace('RATE', '60.2980'))).toBe(
    ending(
      2053,
      'Cotizacion informada no valida. (FechaCot utilizada: 21/07/2021 - CotAduana: 1450.0000 para este caso)',
    ),
  );
  expect(await ask('FEXAuthorize', voucher.replace('RATE', '1450'))).toContain('<Resultado>A</Resultado>');
});

test('a rate beyond the limits is refused before anything about permits', async () => {
  const voucher =
    '<Cmp><Id>988888888888346</Id><Fecha_cbte>20210722</Fecha_cbte><Cbte_Tipo>21</Cbte_Tipo><Punto_vta>9</Punto_vta>' +
    '<Cbte_nro>1</Cbte_nro><Tipo_expo>1</Tipo_expo><Permiso_existente>S</Permiso_existente><Permisos><Permiso>' +
    '<Id_permiso>99999AAXX999999A</Id_permiso><Dst_merc>225</Dst_merc></Permiso></Permisos>' +
    `${customer}<Moneda_ctz>19.8</Moneda_ctz><Imp_total>250.0</Imp_total>${paid}<Idioma_cbte>1</Idioma_cbte>` +
    '<Fecha_pago></Fecha_pago></Cmp>';
  // The limits were 20 % and 100 % then.
  expect(await ask('FEXAuthorize', voucher)).toBe(
    ending(
      1667,
      'El tipo de cambio no podrá ser inferior al 2% ni superior en un 400% del que suministra AFIP como orientativo ' +
        'de acuerdo a la cotización oficial. Ver Metodo FEXGetPARAM_Ctz.',
    ),
  );
});

/** Of a table: all of them were in force. */
const row =
  /<\w+_Id>([^<]*)<\/\w+_Id><\w+_Ds>([^<]*)<\/\w+_Ds><\w+_vig_desde>(\d{8})<\/\w+_vig_desde><\w+_vig_hasta>NULL</g;
