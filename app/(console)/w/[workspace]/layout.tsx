import './workspace.css';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { currentVisit, requireMember } from '#console/_session.ts';
import { Shell } from '#console/_shell/shell.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { RoleOfReader } from '#console/_ui/failure.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { fetchNotices } from '#lib/notices.ts';
import { isPermitted } from '#lib/roles.ts';

import { readLink, remind } from './_contact/actions.ts';
import { sendAgain } from './configuration/webhooks/deliveries/delivery-actions.ts';
import { runJobAgain } from './jobs/[id]/actions.ts';

interface WorkspaceLayoutProps {
  params: Promise<{ workspace: string }>;
  children: ReactNode;
}

/** Title of every page: contains the workspace's name, and marks a sandbox. */
export async function generateMetadata({ params }: WorkspaceLayoutProps): Promise<Metadata> {
  const visit = await currentVisit((await params).workspace);
  // Without a visit the layout shows the not-found page, which has its own title.
  if (!visit) return {};
  const { environment } = visit.ctx.workspace;
  const name = plainName(visit.ctx.workspace.name);
  const t = await getTranslations('console.shell');
  const isSandbox = environment === 'sandbox';
  const template = t(isSandbox ? 'titleSandbox' : 'title', { page: '%s', workspace: name });
  return { title: { template, default: isSandbox ? t('titleSandboxPlain', { workspace: name }) : name } };
}

export default async function WorkspaceLayout({ params, children }: WorkspaceLayoutProps) {
  const { ctx, user, role, workspaces } = await requireMember((await params).workspace);
  const { slug, name, environment } = ctx.workspace;
  const t = await getTranslations('console.shell');
  return (
    <ClientTexts areas={[]}>
      <RoleOfReader role={role}>
        <Shell
          workspace={{ slug, name, environment }}
          workspaces={workspaces.map(({ workspace: { slug, name, environment } }) => ({
            slug,
            name,
            environment,
          }))}
          user={{ name: user.name, email: user.email }}
          unseen={isPermitted(ctx, 'activity:read') ? (await fetchNotices(ctx)).unseen : 0}
          searchActions={{ copyLink: readLink, remind, resend: sendAgain, runAgain: runJobAgain }}
          mayCreate={workspaces.some(({ role }) => role === 'owner') ? 'workspaces' : 'nothing'}
        >
          {ctx.workspace.move && (
            <Notice tone="wait" title={t('moving.title')}>
              {t('moving.text')}
            </Notice>
          )}
          {children}
        </Shell>
      </RoleOfReader>
    </ClientTexts>
  );
}
