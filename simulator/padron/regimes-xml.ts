import type { RegisteredTaxpayer } from '../registry/fictitious-taxpayer.ts';
import { element, group } from './elements.ts';

export function simplifiedRegimeXml(taxpayer: RegisteredTaxpayer): string {
  const { since } = taxpayer;
  return group(
    'datosMonotributo',
    activityXml('actividad', taxpayer) +
      activityXml('actividadMonotributista', taxpayer) +
      group(
        'categoriaMonotributo',
        element('descripcionCategoria', 'B LOCACIONES DE SERVICIOS') +
          element('idCategoria', 36) +
          element('idImpuesto', 20) +
          element('periodo', since),
      ) +
      taxXml(20, 'MONOTRIBUTO', taxpayer),
  );
}

/** Whoever is in the Monotributo can be an employer: then both regimes are there. */
export function generalRegimeXml(taxpayer: RegisteredTaxpayer): string {
  const { kind, vatStatus } = taxpayer;
  if (vatStatus === 'none') return '';
  const income = kind === 'company' ? [10, 'GANANCIAS SOCIEDADES'] : [11, 'GANANCIAS PERSONAS FISICAS'];
  const taxes = {
    registered: [income, [30, 'IVA']],
    exempt: [income, [32, 'IVA EXENTO']],
    monotributo: [[301, 'EMPLEADOR-APORTES SEG. SOCIAL']],
  }[vatStatus];
  return group(
    'datosRegimenGeneral',
    activityXml('actividad', taxpayer) +
      taxes.map(([id, title]) => taxXml(Number(id), String(title), taxpayer)).join(''),
  );
}

/** Of whom there is nothing to certify. */
export function noRegimeXml(): string {
  return group(
    'errorRegimenGeneral',
    element(
      'error',
      'El contribuyente no cuenta con impuestos activos y posee impuestos con baja de oficio por Decreto 1299/98',
    ) + element('mensaje', 'No cumple con las condiciones para enviar datos del regimen general'),
  );
}

function activityXml(name: string, { activity, since }: RegisteredTaxpayer): string {
  return group(
    name,
    element('descripcionActividad', activity.title) +
      element('idActividad', activity.id) +
      element('nomenclador', 883) +
      element('orden', 1) +
      element('periodo', since),
  );
}

/** `AC` is recorded; that one without effect has another code is inferred, and so is which. */
function taxXml(id: number, title: string, { state, since }: RegisteredTaxpayer): string {
  return group(
    'impuesto',
    element('descripcionImpuesto', title) +
      element('estadoImpuesto', state === 'ACTIVO' ? 'AC' : 'BA') +
      element('idImpuesto', id) +
      element('motivo', 'INSCRIPCIÓN NO TRAMITADA EN AGENCIA') +
      element('periodo', since),
  );
}
