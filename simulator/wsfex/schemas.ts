import { arrayType, complexType } from '#simulator/soap/wsdl.ts';

const voucher = (
  type: string,
  rate: string,
) => `Id:long Fecha_cbte:string ${type}:short Punto_vta:int Cbte_nro:long
  Tipo_expo:short Permiso_existente:string Permisos:ArrayOfPermiso Dst_cmp:short Cliente:string Cuit_pais_cliente:long
  Domicilio_cliente:string Id_impositivo:string Moneda_Id:string Moneda_ctz:${rate} CanMisMonExt:string
  Obs_comerciales:string Imp_total:decimal Obs:string Cmps_asoc:ArrayOfCmp_asoc Forma_pago:string Incoterms:string
  Incoterms_Ds:string Idioma_cbte:short Items:ArrayOfItem`;

const lastFields = 'Opcionales:ArrayOfOpcional Fecha_pago:string Actividades:ArrayOfActividad';

/** Request and response of FEXAuthorize. FEXGetCMP uses parts of them. */
export const authorisationTypes =
  complexType('ClsFEXRequest', `${voucher('Cbte_Tipo', 'decimal?')} ${lastFields}`) +
  arrayType('Permiso') +
  complexType('Permiso', 'Id_permiso:string Dst_merc:int') +
  arrayType('Cmp_asoc') +
  complexType('Cmp_asoc', 'Cbte_tipo:short Cbte_punto_vta:int Cbte_nro:long Cbte_cuit:long') +
  arrayType('Item') +
  complexType(
    'Item',
    `Pro_codigo:string Pro_ds:string Pro_qty:decimal Pro_umed:int Pro_precio_uni:decimal Pro_bonificacion:decimal
     Pro_total_item:decimal`,
  ) +
  arrayType('Opcional') +
  complexType('Opcional', 'Id:string Valor:string') +
  arrayType('Actividad') +
  complexType('Actividad', 'Id:long') +
  complexType(
    'ClsFEXOutAuthorize',
    `Id:long Cuit:long Cbte_tipo:short Punto_vta:int Cbte_nro:long Cae:string Fch_venc_Cae:string Fch_cbte:string
     Resultado:string Reproceso:string Motivos_Obs:string`,
  );

export const consultationTypes =
  complexType('ClsFEXGetCMP', 'Cbte_tipo:short Punto_vta:int Cbte_nro:long') +
  complexType(
    'ClsFEXGetCMPR',
    `${voucher('Cbte_tipo', 'decimal')} Fecha_cbte_cae:string Fch_venc_Cae:string Cae:string Resultado:string
     Motivos_Obs:string ${lastFields}`,
  );
