export const environments = ['sandbox', 'live'] as const;
export type Environment = (typeof environments)[number];

export type AuthorityName = { commonName: string; notBefore: string; notAfter: string };

export type EnvironmentProfile = {
  root: AuthorityName;
  issuing: AuthorityName;
  /** Name of WSAA in a ticket (`source`) and in the token (`src`). */
  wsaaName: string;
  wsaaHost: string;
  reloginWindowSeconds: number;
};

// Names and validities from real certificates and tickets: docs/authority.md#issuers,
// docs/authority.md#access-ticket, docs/authority.md#re-login-window.
export const profiles: Record<Environment, EnvironmentProfile> = {
  sandbox: {
    root: {
      commonName: 'AC Raiz Test',
      notBefore: '2014-07-07T00:00:00Z',
      notAfter: '2034-07-07T00:00:00Z',
    },
    issuing: {
      commonName: 'Computadores Test',
      notBefore: '2022-07-07T00:00:00Z',
      notAfter: '2030-07-07T00:00:00Z',
    },
    wsaaName: 'CN=wsaahomo, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239',
    wsaaHost: 'wsaaext0.homo.afip.gov.ar',
    reloginWindowSeconds: 10 * 60,
  },
  live: {
    root: {
      commonName: 'AFIP Root CA 2',
      notBefore: '2015-01-03T00:00:00Z',
      notAfter: '2035-01-03T00:00:00Z',
    },
    issuing: {
      commonName: 'Computadores',
      notBefore: '2024-01-03T00:00:00Z',
      notAfter: '2035-01-03T00:00:00Z',
    },
    wsaaName: 'CN=wsaa, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239',
    wsaaHost: 'wsaaext0.afip.gov.ar',
    reloginWindowSeconds: 2 * 60,
  },
};

export function isEnvironment(value: unknown): value is Environment {
  return environments.some((environment) => environment === value);
}
