import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { service } from '#app/api/transform/v1/_service.ts';
import { openApiOf } from '#lib/http/openapi.ts';

interface Contract {
  webhooks: Record<string, object>;
  components: { schemas: Record<string, Node> };
}
interface Node {
  properties?: Record<string, Node>;
  unevaluatedProperties?: false;
}

const contract = openApiOf(service) as unknown as Contract;
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
// The contract allows members of later releases. What is sent today must be told today.
for (const schema of Object.values(contract.components.schemas)) close(schema);
ajv.addSchema({ $id: 'contract', components: contract.components });

function close(schema: Node): void {
  if (!schema.properties) return;
  schema.unevaluatedProperties = false;
  for (const member of Object.values(schema.properties)) close(member);
}

/** Differences between a message as it was received and its schema in the contract, where every event is told. */
export function messageFaults(received: object): string[] {
  const event = 'event' in received ? String(received.event) : '';
  const name = event.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (!contract.webhooks[event]) return [`${event} is not in the contract`];
  ajv.validate({ $ref: `contract#/components/schemas/${name}Message` }, received);
  return (ajv.errors ?? []).map((error: ErrorObject) => `${error.instancePath} ${error.message}`);
}
