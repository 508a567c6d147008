import type { FiscalAddress, RegisteredTaxpayer } from '../registry/fictitious-taxpayer.ts';
import { element, group, nameElement, streetElement } from './elements.ts';
import { generalRegimeXml, noRegimeXml, simplifiedRegimeXml } from './regimes-xml.ts';

/** The parts of an answer about one taxpayer, each with its elements in the order of the alphabet, as recorded. */
export function personXml(taxpayer: RegisteredTaxpayer): string {
  if (taxpayer.isWithheld) return objectionsXml(taxpayer);
  return (
    generalXml(taxpayer) +
    (taxpayer.vatStatus === 'monotributo' ? simplifiedRegimeXml(taxpayer) : '') +
    generalRegimeXml(taxpayer) +
    objectionsXml(taxpayer) +
    (taxpayer.vatStatus === 'none' ? noRegimeXml() : '')
  );
}

/** In a list, of a CUIT that nobody has. */
export function nobodyXml(text: string, cuit: string): string {
  return group('errorConstancia', element('error', text) + element('idPersona', cuit));
}

function generalXml({ cuit, kind, name, state, address, since }: RegisteredTaxpayer): string {
  const isCompany = kind === 'company';
  const founded = `${String(since).slice(0, 4)}-${String(since).slice(4)}-01T12:00:00-03:00`;
  return group(
    'datosGenerales',
    ('surname' in name ? nameElement('apellido', name.surname) : '') +
      (address ? addressXml(address) : '') +
      element('esSucesion', 'NO') +
      element('estadoClave', state) +
      (isCompany ? element('fechaContratoSocial', founded) : '') +
      element('idPersona', cuit) +
      element('mesCierre', 12) +
      ('givenName' in name ? nameElement('nombre', name.givenName) : '') +
      ('businessName' in name ? nameElement('razonSocial', name.businessName) : '') +
      element('tipoClave', 'CUIT') +
      element('tipoPersona', isCompany ? 'JURIDICA' : 'FISICA'),
  );
}

function addressXml({ street, place }: FiscalAddress): string {
  return group(
    'domicilioFiscal',
    (place ? element('codPostal', place.postalCode) + element('descripcionProvincia', place.province) : '') +
      streetElement('direccion', street) +
      (place ? element('idProvincia', place.provinceId) : '') +
      (place?.locality ? element('localidad', place.locality) : '') +
      element('tipoDomicilio', 'FISCAL'),
  );
}

function objectionsXml({ cuit, name, objections, isWithheld }: RegisteredTaxpayer): string {
  if (objections.length === 0) return '';
  const person = isWithheld && 'surname' in name ? name : undefined;
  return group(
    'errorConstancia',
    (person ? nameElement('apellido', person.surname) : '') +
      objections.map((text) => element('error', text)).join('') +
      element('idPersona', cuit) +
      (person ? nameElement('nombre', person.givenName) : ''),
  );
}
