import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../../scripts/contract-changes.ts';
import { type Contract, type Json, published } from './small-contract.ts';

const sent = ({ paths }: Contract): Json =>
  paths['/entries'].post.requestBody.content['application/json'].schema;
const given = ({ components }: Contract): Json => components.schemas.Entry;
const message = ({ webhooks }: Contract): Json =>
  webhooks['entry.paid'].post.requestBody.content['application/json'].schema;
const list = ({ paths }: Contract): Json => paths['/entries'].get;

const breaking: [string, (contract: Contract) => void][] = [
  ['a path is gone', ({ paths }) => delete paths['/ping']],
  ['a method is gone', ({ paths }) => delete paths['/entries'].post],
  ['an operation has another id', (contract) => (list(contract).operationId = 'entries')],
  ['another key is asked for', (contract) => (contract.security = [])],
  ['a query parameter is gone', (contract) => list(contract).parameters.pop()],
  ['a query parameter is required', (contract) => (list(contract).parameters[1].required = true)],
  [
    'a new query parameter is required',
    (contract) => list(contract).parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
  ],
  ['a parameter takes a value less', (contract) => list(contract).parameters[1].schema.enum.pop()],
  ['a limit is lower', (contract) => (list(contract).parameters[0].schema.maximum = 50)],
  ['a default is another', (contract) => (list(contract).parameters[0].schema.default = 10)],
  ['a field that was taken is gone', (contract) => delete sent(contract).properties.country],
  [
    'a field is renamed',
    (contract) => {
      const { properties } = sent(contract);
      properties.title = properties.name;
      delete properties.name;
    },
  ],
  ['a field that could be left out is required', (contract) => sent(contract).required.push('country')],
  [
    'a new field is required',
    (contract) => {
      sent(contract).properties.kind = {};
      sent(contract).required.push('kind');
    },
  ],
  ['a field takes a value less', (contract) => sent(contract).properties.country.enum.shift()],
  ['a text has to be of some values', (contract) => (sent(contract).properties.name.enum = ['a'])],
  ['a field takes a type less', (contract) => (sent(contract).properties.amount.type = 'number')],
  ['a text has to be shorter', (contract) => (sent(contract).properties.name.maxLength = 50)],
  ['a text has to be longer', (contract) => (sent(contract).properties.name.minLength = 2)],
  ['a text has to have a format', (contract) => (sent(contract).properties.name.format = 'email')],
  ['a text has to match', (contract) => (sent(contract).properties.name.pattern = '^a')],
  ['an alternative is gone', (contract) => sent(contract).properties.version.anyOf.pop()],
  [
    'members without a name are refused',
    (contract) => (sent(contract).properties.data.additionalProperties = false),
  ],
  [
    'members without a name are of another type',
    (contract) => (sent(contract).properties.data.additionalProperties.type = 'integer'),
  ],
  [
    'a media type is refused',
    ({ paths }) => delete paths['/entries'].post.requestBody.content['application/merge-patch+json'],
  ],
  [
    'a body is required where there was none',
    ({ paths }) => (paths['/ping'].get.requestBody = { required: true, content: {} }),
  ],
  [
    'an answer is gone',
    ({ paths }) => {
      const { responses } = paths['/entries'].post;
      responses[200] = responses[201];
      delete responses[201];
    },
  ],
  [
    'an answer has another content type',
    ({ paths }) => {
      const { content } = paths['/entries'].get.responses[200];
      content['text/csv'] = content['application/json'];
      delete content['application/json'];
    },
  ],
  [
    'an answer lost a header',
    (contract) => delete contract.paths['/entries'].get.responses[200].headers.Link,
  ],
  [
    'a header of an answer may be absent',
    (contract) => (contract.paths['/entries'].get.responses[200].headers['x-request-id'].required = false),
  ],
  ['a field of an answer is gone', (contract) => delete given(contract).properties.size],
  ['a field of an answer may be absent', (contract) => given(contract).required.pop()],
  ['a field of an answer has another type', (contract) => (given(contract).properties.size.type = 'string')],
  [
    'a field of an answer may be null',
    (contract) => (given(contract).properties.size.type = ['integer', 'null']),
  ],
  ['a field of an answer has no format', (contract) => delete given(contract).properties.id.format],
  ['a field of an answer lost a value', (contract) => given(contract).properties.state.enum.pop()],
  ['a field of an answer may be anything', (contract) => delete given(contract).properties.state.enum],
  [
    'a list in an answer is of something else',
    ({ paths }) =>
      (paths['/entries'].get.responses[200].content['application/json'].schema.properties.list.items = {
        type: 'string',
      }),
  ],
  ['an event is gone', ({ webhooks }) => delete webhooks['entry.paid']],
  ['a field of a message is gone', (contract) => delete message(contract).properties.reason],
  ['a field of a message may be absent', (contract) => (message(contract).required = [])],
];

const additive: [string, (contract: Contract) => void][] = [
  ['a path is new', ({ paths }) => (paths['/pong'] = paths['/ping'])],
  [
    'there is a way in without a key',
    (contract) => (list(contract).security = [...(contract.security as Json[]), {}]),
  ],
  ['a method is new', ({ paths }) => (paths['/ping'].put = { operationId: 'put', responses: {} })],
  [
    'a query parameter is new',
    (contract) => list(contract).parameters.push({ name: 'q', in: 'query', schema: {} }),
  ],
  ['a parameter takes another value', (contract) => list(contract).parameters[1].schema.enum.push('void')],
  ['a limit is higher', (contract) => (list(contract).parameters[0].schema.maximum = 200)],
  [
    'a field that may be left out is new',
    (contract) => (sent(contract).properties.kind = { type: 'string' }),
  ],
  ['a field may be left out', (contract) => (sent(contract).required = [])],
  ['a field takes another type', (contract) => sent(contract).properties.amount.type.push('null')],
  ['a text may be longer', (contract) => (sent(contract).properties.name.maxLength = 200)],
  ['any text is taken', (contract) => delete sent(contract).properties.country.enum],
  [
    'another alternative is taken',
    (contract) => sent(contract).properties.version.anyOf.push({ type: 'null' }),
  ],
  [
    'another media type is taken',
    ({ paths }) => (paths['/entries'].post.requestBody.content['text/csv'] = { schema: {} }),
  ],
  ['an answer is new', ({ paths }) => (paths['/ping'].get.responses[429] = {})],
  ['a failure can not happen any more', ({ paths }) => delete paths['/entries'].post.responses[409]],
  [
    'an answer has another header',
    (contract) => (contract.paths['/entries'].get.responses[200].headers.RateLimit = {}),
  ],
  ['a field of an answer is new', (contract) => (given(contract).properties.kind = { type: 'string' })],
  ['a field of an answer is always there', (contract) => given(contract).required.push('size')],
  [
    'a field of an answer has another value',
    (contract) => given(contract).properties.state.enum.push('void'),
  ],
  ['a field of an answer has only some values', (contract) => (given(contract).properties.name.enum = ['a'])],
  ['an event is new', ({ webhooks }) => (webhooks['entry.sent'] = webhooks['entry.paid'])],
  ['a field of a message is new', (contract) => (message(contract).properties.kind = { type: 'string' })],
];

const verdictsOn = (change: (contract: Contract) => void) => {
  const contract = published();
  change(contract);
  return new Set(changesBetween(published(), contract).map(({ verdict }) => verdict));
};

describe('a change of a published contract', () => {
  test.each(breaking)('breaks clients: %s', (_, change) => {
    expect(verdictsOn(change)).toContain('breaking');
  });
  test.each(additive)('is an addition: %s', (_, change) => {
    expect(verdictsOn(change)).toEqual(new Set(['additive']));
  });
  test('does not count when only words or a header’s case differ', () => {
    expect(verdictsOn((contract) => (given(contract).description = 'An entry.'))).toEqual(new Set());
    const spelled = (contract: Contract) => {
      const { headers } = contract.paths['/entries'].get.responses[200];
      headers['X-Request-Id'] = headers['x-request-id'];
      delete headers['x-request-id'];
    };
    expect(verdictsOn(spelled)).toEqual(new Set());
  });
  test('names its place', () => {
    const contract = published();
    delete given(contract).properties.size;
    expect(changesBetween(published(), contract)).toEqual([
      { verdict: 'breaking', at: 'GET /entries: answer 200: list[].size', what: 'is gone' },
    ]);
  });
});
