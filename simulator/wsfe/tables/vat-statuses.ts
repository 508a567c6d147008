/** FEParamGetCondicionIvaReceptor (docs/authority.md#vat-status-of-the-customer). */
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
