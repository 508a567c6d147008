'use client';

import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** A choice of a list's filters: it is asked for at once, with what stands in the other fields. */
export function ChoiceFilter(props: NativeSelectProps) {
  return <NativeSelect {...props} onChange={(event) => event.currentTarget.form?.requestSubmit()} />;
}
