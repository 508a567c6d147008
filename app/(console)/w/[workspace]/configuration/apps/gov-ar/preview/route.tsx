import type { ReactElement } from 'react';
import { z } from 'zod';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import type { StepProps } from '#app/reg/[ref]/_parts/step-page.tsx';
import { textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { CertificateStep } from '#app/reg/[ref]/certificado/view.tsx';
import { DetailsStep } from '#app/reg/[ref]/datos/view.tsx';
import { Done } from '#app/reg/[ref]/listo/view.tsx';
import { Start } from '#app/reg/[ref]/view.tsx';
import { requireMember } from '#console/_session.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { env } from '#lib/env.ts';
import { readJson } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import type { Locale } from '#lib/i18n.ts';
import type { Letter } from '#lib/mail/letter.ts';
import { invitationLetter, reminderLetter } from '#lib/mail/link-letters.ts';
import { completedLetter, expiryLetter } from '#lib/mail/registration-letters.ts';
import { envelopeOf, senderLine } from '#lib/mail/send-mail.ts';
import { type AccountHolder, senderOf } from '#lib/registrations/account-holder.ts';
import { previewAccountHolder } from '#lib/registrations/app-settings.ts';
import { isMailName, type Preview, type PreviewName, previewLocales, previewNames } from './previews.ts';
import { sampleRegistration, sampleSupplier } from './sample.ts';

const Asked = z.strictObject({
  name: z.enum(previewNames),
  locale: z.enum(previewLocales),
  /** The form's values, valid or not. */
  change: z.unknown(),
});

/**
 * A page of the wizard or a mail with the values of the settings form, about a made-up supplier. Stores and sends
 * nothing. The Console shows the answer in a frame without scripts.
 */
export async function POST(request: Request, { params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'apps:write');
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const asked = Asked.safeParse(await readJson(request).catch(() => undefined));
  if (!asked.success) return new Response(null, { status: 400 });
  const { name, locale, change } = asked.data;
  const { accountHolder, logo } = await previewAccountHolder(ctx, change);
  const shown = { accountHolder, environment: ctx.workspace.environment, locale };
  return Response.json(isMailName(name) ? mailPreview(name, shown) : await pagePreview(name, shown, logo), {
    headers: { 'cache-control': 'no-store' },
  });
}

interface Shown {
  accountHolder: AccountHolder;
  environment: Environment;
  locale: Locale;
}

const basePath = '/reg/vista-previa';

async function pagePreview(name: PreviewName, shown: Shown, logo: string | undefined): Promise<Preview> {
  const html = await renderDocument(pageOf(name, shown));
  const { digest } = shown.accountHolder.logo ?? {};
  return {
    kind: 'page',
    html: html
      // React preloads the logo, which has no address of its own here.
      .replaceAll(/<script.*?<\/script>|<noscript>.*?<\/noscript>|<link rel="preload" as="image"[^>]*>/gs, '')
      // Nothing in the page can be clicked or reached by key; it still scrolls.
      .replace('<body>', '<body inert>')
      .replaceAll(`src="${basePath}/logo?v=${digest}"`, () => `src="${logo ?? ''}"`),
  };
}

function pageOf(name: PreviewName, { accountHolder, environment, locale }: Shown): ReactElement {
  const now = new Date();
  const propsAt = (stage: Parameters<typeof sampleRegistration>[0]): StepProps => ({
    registration: { ...sampleRegistration(stage, environment, now), accountHolder },
    basePath,
    t: textsIn(locale, 'company'),
    now,
  });
  switch (name) {
    case 'details':
      return <DetailsStep {...propsAt('started')} />;
    case 'certificate':
      return <CertificateStep {...propsAt('enabled')} />;
    case 'done':
      return <Done {...propsAt('completed')} />;
    default:
      return <Start {...propsAt('created')} />;
  }
}

function mailPreview(name: PreviewName, { accountHolder, environment, locale }: Shown): Preview {
  const sender = senderOf(accountHolder, environment);
  const { senderName, replyTo } = envelopeOf(sender);
  const { subject, html } = letterOf();
  return { kind: 'mail', mail: { subject, html, from: senderLine(senderName), replyTo } };

  function letterOf(): Letter {
    const now = new Date();
    const { link, certificate } = sampleRegistration('completed', environment, now);
    const url = `${env().ALTA_ORIGIN}${basePath}`;
    const about = { sender, supplier: sampleSupplier, link: { url, expiresAt: link.expiresAt } };
    const notAfter = certificate?.notAfter ?? now;
    switch (name) {
      case 'reminder':
        return reminderLetter({ ...about, hasStarted: true }, locale);
      case 'completed':
        return completedLetter(
          {
            workspace: sender,
            intent: 'register',
            supplier: sampleSupplier,
            stage: 'ready',
            points: [3],
            lacking: [],
            notAfter,
          },
          { as: 'supplier', link: url },
          locale,
        );
      case 'expiry':
        return expiryLetter(
          { workspace: sender, supplier: sampleSupplier, notAfter, daysLeft: 30, link: url },
          locale,
        );
      default:
        return invitationLetter({ ...about, intent: 'register' }, locale);
    }
  }
}
