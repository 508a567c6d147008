import type { LinkMail } from '#lib/registrations/link-list.ts';
import { Field } from '../_parts/form.tsx';
import { LiveStatus } from '../_parts/live-status.tsx';
import { CopyValue } from '../_parts/portal.tsx';
import { SidePage } from '../_parts/side-page.tsx';
import { addressOf, chatAddress, QrCode, type StepProps } from '../_parts/step-page.tsx';
import { Icon } from '../_parts/tools.tsx';
import { hasStarted } from '../flow.ts';

type GoOnProps = StepProps & { mail: LinkMail | undefined };

/** Helps the person to continue on another device. While open, the page shows progress made there. */
export function GoOnPage(props: GoOnProps) {
  const { registration, t } = props;
  const url = addressOf(props);
  const chat = chatAddress(t('goOn.chatText', { company: registration.supplier.name, url }));
  return (
    <SidePage
      props={props}
      page="seguir"
      heading={t('goOn.heading')}
      lead={
        <>
          <span className="by-finger">{t('goOn.leadTouch')}</span>
          <span className="by-mouse">{t('goOn.leadMouse')}</span>
        </>
      }
    >
      <div className="ways">
        <section className="way way-scan">
          <h2>{t('goOn.scanHeading')}</h2>
          <QrCode value={url} label={t('goOn.code')} />
          <p className="hint">
            <span className="by-finger">{t('goOn.scanTouch')}</span>
            <span className="by-mouse">{t('goOn.scan')}</span>
          </p>
        </section>
        <div className="way-others">
          <MailForm {...props} />
          <section className="way">
            <h2>{t('goOn.chatHeading')}</h2>
            <p>
              <a className="button button-second" href={chat} target="_blank" rel="noreferrer noopener">
                {t('goOn.chat')}
                <Icon name="out" />
                <span className="hidden-text">({t('frame.newTab')})</span>
              </a>
            </p>
            <p className="hint">{t('goOn.chatHint')}</p>
          </section>
          <section className="way">
            <h2>{t('goOn.copyHeading')}</h2>
            <CopyValue label={t('goOn.link')} value={url} t={t} />
          </section>
        </div>
      </div>
      <LiveStatus props={props} page="seguir" state="seguir" />
      <p className="hint">{t('goOn.follows')}</p>
      <p className="hint">{t('goOn.care')}</p>
    </SidePage>
  );
}

function MailForm({ registration, basePath, t, form, mail }: GoOnProps) {
  const isSuppliers = registration.link.scope === 'full';
  return (
    <section className="way">
      <h2>{t('goOn.mailHeading')}</h2>
      {mail && <MailStatus registration={registration} mail={mail} t={t} />}
      <form method="post" action={`${basePath}/seguir`} className="fields" noValidate>
        <Field
          name="email"
          label={t('goOn.email')}
          hint={t(isSuppliers ? 'goOn.emailHint' : 'goOn.emailHintHelper')}
          form={form}
          initial={registration.noticeEmail}
          t={t}
          input={{ type: 'email', autoComplete: 'email', required: true, spellCheck: false }}
        />
        <p className="next">
          <button type="submit" className="button">
            {t('goOn.send')}
          </button>
        </p>
      </form>
    </section>
  );
}

/** Status of the last mail. The address is masked until the link's holder has answered the first page. */
function MailStatus({ registration, mail, t }: Pick<GoOnProps, 'registration' | 't'> & { mail: LinkMail }) {
  const { sentAt, bouncedAt } = mail;
  const address = hasStarted(registration) ? mail.address : maskEmail(mail.address);
  const outcome = bouncedAt ? 'bounced' : sentAt ? 'sent' : 'queued';
  return (
    <p className={`outcome outcome-${outcome}`}>
      <Icon name={outcome === 'bounced' ? 'cross' : outcome === 'sent' ? 'check' : 'wait'} />
      <span>{t(`goOn.${outcome}`, { address })}</span>
    </p>
  );
}

/** `l•••@cordon.example` */
const maskEmail = (address: string) => address.replace(/^(.)[^@]*/, '$1•••');
