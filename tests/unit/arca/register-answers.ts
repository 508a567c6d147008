import { fault, soap } from './server.ts';

/** Answers of the register in the shapes that public clients have recorded; everybody in them is made up. */
export const answerOf = (content: string): string =>
  soap(
    '<ns2:getPersona_v2Response xmlns:ns2="http://a5.soap.ws.server.puc.sr/">' +
      `<personaReturn>${content}<metadata><fechaHora>2026-11-20T12:00:00.000-03:00</fechaHora>` +
      '<servidor>srv</servidor></metadata></personaReturn></ns2:getPersona_v2Response>',
  );

/** The children by name: a text, or elements of their own; a list is a repeated element. */
type Content = string | { [name: string]: Content | Content[] };
export const xml = (content: Content): string =>
  typeof content === 'string'
    ? content
    : Object.entries(content)
        .flatMap(([name, one]) => (Array.isArray(one) ? one : [one]).map((each) => [name, each] as const))
        .map(([name, each]) => `<${name}>${xml(each)}</${name}>`)
        .join('');

export const tax = (idImpuesto: string, estadoImpuesto = 'AC') => ({
  descripcionImpuesto: 'x',
  estadoImpuesto,
  idImpuesto,
  periodo: '201902',
});

const address = {
  codPostal: '2000',
  descripcionProvincia: 'SANTA FE',
  direccion: 'BV OROÑO 1450',
  idProvincia: '12',
  localidad: 'ROSARIO',
  tipoDomicilio: 'FISCAL',
};

export const company = {
  domicilioFiscal: address,
  estadoClave: 'ACTIVO',
  idPersona: '30712345671',
  mesCierre: '6',
  razonSocial: 'ALMACEN DEL SUR S.R.L.',
  tipoClave: 'CUIT',
  tipoPersona: 'JURIDICA',
};
export const person = {
  apellido: 'PEREYRA',
  domicilioFiscal: address,
  esSucesion: 'NO',
  estadoClave: 'ACTIVO',
  idPersona: '27123456780',
  nombre: 'ANA LAURA',
  tipoClave: 'CUIT',
  tipoPersona: 'FISICA',
};
export const simplified = {
  actividadMonotributista: { idActividad: '472111' },
  categoriaMonotributo: { descripcionCategoria: 'C', idCategoria: '1', idImpuesto: '20' },
  impuesto: tax('20'),
};

/** As the service faults: with HTTP 500. */
export const registerFault = (message: string): string => fault('Server', message);
