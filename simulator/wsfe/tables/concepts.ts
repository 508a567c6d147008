import type { Row } from './row.ts';

/** FEParamGetTiposConcepto, as recorded in 2021. */
export const concepts: readonly Row[] = [
  ['1', 'Producto', '20100917'],
  ['2', 'Servicios', '20100917'],
  ['3', 'Productos y Servicios', '20100917'],
];
