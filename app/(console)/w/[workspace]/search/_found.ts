import 'server-only';

import { getLocale, getTranslations } from 'next-intl/server';
import type { Visit } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import {
  noAnswer,
  type SearchAct,
  type SearchAnswer,
  type SearchGroup,
  type SearchItem,
  searchPath,
} from '#console/_shell/search-places.ts';
import { entryTitles, invoiceTexts, openedEntry } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { hostOf } from '#console/w/[workspace]/configuration/webhooks/names.tsx';
import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import { statusOf } from '#console/w/[workspace]/jobs/status-chip.tsx';
import type { Context } from '#lib/context.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { textOf } from '#lib/faults.ts';
import { maxCounted } from '#lib/limits.ts';
import { type FoundIn, searchWorkspace } from '#lib/reports/search.ts';
import { isPermitted } from '#lib/roles.ts';

/** Most other workspaces that are searched. */
const mostOthers = 5;

/**
 * Search results in this workspace, and the number of matches in the person's workspaces of the other
 * environment.
 */
export async function searchFor(visit: Visit, q: string, limit?: number): Promise<SearchAnswer> {
  if (!q) return noAnswer;
  const [found, elsewhere] = await Promise.all([
    searchWorkspace(visit.ctx, { q, ...(limit ? { limit } : {}) }),
    searchOthers(visit, q),
  ]);
  const groups = await Promise.all(found.map((each) => groupOf(visit.ctx, each, q)));
  return { q, groups, elsewhere };
}

async function searchOthers({ ctx, user, workspaces }: Visit, q: string): Promise<SearchAnswer['elsewhere']> {
  const others = workspaces
    .filter(
      ({ workspace, lacksSecondFactor }) =>
        !lacksSecondFactor && workspace.environment !== ctx.workspace.environment,
    )
    .slice(0, mostOthers);
  const answers = await Promise.all(
    others.map(async ({ workspace, role }) => {
      // The person's role in that workspace decides what the search may find.
      const there = { workspace, actor: { kind: 'user' as const, id: user.id, role } };
      // A code means the same in every workspace, so its explanations are not counted here.
      const found = (await searchWorkspace(there, { q })).filter(
        ({ source }) => source !== 'reasons' && source !== 'codes',
      );
      return {
        name: workspace.name,
        href: `${workspacePath(workspace.slug, searchPath)}?${new URLSearchParams({ q })}`,
        count: found.reduce((sum, { list }) => sum + list.length, 0),
        more: found.some(({ more }) => more),
      };
    }),
  );
  return answers.filter(({ count }) => count > 0);
}

async function groupOf(ctx: Context, found: FoundIn, q: string): Promise<SearchGroup> {
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const items = await itemsOf(ctx, found);
  const list = { suppliers: '/suppliers', invoices: '/invoices' }[found.source as string];
  return {
    name: found.source,
    more: found.more,
    items: items.map(({ href, acts = [], ...item }) => ({
      ...item,
      href: at(href),
      ...(acts.length > 0
        ? { acts: acts.map((act) => ('href' in act ? { ...act, href: at(act.href) } : act)) }
        : {}),
    })),
    listHref: list && found.more ? `${at(list)}?${new URLSearchParams({ q })}` : undefined,
  };
}

/** Items with addresses relative to the workspace. */
async function itemsOf(ctx: Context, found: FoundIn): Promise<SearchItem[]> {
  const t = await getTranslations('console');
  const title = await entryTitles();
  const nameOf = await workflowNames();
  const { total: totalOf } = await invoiceTexts();
  const locale = await getLocale();
  switch (found.source) {
    case 'codes':
      return found.list.map(({ code, failures }) => ({
        href: `/invoices?reason=${code}`,
        icon: 'invoices',
        title: [code, textOf(code, { why: 'any' }, locale)].filter(Boolean).join(': '),
        detail: t('shell.search.failures', {
          count: Math.min(failures, maxCounted),
          more: failures > maxCounted ? 'yes' : 'no',
        }),
      }));
    case 'reasons':
      return found.list.map(({ reason, code, registrations }) => ({
        href: `/registrations?reason=${reason}`,
        icon: 'registrations',
        title: `${code}: ${t(`overview.reasons.${reason}`)}`,
        detail: t('shell.search.registrations', {
          count: Math.min(registrations, maxCounted),
          more: registrations > maxCounted ? 'yes' : 'no',
        }),
      }));
    case 'suppliers':
    case 'customers':
    case 'invoices':
      return Promise.all(
        found.list.map(async (each) => {
          const { entry, through, stage } = each;
          const { detail, ...item } = await openedEntry(entry);
          const total = entry.folder === 'invoices' ? totalOf(summaryOfSnippet(entry.snippet)) : undefined;
          const archived = entry.archivedAt ? t('shell.search.archived') : undefined;
          const progress = stage && t(`overview.registrations.stages.${stage}`);
          return {
            ...item,
            href: `/entries/${entry.id}`,
            detail: joined(through, total, detail, progress, archived),
            acts: actsOnEntry(ctx, each),
          };
        }),
      );
    case 'jobs':
      return found.list.map((job) => ({
        href: `/jobs/${job.id}`,
        icon: 'jobs',
        title: nameOf(job.workflowName),
        detail: joined(title(job.entry), t(`jobs.statuses.${statusOf(job)}`)),
        // A job that succeeded would send its mails again: its page asks first.
        acts:
          job.status === 'KO' && isPermitted(ctx, 'jobs:write')
            ? [{ name: 'runAgain', id: job.id } as const]
            : [],
      }));
    case 'deliveries':
      return found.list.map(({ id, event, status, url }) => ({
        href: `/configuration/webhooks/deliveries/${id}`,
        icon: 'webhooks',
        title: event ?? t('configuration.deliveries.unnamed'),
        detail: joined(hostOf(url), t(`configuration.deliveries.statuses.${status}`)),
        acts:
          status !== 'cancelled' && isPermitted(ctx, 'webhooks:write')
            ? [{ name: 'resend', id } as const]
            : [],
      }));
    case 'batches':
      return found.list.map(({ id, operation, total }) => ({
        href: `/batches/${id}`,
        icon: 'batches',
        title: t(`batches.names.${operation}`, { count: total }),
        detail: '',
      }));
    case 'workflows':
      return found.list.map(({ id, name }) => ({
        href: `/configuration/workflows/${id}`,
        icon: 'workflows',
        title: nameOf(name),
        detail: '',
      }));
    case 'endpoints':
      return found.list.map(({ id, url, description }) => ({
        href: `/configuration/webhooks/${id}`,
        icon: 'webhooks',
        title: hostOf(url),
        detail: description,
      }));
    case 'members':
      return found.list.map(({ name, email }) => ({
        href: '/configuration/members',
        icon: 'people',
        title: name,
        detail: email,
      }));
  }
}

type FoundEntry = Extract<FoundIn, { source: 'suppliers' | 'invoices' | 'customers' }>['list'][number];

function actsOnEntry(ctx: Context, { entry, stage }: FoundEntry): SearchAct[] {
  const { id, folder, snippet, archivedAt, stamps } = entry;
  const canWrite = isPermitted(ctx, 'entries:write') && !archivedAt;
  const jobs: SearchAct[] =
    folder !== 'customers' && isPermitted(ctx, 'jobs:read')
      ? [{ name: 'jobs', href: `/jobs?entry=${id}` }]
      : [];
  if (folder === 'invoices') {
    const isCreditable =
      summaryOfSnippet(snippet).type?.type === 'standard' && stamps.some(({ prv }) => prv === 'arca-cae');
    return [
      ...(canWrite && isCreditable
        ? [
            {
              name: 'credit',
              href: `/invoices/new?corrects=${id}&type=credit-note&what=whole`,
            } as const,
          ]
        : []),
      ...jobs,
    ];
  }
  return [
    ...(stage ? [{ name: 'copyLink', id } as const] : []),
    ...(stage && isPermitted(ctx, 'reminders:send') ? [{ name: 'remind', id } as const] : []),
    ...(canWrite && folder === 'suppliers' && entry.state === 'registered'
      ? [{ name: 'invoice', href: `/invoices/new?supplier=${id}` } as const]
      : []),
    ...(canWrite ? [{ name: 'edit', href: `/entries/${id}/edit` } as const] : []),
    ...jobs,
  ];
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');
