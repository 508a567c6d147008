import { expect, test } from 'vitest';
import { parseXml } from '#lib/arca/xml.ts';
import { answerOfShape, sanitise, shapeOf } from '#lib/rehearsal/record.ts';

test.each([
  ['a CUIT', 'CUIT 20-12345678-6 o 20123456786', 'CUIT … o …'],
  ['a name that is known', 'ALIASCOMPUTADOR=ensayoabc, de PÉREZ JUANA', 'ALIASCOMPUTADOR=…, de …'],
  ['an e-mail address', 'escribí a juana.perez@example.com.ar', 'escribí a …'],
  ['a ticket', `Token ${'QUJD'.repeat(20)}== malformado`, 'Token … malformado'],
  ['a certificate', 'vino -----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----', 'vino …'],
  ['a CAE', 'CAE 76484512345678', 'CAE …'],
])('%s does not stay in a text', (_what, text, clean) => {
  expect(sanitise(text, ['ensayoabc', 'PÉREZ JUANA'])).toBe(clean);
});

test('codes and words of the authority stay', () => {
  const text = '10016 El numero o fecha del comprobante no se corresponde con el proximo a autorizar.';
  expect(sanitise(text)).toBe(text);
});

test('a shape has the names and kinds of an answer, and none of its data', () => {
  const answer = parseXml(
    '<R><Nro>42</Nro><Cuit>20123456786</Cuit><Resultado>A</Resultado><Nombre>PEREZ JUANA</Nombre>' +
      '<Iva><AlicIva><Id>5</Id></AlicIva><AlicIva><Id>4</Id></AlicIva></Iva><Events><Evt/></Events></R>',
  );
  expect(shapeOf(answer)).toBe("R(Nro:number Cuit:cuit Resultado:'A' Nombre:text Iva(AlicIva*(Id:number)))");
});

test('an answer made from a shape has that shape', () => {
  const shape = "PtoVta:number Iva(AlicIva*(Id:number)) Resultado:'A' CAE:cae CbteFch:day FchServDesde:empty";
  expect(shapeOf(parseXml(`<R>${answerOfShape(shape)}</R>`))).toBe(`R(${shape})`);
});
