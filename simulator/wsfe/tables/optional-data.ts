import type { Row } from './row.ts';

/** FEParamGetTiposOpcional, as recorded in 2021. */
export const optionalData: readonly Row[] = [
  [
    '2',
    'RG Empresas Promovidas - Indentificador de proyecto vinculado a Régimen de Promoción Industrial',
    '20100917',
  ],
  ['91', 'RG Bienes Usados 3411 - Nombre y Apellido o Denominación del vendedor del bien usado.', '20130401'],
  ['92', 'RG Bienes Usados 3411 - Nacionalidad del vendedor del bien usado.', '20130401'],
  ['93', 'RG Bienes Usados 3411 - Domicilio del vendedor del bien usado.', '20130401'],
  ['5', 'Excepcion computo IVA Credito Fiscal', '20141016'],
  ['61', 'RG 3668 Impuesto al Valor Agregado - Art.12 IVA Firmante Doc Tipo', '20141016'],
  ['62', 'RG 3668 Impuesto al Valor Agregado - Art.12 IVA Firmante Doc Nro', '20141016'],
  ['7', 'RG 3668 Impuesto al Valor Agregado - Art.12 IVA Carácter del Firmante', '20141016'],
  [
    '10',
    'RG 3.368 Establecimientos de educación pública de gestión privada - Actividad Comprendida',
    '20150605',
  ],
  [
    '1011',
    'RG 3.368 Establecimientos de educación pública de gestión privada - Tipo de Documento',
    '20150605',
  ],
  [
    '1012',
    'RG 3.368 Establecimientos de educación pública de gestión privada - Número de Documento',
    '20150605',
  ],
  [
    '11',
    'RG 2.820 Operaciones económicas vinculadas con bienes inmuebles - Actividad Comprendida',
    '20150605',
  ],
  [
    '12',
    'RG 3.687 Locación temporaria de inmuebles con fines turísticos - Actividad Comprendida',
    '20150605',
  ],
  ['13', 'RG 2.863 Representantes de Modelos', '20160101'],
  ['14', 'RG 2.863 Agencias de publicidad', '20160101'],
  ['15', 'RG 2.863 Personas físicas que desarrollen actividad de modelaje', '20160101'],
  [
    '17',
    "RG 4004-E Locación de inmuebles destino 'casa-habitación'. Dato 2 (dos) = facturación directa / Dato 1 (uno) = facturación a través de intermediario",
    '20170309',
  ],
  [
    '1801',
    "RG 4004-E Locación de inmuebles destino 'casa-habitación'. Clave Única de Identificación Tributaria (CUIT).",
    '20170309',
  ],
  [
    '1802',
    "RG 4004-E Locación de inmuebles destino 'casa-habitación'. Apellido y nombres, denominación y/o razón social.",
    '20170309',
  ],
  ['2101', 'Factura de Crédito Electrónica MiPyMEs (FCE) - CBU del Emisor', '20181226'],
  ['2102', 'Factura de Crédito Electrónica MiPyMEs (FCE) - Alias del Emisor', '20181226'],
  ['22', 'Factura de Crédito Electrónica MiPyMEs (FCE) - Anulación', '20181226'],
  ['23', 'Factura de Crédito Electrónica MiPyMEs (FCE) - Referencia Comercial', '20190308'],
  ['27', 'Factura de Credito Electronica MiPyMEs (FCE) - Transferencia', '20201126'],
];
