'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';

/** Asks before what is not saved is left: by a link, by Back, or by closing the tab. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const t = useTranslations('console.workflows.editor');
  const shell = useTranslations('console.shell.actions');
  const router = useRouter();
  const [go, setGo] = useState<() => void>();
  const isAllowed = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    isAllowed.current = false;
    const ask = (event: Event, then: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      setGo(() => then);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isAllowed.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = leadsAway(event);
      if (link && !isAllowed.current) ask(event, () => router.push(link.href));
    };
    // Next can not be asked to wait when somebody goes back; browsers that know this can.
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event;
      if (navigationType !== 'traverse' || !cancelable || isAllowed.current) return;
      ask(event, () => navigation.traverseTo(destination.key));
    };
    const history = 'navigation' in window ? navigation : undefined;
    window.addEventListener('beforeunload', onUnload);
    // Before the links' own handlers.
    window.addEventListener('click', onClick, { capture: true });
    history?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('click', onClick, { capture: true });
      history?.removeEventListener('navigate', onNavigate);
    };
  }, [isOn, router]);

  const stay = () => setGo(undefined);
  const leave = () => {
    isAllowed.current = true;
    stay();
    go?.();
  };
  return (
    <Modal
      opened={go !== undefined}
      onClose={stay}
      title={t('leaveTitle')}
      closeButtonProps={{ 'aria-label': shell('close') }}
    >
      <Stack>
        <Text size="sm">{t('leaveText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {t('stay')}
          </Button>
          <Button color="red" onClick={leave}>
            {t('leave')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The link that a click follows to another page in this tab. */
function leadsAway(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element))
    return undefined;
  const link = target.closest('a');
  if (!link?.href || (link.target && link.target !== '_self') || link.hasAttribute('download'))
    return undefined;
  const [here, there] = [new URL(location.href), new URL(link.href)];
  const isSamePage = there.pathname === here.pathname && there.search === here.search && there.hash !== '';
  return isSamePage ? undefined : link;
}
