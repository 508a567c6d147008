import { ActionIcon, Indicator } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import { workspacePath } from './navigation.ts';

/** To what failed, with how much of it the person has not seen. */
export function TroublesLink({ workspace, unseen }: { workspace: string; unseen: number }) {
  const t = useTranslations('console.shell');
  return (
    <Indicator
      label={unseen > most ? `${most}+` : unseen}
      disabled={unseen === 0}
      size={18}
      offset={9}
      color="red"
    >
      <ActionIcon
        component={Link}
        href={workspacePath(workspace, '/activity?action=trouble')}
        prefetch={false}
        variant="subtle"
        color="gray"
        className="quiet"
        size={44}
        aria-label={t('troubles', { count: unseen })}
      >
        <Icon name="bell" />
      </ActionIcon>
    </Indicator>
  );
}

const most = 99;
