import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { SectionTabs } from '#console/_ui/section-tabs.tsx';
import './webhooks.css';

const tabs = { endpoints: '/configuration/webhooks', deliveries: '/configuration/webhooks/deliveries' };

/** The two halves of webhooks: who is told, and what became of it. */
export async function WebhookTabs({ workspace, current }: { workspace: string; current: keyof typeof tabs }) {
  const t = await getTranslations('console.configuration.webhooks');
  return (
    <SectionTabs
      label={t('title')}
      tabs={(['endpoints', 'deliveries'] as const).map((tab) => ({
        href: workspacePath(workspace, tabs[tab]),
        text: t(`tabs.${tab}`),
        isCurrent: tab === current,
      }))}
    />
  );
}
