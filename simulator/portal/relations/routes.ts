import type { PageRoute } from '../visit.ts';
import { accept, showDesignations } from './designations.ts';
import { showNewRelation, submitNewRelation } from './new-relation.ts';
import { chooseOther, chooseRepresented, showRelations, startRelation } from './relations-page.ts';
import { chooseRepresentative, showRepresentative } from './representative.ts';
import { showAdherence, showServiceTree, submitAdherence } from './service-tree.ts';

/** Administrador de Relaciones: docs/authority.md#sandbox-portal, docs/authority.md#live-portal 1 and 3. */
export const relationRoutes: PageRoute[] = [
  { method: 'GET', path: '/relaciones', show: (visit) => showRelations(visit) },
  { method: 'POST', path: '/relaciones/representado', show: chooseRepresented },
  { method: 'POST', path: '/relaciones/otro', show: chooseOther },
  { method: 'GET', path: '/relaciones/agregar', show: startRelation },
  { method: 'GET', path: '/relaciones/designaciones', show: showDesignations },
  { method: 'POST', path: '/relaciones/designaciones', show: accept },
  { method: 'GET', path: '/relaciones/servicios', show: showServiceTree },
  { method: 'GET', path: '/relaciones/adherir', show: (visit) => showAdherence(visit) },
  { method: 'POST', path: '/relaciones/adherir', show: submitAdherence },
  { method: 'GET', path: '/relaciones/nueva', show: (visit) => showNewRelation(visit) },
  { method: 'POST', path: '/relaciones/nueva', show: submitNewRelation },
  { method: 'GET', path: '/relaciones/representante', show: (visit) => showRepresentative(visit) },
  { method: 'POST', path: '/relaciones/representante', show: chooseRepresentative },
];
