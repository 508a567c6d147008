import { type UploadKind, uploadColumns } from '#lib/batches/upload.ts';
import { consoleCatalogues } from '#lib/i18n.ts';

export const uploadKinds = Object.keys(uploadColumns) as [UploadKind, ...UploadKind[]];

/** The heading without accents, case and separators, for comparison. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** A number's name with the words that often come before it: `Nro. CUIT`, `N.º de CUIT`. */
const numbered = (name: string) =>
  ['N.º', 'Nro.', 'Núm.', 'Número'].flatMap((word) => [`${word} ${name}`, `${word} de ${name}`]);

/** Headings in files of other programs that clearly mean these columns. */
const synonyms: {
  [Kind in UploadKind]: Partial<Record<(typeof uploadColumns)[Kind]['columnNames'][number], string[]>>;
} = {
  suppliers: {
    key: [
      'Código',
      'ID',
      'Código de cliente',
      'Número de cliente',
      'N.º de cliente',
      'Nro. de cliente',
      'Customer ID',
      'Customer number',
    ],
    name: [
      'Razón social',
      'Nombre o razón social',
      'Denominación',
      'Empresa',
      'Proveedor',
      'Company',
      'Company name',
      'Legal name',
      'Business name',
      'Supplier',
    ],
    cuit: ['CUIT/CUIL', 'CUIL/CUIT', 'CUIL', ...numbered('CUIT'), ...numbered('CUIT/CUIL'), 'Tax ID'],
    email: ['Mail', 'E-mail', 'Correo', 'Dirección de correo', 'Email address'],
    phone: ['Tel.', 'Celular', 'Móvil', 'WhatsApp', 'Telephone', 'Mobile', 'Phone number'],
    street: ['Domicilio', 'Domicilio fiscal', 'Dirección', 'Address'],
    number: ['Altura', 'Street number'],
    locality: ['Ciudad', 'Town'],
    region: ['Pcia.', 'State'],
    postalCode: ['CP', 'Cód. postal', 'ZIP', 'ZIP code'],
    grossIncome: ['IIBB', 'N.º de IIBB', 'Nro. de IIBB', 'Número de IIBB', 'Número de ingresos brutos'],
    activitySince: ['Inicio actividades', 'Fecha de inicio de actividades'],
  },
  invoices: {
    key: ['ID', 'Código', 'Referencia', 'Reference'],
    issuer: ['Emisor', 'CUIT emisor', ...numbered('CUIT emisor'), ...numbered('CUIT del emisor'), 'Issuer'],
    pointOfSale: ['PV', 'PtoVta', 'Pto. de venta', 'Pto. Vta.'],
    date: ['Fecha de emisión', 'Fecha de factura', 'Issue date', 'Invoice date'],
    customerName: [
      'Razón social',
      'Razón social del cliente',
      'Nombre del cliente',
      'Receptor',
      'Customer name',
    ],
    customerCuit: [
      ...['CUIT cliente', 'CUIT receptor', 'CUIT del receptor'].flatMap((name) => [name, ...numbered(name)]),
      ...numbered('CUIT del cliente'),
    ],
    customerDni: ['DNI', 'DNI cliente'],
    street: ['Domicilio', 'Domicilio del cliente', 'Dirección', 'Address'],
    number: ['Altura', 'Street number'],
    locality: ['Ciudad', 'Town'],
    region: ['Pcia.', 'State'],
    postalCode: ['CP', 'Cód. postal', 'ZIP', 'ZIP code'],
    description: ['Detalle', 'Producto', 'Artículo', 'Item', 'Product'],
    quantity: ['Cant.', 'Qty'],
    price: ['Precio', 'Precio neto', 'Precio unitario neto', 'Price'],
    discount: ['% descuento', 'Bonificación', '% bonificación', '% bonif.'],
    vat: ['Alícuota', 'Alícuota IVA', 'Alícuota de IVA', '% IVA', 'VAT rate'],
    periodStart: ['Período desde', 'Fecha desde'],
    periodEnd: ['Período hasta', 'Fecha hasta'],
    dueDate: ['Vencimiento', 'Fecha de vencimiento', 'Due date'],
    exchangeRate: ['Tipo de cambio'],
    notes: ['Notas', 'Comentarios', 'Comments'],
  },
};

/** The column that a heading names: by its title in either language, a synonym, or the column's key. */
export function columnNamed(kind: UploadKind): (heading: string) => string | undefined {
  const names = new Map<string, string>();
  for (const [column, headings] of Object.entries(synonyms[kind])) {
    for (const heading of headings) names.set(plain(heading), column);
  }
  for (const column of uploadColumns[kind].columnNames) {
    names.set(plain(column), column);
    for (const { batches } of Object.values(consoleCatalogues)) {
      const headings: Record<string, string> = batches.columns[kind];
      names.set(plain(headings[column] ?? column), column);
    }
  }
  return (heading) => names.get(plain(heading));
}

/** Whether a heading is that of the faults in a file to correct, in any language. */
export const isFaultHeading = (heading: string): boolean =>
  Object.values(consoleCatalogues).some(
    ({ batches }) => plain(batches.upload.mendHeading) === plain(heading),
  );
