import type { ReactElement } from 'react';
import { spanish as t } from '#app/reg/[ref]/_parts/texts.tsx';
import { HandOverPage, HelpersPage, TookBackPage } from '#app/reg/[ref]/contador/view.tsx';
import { GoOnPage } from '#app/reg/[ref]/seguir/view.tsx';
import type { Environment } from '#lib/authority-environment.ts';
import type { LinkMail, OpenHelper } from '#lib/registrations/link-list.ts';
import { now, registrationAt } from './registrations.ts';

const basePath = '/reg/Qk3vT0aZ8mNfX1bYwR7cLd';
const address = 'administracion@laespiga.com.ar';
const queued: LinkMail = { address, kind: 'asked', requestedAt: now };
const sent: LinkMail = { ...queued, sentAt: now };
const bounced: LinkMail = { ...queued, bouncedAt: now, detail: '550 No such user' };

const helper = (changes: Partial<OpenHelper>): OpenHelper => ({
  id: '0199f3a1-0000-7000-8000-000000000004',
  scope: 'arca-steps-only',
  holder: 'Marta Gómez',
  createdAt: now,
  expiresAt: now,
  mails: [],
  url: 'http://alta.test/reg/Zk3vT0aZ8mNfX1bYwR7cLd',
  ...changes,
});
const marta = helper({
  email: 'marta@estudio.com.ar',
  mails: [{ ...sent, address: 'marta@estudio.com.ar' }],
  openedAt: now,
});
const pablo = helper({
  id: '0199f3a1-0000-7000-8000-000000000005',
  holder: 'Pablo',
  whatsapp: '+5491123456789',
});
const lost = helper({
  id: '0199f3a1-0000-7000-8000-000000000006',
  holder: 'Estudio Contable Fernández Iglesias y Asociados',
  email: address,
  mails: [bounced],
});

/** The pages beside the steps, in every state that looks different. */
export function sidePages(environment: Environment): [name: string, page: ReactElement][] {
  const props = { t, basePath, now, registration: registrationAt('service-enabled', environment) };
  const wrong = (fields: Record<string, string>, values: Record<string, string>) => ({
    values,
    errors: Object.entries(fields).map(([field, message]) => ({ field, message })),
  });
  const noContact = wrong(
    { name: t('handOver.name-missing'), email: t('handOver.contact-missing') },
    { name: '' },
  );
  const tooMany = wrong({ email: t('goOn.too-many-link') }, { email: address });
  return [
    ['go-on', <GoOnPage {...props} key="1" mail={undefined} />],
    ['go-on-sent', <GoOnPage {...props} key="2" mail={sent} />],
    ['go-on-bounced', <GoOnPage {...props} key="3" mail={bounced} />],
    ['go-on-too-many', <GoOnPage {...props} key="4" mail={queued} form={tooMany} />],
    ['hand-over', <HandOverPage {...props} key="5" />],
    ['hand-over-wrong', <HandOverPage {...props} key="6" form={noContact} />],
    ['hand-over-took-back', <TookBackPage {...props} key="7" />],
    ['handed-over', <HelpersPage {...props} key="8" helpers={[marta]} tookBack={false} />],
    ['handed-over-to-send', <HelpersPage {...props} key="10" helpers={[pablo]} tookBack={false} />],
    ['handed-over-three', <HelpersPage {...props} key="9" helpers={[marta, pablo, lost]} tookBack />],
  ];
}
