'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ConfirmDialog } from '#console/_ui/confirm-dialog.tsx';
import { usePermission } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { dropEndpoint, switchEndpoint } from './endpoint-actions.ts';
import { EditEndpoint, type EditEndpointProps } from './endpoint-dialog.tsx';

interface EndpointMenuProps extends EditEndpointProps {
  isDisabled: boolean;
}

/** Actions on an endpoint of the list. */
export function EndpointMenu({ isDisabled, ...props }: EndpointMenuProps) {
  const t = useTranslations('console.configuration.webhooks');
  const isPermitted = usePermission();
  const { workspace, endpoint } = props;
  const { id, url } = endpoint;
  const [asked, setAsked] = useState<'disable' | 'remove'>();
  const enabling = useConsoleAction(switchEndpoint.bind(null, workspace));
  const enable = () =>
    enabling.run(
      { id, disabled: false },
      () => notifications.show({ message: t('enabledDone'), color: 'green' }),
      ({ message }) => notifications.show({ message, color: 'red' }),
    );
  const deliveries = (
    <Menu.Item
      component={Link}
      href={workspacePath(workspace, `/configuration/webhooks/deliveries?endpoint=${id}`)}
      prefetch={false}
    >
      {t('itsDeliveries')}
    </Menu.Item>
  );
  const menu = (edit: () => void) => (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size={44}
          className="quiet row-menu"
          aria-label={t('menuLabel', { url })}
          loading={enabling.pending}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deliveries}
        {isPermitted('webhooks:write') && (
          <>
            <Menu.Item onClick={edit}>{t('edit')}</Menu.Item>
            {isDisabled ? (
              <Menu.Item onClick={enable}>{t('enable')}</Menu.Item>
            ) : (
              <Menu.Item onClick={() => setAsked('disable')}>{t('disable')}</Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => setAsked('remove')}>
              {t('remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <>
      <EditEndpoint {...props}>{menu}</EditEndpoint>
      <ConfirmDialog
        opened={asked === 'disable'}
        onClose={() => setAsked(undefined)}
        title={t('disableTitle')}
        label={t('disable')}
        color="red"
        action={() => switchEndpoint(workspace, { id, disabled: true })}
        done={t('disabledDone')}
      >
        {t('disableText', { url })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        onClose={() => setAsked(undefined)}
        title={t('removeTitle')}
        label={t('remove')}
        color="red"
        action={() => dropEndpoint(workspace, { id })}
        done={t('removed')}
      >
        {t('removeText', { url })}
      </ConfirmDialog>
    </>
  );
}
