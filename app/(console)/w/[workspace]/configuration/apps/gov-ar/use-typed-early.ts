'use client';

import { type RefObject, useLayoutEffect } from 'react';

/**
 * A page is there before its script is: what was typed meanwhile is in the fields, and not in the form, which would
 * put back its own values as soon as it is drawn again. Fields are known by the `data-path` that Mantine gives them.
 * A box is not asked: its value is the same, ticked or not.
 */
export function useTypedEarly(
  form: RefObject<HTMLFormElement | null>,
  take: (path: string, typed: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything is drawn again
  useLayoutEffect(() => {
    const fields =
      form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        'input[data-path]:not([type=checkbox]), textarea[data-path]',
      ) ?? [];
    for (const field of fields) {
      if (field.value !== field.defaultValue) take(field.dataset.path ?? '', field.value);
    }
  }, []);
}
