import { getTranslations } from 'next-intl/server';
import { listPasskeys } from '#lib/accounts/passkeys.ts';
import { findSecondFactor } from '#lib/accounts/second-factor.ts';
import { ConfirmButton } from '../_ui/buttons.tsx';
import { DataTable } from '../_ui/data-table.tsx';
import { Moment } from '../_ui/moment.tsx';
import { dropPasskey } from './actions.ts';
import { AddPasskey } from './add-passkey.tsx';
import { deviceNames } from './device-names.ts';

/** What lets the person in by finger, face or PIN. */
export async function PasskeySection({ of }: { of: string }) {
  const t = await getTranslations('console.account.passkeys');
  const deviceName = await deviceNames();
  const [factor, passkeys] = [await findSecondFactor(of), await listPasskeys(of)];
  const isLast = factor?.passkeys === 1 && !factor.authenticatorSince;
  return (
    <section className="sheet" aria-labelledby="passkeys">
      <div className="sheet-text">
        <h2 id="passkeys">{t('title')}</h2>
        <p>{t('lead')}</p>
        {!factor && <p>{t('first')}</p>}
      </div>
      {passkeys.length > 0 && (
        <DataTable
          rows={passkeys}
          columns={[
            {
              head: t('device'),
              kind: 'title',
              cell: ({ userAgent }) => <strong>{deviceName(userAgent)}</strong>,
            },
            { head: t('since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              head: t('lastUsed'),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t('never')),
            },
            {
              head: t('actions'),
              kind: 'actions',
              cell: ({ id, userAgent }) => (
                <ConfirmButton
                  label={t('remove')}
                  fullLabel={t('removeLabel', { device: deviceName(userAgent) })}
                  title={t('removeTitle')}
                  action={dropPasskey.bind(null, { id })}
                  done={t('removed')}
                >
                  {t(isLast ? 'removeTextLast' : 'removeText')}
                </ConfirmButton>
              ),
            },
          ]}
        />
      )}
      <div className="sheet-text">
        <AddPasskey />
      </div>
    </section>
  );
}
