import type { ReactNode } from 'react';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import { Document } from './document.tsx';
import { StepForm } from './form.tsx';
import { Help } from './step-page.tsx';
import type { Texts } from './texts.tsx';

interface PlainPageProps {
  t: Texts;
  heading: string;
  accountHolder?: AccountHolder | undefined;
  children: ReactNode;
}

/** A page outside the steps, which shows nothing of the registration. */
function PlainPage({ t, heading, accountHolder, children }: PlainPageProps) {
  return (
    <Document t={t} title={heading} colour={accountHolder?.colour}>
      <div className="sheet">
        <main id="contenido">
          <h1>{heading}</h1>
          {children}
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} />
    </Document>
  );
}

/** The page is the same for unknown, revoked and other people's links. */
export function UnknownLink({ t }: { t: Texts }) {
  return (
    <PlainPage t={t} heading={t('closed.unknown')}>
      <p className="lead">{t('closed.unknownText')}</p>
    </PlainPage>
  );
}

interface ExpiredLinkProps {
  t: Texts;
  basePath: string;
  accountHolder: AccountHolder;
  asked: boolean;
}

export function ExpiredLink({ t, basePath, accountHolder, asked }: ExpiredLinkProps) {
  return (
    <PlainPage t={t} heading={asked ? t('closed.asked') : t('closed.expired')} accountHolder={accountHolder}>
      <p className="lead">{asked ? t('closed.askedText') : t('closed.expiredText')}</p>
      <p>{t.rich('closed.expiredHolder', { holder: accountHolder.name })}</p>
      {!asked && <StepForm action={`${basePath}/enlace`}>{t('closed.ask')}</StepForm>}
    </PlainPage>
  );
}

/** Page at the installation's root address, for suppliers who lost part of their link and for anybody else. */
export function Home({ t }: { t: Texts }) {
  return (
    <PlainPage t={t} heading={t('closed.home')}>
      <p className="lead">{t('closed.homeText')}</p>
      <p>
        <a href="/console">{t('closed.homeConsole')}</a>
      </p>
      <p>
        {t.rich('closed.homeDocs', undefined, {
          guides: (chunks) => <a href="/docs">{chunks}</a>,
          reference: (chunks) => <a href="/api/docs">{chunks}</a>,
        })}
      </p>
    </PlainPage>
  );
}

export function NoSuchPage({ t }: { t: Texts }) {
  return (
    <PlainPage t={t} heading={t('closed.missing')}>
      <p className="lead">{t('closed.missingText')}</p>
    </PlainPage>
  );
}

/** The page is the same for altered and expired links, and for those whose file was replaced. */
export function NoSuchFile({ t }: { t: Texts }) {
  return (
    <PlainPage t={t} heading={t('closed.file')}>
      <p className="lead">{t('closed.fileText')}</p>
    </PlainPage>
  );
}

export function ForeignForm({ t }: { t: Texts }) {
  return (
    <PlainPage t={t} heading={t('closed.foreign')}>
      <p className="lead">{t('closed.foreignText')}</p>
    </PlainPage>
  );
}

export function TooManyRequests({ t, minutes }: { t: Texts; minutes: number }) {
  return (
    <PlainPage t={t} heading={t('closed.tooMany')}>
      <p className="lead">{t('closed.tooManyText', { minutes })}</p>
    </PlainPage>
  );
}

/** An error page. Its incident number is also in the log. */
export function Broken({ t, incident, again }: { t: Texts; incident: string; again?: string | undefined }) {
  return (
    <PlainPage t={t} heading={t('closed.broken')}>
      <p className="lead">{t('closed.brokenText')}</p>
      {again && (
        <p className="next">
          <a className="button" href={again}>
            {t('closed.again')}
          </a>
        </p>
      )}
      <p className="hint">{t('closed.incident', { incident })}</p>
    </PlainPage>
  );
}
