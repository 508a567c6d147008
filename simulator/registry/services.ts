import { requireCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { AdherenceRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';
import type { Simulation } from '../simulation.ts';

export type WebService = {
  id: string;
  /** Title in the list of WSASS: «wsfe - Facturacion Electronica». */
  sandboxTitle: string;
  /** Title in «WebServices» of the Administrador de Relaciones. */
  liveTitle: string;
};

// Includes more than the services that are simulated, so that choosing the wrong one is possible.
export const webServices: readonly WebService[] = [
  { id: 'wsfe', sandboxTitle: 'Facturacion Electronica', liveTitle: 'Facturación Electrónica' },
  {
    id: 'wsfex',
    sandboxTitle: 'Facturacion Electronica de Exportacion',
    liveTitle: 'Facturación Electrónica de Exportación',
  },
  {
    id: 'wsmtxca',
    sandboxTitle: 'Facturacion Electronica con detalle - MTXCA',
    liveTitle: 'Facturación Electrónica - MTXCA',
  },
  {
    id: 'wsbfev1',
    sandboxTitle: 'Bonos Fiscales Electronicos',
    liveTitle: 'Facturación Electrónica - Bonos Fiscales',
  },
  {
    id: 'ws_sr_constancia_inscripcion',
    sandboxTitle: 'Consulta de Constancia de Inscripcion',
    liveTitle: 'Consulta de Constancia de Inscripción',
  },
  {
    id: 'wsfecred',
    sandboxTitle: 'Registro de Facturas de Credito Electronica MiPyMEs',
    liveTitle: 'Web Service Registro de Facturas de Crédito Electrónica MiPyMEs',
  },
];

export function findWebService(id: string): WebService | undefined {
  const bare = id.replace(/^ws:\/\//, '');
  return webServices.find((service) => service.id === bare);
}

export type InteractiveService = {
  id: string;
  title: string;
  /** Page below the portal's base. Absent for services that are listed only to be chosen by mistake. */
  page?: string;
  isDelegable: boolean;
};

/** «Servicios Interactivos» of the Administrador de Relaciones. */
export const interactiveServices: Record<Environment, readonly InteractiveService[]> = {
  sandbox: [
    {
      id: 'wsass',
      title: 'WSASS - Autogestión Certificados Homologación',
      page: '/wsass',
      isDelegable: false,
    },
    { id: 'comprobantes', title: 'Comprobantes en línea', isDelegable: true },
  ],
  live: [
    {
      id: 'certificados',
      title: 'Administración de Certificados Digitales',
      page: '/certificados',
      isDelegable: true,
    },
    { id: 'comprobantes', title: 'Comprobantes en línea', isDelegable: true },
  ],
};

export function findInteractiveService(environment: Environment, id: string): InteractiveService | undefined {
  return interactiveServices[environment].find((service) => service.id === id);
}

/**
 * «Adherir servicio» for oneself, «Nueva Relación» for a company: lets `person` open the service, after
 * accepting it if somebody else asked.
 */
export function adhere(
  simulation: Simulation,
  environment: Environment,
  { askedBy, ...input }: { askedBy: string; person: string; represented: string; service: string },
): void {
  const adherence = {
    ...input,
    person: requireCuit(input.person),
    represented: requireCuit(input.represented),
  };
  const service = findInteractiveService(environment, input.service);
  if (!service) throw new Refusal('Servicio informado inexistente');
  if (!service.isDelegable && adherence.person !== adherence.represented) {
    throw new Refusal('El servicio no es delegable');
  }
  const { adherences } = simulation.offices[environment].records;
  const known = adherences.find(
    ({ person, represented, service: id }) =>
      person === adherence.person && represented === adherence.represented && id === adherence.service,
  );
  if (!known) adherences.push({ ...adherence, isPending: adherence.person !== askedBy });
  else if (adherence.person === askedBy) known.isPending = false;
  simulation.save();
}

/** Designations of `person` by others that still need «Aceptar». */
export function designationsOf(
  simulation: Simulation,
  environment: Environment,
  person: string,
): AdherenceRecord[] {
  const { adherences } = simulation.offices[environment].records;
  return adherences.filter((adherence) => adherence.person === person && adherence.isPending);
}

export function acceptDesignation(simulation: Simulation, designation: AdherenceRecord): void {
  designation.isPending = false;
  simulation.save();
}
