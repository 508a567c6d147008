'use client';

import { useElementSize } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
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
  /** Default: the reader's. */
  scheme?: Scheme | undefined;
}

type Scheme = 'light' | 'dark';

const sizes = { phone: { width: 375, height: 540 }, desktop: { width: 1180, height: 800 } };

/** A document in a frame as wide as the device, made smaller where the page is narrower. It runs no scripts. */
export function ScaledFrame({ title, html, device, scheme }: ScaledFrameProps) {
  const { ref, width: room } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const { width, height } = sizes[device];
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={ref} className="scaled-frame" style={{ height: height * scale }}>
      <iframe
        // Loads again for another scheme.
        key={scheme}
        ref={frame}
        title={title}
        onLoad={() => scheme && frame.current && showIn(frame.current, scheme)}
        // Without allow-scripts. The same origin is needed for the stylesheets alone.
        sandbox="allow-same-origin"
        srcDoc={html}
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  );
}

/** A frame can not be given a colour scheme of its own, so its style sheets' rules for the dark one are switched. */
function showIn({ contentDocument }: HTMLIFrameElement, scheme: Scheme): void {
  if (!contentDocument) return;
  contentDocument.documentElement.style.colorScheme = scheme;
  for (const sheet of contentDocument.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!('media' in rule)) continue;
      const media = rule.media as MediaList;
      if (/prefers-color-scheme:\s*dark/.test(media.mediaText)) {
        media.mediaText = scheme === 'dark' ? 'all' : 'not all';
      }
    }
  }
}
