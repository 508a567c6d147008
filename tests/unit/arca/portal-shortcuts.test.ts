import { describe, expect, it } from 'vitest';
import { portalShortcuts } from '#lib/arca/portal.ts';
import { readEnv } from '#lib/env.ts';

const on = { ARCA_PORTAL_SHORTCUTS: 'on' };
const cuit = '30712345671';

describe('the shortcuts into the portal', () => {
  it('are off unless the operator turns them on', () => {
    expect(portalShortcuts('live', readEnv({}))).toBeUndefined();
  });

  it('lead to the known addresses', () => {
    const shortcuts = portalShortcuts('live', readEnv(on));
    const login = 'https://auth.afip.gob.ar/contribuyente_/login.xhtml?action=SYSTEM&system=';
    expect(shortcuts).toMatchObject({
      relations: `${login}adminrel`,
      certificates: `${login}arfe_certificado`,
      pointsOfSale: `${login}pvel`,
      wsass: 'https://wsass-homo.afip.gob.ar/wsass/portal/main.aspx',
    });
    expect(shortcuts?.authoriseUrl(cuit)).toBe(
      `https://serviciosweb.afip.gob.ar/clavefiscal/adminrel/relationAdd.aspx?representado=${cuit}&servicename=ws://wsfe`,
    );
  });

  it('lead to the stand-in only in an environment that has one', () => {
    const settings = readEnv({ ...on, ARCA_LIVE_URL: 'http://localhost:3100/live/' });
    expect(portalShortcuts('live', settings)?.relations).toBe(
      'http://localhost:3100/live/contribuyente_/login.xhtml?action=SYSTEM&system=adminrel',
    );
    expect(portalShortcuts('live', settings)?.authoriseUrl(cuit)).toBe(
      `http://localhost:3100/live/clavefiscal/adminrel/relationAdd.aspx?representado=${cuit}&servicename=ws://wsfe`,
    );
    expect(portalShortcuts('sandbox', settings)?.wsass).toContain('wsass-homo.afip.gob.ar');
  });

  it('lead to the addresses that the operator configures', () => {
    const settings = readEnv({
      ...on,
      ARCA_PORTAL_CERTIFICATES_URL: 'https://portal.example/certificados',
      ARCA_PORTAL_AUTHORISE_URL: 'https://portal.example/nueva?de={cuit}',
    });
    expect(portalShortcuts('live', settings)?.certificates).toBe('https://portal.example/certificados');
    expect(portalShortcuts('live', settings)?.authoriseUrl(cuit)).toBe(
      `https://portal.example/nueva?de=${cuit}`,
    );
  });

  it('need the place of the CUIT in a configured address', () => {
    const ARCA_PORTAL_AUTHORISE_URL = 'https://portal.example/nueva';
    expect(() => readEnv({ ...on, ARCA_PORTAL_AUTHORISE_URL })).toThrow('ARCA_PORTAL_AUTHORISE_URL');
  });
});
