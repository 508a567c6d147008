import { Alert, Group, Stack, VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import type { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton } from '#console/_ui/buttons.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Day, Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { LastRejection } from '#console/w/[workspace]/_contact/last-rejection.tsx';
import { LastAnswer } from '#console/w/[workspace]/delegations/last-answer.tsx';
import { VerifyButton } from '#console/w/[workspace]/delegations/verify-button.tsx';
import { findConnectedSettings } from '#lib/accounts/apps.ts';
import type { Context, Workspace } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { catalogues } from '#lib/i18n.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import type { RegistrationDetails } from '#lib/registrations/details.ts';
import {
  lacksPointOfSale,
  pointOfSaleSteps,
  servicesWithoutPoint,
} from '#lib/registrations/points-of-sale.ts';
import type { Delegation, Registration } from '#lib/registrations/registration.ts';
import { reminderDaysOf } from '#lib/registrations/reminder-schedule.ts';
import { findNextReminder } from '#lib/registrations/reminders.ts';
import type { RegistrationFacts } from '#lib/registrations/state.ts';
import { dayMs } from '#lib/time.ts';
import { checkPoints, tryLogin } from './actions.ts';

interface RegistrationCardProps {
  ctx: Context;
  details: RegistrationDetails | undefined;
}

/** Status of a supplier's registration, its last obstacle, and its results. */
export async function RegistrationCard({ ctx, details }: RegistrationCardProps) {
  const { workspace } = ctx;
  const t = await getTranslations('console.entry.registration');
  const { registration, active, link } = details ?? {};
  const delegation = registration?.way === 'delegation' ? registration.delegation : undefined;
  const isOpen = registration && !['completed', 'revoked'].includes(registration.state);
  const isRenewing = active && registration?.intent === 'renew' && isOpen;
  return (
    <section className="sheet entry-registration" aria-labelledby="registration">
      <h2 id="registration" className="sheet-heading">
        {t(registration?.intent === 'renew' ? 'renewalTitle' : 'title')}
      </h2>
      {registration ? (
        <div className="card-text">
          <p>{link?.revokedAt && isOpen ? t('linkRevoked') : statusText(t, registration)}</p>
          <p className="hint">{t(`ways.${registration.way ?? 'undecided'}`)}</p>
          {isRenewing && <p className="hint">{t('renewing')}</p>}
          {isOpen && <WrongCuit registration={registration} />}
          <LastRejection registration={registration}>
            <TryLogin of={registration} workspace={workspace.slug} />
          </LastRejection>
          {isOpen && <NextStep ctx={ctx} registration={registration} />}
          <ProgressList registration={registration} />
          {delegation && (
            <DelegationFacts registration={registration} delegation={delegation} workspace={workspace.slug} />
          )}
          {active && <CertificateFacts certificate={active} title={t('certificate.active')} />}
          {registration.certificate && registration.certificate.fingerprint !== active?.fingerprint && (
            <CertificateFacts certificate={registration.certificate} title={t('certificate.received')} />
          )}
          {registration.state !== 'revoked' && (
            <PointsOfSale
              of={registration}
              workspace={workspace}
              canCheck={active !== undefined || delegation?.grantedAt !== undefined}
            />
          )}
        </div>
      ) : (
        <EmptyNote icon="note">{t('none')}</EmptyNote>
      )}
    </section>
  );
}

/** A button that logs in with the certificate now, while the next try is waited for or after the last one. */
async function TryLogin({ of: { certificate, proof, entryId }, workspace }: TryLoginProps) {
  const t = await getTranslations('console.entry.registration.next');
  if (!certificate || !(proof.nextAttemptAt || proof.givenUpAt)) return null;
  return (
    <div className="card-next">
      <ActButton
        needs="registrations:write"
        size="sm"
        variant="default"
        label={t('tryNow')}
        done={t('trying')}
        action={tryLogin.bind(null, workspace, { id: entryId })}
      />
    </div>
  );
}

interface TryLoginProps {
  of: Registration;
  workspace: string;
}

/** The next event without anybody's action: a login, or a reminder. */
async function NextStep({ ctx, registration }: { ctx: Context; registration: Registration }) {
  const t = await getTranslations('console.entry.registration.next');
  if (registration.proof.status === 'running') return <p>{t('loggingIn')}</p>;
  const { environment } = ctx.workspace;
  const days = reminderDaysOf((await findConnectedSettings(ctx, 'gov-ar')) ?? {}, environment);
  const next = await findNextReminder(ctx, { id: registration.id, days });
  return (
    <p className="hint">
      {next.kind === 'planned' ? t('reminder', { at: next.at }) : t(`noReminder.${next.why}`)}
    </p>
  );
}

/** The supplier's report that the CUIT is not theirs. */
async function WrongCuit({ registration }: { registration: Registration }) {
  const t = await getTranslations('console.entry.registration.wrongCuit');
  const { cuitAnswer, supplier, namesAtAuthority } = registration;
  if (cuitAnswer?.answer !== 'wrong') return null;
  const name = namesAtAuthority[supplier.cuit];
  return (
    <Alert color="red" icon={<Icon name="note" />} title={t('title', { at: cuitAnswer.at })}>
      {name ? t('otherName', { name }) : t('unknown')} {t('todo')}
    </Alert>
  );
}

interface CertificateFactsProps {
  certificate: NonNullable<Registration['certificate']>;
  title: string;
}

async function CertificateFacts({ certificate, title }: CertificateFactsProps) {
  const t = await getTranslations('console.entry.registration.certificate');
  const { alias, holderCuit, issuer, notAfter, fingerprint } = certificate;
  const days = Math.floor((notAfter.getTime() - Date.now()) / dayMs);
  return (
    <div>
      <h3 className="subheading">{title}</h3>
      <dl className="facts">
        <dt>{t('alias')}</dt>
        <dd>
          <code>{alias}</code>
        </dd>
        <dt>{t('issuer')}</dt>
        <dd>{issuer || '-'}</dd>
        {holderCuit && (
          <>
            <dt>{t('holder')}</dt>
            <dd>{formatCuit(holderCuit)}</dd>
          </>
        )}
        <dt>{t('until')}</dt>
        <dd>
          <Day at={notAfter} />{' '}
          <span className={days <= renewalDays ? 'urgent' : 'hint'}>
            {days < 0 ? t('over') : t('left', { days })}
          </span>
        </dd>
        <dt>{t('fingerprint')}</dt>
        <dd>
          <code className="fingerprint">{inPairs(fingerprint)}</code>
        </dd>
      </dl>
    </div>
  );
}

/** Hex pairs with colons, as other tools print fingerprints. */
const inPairs = (hex: string) => (hex.toUpperCase().match(/../g) ?? []).join(':');

interface PointsOfSaleProps {
  of: Registration;
  workspace: Workspace;
  /** Whether there is a certificate with which to ask the authority. */
  canCheck: boolean;
}

/** Points of sale for web services, as the authority listed them when last asked. */
async function PointsOfSale({ of: registration, workspace, canCheck }: PointsOfSaleProps) {
  const points = registration.pointsOfSale;
  const t = await getTranslations('console.entry.registration.points');
  const { pointNoticeDays: days, pointNoticeRule: rule } = catalogues[await getLocale()].portal;
  return (
    <div>
      <h3 className="subheading">{t('title')}</h3>
      {workspace.environment === 'sandbox' ? (
        <p className="hint">{t('sandbox')}</p>
      ) : (
        <>
          {points.list.length > 0 && (
            <ul className="plain-list">
              {points.list.map(({ number, system, blocked, closedOn, usable }) => (
                <li key={number}>
                  <strong>{String(number).padStart(5, '0')}</strong> {system}
                  {!usable && (
                    <span className="hint"> · {t(closedOn ? 'closed' : blocked ? 'blocked' : 'other')}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {points.readAt && points.list.length === 0 && <p className="hint">{t('none')}</p>}
          {points.readAt && (
            <p className="hint">
              {t('readAt')} <Moment at={points.readAt} />
            </p>
          )}
          {points.unavailable && <p className="hint">{t('unavailable')}</p>}
          {!points.readAt && !points.unavailable && <p className="hint">{t('unread')}</p>}
          <p className="hint points-notice">{t('notice', { days, rule })}</p>
          {canCheck && lacksPointOfSale(registration) && <HowTo of={registration} />}
          {canCheck && (
            <Stack align="flex-start" gap="xs" mt="xs">
              <ActButton
                needs="registrations:write"
                variant="default"
                size="xs"
                label={t('check')}
                action={checkPoints.bind(null, workspace.slug, { id: registration.entryId })}
              />
            </Stack>
          )}
        </>
      )}
    </div>
  );
}

/** Instructions for the supplier, as in the wizard. */
async function HowTo({ of: registration }: { of: Registration }) {
  const t = await getTranslations('console.entry.registration.points');
  const locale = await getLocale();
  return (
    <details className="how-to">
      <summary>{t('howTo')}</summary>
      {pointOfSaleSteps(registration.supplier.name, servicesWithoutPoint(registration), locale).map(
        ({ classification, steps }) => (
          <div key={classification}>
            <h4 className="subheading">{classification}</h4>
            <ol>
              {steps.map((step) => (
                <li key={step}>
                  <bdi>{step}</bdi>
                </li>
              ))}
            </ol>
          </div>
        ),
      )}
    </details>
  );
}

async function ProgressList({ registration }: { registration: Registration }) {
  const t = await getTranslations('console.entry.registration.steps');
  return (
    <ol className="progress" aria-label={t('label')}>
      {progressOf(registration).map(({ fact, text, at, status }) => (
        <li
          key={fact}
          data-status={status}
          aria-current={status === 'current' || status === 'postponed' ? 'step' : undefined}
        >
          <span className="progress-mark">{status === 'done' && <Icon name="check" size={14} />}</span>
          <span>
            {t(text)}
            {status === 'ahead' && <VisuallyHidden> ({t('ahead')})</VisuallyHidden>}
          </span>
          <span className="hint">
            {status === 'done' ? at && <Moment at={at} /> : status !== 'ahead' && t(status)}
          </span>
        </li>
      ))}
    </ol>
  );
}

type Fact = Exclude<
  keyof RegistrationFacts,
  'revokedAt' | 'authorisedAt' | 'authorisationClaimedAt' | 'pointOfSaleClaimedAt'
>;

interface ProgressStep {
  fact: Fact;
  /** Message key: the completion reads differently for each way. */
  text: Fact | 'grantedAt' | 'byEitherWayAt';
  at: Date | undefined;
  /**
   * `passed`: skipped by a later step, as when the certificate came through the API.
   * `postponed`: the supplier left it for later, and it comes next.
   */
  status: 'done' | 'current' | 'postponed' | 'ahead' | 'passed';
}

const first = ['createdAt', 'startedAt', 'detailsConfirmedAt'] as const;
const orders = {
  certificate: [...first, 'serviceEnabledAt', 'requestDownloadedAt', 'certificateReceivedAt', 'completedAt'],
  delegation: [...first, 'delegationClaimedAt', 'completedAt'],
  undecided: [...first, 'completedAt'],
} as const satisfies Record<string, readonly Fact[]>;
const completion = {
  certificate: 'completedAt',
  delegation: 'grantedAt',
  undecided: 'byEitherWayAt',
} as const;

/** Steps of a registration, in the wizard's order. */
function progressOf(registration: Registration): ProgressStep[] {
  const { facts, environment, state, way = 'undecided' } = registration;
  const order: readonly Fact[] = orders[way];
  // The sandbox accepts any point of sale.
  const all = environment === 'live' ? [...order, 'pointsOfSaleSettledAt' as const] : order;
  const lacksPoint = lacksPointOfSale(registration);
  const last = order.findLastIndex((fact) => facts[fact]);
  return all.map((fact, index) => {
    const at = facts[fact];
    const text = fact === 'completedAt' ? completion[way] : fact;
    // This step is done once a point of sale is on record, whoever checked it.
    const isDone = fact === 'pointsOfSaleSettledAt' ? !lacksPoint : at !== undefined;
    if (isDone) return { fact, text, at, status: 'done' };
    if (index < last) return { fact, text, at, status: 'passed' };
    if (index > last + 1 || state === 'revoked') return { fact, text, at, status: 'ahead' };
    return { fact, text, at, status: at ? 'postponed' : 'current' };
  });
}

type Texts = ReturnType<typeof useTranslations<'console.entry.registration'>>;

/** Status of a registration as a sentence. Delegations have sentences of their own, without a certificate. */
function statusText(t: Texts, registration: Registration): string {
  const { state, way, delegation } = registration;
  if (way === 'delegation') {
    if (delegation?.lostAt && !delegation.isClaimedAnew) return t('stateByDelegation.lost');
    if (delegation?.lostAt) return t('stateByDelegation.claimedAnew');
  }
  if (state === 'completed' && lacksPointOfSale(registration)) return t('lacksPoint');
  if (way === 'delegation' && state === 'revoked') return t('stateByDelegation.revoked');
  // The rejected certificate came through the API: the link has not been opened.
  if (state === 'created' && registration.lastRejection) return t('uploadedByApi');
  return t(`state.${state}`);
}

interface DelegationFactsProps {
  registration: Registration;
  delegation: Delegation;
  workspace: string;
}

async function DelegationFacts({ registration, delegation, workspace }: DelegationFactsProps) {
  const t = await getTranslations('console.entry.registration.delegation');
  const { delegateCuit, claimedAt, grantedAt, lostAt, isClaimedAnew, nextCheckAt } = delegation;
  const isWaiting = !grantedAt || isClaimedAnew;
  const fact = (name: 'claimed' | 'granted' | 'lost' | 'next', at: Date | undefined) =>
    at && ([t(name), <Moment key={name} at={at} />] as [string, ReactNode]);
  return (
    <div>
      <h3 className="subheading">{t('title')}</h3>
      <FactList
        facts={[
          [
            t('delegate'),
            <CopyId key="delegate" value={delegateCuit} label={t('delegate')}>
              {formatCuit(delegateCuit)}
            </CopyId>,
          ],
          fact('claimed', claimedAt),
          fact('granted', grantedAt),
          fact('lost', lostAt),
          [t('answer'), <LastAnswer key="answer" {...delegation} />],
          fact('next', nextCheckAt),
        ]}
      />
      {registration.state !== 'revoked' && (
        <Group gap="0.5rem 1rem" mt="0.6rem">
          <Permitted to="registrations:write">
            <VerifyButton workspace={workspace} id={registration.entryId} name={registration.supplier.name} />
          </Permitted>
          {isWaiting && <Link href={workspacePath(workspace, '/delegations')}>{t('how')}</Link>}
        </Group>
      )}
    </div>
  );
}
