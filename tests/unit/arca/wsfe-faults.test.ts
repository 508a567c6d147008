import { expect, test } from 'vitest';
import { variantOf } from '#lib/arca/faults.ts';

test('error 600 about relations differs from one about the ticket', () => {
  const relations = 'ValidacionDeToken: No apareció CUIT en lista de relaciones: 30712345671';
  expect(variantOf(600, relations)).toBe('relations');
  expect(variantOf(600, 'No valido token')).toBeUndefined();
});

test('error 10016 about the date differs from one about the number', () => {
  expect(variantOf(10016, 'Campo CbteFch Debe estar comprendido  en el  rango  N-5 y N+5')).toBe('range');
  const number = 'El numero o fecha del comprobante no se corresponde con el proximo a autorizar.';
  expect(variantOf(10016, number)).toBeUndefined();
});

test.each([
  ['01', 'LA CUIT INFORMADA NO CORRESPONDE A UN RESPONSABLE INSCRIPTO EN EL IMPUESTO'],
  ['02', 'LA CUIT INFORMADA NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES ELECTRONICOS ORIGINALES'],
  ['03', 'LA CUIT INFORMADA REGISTRA INCONVENIENTES CON EL DOMICILIO FISCAL'],
  ['04', 'NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES CLASE “A” O FACTURA DE CREDITO'],
  ['05', 'NO SE ENCUENTRA REGISTRADO DE FORMA ACTIVA EN LAS BASES DE LA ADMINISTRACIÓN.'],
  ['06', 'DEBE POSEER AL MENOS UNA ACTIVAD ACTIVA.'],
  ['07', 'NO SE ENCUENTRA AUTORIZADA A EMITIR COMPROBANTES SEGÚN RG 3411'],
  ['08', 'LA CUIT INFORMADA NO CORRESPONDE A UN EXENTO EN IVA.'],
  ['09', 'COMPROBANTES CLASE A CON LEYENDA ‘OPERACIÓN SUJETA A RETENCIÓN’'],
  ['10', 'LA CUIT INFORMADA NO SE ENCUENTRA REGISTRADA COMO PYME SEGÚN EL REGIMEN FCE'],
  ['11', 'LA CUIT INFORMADA NO TIENE ACTIVO EL DOMICILIO FISCAL ELECTRÓNICO'],
  [undefined, 'Otra cosa'],
])('the text of error 10000 gives its variant %s', (why, message) => {
  expect(variantOf(10000, message)).toBe(why);
});
