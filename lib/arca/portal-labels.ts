import type { Environment } from '#lib/authority-environment.ts';
import { catalogues } from '#lib/i18n.ts';

/** Labels of the portal that the person compares with the wizard's (`portal` in messages/), in order of the screens. */
export const portalLabels = {
  sandbox: {
    certificate: [
      'cuitOrCuil',
      'next',
      'keyField',
      'signIn',
      'portalSearch',
      'wsass',
      'newCertificate',
      'dnName',
      'csrField',
      'createDn',
      'result',
    ],
    authorise: [
      'createAuthorisation',
      'dnToAuthorise',
      'representedCuit',
      'serviceToAccess',
      'wsfeOption',
      'createAccess',
    ],
  },
  live: {
    certificate: [
      'cuitOrCuil',
      'next',
      'keyField',
      'signIn',
      'portalSearch',
      'certificateAdministration',
      'addAlias',
      'aliasField',
      'requestFileField',
      'view',
      'download',
    ],
    authorise: [
      'relationsManager',
      'actingFor',
      'newRelation',
      'search',
      'arca',
      'webServices',
      'electronicInvoicing',
      'representative',
      'fiscalComputer',
      'confirm',
    ],
  },
} as const;
export type PortalLabel = (typeof portalLabels)[Environment]['certificate' | 'authorise'][number];
export const allPortalLabels = [
  ...new Set(
    Object.values(portalLabels).flatMap(({ certificate, authorise }) => [...certificate, ...authorise]),
  ),
] as PortalLabel[];

/** The labels as the wizard shows them. The portal is in Spanish in both of the wizard's languages. */
export const wizardLabels = (): Readonly<Record<PortalLabel, string>> => catalogues['es-AR'].portal;
