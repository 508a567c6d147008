import { Button } from '@mantine/core';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton } from '#console/_ui/buttons.tsx';
import { connectedApp } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import type { LinkMail, ListedLink } from '#lib/registrations/links/list.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { mailsToSupplier, reminderAddress } from '#lib/registrations/reminders/address.ts';
import { reminderDaysOf } from '#lib/registrations/reminders/schedule.ts';
import { isPermitted } from '#lib/roles.ts';
import { remind } from './actions.ts';

interface RemindersProps {
  ctx: Context;
  registration: Registration;
  links: ListedLink[];
}

/** The last reminder and what became of it, whether more go out by themselves, and the button for one now. */
export async function Reminders({ ctx, registration, links }: RemindersProps) {
  const t = await getTranslations('console.contact.reminders');
  const format = await getFormatter();
  const { slug, environment } = ctx.workspace;
  const address = reminderAddress({ ...registration, links });
  const last = mailsToSupplier(links).find(({ kind }) => kind === 'reminder');
  const days = reminderDaysOf((await connectedApp(ctx, 'gov-ar')) ?? {}, environment);
  const isPossible = links.some(({ scope, revokedAt }) => scope === 'full' && !revokedAt);
  return (
    <div>
      <h3 className="contact-subheading">{t('title')}</h3>
      <p>
        {last ? t(`last.${outcomeOf(last)}`, { at: last.requestedAt, address: last.address }) : t('none')}
      </p>
      {last?.bouncedAt && <p className="hint">{last.detail}</p>}
      <p className="hint">
        {t.rich(days.length > 0 ? 'automatic' : 'off', {
          days: format.list(days.map(String)),
          link: (chunks) =>
            isPermitted(ctx, 'apps:write') ? (
              <Link href={workspacePath(slug, '/configuration/apps/gov-ar#reminders')}>{chunks}</Link>
            ) : null,
        })}
      </p>
      {registration.state !== 'expired' && isPossible && (
        <div className="contact-acts">
          {address ? (
            <ActButton
              needs="reminders:send"
              label={t('send')}
              variant="default"
              action={remind.bind(null, slug, { id: registration.entryId })}
              done={t('done', { address })}
            />
          ) : (
            <Button variant="default" disabled>
              {t('noAddress')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function outcomeOf({ sentAt, bouncedAt }: LinkMail): 'bounced' | 'sent' | 'queued' {
  if (bouncedAt) return 'bounced';
  return sentAt ? 'sent' : 'queued';
}
