type DocumentClass = 'A' | 'B' | 'C' | '49';
type DocumentKind = 'invoice' | 'debit-note' | 'credit-note' | 'other';
export type DocumentType = {
  id: number;
  class: DocumentClass;
  kind: DocumentKind;
  description: string;
  since: string;
};

/** M until December 2025. */
const legend = 'con leyenda operación sujeta a retención';
type Values = [id: number, letter: DocumentClass, kind: DocumentKind, description: string, since: string];

const rows: Values[] = [
  [1, 'A', 'invoice', 'Factura A', '20100917'],
  [2, 'A', 'debit-note', 'Nota de Débito A', '20100917'],
  [3, 'A', 'credit-note', 'Nota de Crédito A', '20100917'],
  [6, 'B', 'invoice', 'Factura B', '20100917'],
  [7, 'B', 'debit-note', 'Nota de Débito B', '20100917'],
  [8, 'B', 'credit-note', 'Nota de Crédito B', '20100917'],
  [4, 'A', 'other', 'Recibos A', '20100917'],
  [5, 'A', 'other', 'Notas de Venta al contado A', '20100917'],
  [9, 'B', 'other', 'Recibos B', '20100917'],
  [10, 'B', 'other', 'Notas de Venta al contado B', '20100917'],
  [63, 'A', 'other', 'Liquidacion A', '20100917'],
  [64, 'B', 'other', 'Liquidacion B', '20100917'],
  [34, 'A', 'other', 'Cbtes. A del Anexo I, Apartado A,inc.f),R.G.Nro. 1415', '20100917'],
  [35, 'B', 'other', 'Cbtes. B del Anexo I,Apartado A,inc. f),R.G. Nro. 1415', '20100917'],
  [39, 'A', 'other', 'Otros comprobantes A que cumplan con R.G.Nro. 1415', '20100917'],
  [40, 'B', 'other', 'Otros comprobantes B que cumplan con R.G.Nro. 1415', '20100917'],
  [60, 'A', 'other', 'Cta de Vta y Liquido prod. A', '20100917'],
  [61, 'B', 'other', 'Cta de Vta y Liquido prod. B', '20100917'],
  [11, 'C', 'invoice', 'Factura C', '20110330'],
  [12, 'C', 'debit-note', 'Nota de Débito C', '20110330'],
  [13, 'C', 'credit-note', 'Nota de Crédito C', '20110330'],
  [15, 'C', 'other', 'Recibo C', '20110330'],
  [49, '49', 'other', 'Comprobante de Compra de Bienes Usados a Consumidor Final', '20130401'],
  [51, 'A', 'invoice', `Factura A ${legend}`, '20150522'],
  [52, 'A', 'debit-note', `Nota de Débito A ${legend}`, '20150522'],
  [53, 'A', 'credit-note', `Nota de Crédito A ${legend}`, '20150522'],
  [54, 'A', 'other', `Recibo A ${legend}`, '20150522'],
  [201, 'A', 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) A', '20181226'],
  [202, 'A', 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) A', '20181226'],
  [203, 'A', 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) A', '20181226'],
  [206, 'B', 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) B', '20181226'],
  [207, 'B', 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) B', '20181226'],
  [208, 'B', 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) B', '20181226'],
  [211, 'C', 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) C', '20181226'],
  [212, 'C', 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) C', '20181226'],
  [213, 'C', 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) C', '20181226'],
];

/**
 * FEParamGetTiposCbte, as recorded in 2021. Of electronic credit invoices (201-213) and used goods (49) only the
 * common rules are known.
 */
export const documentTypes: readonly DocumentType[] = rows.map(([id, letter, kind, description, since]) => ({
  id,
  class: letter,
  kind,
  description,
  since,
}));

export const documentTypeOf = (id: number) => documentTypes.find((type) => type.id === id);
