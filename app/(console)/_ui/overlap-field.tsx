'use client';

import { Radio, Stack } from '@mantine/core';

/** Hours during which a replaced key or secret stays valid. */
const overlaps = ['24', '72', '168', '0'] as const;
type Overlap = (typeof overlaps)[number];
export const suggestedOverlap: Overlap = '24';

interface OverlapFieldProps {
  label: string;
  description: string;
  labelOf: (overlap: Overlap) => string;
  value: Overlap;
  onChange: (overlap: Overlap) => void;
}

export function OverlapField({ labelOf, onChange, ...group }: OverlapFieldProps) {
  return (
    <Radio.Group {...group} onChange={(overlap) => onChange(overlap as Overlap)}>
      <Stack gap="xs" mt="xs">
        {overlaps.map((overlap) => (
          <Radio key={overlap} value={overlap} label={labelOf(overlap)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
