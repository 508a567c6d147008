'use client';

import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { ActionResult } from '#console/_action.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { everyEvent, type LifecycleEvent, lifecycleEvents } from '#lib/webhooks/events.ts';
import { eventKey } from './event-key.ts';
import { EventName } from './event-name.tsx';

export interface EndpointValues {
  url: string;
  description: string;
  events: string[];
}

/** As the action takes it: the boxes offer nothing else. */
type EndpointInput = Omit<EndpointValues, 'events'> & { events: (LifecycleEvent | typeof everyEvent)[] };

interface EndpointFormProps {
  initial: EndpointValues;
  action: (input: EndpointInput) => Promise<ActionResult<void>>;
  submit: string;
  done: string;
  onClose: () => void;
}

export function EndpointForm({ initial, action, submit, done, onClose }: EndpointFormProps) {
  const t = useTranslations('console.configuration.webhooks');
  const actions = useTranslations('console.shell.actions');
  const { run, pending, failure } = useConsoleAction(action);
  const form = useForm<EndpointInput>({ initialValues: initial as EndpointInput });
  const isEverything = form.values.events.includes(everyEvent);
  const save = form.onSubmit((values) =>
    run(
      { ...values, events: isEverything ? [everyEvent] : values.events },
      () => {
        notifications.show({ message: done, color: 'green' });
        onClose();
      },
      ({ fields }) => {
        form.setErrors(fields);
        // The form is longer than a window.
        if (fields.url) form.getInputNode('url')?.focus();
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={t('url')}
          description={t('urlHint')}
          placeholder="https://"
          required
          maxLength={2_048}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={t('description')}
          description={t('descriptionHint')}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <Checkbox.Group
          label={t('events')}
          description={t('eventsHint')}
          required
          {...form.getInputProps('events')}
        >
          <Stack gap="sm" mt="sm">
            <Checkbox value={everyEvent} label={t('everyEvent')} description={t('everyEventText')} />
            {lifecycleEvents.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={
                  <code>
                    <EventName>{event}</EventName>
                  </code>
                }
                description={t(`eventTexts.${eventKey(event)}`)}
                disabled={isEverything}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Failure of={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {actions('cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
