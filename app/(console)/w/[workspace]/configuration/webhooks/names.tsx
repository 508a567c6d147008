import '../configuration.css';
import { getTranslations } from 'next-intl/server';
import { Fragment } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { SectionTabs } from '#console/_ui/page-header.tsx';
import type { LifecycleEvent } from '#lib/webhooks/events.ts';

/** An event's name, which can wrap after a dot. */
export function EventName({ children }: { children: string }) {
  const words = children.split(/(?<=\.)/);
  return words.map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

type Dashed<Name extends string> = Name extends `${infer Head}.${infer Tail}` ? `${Head}-${Tail}` : Name;

/** Key of an event in the messages, where a dot separates levels. */
export const eventKey = <Event extends LifecycleEvent>(event: Event) =>
  event.replace('.', '-') as Dashed<Event>;

/** The receiver's host, without the path, which may contain a secret. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

const tabs = { endpoints: '/configuration/webhooks', deliveries: '/configuration/webhooks/deliveries' };

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
