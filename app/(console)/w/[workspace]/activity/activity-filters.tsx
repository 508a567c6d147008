import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { listMembers } from '#lib/accounts/members.ts';
import { loggedActions } from '#lib/audit-actions.ts';
import type { Context } from '#lib/context.ts';
import type { ActivityParams } from './query.ts';

interface ActivityFiltersProps {
  ctx: Context;
  path: string;
  read: ActivityParams;
}

/** What it asks for is in the address. */
export async function ActivityFilters({ ctx, path, read }: ActivityFiltersProps) {
  const t = await getTranslations('console.activity');
  const { text, choice } = await filterFields(read);
  const any = { value: '', label: t('filters.any') };
  return (
    <FilterForm path={path} typed={read.typed}>
      <TextInput
        {...text('about')}
        label={t('filters.about')}
        placeholder={t('filters.aboutHint')}
        className="filter-search"
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        {...choice('action', [
          any,
          { value: 'trouble', label: t('filters.trouble') },
          ...(await actionChoices()),
        ])}
        label={t('filters.action')}
        w="min(12rem, 100%)"
      />
      <NativeSelect
        {...choice('actor', [any, ...(await actorChoices(ctx, read.values.actor))])}
        label={t('filters.actor')}
      />
      <DayRangeFields read={read} />
    </FilterForm>
  );
}

async function actionChoices() {
  const t = await getTranslations('console.activity');
  const kindOf = (action: string) => action.split('.')[0] ?? '';
  const kinds = [...new Set(loggedActions.map(kindOf))];
  return kinds.map((kind) => ({
    group: t(`groups.${kind}` as 'groups.link'),
    items: loggedActions
      .filter((action) => kindOf(action) === kind)
      .map((value) => ({ value: value as string, label: t(`acts.${value}`) })),
  }));
}

async function actorChoices(ctx: Context, chosen: string | undefined) {
  const t = await getTranslations('console.activity');
  const people = (await listMembers(ctx)).map(({ userId, name }) => ({ value: userId, label: name }));
  const keys = (await listApiKeys(ctx)).map(({ id, name }) => ({ value: id, label: name }));
  const others = (['registrant', 'engine', 'operator'] as const).map((kind) => ({
    value: kind as string,
    label: t(`kinds.${kind}`),
  }));
  const isListed = [...people, ...keys, ...others].some(({ value }) => value === chosen);
  // Who was removed since is still asked for by the address of a line.
  const gone = chosen && !isListed ? [{ value: chosen, label: t('kinds.user') }] : [];
  return [
    { group: t('filters.people'), items: [...people, ...gone] },
    { group: t('filters.keys'), items: keys },
    { group: t('filters.others'), items: others },
  ].filter(({ items }) => items.length > 0);
}
