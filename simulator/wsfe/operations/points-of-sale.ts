import { emissionTypes, pointsOfSaleOf } from '../../registry/points-of-sale.ts';
import { errorsXml } from '../errors.ts';
import type { WsfeCall, WsfeOperation } from '../operation.ts';

export const feParamGetPtosVenta: WsfeOperation = {
  name: 'FEParamGetPtosVenta',
  needsAuth: true,
  requestSchema: '',
  resultSchema: '<s:element minOccurs="0" name="ResultGet" type="tns:ArrayOfPtoVenta"/>',
  types: `
      <s:complexType name="ArrayOfPtoVenta"><s:sequence>
        <s:element minOccurs="0" maxOccurs="unbounded" name="PtoVenta" nillable="true" type="tns:PtoVenta"/>
      </s:sequence></s:complexType>
      <s:complexType name="PtoVenta"><s:sequence>
        <s:element name="Nro" type="s:int"/>
        <s:element minOccurs="0" name="EmisionTipo" type="s:string"/>
        <s:element minOccurs="0" name="Bloqueado" type="s:string"/>
        <s:element minOccurs="0" name="FchBaja" type="s:string"/>
      </s:sequence></s:complexType>`,
  run: listPointsOfSale,
};

function listPointsOfSale({ simulation, environment, cuit }: WsfeCall): string {
  // Homologación has no registry of points of sale: always 602 (arca.md 3.2).
  const registered = environment === 'live' ? pointsOfSaleOf(simulation, cuit) : [];
  const items = registered.flatMap(({ number, system }) => {
    const emissionType = emissionTypes[system];
    return emissionType ? [pointOfSaleXml(number, emissionType)] : [];
  });
  if (items.length > 0) return `<ResultGet>${items.join('')}</ResultGet>`;
  return errorsXml([{ code: 602, message: 'Sin Resultados: - Metodo FEParamGetPtosVenta' }]);
}

function pointOfSaleXml(number: number, emissionType: string): string {
  return (
    `<PtoVenta><Nro>${number}</Nro><EmisionTipo>${emissionType}</EmisionTipo>` +
    '<Bloqueado>N</Bloqueado><FchBaja>NULL</FchBaja></PtoVenta>'
  );
}
