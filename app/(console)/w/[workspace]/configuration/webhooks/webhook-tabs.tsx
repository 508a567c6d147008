import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import './webhooks.css';

const tabs = { endpoints: '/configuration/webhooks', deliveries: '/configuration/webhooks/deliveries' };

/** The two halves of webhooks: who is told, and what became of it. */
export async function WebhookTabs({ workspace, current }: { workspace: string; current: keyof typeof tabs }) {
  const t = await getTranslations('console.configuration.webhooks');
  return (
    <nav className="webhook-tabs" aria-label={t('title')}>
      {(['endpoints', 'deliveries'] as const).map((tab) => (
        <Link
          key={tab}
          href={workspacePath(workspace, tabs[tab])}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
