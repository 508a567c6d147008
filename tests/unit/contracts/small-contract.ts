/** A contract with one of everything. */
export const published = () => ({
  security: [{ apiKey: [] as string[] }],
  paths: {
    '/entries': {
      get: {
        operationId: 'listEntries',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', maximum: 100, default: 20 } as Json,
          },
          { name: 'state', in: 'query', schema: { type: 'string', enum: ['sent', 'paid'] } as Json },
        ],
        responses: {
          200: {
            headers: { 'x-request-id': { required: true }, Link: {} } as Json,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    list: { type: 'array', items: { $ref: '#/components/schemas/Entry' } },
                  } as Json,
                  required: ['list'],
                },
              },
            } as Json,
          },
          404: { $ref: '#/components/responses/not-found' },
        } as Json,
      },
      post: {
        operationId: 'createEntry',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string', maxLength: 100, minLength: 1 },
                  country: { type: 'string', enum: ['AR', 'UY'] },
                  amount: { type: ['number', 'string'] },
                  data: { type: 'object', additionalProperties: { type: 'string' } },
                  version: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
                } as Json,
                required: ['name'],
                additionalProperties: false,
              } as Json,
            },
            'application/merge-patch+json': { schema: {} },
          } as Json,
        },
        responses: { 201: { content: {} }, 409: {} } as Json,
      } as Json,
    } as Json,
    '/ping': { get: { operationId: 'ping', responses: { 200: {} } } },
  } as Json,
  webhooks: {
    'entry.paid': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { reason: { type: 'string' } } as Json,
                required: ['reason'],
              },
            },
          },
        },
      },
    },
  } as Json,
  components: {
    schemas: {
      Entry: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          state: { type: 'string', enum: ['sent', 'paid'] },
          size: { type: 'integer' },
          name: { type: 'string' },
          parent: { $ref: '#/components/schemas/Entry' },
        } as Json,
        required: ['id', 'state'],
      },
    } as Json,
    responses: { 'not-found': { content: { 'application/problem+json': { schema: {} } } } },
  },
});
// biome-ignore lint/suspicious/noExplicitAny: the rows below reach into any place of the document
export type Json = any;
export type Contract = ReturnType<typeof published>;
