import { Block, Json, Lines } from '#app/api/docs/_example.tsx';
import { Members, typeOf } from '#app/api/docs/_members.tsx';
import { ReferenceDocument } from '#app/api/docs/_page.tsx';
import { breakable, Prose } from '#app/api/docs/_prose.tsx';
import { branchesOf, objectIn, type Schema } from '#app/api/docs/_schema.ts';
import { type SentEvent, sentEvents } from '#app/api/docs/_services.ts';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';

const made = new Map<string, Promise<string>>();

/** The page of an event, or the list of all. Each is rendered once. */
export async function eventPage(name = ''): Promise<Response | undefined> {
  const event = sentEvents.find((each) => each.name === name);
  if (name && !event) return undefined;
  const html = made.get(name) ?? renderDocument(event ? <EventDocument event={event} /> : <EventList />);
  made.set(name, html);
  return new Response(await html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

const EventList = () => (
  <ReferenceDocument title="Events" event="">
    <h1>Events</h1>
    <p className="lead">
      The messages that Alta sends to an <a href="/docs/webhooks#without-a-step-events">endpoint</a>, with
      what each contains. <a href="/docs/webhooks#verify-it">Verify</a> a message before you use it.
    </p>
    <ul className="calls">
      {sentEvents.map(({ name, summary }) => (
        <li key={name}>
          <a href={`/docs/events/${name}`}>
            <code>{breakable(name)}</code>
          </a>{' '}
          <span>
            <Prose text={summary} />
          </span>
        </li>
      ))}
    </ul>
  </ReferenceDocument>
);

/** The step's message has the name that its workflow gives it. There is no endpoint's sample of it. */
const isOfStep = ({ name }: SentEvent) => name === 'workflow.step';

const EventDocument = ({ event }: { event: SentEvent }) => (
  <ReferenceDocument title={event.name} event={event.name}>
    <h1>
      <code>{breakable(event.name)}</code>
    </h1>
    <article className="operation" aria-label={event.name}>
      <div className="does">
        <p className="lead">
          <Prose text={event.summary} />
        </p>
        {isOfStep(event) ? (
          <p>
            <a href="/docs/webhooks#workflows">The step</a> gives the event its name; a step without one sends
            no <code>event</code>.
          </p>
        ) : (
          <p>
            An <a href="/api/docs/transform/v1#createEndpoint">endpoint</a> receives it if its{' '}
            <code>events</code> have <code>{event.name}</code> or <code>*</code>. “Send a sample” shows the
            call that sends it one, with <code>"test": true</code>.
          </p>
        )}
        <p>
          <a href="/docs/webhooks#verify-it">Verify it</a>, answer 2xx within the{' '}
          <a href="/docs/webhooks#answer-it">time limit</a>, and act once if it comes twice: the{' '}
          <code>id</code> is then the same.
        </p>
      </div>
      <div className="example">
        <Block label="Body">
          <Json text={json(event.example)} />
        </Block>
        {!isOfStep(event) && (
          <Block label="Send a sample">
            <Lines lines={sampleCall(event).split(/(?<=\n)/)} />
          </Block>
        )}
      </div>
      <div className="shapes">
        <h2>Fields</h2>
        <Members schema={particularFirst(event.schema)} side="answer" />
      </div>
    </article>
  </ReferenceDocument>
);

/** `event` and `data` distinguish the messages; the other fields are the same in all. */
function particularFirst(schema: Schema): Schema {
  const { event, data, ...common } = schema.properties ?? {};
  return { ...schema, properties: { ...(event && { event }), ...(data && { data }), ...common } };
}

/** The address is last, so that the end of a line never wraps alone. */
const sampleCall = ({ name }: SentEvent) =>
  `curl -H "Authorization: Bearer $ALTA_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"event": "${name}"}' \\
  "$ALTA_URL/api/transform/v1/webhooks/endpoints/$endpoint/test"`;

/** All events as Markdown, for programs that read it. */
export const eventsMarkdown = (): string =>
  [
    '# Events\n\nThe messages that Alta sends to an [endpoint](webhooks.md#without-a-step-events). [Verify](webhooks.md#verify-it) a message before you use it.',
    ...sentEvents.map((event) => `## ${markdownOf(event)}`),
  ].join('\n\n');

/** One event as Markdown; undefined if there is none of the name. */
export function eventMarkdown(name: string): Response | undefined {
  const event = sentEvents.find((each) => each.name === name);
  if (!event) return undefined;
  const fields = fieldLines(particularFirst(event.schema)).join('\n');
  return new Response(`# ${markdownOf(event)}\n\n## Fields\n\n${fields}\n`, {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
}

const markdownOf = ({ name, summary, example }: SentEvent) =>
  `${name}\n\n${summary}\n\n\`\`\`json\n${json(example)}\n\`\`\``;

/** A line for each field, at any depth. */
function fieldLines({ properties = {}, required = [] }: Schema, at = ''): string[] {
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = `${at}${name}`;
    const presence = required.includes(name) ? '' : ', may be absent';
    const meaning = each.description ? `: ${each.description}` : '';
    const inner = objectIn(each);
    return [
      `- \`${path}\` (${kindOf(each)}${presence})${meaning}`,
      ...(inner ? fieldLines(inner, each.items ? `${path}[].` : `${path}.`) : []),
    ];
  });
}

function kindOf(schema: Schema): string {
  const branches = branchesOf(schema);
  if (branches.length) return branches.map(kindOf).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return `one of ${schema.enum.map((value) => `\`${value}\``).join(' ')}`;
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  return typeOf(schema);
}
