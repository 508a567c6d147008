import { currencies, officialRate, type Row } from '#simulator/wsfe/tables.ts';

// As recorded in 2021 (docs/authority.md#export-invoices), line breaks included.

/** FEXGetPARAM_Cbte_Tipo. The last two may only be associated. */
export const documentTypes: readonly Row[] = [
  ['19', 'Facturas de Exportación \n', '20100101'],
  ['20', 'Nota de Débito por Operaciones con el Exterior\n', '20100101'],
  ['21', 'Nota de Crédito por Operaciones con el Exterior\n', '20100101'],
  ['88', 'Remito Electrónico', '20110401'],
  ['89', 'Resumen de Datos', '20110401'],
];

export const invoice = 19;
export const debitNote = 20;
export const creditNote = 21;
/** Types with a number series in this service. */
export const issuable: readonly number[] = [invoice, debitNote, creditNote];

/** FEXGetPARAM_Tipo_Expo */
export const exportTypes: readonly Row[] = [
  ['1', 'Exportación definitiva de Bienes', '20100101'],
  ['2', 'Servicios', '20100101'],
  ['4', 'Otros', '20100101'],
];

export const goods = 1;
export const services = 2;

/** FEXGetPARAM_Idiomas */
export const languages: readonly Row[] = [
  ['1', 'Español', '20091228'],
  ['2', 'Inglés', '20091228'],
  ['3', 'Portugués', '20091228'],
];

/** FEXGetPARAM_Incoterms */
export const incoterms: readonly Row[] = [
  ['EXW', 'EXW', '20100101'],
  ['FCA', 'FCA', '20100101'],
  ['FAS', 'FAS', '20100101'],
  ['FOB', 'FOB', '20100101'],
  ['CFR', 'CFR', '20100101'],
  ['CIF', 'CIF', '20100101'],
  ['CPT', 'CPT', '20100101'],
  ['CIP', 'CIP', '20100101'],
  ['DDP', 'DDP', '20100101'],
  ['DAP', 'DAP', '20110111'],
  ['DPU', 'DPU', '20200311'],
];

/** Rows that have ended: the service sends each as a nil element at the end. */
export const endedIncoterms = 6;
export const endedUnits = 2;

/** FEXGetPARAM_UMed */
export const units: readonly Row[] = [
  ['41', 'miligramos', '20080704'],
  ['14', 'gramos', '20080704'],
  ['1', 'kilogramos', '20080704'],
  ['29', 'toneladas', '20080704'],
  ['10', 'quilates', '20080704'],
  ['47', 'mililitros', '20080704'],
  ['5', 'litros', '20080704'],
  ['27', 'cm cúbicos', '20080704'],
  ['15', 'milimetros', '20080704'],
  ['20', 'centímetros', '20080704'],
  ['17', 'kilómetros', '20080704'],
  ['7', 'unidades', '20080704'],
  ['8', 'pares', '20080704'],
  ['9', 'docenas', '20080704'],
  ['11', 'millares', '20080704'],
  ['96', 'packs', '20080704'],
  ['2', 'metros', '20080704'],
  ['3', 'metros cuadrados', '20080704'],
  ['4', 'metros cúbicos', '20080704'],
  ['6', '1000 kWh', '20080704'],
  ['16', 'mm cúbicos', '20080704'],
  ['18', 'hectolitros', '20080704'],
  ['25', 'jgo. pqt. mazo naipes', '20080704'],
  ['30', 'dam cúbicos', '20080704'],
  ['31', 'hm cúbicos', '20080704'],
  ['32', 'km cúbicos', '20080704'],
  ['33', 'microgramos', '20080704'],
  ['34', 'nanogramos', '20080704'],
  ['35', 'picogramos', '20080704'],
  ['48', 'curie', '20080704'],
  ['49', 'milicurie', '20080704'],
  ['50', 'microcurie', '20080704'],
  ['51', 'uiacthor', '20080704'],
  ['52', 'muiacthor', '20080704'],
  ['53', 'kg base', '20080704'],
  ['54', 'gruesa', '20080704'],
  ['61', 'kg bruto', '20080704'],
  ['62', 'uiactant', '20080704'],
  ['63', 'muiactant', '20080704'],
  ['64', 'uiactig', '20080704'],
  ['65', 'muiactig', '20080704'],
  ['66', 'kg activo', '20080704'],
  ['67', 'gramo activo', '20080704'],
  ['68', 'gramo base', '20080704'],
  ['0', ' ', '20091211'],
  ['97', 'seña/anticipo', '20101022'],
  ['98', 'otras unidades', '20101022'],
  ['99', 'bonificación', '20101022'],
];

export const advance = 97;
export const discount = 99;
/** Units without quantity and price. */
export const unitsWithoutPrice: readonly number[] = [0, advance, discount];

/** FEXGetPARAM_Opcionales, as reported in 2026. */
export const optionalData: readonly Row[] = [
  ['2401', 'RÉGIMEN DE EXPORTACIÓN SIMPLIFICADA - Documento de Exportación Simple', '20210930'],
  ['2402', 'RÉGIMEN DE EXPORTACIÓN SIMPLIFICADA - Valor FOB de la operación', '20210930'],
];

export const pesos = 'PES';

/** FEXGetPARAM_MON_CON_COTIZACION: the foreign currencies that have an official rate. */
export const ratedCurrencies = currencies.flatMap(([id]) => {
  const rate = id === pesos ? undefined : officialRate(id);
  return rate === undefined ? [] : [{ id, rate }];
});

/** Pesos per unit, as the service writes them (recorded: `101.2020`). */
export const writtenRate = (rate: number): string => rate.toFixed(4);
