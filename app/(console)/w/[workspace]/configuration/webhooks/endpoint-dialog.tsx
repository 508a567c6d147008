'use client';

import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import type { ActionResult } from '#console/_action.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { everyEvent, type LifecycleEvent, lifecycleEvents } from '#lib/webhooks/events.ts';
import type { AddressReach } from './address-reach.ts';
import { addEndpoint, editEndpoint } from './endpoint-actions.ts';
import { EventName, eventKey } from './names.tsx';
import { SecretOnce } from './new-secret.tsx';

interface EndpointValues {
  url: string;
  description: string;
  events: string[];
}

/** Input of the actions, with events typed as they require. The checkboxes offer only these events. */
type EndpointInput = Omit<EndpointValues, 'events'> & { events: (LifecycleEvent | typeof everyEvent)[] };

export function NewEndpointButton({ workspace, reach }: { workspace: string; reach: AddressReach }) {
  const t = useTranslations('console.configuration.webhooks');
  return (
    <EndpointDialog
      title={t('addTitle')}
      reach={reach}
      initial={{ url: '', description: '', events: [] }}
      action={addEndpoint.bind(null, workspace)}
      submit={t('add')}
      done={t('added')}
    >
      {(open) => (
        <Button leftSection={<Icon name="plus" size={18} />} onClick={open}>
          {t('add')}
        </Button>
      )}
    </EndpointDialog>
  );
}

export interface EditEndpointProps {
  workspace: string;
  endpoint: EndpointValues & { id: string };
  reach: AddressReach;
}

export function EditEndpointButton(props: EditEndpointProps) {
  const t = useTranslations('console.configuration.webhooks');
  return (
    <EditEndpoint {...props}>
      {(open) => (
        <Button variant="default" aria-label={t('editLabel', { url: props.endpoint.url })} onClick={open}>
          {t('edit')}
        </Button>
      )}
    </EditEndpoint>
  );
}

/** The dialog that edits an endpoint, with whatever opens it. */
export function EditEndpoint({ workspace, endpoint, reach, children }: EditEndpointProps & Opener) {
  const { id, ...values } = endpoint;
  const t = useTranslations('console.configuration.webhooks');
  return (
    <EndpointDialog
      title={t('editTitle')}
      reach={reach}
      initial={values}
      action={(changed) => editEndpoint(workspace, { id, ...changed })}
      submit={t('save')}
      done={t('saved')}
    >
      {children}
    </EndpointDialog>
  );
}

interface Opener {
  children: (open: () => void) => ReactNode;
}

interface EndpointDialogProps extends Opener {
  title: string;
  reach: AddressReach;
  initial: EndpointValues;
  /** Returns the endpoint's secret if one was created. */
  action: (input: EndpointInput) => Promise<ActionResult<{ secret?: string | undefined }>>;
  submit: string;
  done: string;
}

/** The dialog and what opens it, reset to the stored values each time it opens. */
function EndpointDialog({ title, reach, initial, action, submit, done, children }: EndpointDialogProps) {
  const t = useTranslations('console.configuration.webhooks');
  const [opened, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string>();
  const form = useForm<EndpointInput>({ initialValues: initial as EndpointInput });
  const { run, pending, failure, reset } = useConsoleAction(action, form);
  const isEverything = form.values.events.includes(everyEvent);
  const begin = () => {
    form.setValues(initial as EndpointInput);
    form.clearErrors();
    reset();
    open();
  };
  const finish = () => {
    close();
    setSecret(undefined);
  };
  const save = form.onSubmit((values) =>
    run(
      { ...values, events: isEverything ? [everyEvent] : values.events },
      (made) => {
        notifications.show({ message: done, color: 'green' });
        if (made.secret) setSecret(made.secret);
        else close();
      },
      ({ fields }) => {
        // The form is longer than the window, so the field may be out of view.
        if (fields.url) form.getInputNode('url')?.focus();
      },
    ),
  );
  return (
    <>
      {children(begin)}
      <FormDialog
        opened={opened}
        onClose={secret ? undefined : close}
        title={secret ? t('secrets.ofEndpoint') : title}
        size="lg"
        onSubmit={save}
        submit={submit}
        pending={pending}
        failure={failure}
        noValidate
        result={secret && <SecretOnce secret={secret} of="endpoint" onSaved={finish} />}
      >
        <TextInput
          type="url"
          label={t('url')}
          description={t(reach === 'loopback' ? 'urlHintLoopback' : 'urlHint')}
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
          <Stack gap="sm" mt="sm" className="event-choice">
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
      </FormDialog>
    </>
  );
}
