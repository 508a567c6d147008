export type DocumentClass = 'A' | 'B' | 'C' | '49';
export type DocumentKind = 'invoice' | 'debit-note' | 'credit-note' | 'other';
export type DocumentType = { id: number; description: string; class: DocumentClass; kind: DocumentKind };

const legend = 'con leyenda operación sujeta a retención';
const types = (
  letter: DocumentClass,
  rows: [id: number, kind: DocumentKind, description: string][],
): DocumentType[] => rows.map(([id, kind, description]) => ({ id, kind, description, class: letter }));

/** FEParamGetTiposCbte. Of electronic credit invoices (201-213) and used goods (49) only the common rules are known. */
export const documentTypes: readonly DocumentType[] = [
  ...types('A', [
    [1, 'invoice', 'Factura A'],
    [2, 'debit-note', 'Nota de Débito A'],
    [3, 'credit-note', 'Nota de Crédito A'],
    [4, 'other', 'Recibos A'],
    [5, 'other', 'Notas de Venta al contado A'],
    [51, 'invoice', `Factura A ${legend}`],
    [52, 'debit-note', `Nota de Débito A ${legend}`],
    [53, 'credit-note', `Nota de Crédito A ${legend}`],
    [54, 'other', `Recibo A ${legend}`],
    [201, 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) A'],
    [202, 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) A'],
    [203, 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) A'],
  ]),
  ...types('B', [
    [6, 'invoice', 'Factura B'],
    [7, 'debit-note', 'Nota de Débito B'],
    [8, 'credit-note', 'Nota de Crédito B'],
    [9, 'other', 'Recibos B'],
    [10, 'other', 'Notas de Venta al contado B'],
    [206, 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) B'],
    [207, 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) B'],
    [208, 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) B'],
  ]),
  ...types('C', [
    [11, 'invoice', 'Factura C'],
    [12, 'debit-note', 'Nota de Débito C'],
    [13, 'credit-note', 'Nota de Crédito C'],
    [15, 'other', 'Recibo C'],
    [211, 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) C'],
    [212, 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) C'],
    [213, 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) C'],
  ]),
  ...types('49', [[49, 'other', 'Comprobante de Compra de Bienes Usados a Consumidor Final']]),
];

export const documentTypeOf = (id: number) => documentTypes.find((type) => type.id === id);

export type Row = readonly [id: string, description: string];

export const concepts: readonly Row[] = [
  ['1', 'Producto'],
  ['2', 'Servicios'],
  ['3', 'Productos y Servicios'],
];

export const receiverDocuments: readonly Row[] = [
  ['80', 'CUIT'],
  ['86', 'CUIL'],
  ['87', 'CDI'],
  ['89', 'LE'],
  ['90', 'LC'],
  ['91', 'CI Extranjera'],
  ['92', 'en trámite'],
  ['93', 'Acta Nacimiento'],
  ['94', 'Pasaporte'],
  ['95', 'CI Bs. As. RNP'],
  ['96', 'DNI'],
  ['99', 'Doc. (Otro)'],
  ['30', 'Certificado de Migración'],
];

export const vatRates: readonly Row[] = [
  ['3', '0%'],
  ['4', '10.5%'],
  ['5', '21%'],
  ['6', '27%'],
  ['8', '5%'],
  ['9', '2.5%'],
];

export const vatFractionOf = (id: number): number | undefined => {
  const [, percent] = vatRates.find(([rate]) => Number(rate) === id) ?? [];
  return percent === undefined ? undefined : Number.parseFloat(percent) / 100;
};

export const otherTaxes: readonly Row[] = [
  ['1', 'Impuestos nacionales'],
  ['2', 'Impuestos provinciales'],
  ['3', 'Impuestos municipales'],
  ['4', 'Impuestos Internos'],
  ['5', 'IIBB'],
  ['6', 'Percepción de IVA'],
  ['7', 'Percepción de IIBB'],
  ['8', 'Percepciones por Impuestos Municipales'],
  ['9', 'Otras Percepciones'],
  ['13', 'Percepción de IVA a no Categorizado'],
  ['99', 'Otro'],
];

/** Pesos for one. Invented: the authority's change every day. */
const currencyTable: readonly (readonly [id: string, description: string, rate: number])[] = [
  ['PES', 'Pesos Argentinos', 1],
  ['DOL', 'Dólar Estadounidense', 1450],
  ['060', 'Euro', 1690],
  ['012', 'Real', 270],
];

export const currencies: readonly Row[] = currencyTable.map(([id, description]) => [id, description]);

export const officialRate = (id: string) => currencyTable.find(([currency]) => currency === id)?.[2];

/** FEParamGetCondicionIvaReceptor (arca.md 3.3). */
export const vatStatuses: readonly { id: number; description: string; classes: readonly string[] }[] = [
  { id: 1, description: 'IVA Responsable Inscripto', classes: ['A', 'C'] },
  { id: 4, description: 'IVA Sujeto Exento', classes: ['B', 'C'] },
  { id: 5, description: 'Consumidor Final', classes: ['B', 'C', '49'] },
  { id: 6, description: 'Responsable Monotributo', classes: ['A', 'C'] },
  { id: 7, description: 'Sujeto No Categorizado', classes: ['B', 'C'] },
  { id: 8, description: 'Proveedor del Exterior', classes: ['B', 'C'] },
  { id: 9, description: 'Cliente del Exterior', classes: ['B', 'C'] },
  { id: 10, description: 'IVA Liberado - Ley N° 19.640', classes: ['B', 'C'] },
  { id: 13, description: 'Monotributista Social', classes: ['A', 'C'] },
  { id: 15, description: 'IVA No Alcanzado', classes: ['B', 'C'] },
  { id: 16, description: 'Monotributo Trabajador Independiente Promovido', classes: ['A', 'C'] },
];

export const isListed = (rows: readonly Row[], id: number | string) =>
  rows.some(([listed]) => listed === String(id));
