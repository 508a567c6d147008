'use client';

import { Button } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import { setLanguage } from './actions.ts';

/** One button for the language that the page is not in; a form, so that it needs no script. */
export function LanguageSwitch() {
  const t = useTranslations('console.shell.language');
  const other = useLocale() === 'en' ? 'es-AR' : 'en';
  return (
    <form action={setLanguage}>
      <Button
        type="submit"
        name="locale"
        value={other}
        lang={other}
        variant="subtle"
        color="gray"
        className="quiet"
        leftSection={<Icon name="language" />}
      >
        {t(other)}
      </Button>
    </form>
  );
}
