import { formatDayAndTime } from '#lib/i18n.ts';
import { linkLimits } from '#lib/limits.ts';
import type { OpenHelper } from '#lib/registrations/link-list.ts';
import { Field } from '../_parts/form.tsx';
import { LiveStatus } from '../_parts/live-status.tsx';
import { SidePage } from '../_parts/side-page.tsx';
import { chatAddress, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon, type IconName } from '../_parts/tools.tsx';
import { minutesOf, seenByHelper, stepsOf } from '../flow.ts';

type HelpersProps = StepProps & { helpers: OpenHelper[]; tookBack: boolean };

/** Reload interval for browsers without scripts. Nothing is typed on this page. */
const refreshSeconds = 30;

/** Helpers who have the link, how far they are, and buttons to take it back. */
export function HelpersPage({ helpers, tookBack, ...props }: HelpersProps) {
  const { registration, basePath, t } = props;
  const reached = helpers.filter(isReached);
  const isToSend = reached.length === 0;
  const named = isToSend ? helpers : reached;
  const heading = t(isToSend ? 'handOver.toSend' : 'handOver.given', {
    count: named.length,
    name: named[0]?.holder ?? '',
  });
  const lead = t(isToSend ? 'handOver.toSendLead' : 'handOver.givenLead');
  const status = (
    <LiveStatus
      props={props}
      page="contador"
      state={stateOfHelpers(helpers)}
      place={placeOfHelpers(helpers)}
    />
  );
  return (
    <SidePage
      props={props}
      page="contador"
      heading={heading}
      lead={`${lead} ${registration.noticeEmail ? t('handOver.givenMail') : ''}`}
      refreshSeconds={refreshSeconds}
    >
      {tookBack && <TookBack {...props} />}
      {!isToSend && status}
      <ul className="plain helpers">
        {helpers.map((helper) => (
          <HelperCard key={helper.id} helper={helper} props={props} />
        ))}
      </ul>
      {isToSend && status}
      {helpers.length < linkLimits.concurrentHelpers && (
        <p>
          <a href={`${basePath}/contador?otra`}>{t('handOver.another')}</a>
        </p>
      )}
    </SidePage>
  );
}

/** The changing parts of the helpers' cards, as a text. An open page reloads when it changes. */
export const stateOfHelpers = (helpers: OpenHelper[]): string =>
  helpers.map((helper) => `${mailOutcome(helper) ?? ''}${helper.openedAt ? ' opened' : ''}`).join(',');

/** Card of the helper who opened the link most recently, because that helper is assumed to continue. */
export const placeOfHelpers = (helpers: OpenHelper[]): string | undefined =>
  helpers.toSorted((a, b) => (b.openedAt?.getTime() ?? 0) - (a.openedAt?.getTime() ?? 0))[0]?.place;

function mailOutcome({ mails: [last] }: OpenHelper): 'queued' | 'sent' | 'bounced' | undefined {
  if (!last) return undefined;
  if (last.bouncedAt) return 'bounced';
  return last.sentAt ? 'sent' : 'queued';
}

/** Whether the helper has the link: it was opened, or a mail with it did not come back. */
const isReached = (helper: OpenHelper): boolean =>
  helper.openedAt !== undefined || ['queued', 'sent'].includes(mailOutcome(helper) ?? '');

function HelperCard({ helper, props }: { helper: OpenHelper; props: StepProps }) {
  const { basePath, t, registration } = props;
  const { id, holder: name, openedAt, whatsapp, url } = helper;
  const { computer: minutes } = minutesOf(stepsOf(seenByHelper(registration)), registration);
  const text = t('handOver.chatText', { name, company: registration.supplier.name, minutes, url });
  return (
    <li className="helper">
      <h2>{name}</h2>
      <MailLine helper={helper} t={t} />
      <Line icon={openedAt ? 'check' : 'wait'}>
        {openedAt ? t('handOver.opened', { at: formatDayAndTime(openedAt) }) : t('handOver.notOpened')}
      </Line>
      <div className="helper-acts">
        {whatsapp && (
          <a
            className={openedAt ? 'button button-second' : 'button'}
            href={chatAddress(text, whatsapp)}
            target="_blank"
            rel="noreferrer noopener"
          >
            {t(openedAt ? 'handOver.chatAgain' : 'handOver.chat')}
            <Icon name="out" />
            <span className="hidden-text">({t('frame.newTab')})</span>
          </a>
        )}
        <form method="post" action={`${basePath}/contador`}>
          <input type="hidden" name="intent" value="retirar" />
          <input type="hidden" name="link" value={id} />
          <button
            type="submit"
            className="button button-second"
            aria-label={t('handOver.takeBackFrom', { name })}
            aria-describedby={`retirar-${id}`}
          >
            {t('handOver.takeBack')}
          </button>
          <p className="hint" id={`retirar-${id}`}>
            {t('handOver.takeBackHint')}
          </p>
        </form>
      </div>
    </li>
  );
}

function MailLine({ helper, t }: { helper: OpenHelper; t: Texts }) {
  const outcome = mailOutcome(helper);
  const [last] = helper.mails;
  if (!outcome || !last) return null;
  const icon = { queued: 'wait', sent: 'check', bounced: 'cross' } as const;
  const at = formatDayAndTime(last.sentAt ?? last.requestedAt);
  return (
    <Line icon={icon[outcome]}>
      {t(`handOver.${outcome}`, { address: last.address, at, takeBack: t('handOver.takeBack') })}
    </Line>
  );
}

const Line = ({ icon, children }: { icon: IconName; children: string }) => (
  <p className="outcome">
    <Icon name={icon} />
    <span>{children}</span>
  </p>
);

/** Confirms that the registration was taken back. It took one tap, because it can be handed over again. */
function TookBack({ basePath, t }: StepProps) {
  return (
    <div className="notice notice-good" role="status">
      <p>
        <Icon name="check" /> {t('handOver.tookBack')}
      </p>
      <p>
        <a className="button" href={basePath}>
          {t('handOver.continue')}
        </a>
      </p>
    </div>
  );
}

export function TookBackPage(props: StepProps) {
  const { basePath, t } = props;
  return (
    <SidePage props={props} page="contador" heading={t('handOver.own')}>
      <TookBack {...props} />
      <p>
        <a href={`${basePath}/contador`}>{t('handOver.again')}</a>
      </p>
    </SidePage>
  );
}

/** Shows what the helper will see and do before the registration is handed over. */
export function HandOverPage(props: StepProps) {
  const { registration, basePath, t, form } = props;
  const { environment } = registration;
  const email = { type: 'email', autoComplete: 'off', spellCheck: false } as const;
  return (
    <SidePage props={props} page="contador" heading={t('handOver.heading')} lead={t('handOver.lead')}>
      <ul className="plain scope">
        <li>
          <Icon name="check" />
          <span>{t('handOver.may', { environment })}</span>
        </li>
        <li>
          <Icon name="cross" />
          <span>{t('handOver.mayNot')}</span>
        </li>
        <li>
          <Icon name="shield" />
          <span>{t('handOver.safe')}</span>
        </li>
      </ul>
      <form method="post" action={`${basePath}/contador`} className="fields" noValidate>
        <Field
          name="name"
          label={t('handOver.name')}
          hint={t('handOver.nameHint')}
          form={form}
          t={t}
          input={{ autoComplete: 'off', maxLength: 80, required: true }}
        />
        <Field
          name="email"
          label={t('handOver.email')}
          hint={t('handOver.emailHint')}
          form={form}
          t={t}
          input={email}
        />
        <Field
          name="whatsapp"
          label={t('handOver.whatsapp')}
          hint={t('handOver.whatsappHint')}
          form={form}
          t={t}
          input={{ type: 'tel', autoComplete: 'off', maxLength: 40 }}
        />
        <p className="next">
          <button type="submit" className="button">
            {t('handOver.submit')}
          </button>
        </p>
      </form>
    </SidePage>
  );
}
