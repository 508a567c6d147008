'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

/** Asks before a link leads away from what was not saved; for all other ways out the browser asks. */
export function LeaveGuard({ armed, onLeave }: { armed: boolean; onLeave: () => void }) {
  const t = useTranslations('console.suppliers.editor');
  const router = useRouter();
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (!armed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const href = leadsAway(event);
      if (!href) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(href);
    };
    // Before React's own listeners, and so before the router's links.
    window.addEventListener('click', hold, { capture: true });
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('click', hold, { capture: true });
      window.removeEventListener('beforeunload', ask);
    };
  }, [armed]);
  const stay = () => setWanted(undefined);
  const leave = () => {
    onLeave();
    stay();
    if (wanted) router.push(wanted);
  };
  return (
    <Modal opened={wanted !== undefined} onClose={stay} title={t('leaveTitle')} withCloseButton={false}>
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

/** Where a plain click leads within this site; undefined for one that opens another tab or stays here. */
function leadsAway({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const { origin, pathname, search } = new URL(link.href);
  const here = window.location;
  if (origin !== here.origin || (pathname === here.pathname && search === here.search)) return undefined;
  return `${pathname}${search}`;
}
