import type { ReactNode } from 'react';
import type { Registration } from '#lib/registrations/registration.ts';
import { Document } from './document.tsx';
import { StepForm } from './form.tsx';
import { Help } from './help.tsx';
import type { Texts } from './texts.tsx';

interface ClosedPageProps {
  t: Texts;
  heading: string;
  holder?: Registration['accountHolder'] | undefined;
  children: ReactNode;
}

/** A page that shows no step: nothing of the registration is on it. */
function ClosedPage({ t, heading, holder, children }: ClosedPageProps) {
  return (
    <Document t={t} title={heading} colour={holder?.colour}>
      <div className="sheet">
        <main id="contenido">
          <h1>{heading}</h1>
          {children}
        </main>
      </div>
      <Help t={t} holder={holder} />
    </Document>
  );
}

/** Never was, was revoked, or is somebody else's: all the same to who asks. */
export function UnknownLink({ t }: { t: Texts }) {
  return (
    <ClosedPage t={t} heading={t('closed.unknown')}>
      <p className="lead">{t('closed.unknownText')}</p>
    </ClosedPage>
  );
}

interface ExpiredLinkProps {
  t: Texts;
  basePath: string;
  holder: Registration['accountHolder'];
  asked: boolean;
}

export function ExpiredLink({ t, basePath, holder, asked }: ExpiredLinkProps) {
  return (
    <ClosedPage t={t} heading={asked ? t('closed.asked') : t('closed.expired')} holder={holder}>
      <p className="lead">{asked ? t('closed.askedText') : t('closed.expiredText')}</p>
      <p>{t.rich('closed.expiredHolder', { holder: holder.name })}</p>
      {!asked && <StepForm action={`${basePath}/enlace`}>{t('closed.ask')}</StepForm>}
    </ClosedPage>
  );
}

/** The address without a link: for who typed it. */
export function Home({ t }: { t: Texts }) {
  return (
    <ClosedPage t={t} heading={t('closed.home')}>
      <p className="lead">{t('closed.homeText')}</p>
      <p>
        <a href="/console">{t('closed.homeConsole')}</a>
      </p>
    </ClosedPage>
  );
}

export function NoSuchPage({ t }: { t: Texts }) {
  return (
    <ClosedPage t={t} heading={t('closed.missing')}>
      <p className="lead">{t('closed.missingText')}</p>
    </ClosedPage>
  );
}

export function ForeignForm({ t }: { t: Texts }) {
  return (
    <ClosedPage t={t} heading={t('closed.foreign')}>
      <p className="lead">{t('closed.foreignText')}</p>
    </ClosedPage>
  );
}

export function TooManyRequests({ t, minutes }: { t: Texts; minutes: number }) {
  return (
    <ClosedPage t={t} heading={t('closed.tooMany')}>
      <p className="lead">{t('closed.tooManyText', { minutes })}</p>
    </ClosedPage>
  );
}

/** The number is the request's: the same in the log. */
export function Broken({ t, incident, again }: { t: Texts; incident: string; again?: string | undefined }) {
  return (
    <ClosedPage t={t} heading={t('closed.broken')}>
      <p className="lead">{t('closed.brokenText')}</p>
      {again && (
        <p className="next">
          <a className="button" href={again}>
            {t('closed.again')}
          </a>
        </p>
      )}
      <p className="hint">{t('closed.incident', { incident })}</p>
    </ClosedPage>
  );
}
