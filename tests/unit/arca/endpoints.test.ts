import { describe, expect, it } from 'vitest';
import { authorityServices, endpointOf } from '#lib/arca/services.ts';

const endpointsOf = (
  ...where: [environment: 'sandbox' | 'live', overrides: Parameters<typeof endpointOf>[2]]
) => Object.fromEntries(authorityServices.map((service) => [service.name, endpointOf(service, ...where)]));

describe("the authority's addresses", () => {
  it.each([
    ['sandbox', 'wsaahomo.afip.gov.ar', 'wswhomo.afip.gov.ar', 'awshomo.afip.gov.ar', 'fwshomo.afip.gov.ar'],
    ['live', 'wsaa.afip.gov.ar', 'servicios1.afip.gov.ar', 'aws.afip.gov.ar', 'serviciosjava.afip.gob.ar'],
  ] as const)('in %s are the real ones by default', (environment, wsaa, wsfe, padron, wsfecred) => {
    expect(endpointsOf(environment, { sandboxUrl: undefined, liveUrl: undefined })).toEqual({
      wsaa: `https://${wsaa}/ws/services/LoginCms`,
      wsfe: `https://${wsfe}/wsfev1/service.asmx`,
      wsfex: `https://${wsfe}/wsfexv1/service.asmx`,
      padron: `https://${padron}/sr-padron/webservices/personaServiceA5`,
      wsfecred: `https://${wsfecred}/wsfecred/FECredService`,
    });
  });

  it('use the configured base of their own environment only', () => {
    const overrides = { sandboxUrl: 'http://localhost:3100/sandbox/' };
    expect(endpointsOf('sandbox', overrides)).toEqual({
      wsaa: 'http://localhost:3100/sandbox/ws/services/LoginCms',
      wsfe: 'http://localhost:3100/sandbox/wsfev1/service.asmx',
      wsfex: 'http://localhost:3100/sandbox/wsfexv1/service.asmx',
      padron: 'http://localhost:3100/sandbox/sr-padron/webservices/personaServiceA5',
      wsfecred: 'http://localhost:3100/sandbox/wsfecred/FECredService',
    });
    expect(endpointsOf('live', overrides).wsaa).toContain('wsaa.afip.gov.ar');
  });
});
