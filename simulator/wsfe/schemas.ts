import { arrayType, complexType } from '#simulator/soap/wsdl.ts';

const detail = `Concepto:int DocTipo:int DocNro:long CbteDesde:long CbteHasta:long CbteFch:string ImpTotal:double
  ImpTotConc:double ImpNeto:double ImpOpEx:double ImpTrib:double ImpIVA:double FchServDesde:string FchServHasta:string
  FchVtoPago:string MonId:string MonCotiz:double? CanMisMonExt:string CondicionIVAReceptorId:int? CbtesAsoc:ArrayOfCbteAsoc
  Tributos:ArrayOfTributo Iva:ArrayOfAlicIva Opcionales:ArrayOfOpcional Compradores:ArrayOfComprador
  PeriodoAsoc:Periodo Actividades:ArrayOfActividad`;

const verdict = `Concepto:int DocTipo:int DocNro:long CbteDesde:long CbteHasta:long CbteFch:string Resultado:string
  Observaciones:ArrayOfObs`;

/** Request and response of FECAESolicitar. Other operations use parts of them. */
export const authorisationTypes =
  complexType('FECAERequest', 'FeCabReq:FECAECabRequest FeDetReq:ArrayOfFECAEDetRequest') +
  complexType('FECAECabRequest', 'CantReg:int PtoVta:int CbteTipo:int') +
  arrayType('FECAEDetRequest') +
  complexType('FECAEDetRequest', detail) +
  arrayType('CbteAsoc') +
  complexType('CbteAsoc', 'Tipo:int PtoVta:int Nro:long Cuit:string CbteFch:string') +
  arrayType('Tributo') +
  complexType('Tributo', 'Id:short Desc:string BaseImp:double Alic:double Importe:double') +
  arrayType('AlicIva') +
  complexType('AlicIva', 'Id:int BaseImp:double Importe:double') +
  arrayType('Opcional') +
  complexType('Opcional', 'Id:string Valor:string') +
  arrayType('Comprador') +
  complexType('Comprador', 'DocTipo:int DocNro:long Porcentaje:double') +
  arrayType('Actividad') +
  complexType('Actividad', 'Id:long') +
  complexType('Periodo', 'FchDesde:string FchHasta:string') +
  complexType(
    'FECAECabResponse',
    'Cuit:long PtoVta:int CbteTipo:int FchProceso:string CantReg:int Resultado:string Reproceso:string',
  ) +
  arrayType('FECAEDetResponse') +
  complexType('FECAEDetResponse', `${verdict} CAE:string CAEFchVto:string`) +
  arrayType('Obs') +
  complexType('Obs', 'Code:int Msg:string');

export const consultationTypes =
  complexType('FECompConsultaReq', 'CbteTipo:int CbteNro:long PtoVta:int') +
  complexType(
    'FECompConsResponse',
    `${detail} Resultado:string CodAutorizacion:string EmisionTipo:string FchVto:string FchProceso:string
     Observaciones:ArrayOfObs PtoVta:int CbteTipo:int`,
  );

export const reportTypes =
  complexType('FECAEARequest', 'FeCabReq:FECAECabRequest FeDetReq:ArrayOfFECAEADetRequest') +
  arrayType('FECAEADetRequest') +
  complexType('FECAEADetRequest', `${detail} CAEA:string CbteFchHsGen:string`) +
  arrayType('FECAEADetResponse') +
  complexType('FECAEADetResponse', `${verdict} CAEA:string`) +
  arrayType('FECAEASinMov') +
  complexType('FECAEASinMov', 'CAEA:string FchProceso:string PtoVta:int');
