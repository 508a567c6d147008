import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { LastAnswer } from '#console/w/[workspace]/delegations/last-answer.tsx';
import { VerifyButton } from '#console/w/[workspace]/delegations/verify-button.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Delegation, Registration } from '#lib/registrations/registration.ts';

interface DelegationFactsProps {
  registration: Registration;
  delegation: Delegation;
  workspace: string;
}

/** What the supplier and the authority have said of a delegation, and when the authority is asked again. */
export async function DelegationFacts({ registration, delegation, workspace }: DelegationFactsProps) {
  const t = await getTranslations('console.entry.registration.delegation');
  const { delegateCuit, claimedAt, grantedAt, lostAt, isClaimedAnew, nextCheckAt } = delegation;
  const isWaiting = !grantedAt || isClaimedAnew;
  const fact = (name: 'claimed' | 'granted' | 'lost' | 'next', at: Date | undefined) =>
    at && ([t(name), <Moment key={name} at={at} />] as [string, ReactNode]);
  return (
    <div>
      <h3 className="card-subheading">{t('title')}</h3>
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
        <div className="delegation-acts">
          <Permitted to="registrations:write">
            <VerifyButton workspace={workspace} id={registration.entryId} name={registration.supplier.name} />
          </Permitted>
          {isWaiting && <Link href={workspacePath(workspace, '/delegations')}>{t('how')}</Link>}
        </div>
      )}
    </div>
  );
}
