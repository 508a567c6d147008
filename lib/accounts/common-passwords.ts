import { shared } from '#lib/shared.ts';

/**
 * What lists of leaked passwords have most of, in lower case: 49,000 of `@zxcvbn-ts/language-common`, and what people
 * here take besides. Nobody outside is asked. Loaded with the first password that is set: it has 14 MB in memory.
 */
export const commonPasswords = (): Promise<ReadonlySet<string>> => shared('common-passwords', load);

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...argentine.split(/\s+/)]);
}

const argentine = `
  contrasenia micontrasena micontrasenia clave miclave claveseg claveunica secreto bienvenido bienvenida
  administrador administradora administrator cambiame cambiar empresa miempresa proveedor proveedores factura facturas
  facturacion sistema sistemas usuario contador contadora estudiocontable monotributo certificado arca afip argentina
  buenosaires cordoba rosario mendoza boca bocajuniors river riverplate racing racingclub independiente sanlorenzo
  huracan velez estudiantes newells rosariocentral messi maradona diegomaradona seleccion campeones scaloneta futbol
  tequiero tequieromucho teamo teamomucho miamor mivida hola holahola holamundo prueba pruebas demo test temporal
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  primavera verano otono invierno trustno letmein welcome login abc
`.trim();
