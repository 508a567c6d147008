import type { Environment } from '#lib/authority-environment.ts';
import { type Env, env } from '#lib/env.ts';
import { wsfe } from './services.ts';

/** Target of an invoice's QR code in both environments: the authority's verification page (RG 4892). */
export const invoiceQrPage = 'https://www.arca.gob.ar/fe/qr/';

/** URL of the simulator's portal; undefined for the real portal. */
export function simulatorPortalOf(environment: Environment): string | undefined {
  const { ARCA_SANDBOX_URL, ARCA_LIVE_URL } = env();
  const base = environment === 'sandbox' ? ARCA_SANDBOX_URL : ARCA_LIVE_URL;
  return base && `${base}/portal`;
}

/** URLs of the portal's services. The portal opens each after a login. */
export interface PortalShortcuts {
  /** «Administrador de Relaciones de Clave Fiscal». */
  relations: string;
  /** «Administración de Certificados Digitales». */
  certificates: string;
  /** «Administración de puntos de venta y domicilios». */
  pointsOfSale: string;
  wsass: string;
  /**
   * «Nueva Relación» for a company, with the invoicing service preselected. Needs a session in `relations`.
   */
  authoriseUrl(cuit: string): string;
}

/**
 * Shortcuts into the portal; undefined unless the operator has enabled them, since they have not been tested
 * against the real portal (docs/authority.md#links-into-the-portal). The simulator has the same paths under its
 * own base URL.
 */
export function portalShortcuts(
  environment: Environment,
  configured: Env = env(),
): PortalShortcuts | undefined {
  if (configured.ARCA_PORTAL_SHORTCUTS === 'off') return undefined;
  const simulatorPortal = environment === 'sandbox' ? configured.ARCA_SANDBOX_URL : configured.ARCA_LIVE_URL;
  if (simulatorPortal)
    return shortcutsUnder({ login: simulatorPortal, relations: simulatorPortal, wsass: simulatorPortal });
  const realShortcuts = shortcutsUnder(realPortalHosts);
  const { ARCA_PORTAL_AUTHORISE_URL } = configured;
  return {
    relations: configured.ARCA_PORTAL_RELATIONS_URL ?? realShortcuts.relations,
    certificates: configured.ARCA_PORTAL_CERTIFICATES_URL ?? realShortcuts.certificates,
    pointsOfSale: configured.ARCA_PORTAL_POINTS_OF_SALE_URL ?? realShortcuts.pointsOfSale,
    wsass: configured.ARCA_PORTAL_WSASS_URL ?? realShortcuts.wsass,
    authoriseUrl: (cuit) =>
      ARCA_PORTAL_AUTHORISE_URL?.replaceAll('{cuit}', cuit) ?? realShortcuts.authoriseUrl(cuit),
  };
}

const realPortalHosts = {
  login: 'https://auth.afip.gob.ar',
  relations: 'https://serviciosweb.afip.gob.ar',
  wsass: 'https://wsass-homo.afip.gob.ar',
};

function shortcutsUnder({ login, relations, wsass }: typeof realPortalHosts): PortalShortcuts {
  const into = (system: string) => `${login}/contribuyente_/login.xhtml?action=SYSTEM&system=${system}`;
  return {
    relations: into('adminrel'),
    certificates: into('arfe_certificado'),
    pointsOfSale: into('pvel'),
    wsass: `${wsass}/wsass/portal/main.aspx`,
    authoriseUrl: (cuit) =>
      `${relations}/clavefiscal/adminrel/relationAdd.aspx?representado=${cuit}&servicename=ws://${wsfe.id}`,
  };
}
