import type { ReactElement } from 'react';
import { spanish as t } from '#app/reg/[ref]/_parts/texts.tsx';
import { AcceptanceStep } from '#app/reg/[ref]/aceptacion/view.tsx';
import { CuitQuestion, CuitReported, DetailsStep } from '#app/reg/[ref]/datos/view.tsx';
import { DelegateStep } from '#app/reg/[ref]/delegar/view.tsx';
import { WholeGuide } from '#app/reg/[ref]/guia/view.tsx';
import { PrintedSheet } from '#app/reg/[ref]/hoja/view.tsx';
import { Done } from '#app/reg/[ref]/listo/view.tsx';
import { Start } from '#app/reg/[ref]/view.tsx';
import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Delegation, Registration } from '#lib/registrations/registration.ts';
import { now, registrationAt, type Stage } from './registrations.ts';

const basePath = '/reg/Qk3vT0aZ8mNfX1bYwR7cLd';
const delegate = { name: 'Mercado Sur S.A.', cuit: '30123456781', acceptsWithinHours: 4 };
const accountHolder = { name: 'Mercado Sur', email: 'ayuda@mercadosur.com.ar', delegate };
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const claimed: Delegation = { delegateCuit: delegate.cuit, claimedAt: minutesAgo(40), isClaimedAnew: false };
const checked: Delegation = { ...claimed, checkedAt: minutesAgo(6), answer: 'not-granted' };
const granted: Delegation = {
  ...claimed,
  checkedAt: minutesAgo(6),
  grantedAt: minutesAgo(6),
  answer: 'granted',
};

const onRecord: Taxpayer = {
  cuit: '30712345671',
  name: 'PANADERIA LA ESPIGA S.R.L.',
  kind: 'company',
  state: 'active',
  vat: { status: 'registered', evidence: 'tax-30' },
  address: { street: 'SAN MARTIN 1234', locality: 'ROSARIO', province: 'SANTA FE' },
  remarks: [],
};

/** Pages of a supplier who delegates, in every state that looks different. */
export function delegationPages(environment: Environment): [string, ReactElement][] {
  const props = { t, basePath, now };
  const at = (stage: Stage, changes: Partial<Registration> = {}) =>
    registrationAt(stage, environment, {
      mode: 'delegation',
      way: 'delegation',
      accountHolder,
      certificate: undefined,
      ...changes,
    });
  const waiting = (delegation: Delegation) => {
    const registration = at('details-confirmed', { delegation, state: 'delegation-claimed' });
    return { ...registration, facts: { ...registration.facts, delegationClaimedAt: delegation.claimedAt } };
  };
  const lost = { ...granted, lostAt: minutesAgo(2), answer: 'not-granted' } as const;
  return Object.entries({
    'details-on-record': <DetailsStep {...props} taxpayer={onRecord} registration={at('started')} />,
    'details-question': (
      <CuitQuestion
        {...props}
        registration={at('started', { namesAtAuthority: { '30712345671': 'TRANSPORTES DEL LITORAL S.A.' } })}
      />
    ),
    'details-reported': (
      <CuitReported
        {...props}
        registration={at('started', {
          namesAtAuthority: { '30712345671': 'TRANSPORTES DEL LITORAL S.A.' },
          cuitAnswer: { answer: 'wrong', at: minutesAgo(3) },
        })}
      />
    ),
    'details-unknown': (
      <DetailsStep {...props} registration={at('started', { namesAtAuthority: { '30712345671': null } })} />
    ),
    'details-inactive': (
      <DetailsStep {...props} taxpayer={{ ...onRecord, state: 'inactive' }} registration={at('started')} />
    ),
    'delegation-start': <Start {...props} registration={at('created')} />,
    'delegation-choice': (
      <Start {...props} registration={at('created', { mode: 'choice', way: undefined })} />
    ),
    delegate: <DelegateStep {...props} registration={at('details-confirmed')} />,
    'delegate-sheet': <PrintedSheet {...props} registration={at('details-confirmed')} />,
    'delegate-guide': <WholeGuide {...props} registration={at('details-confirmed')} />,
    'delegate-card': <DelegateStep {...props} card="representante" registration={at('details-confirmed')} />,
    'delegate-exports': (
      <DelegateStep {...props} registration={at('details-confirmed', { services: ['wsfe', 'wsfex'] })} />
    ),
    'delegate-nobody': (
      <DelegateStep
        {...props}
        registration={at('details-confirmed', { accountHolder: { name: 'Mercado Sur' } })}
      />
    ),
    acceptance: <AcceptanceStep {...props} registration={waiting(claimed)} />,
    'acceptance-exports': (
      <AcceptanceStep {...props} registration={{ ...waiting(claimed), services: ['wsfe', 'wsfex'] }} />
    ),
    'acceptance-checked': <AcceptanceStep {...props} hasAsked registration={waiting(checked)} />,
    'delegation-done': <Done {...props} registration={at('completed', { delegation: granted })} />,
    'delegation-lost': <Done {...props} registration={at('completed', { delegation: lost })} />,
  });
}
