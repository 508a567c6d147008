import type { ExportRecord } from '#simulator/records.ts';
import { elements, itemsIn, longIn, numberIn, textIn, type Values } from '#simulator/soap/asmx.ts';
import { childNamed, textOf, type XmlElement } from '#simulator/soap/xml.ts';

export type Permit = { Id_permiso: string; Dst_merc: number };
export type AssociatedVoucher = {
  Cbte_tipo: number;
  Cbte_punto_vta: number;
  Cbte_nro: number;
  /** `0` if it is absent. */
  Cbte_cuit: string;
};
export type Item = {
  Pro_codigo: string;
  Pro_ds: string;
  Pro_qty: number;
  Pro_umed: number;
  Pro_precio_uni: number;
  Pro_bonificacion: number;
  Pro_total_item: number;
};
type OptionalDatum = { Id: string; Valor: string };

/**
 * `Cmp` of FEXAuthorize, with the names of the WSDL. Amounts are doubles. Where a rule distinguishes an absent
 * element from an empty one, it is undefined.
 */
export type ExportVoucher = {
  Id: number;
  Fecha_cbte: string;
  Cbte_Tipo: number;
  Punto_vta: number;
  Cbte_nro: number;
  Tipo_expo: number;
  Permiso_existente: string | undefined;
  Permisos: Permit[] | undefined;
  Dst_cmp: number;
  Cliente: string;
  /** `0` if it is absent. */
  Cuit_pais_cliente: string;
  Domicilio_cliente: string;
  Id_impositivo: string;
  Moneda_Id: string;
  Moneda_ctz: number | undefined;
  CanMisMonExt: string | undefined;
  Obs_comerciales: string;
  Imp_total: number;
  Obs: string;
  Cmps_asoc: AssociatedVoucher[] | undefined;
  Forma_pago: string;
  Incoterms: string;
  Incoterms_Ds: string;
  Idioma_cbte: number;
  Items: Item[] | undefined;
  Opcionales: OptionalDatum[] | undefined;
  Fecha_pago: string;
  Actividades: { Id: number }[] | undefined;
};

export function readVoucher(input: XmlElement): ExportVoucher {
  const voucher = childNamed(input, 'Cmp');
  const number = (name: string) => numberIn(voucher, name);
  const text = (name: string) => textIn(voucher, name);
  return {
    Id: number('Id'),
    Fecha_cbte: text('Fecha_cbte'),
    Cbte_Tipo: number('Cbte_Tipo'),
    Punto_vta: number('Punto_vta'),
    Cbte_nro: number('Cbte_nro'),
    Tipo_expo: number('Tipo_expo'),
    Permiso_existente: textOf(voucher, 'Permiso_existente'),
    Permisos: listIn(voucher, 'Permisos', 'Permiso', (item) => ({
      Id_permiso: textIn(item, 'Id_permiso'),
      Dst_merc: numberIn(item, 'Dst_merc'),
    })),
    Dst_cmp: number('Dst_cmp'),
    Cliente: text('Cliente'),
    Cuit_pais_cliente: longIn(voucher, 'Cuit_pais_cliente'),
    Domicilio_cliente: text('Domicilio_cliente'),
    Id_impositivo: text('Id_impositivo'),
    Moneda_Id: text('Moneda_Id'),
    Moneda_ctz: textOf(voucher, 'Moneda_ctz') === undefined ? undefined : number('Moneda_ctz'),
    CanMisMonExt: textOf(voucher, 'CanMisMonExt'),
    Obs_comerciales: text('Obs_comerciales'),
    Imp_total: number('Imp_total'),
    Obs: text('Obs'),
    Cmps_asoc: listIn(voucher, 'Cmps_asoc', 'Cmp_asoc', (item) => ({
      Cbte_tipo: numberIn(item, 'Cbte_tipo'),
      Cbte_punto_vta: numberIn(item, 'Cbte_punto_vta'),
      Cbte_nro: numberIn(item, 'Cbte_nro'),
      Cbte_cuit: longIn(item, 'Cbte_cuit'),
    })),
    Forma_pago: text('Forma_pago'),
    Incoterms: text('Incoterms'),
    Incoterms_Ds: text('Incoterms_Ds'),
    Idioma_cbte: number('Idioma_cbte'),
    Items: listIn(voucher, 'Items', 'Item', (item) => ({
      Pro_codigo: textIn(item, 'Pro_codigo'),
      Pro_ds: textIn(item, 'Pro_ds'),
      Pro_qty: numberIn(item, 'Pro_qty'),
      Pro_umed: numberIn(item, 'Pro_umed'),
      Pro_precio_uni: numberIn(item, 'Pro_precio_uni'),
      Pro_bonificacion: numberIn(item, 'Pro_bonificacion'),
      Pro_total_item: numberIn(item, 'Pro_total_item'),
    })),
    Opcionales: listIn(voucher, 'Opcionales', 'Opcional', (item) => ({
      Id: textIn(item, 'Id'),
      Valor: textIn(item, 'Valor'),
    })),
    Fecha_pago: text('Fecha_pago'),
    Actividades: listIn(voucher, 'Actividades', 'Actividad', (item) => ({ Id: numberIn(item, 'Id') })),
  };
}

/** Undefined if the list is absent. Nil items do not count. */
function listIn<Content>(
  voucher: XmlElement | undefined,
  list: string,
  item: string,
  read: (element: XmlElement) => Content,
): Content[] | undefined {
  if (!childNamed(voucher, list)) return undefined;
  return itemsIn(voucher, list, item)
    .filter((element) => !isNil(element))
    .map(read);
}

const isNil = ({ attributes }: XmlElement) =>
  Object.entries(attributes).some(([name, value]) => name.endsWith(':nil') && value === 'true');

/** `FEXResultGet` of FEXGetCMP: the voucher as sent, and its CAE. Empty texts and lists are omitted (recorded). */
export function voucherXml({ voucher, cae, caeExpiry, observations }: ExportRecord): string {
  const { Id, Fecha_cbte, Cbte_Tipo, Punto_vta, Cbte_nro, Tipo_expo, Permiso_existente } = voucher;
  const { Dst_cmp, Cliente, Cuit_pais_cliente, Domicilio_cliente, Id_impositivo, Moneda_Id } = voucher;
  const { Moneda_ctz = 0, CanMisMonExt, Obs_comerciales, Imp_total, Obs } = voucher;
  const { Forma_pago, Incoterms, Incoterms_Ds, Idioma_cbte, Fecha_pago } = voucher;
  const heading = { Id, Fecha_cbte, Cbte_tipo: Cbte_Tipo, Punto_vta, Cbte_nro, Tipo_expo, Permiso_existente };
  const customer = { Dst_cmp, Cliente, Cuit_pais_cliente, Domicilio_cliente, Id_impositivo };
  return (
    present(heading) +
    presentList('Permisos', 'Permiso', voucher.Permisos) +
    present({ ...customer, Moneda_Id, Moneda_ctz, CanMisMonExt, Obs_comerciales, Imp_total, Obs }) +
    presentList('Cmps_asoc', 'Cmp_asoc', voucher.Cmps_asoc) +
    present({ Forma_pago, Incoterms, Incoterms_Ds, Idioma_cbte }) +
    presentList('Items', 'Item', voucher.Items) +
    elements({ Fch_venc_Cae: caeExpiry, Cae: cae, Resultado: 'A' }) +
    motivesXml(observations) +
    presentList('Opcionales', 'Opcional', voucher.Opcionales) +
    present({ Fecha_pago }) +
    presentList('Actividades', 'Actividad', voucher.Actividades)
  );
}

/** `Motivos_Obs` has forty characters, so it can hold only the codes; how they are separated is unknown. */
export const motivesXml = (motives: { code: number }[]): string =>
  motives.length === 0
    ? '<Motivos_Obs />'
    : elements({ Motivos_Obs: motives.map(({ code }) => code).join(', ') });

type Fields = Record<string, string | number | undefined>;

function present(fields: Fields): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== '') values[name] = value;
  }
  return elements(values);
}

function presentList(name: string, item: string, rows: Fields[] = []): string {
  if (rows.length === 0) return '';
  return `<${name}>${rows.map((row) => `<${item}>${present(row)}</${item}>`).join('')}</${name}>`;
}
