import type { Row } from './row.ts';

/** FEParamGetTiposIva, as recorded in 2021. */
export const vatRates: readonly Row[] = [
  ['3', '0%', '20090220'],
  ['4', '10.5%', '20090220'],
  ['5', '21%', '20090220'],
  ['6', '27%', '20090220'],
  ['8', '5%', '20141020'],
  ['9', '2.5%', '20141020'],
];

export const vatFractionOf = (id: number): number | undefined => {
  const [, percent] = vatRates.find(([rate]) => Number(rate) === id) ?? [];
  return percent === undefined ? undefined : Number.parseFloat(percent) / 100;
};

/** FEParamGetTiposTributos, as recorded in 2021. */
export const otherTaxes: readonly Row[] = [
  ['1', 'Impuestos nacionales', '20100917'],
  ['2', 'Impuestos provinciales', '20100917'],
  ['3', 'Impuestos municipales', '20100917'],
  ['4', 'Impuestos Internos', '20100917'],
  ['99', 'Otro', '20100917'],
  ['5', 'IIBB', '20170719'],
  ['6', 'Percepción de IVA', '20170719'],
  ['7', 'Percepción de IIBB', '20170719'],
  ['8', 'Percepciones por Impuestos Municipales', '20170719'],
  ['9', 'Otras Percepciones', '20170719'],
  ['13', 'Percepción de IVA a no Categorizado', '20170719'],
];
