'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  armed: boolean;
  /** Called when the user chooses to discard the changes. */
  onLeave?: () => void;
}

/**
 * Asks before unsaved changes are lost: by a link, by Back, or, in the browser's own dialog, by closing the
 * page.
 */
export function LeaveGuard({ armed, onLeave }: LeaveGuardProps) {
  const t = useTranslations('console.shell.leave');
  const router = useRouter();
  const [go, setGo] = useState<() => void>();
  const isAllowed = useRef(false);
  useEffect(() => {
    if (!armed) return;
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
      const path = leadsAway(event);
      if (path && !isAllowed.current) ask(event, () => router.push(path));
    };
    // Next cannot intercept Back; browsers with the Navigation API can.
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event;
      if (navigationType !== 'traverse' || !cancelable || isAllowed.current) return;
      ask(event, () => navigation.traverseTo(destination.key));
    };
    const history = 'navigation' in window ? navigation : undefined;
    window.addEventListener('beforeunload', onUnload);
    // Runs before React's own listeners, and so before the router's links.
    window.addEventListener('click', onClick, { capture: true });
    history?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('click', onClick, { capture: true });
      history?.removeEventListener('navigate', onNavigate);
    };
  }, [armed, router]);

  const stay = () => setGo(undefined);
  const leave = () => {
    isAllowed.current = true;
    onLeave?.();
    stay();
    go?.();
  };
  return (
    <Modal opened={go !== undefined} onClose={stay} title={t('title')} withCloseButton={false}>
      <Stack>
        <Text size="sm">{t('text')}</Text>
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

/**
 * Same-site target of a plain click; undefined for clicks that open a tab, save a file or stay on the page.
 */
function leadsAway({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search } = new URL(link.href);
  const here = window.location;
  if (origin !== here.origin || (pathname === here.pathname && search === here.search)) return undefined;
  return `${pathname}${search}`;
}
