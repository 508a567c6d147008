import { childNamed } from '#simulator/soap/xml.ts';
import { numberIn } from '../fields.ts';
import type { WsfeOperation } from '../operation.ts';
import { isPointOfSale } from '../rules/header.ts';
import { consultationTypes } from '../schemas.ts';
import { elements, observationsXml, voucherXml } from '../voucher-xml.ts';

export const feCompConsultar: WsfeOperation = {
  name: 'FECompConsultar',
  needsAuth: true,
  request: 'FeCompConsReq:FECompConsultaReq',
  result: 'ResultGet:FECompConsResponse',
  types: consultationTypes,
  run(call) {
    const request = childNamed(call.input, 'FeCompConsReq');
    const pointOfSale = numberIn(request, 'PtoVta');
    const documentType = numberIn(request, 'CbteTipo');
    if (!isPointOfSale(call, pointOfSale)) {
      return { errors: [{ code: 10104, message: 'El punto de venta no se encuentra registrado.' }] };
    }
    const { vouchers } = call.simulation.offices[call.environment];
    const series = { cuit: call.cuit, pointOfSale, documentType };
    const record = vouchers.find(series, numberIn(request, 'CbteNro'));
    if (!record) {
      const message = 'No existen datos en nuestros registros para los parametros ingresados.';
      return { errors: [{ code: 602, message }] };
    }
    const outcome = elements({
      Resultado: 'A',
      CodAutorizacion: record.cae,
      EmisionTipo: 'CAE',
      FchVto: record.caeExpiry,
      FchProceso: record.processedAt,
    });
    const place = elements({ PtoVta: pointOfSale, CbteTipo: documentType });
    const observations = observationsXml(record.observations);
    return {
      values: `<ResultGet>${voucherXml(record.voucher)}${outcome}${observations}${place}</ResultGet>`,
    };
  },
};
