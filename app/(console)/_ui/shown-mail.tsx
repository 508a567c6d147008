'use client';

import { useElementSize } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { FactList } from './fact-list.tsx';

/** A mail as its receiver gets it. */
export interface ShownMail {
  to?: string | undefined;
  subject: string;
  /** Name and address in the From header. */
  from: string;
  replyTo: string | undefined;
  /** The whole HTML document. */
  html: string;
}

/** Envelope and text of a mail before it is sent. */
export function MailView({ mail, device = 'phone' }: { mail: ShownMail; device?: Device }) {
  const t = useTranslations('console.shell.mail');
  const { to, subject, from, replyTo, html } = mail;
  return (
    <div className="shown-mail">
      <FactList
        facts={[
          to ? [t('to'), <bdi key="to">{to}</bdi>] : undefined,
          [t('subject'), <bdi key="subject">{subject}</bdi>],
          [t('from'), <bdi key="from">{from}</bdi>],
          replyTo ? [t('replyTo'), <bdi key="replyTo">{replyTo}</bdi>] : undefined,
        ]}
      />
      <ScaledFrame title={t('title')} html={html} device={device} />
    </div>
  );
}

export type Device = 'phone' | 'desktop';

interface ScaledFrameProps {
  title: string;
  html: string;
  device: Device;
  scheme?: 'light' | 'dark' | undefined;
}

const sizes = { phone: { width: 375, height: 540 }, desktop: { width: 1180, height: 800 } };

/** A document in a frame as wide as the device, made smaller where the page is narrower. It runs no scripts. */
export function ScaledFrame({ title, html, device, scheme }: ScaledFrameProps) {
  const { ref, width: room } = useElementSize();
  const { width, height } = sizes[device];
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={ref} className="scaled-frame" style={{ height: height * scale }}>
      <iframe
        title={title}
        // Without allow-scripts. The same origin is needed for the stylesheets alone.
        sandbox="allow-same-origin"
        srcDoc={html}
        style={{ width, height, transform: `scale(${scale})`, ...(scheme ? { colorScheme: scheme } : {}) }}
      />
    </div>
  );
}
