import { describe, expect, it, test } from 'vitest';
import { readLastNumber, requestXml } from '#lib/arca/wsfe.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { answering } from './server.ts';
import { answer, caller, errors, request } from './wsfe-answers.ts';

test("the request's fields are in the WSDL's order", () => {
  expect(requestXml([request], 7)).toBe(
    '<FeCAEReq><FeCabReq><CantReg>1</CantReg><PtoVta>3</PtoVta><CbteTipo>1</CbteTipo></FeCabReq><FeDetReq>' +
      '<FECAEDetRequest><Concepto>2</Concepto><DocTipo>80</DocTipo><DocNro>20111111112</DocNro>' +
      '<CbteDesde>7</CbteDesde><CbteHasta>7</CbteHasta><CbteFch>20261121</CbteFch><ImpTotal>121.00</ImpTotal>' +
      '<ImpTotConc>0.00</ImpTotConc><ImpNeto>100.00</ImpNeto><ImpOpEx>0.00</ImpOpEx><ImpTrib>0.00</ImpTrib>' +
      '<ImpIVA>21.00</ImpIVA><FchServDesde>20261101</FchServDesde><FchServHasta>20261130</FchServHasta>' +
      '<FchVtoPago>20261205</FchVtoPago><MonId>DOL</MonId><MonCotiz>1450.5</MonCotiz>' +
      '<CanMisMonExt>N</CanMisMonExt><CondicionIVAReceptorId>1</CondicionIVAReceptorId>' +
      '<CbtesAsoc><CbteAsoc><Tipo>1</Tipo><PtoVta>3</PtoVta><Nro>6</Nro><Cuit>30712345671</Cuit>' +
      '<CbteFch>20261101</CbteFch></CbteAsoc></CbtesAsoc>' +
      '<Tributos><Tributo><Id>99</Id><Desc>Tasa &lt;municipal&gt; &amp; otra</Desc><BaseImp>100.00</BaseImp>' +
      '<Alic>0.00</Alic><Importe>0.00</Importe></Tributo></Tributos>' +
      '<Iva><AlicIva><Id>5</Id><BaseImp>100.00</BaseImp><Importe>21.00</Importe></AlicIva></Iva>' +
      '</FECAEDetRequest></FeDetReq></FeCAEReq>',
  );
});

test('the period of the corrected documents is the last field', () => {
  const PeriodoAsoc = { FchDesde: '20261001', FchHasta: '20261031' };
  expect(requestXml([{ ...request, PeriodoAsoc }], 7)).toContain(
    '</Iva><PeriodoAsoc><FchDesde>20261001</FchDesde><FchHasta>20261031</FchHasta></PeriodoAsoc></FECAEDetRequest>',
  );
});

describe('the last number', () => {
  const read = async (result: string) => {
    const { url } = await answering(answer('FECompUltimoAutorizado', result));
    return readLastNumber(caller(url), { pointOfSale: 3, documentType: 1 });
  };
  const series = '<PtoVta>3</PtoVta><CbteTipo>1</CbteTipo>';

  it.each([0, 6, 99_999_999])('may be %d', async (number) => {
    expect(await read(`${series}<CbteNro>${number}</CbteNro>`)).toEqual({ kind: 'last', number });
  });

  it.each([
    ['600', 'Parametro nulo o vacio (token)', 'ticket-refused'],
    ['600', 'No aparecio CUIT en lista de relaciones: 30712345671', 'cuit-not-represented'],
    ['501', 'Error interno de base de datos', 'unavailable'],
    ['11002', 'El punto de venta no se encuentra habilitado', 'refused'],
  ])('is not the 0 that comes with error %s %s', async (code, message, kind) => {
    expect(await read(`${series}<CbteNro>0</CbteNro>${errors([code, message])}`)).toMatchObject({ kind });
  });

  it.each([
    ['missing', series],
    ['empty', `${series}<CbteNro/>`],
    ['no number', `${series}<CbteNro>-1</CbteNro>`],
    ['of another series', '<PtoVta>3</PtoVta><CbteTipo>6</CbteTipo><CbteNro>4</CbteNro>'],
  ])('is unknown when it is %s', async (_, result) => {
    expect(await read(result)).toMatchObject({ kind: 'unavailable', cause: 'unreadable' });
  });
});

describe('authorizing an invoice', () => {
  const header = (verdict: string) =>
    `<FeCabResp><Cuit>30712345671</Cuit><PtoVta>3</PtoVta><CbteTipo>1</CbteTipo><CantReg>1</CantReg>` +
    `<Resultado>${verdict}</Resultado><Reproceso>N</Reproceso></FeCabResp>`;
  const detail = (verdict: string, cae: string, expiry: string, more = '', number = 7) =>
    `<FeDetResp><FECAEDetResponse><CbteDesde>${number}</CbteDesde><CbteHasta>${number}</CbteHasta>` +
    `<Resultado>${verdict}</Resultado>${more}<CAE>${cae}</CAE><CAEFchVto>${expiry}</CAEFchVto>` +
    '</FECAEDetResponse></FeDetResp>';
  const observation = (code: number, message: string) =>
    `<Observaciones><Obs><Code>${code}</Code><Msg>${message}</Msg></Obs></Observaciones>`;
  const request7 = async (result: string) => {
    const { url } = await answering(answer('FECAESolicitar', result));
    return authoriseOne(caller(url), request, 7);
  };

  it('returns the CAE with the observations', async () => {
    const more = observation(10217, 'El credito fiscal');
    expect(await request7(header('A') + detail('A', '71263951827464', '20261201', more))).toEqual({
      kind: 'authorised',
      cae: '71263951827464',
      caeExpiry: '2026-12-01',
      observations: [{ code: 10217, message: 'El credito fiscal' }],
    });
  });

  it('returns the reasons of a rejection, from the voucher, the request or both', async () => {
    const rejected = detail('R', '', '', observation(10246, 'Campo Condicion'));
    expect(await request7(header('R') + rejected)).toEqual({
      kind: 'rejected',
      reasons: [{ code: 10246, message: 'Campo Condicion' }],
    });
    expect(await request7(header('R') + errors([10005, 'uno'], [10002, 'otro']))).toEqual({
      kind: 'rejected',
      reasons: [
        { code: 10005, message: 'uno' },
        { code: 10002, message: 'otro' },
      ],
    });
    expect(await request7(header('R') + rejected + errors([10016, 'numero']))).toMatchObject({
      kind: 'rejected',
      reasons: [{ code: 10016 }, { code: 10246 }],
    });
  });

  it.each([
    ['600', 'Parametro nulo o vacio (token)', { kind: 'ticket-refused' }],
    ['600', 'No apareció CUIT en lista de relaciones: 30712345671', { kind: 'cuit-not-represented' }],
    ['601', 'CUIT representada no incluida en token.', { kind: 'cuit-not-represented' }],
    ['500', 'Campo Auth no fue ingresado o esta mal formado.', { kind: 'refused', code: 500 }],
    ['501', 'base de datos', { kind: 'unavailable', outcomeUnknown: true }],
    ['502', 'Transaccion Activa', { kind: 'unavailable', outcomeUnknown: true }],
    ['', 'sin codigo', { kind: 'unavailable', outcomeUnknown: true }],
  ])('takes error %s %s as no verdict on the voucher', async (code, message, outcome) => {
    expect(await request7(errors([code, message]))).toMatchObject(outcome);
  });

  it.each([
    ['no verdict', header('A')],
    ['a CAE of 13 digits', header('A') + detail('A', '7126395182746', '20261201')],
    ['no CAE', header('A') + detail('A', '', '20261201')],
    ['a CAE without expiry', header('A') + detail('A', '71263951827464', 'NULL')],
    ['the verdict on another number', header('A') + detail('A', '71263951827464', '20261201', '', 8)],
    ['a rejected CAE', header('R') + detail('R', '71263951827464', '20261201')],
    [
      'two verdicts',
      header('A') +
        detail('A', '71263951827464', '20261201').replace(
          /^<FeDetResp>(.*)<\/FeDetResp>$/,
          '<FeDetResp>$1$1</FeDetResp>',
        ),
    ],
    ['a verdict of its own', header('P') + detail('P', '', '')],
  ])('reports an unknown outcome after %s', async (_, result) => {
    expect(await request7(result)).toMatchObject({ kind: 'unavailable', outcomeUnknown: true });
  });
});
