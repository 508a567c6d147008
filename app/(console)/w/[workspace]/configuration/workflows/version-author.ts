import 'server-only';

import { getTranslations } from 'next-intl/server';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { listMembers } from '#lib/accounts/members.ts';
import type { Context } from '#lib/context.ts';

interface Author {
  src: string;
  srcId: string | null;
}

/** Names the author of a version: a person, an API key, or the command line. */
export async function authorNames(ctx: Context): Promise<(author: Author) => string> {
  const t = await getTranslations('console.workflows.versions');
  const people = new Map((await listMembers(ctx)).map(({ userId, name }) => [userId, name]));
  const keys = new Map((await listApiKeys(ctx)).map(({ id, name }) => [id, name]));
  return ({ src, srcId }) => {
    switch (src) {
      case 'user':
        return people.get(srcId ?? '') ?? t('someone');
      case 'api-key': {
        const name = keys.get(srcId ?? '');
        return name ? t('apiKey', { name }) : t('apiKeyUnknown');
      }
      default:
        return t('operator');
    }
  };
}
