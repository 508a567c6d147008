interface Answer {
  id?: string;
  state?: string;
  alias?: string;
  csr?: string;
  secret?: string;
  list?: { id: string; description: string }[];
  meta?: { src: string; key: string; link_url?: string }[];
}

export type Call = ReturnType<typeof caller>;

export const caller =
  (baseUrl: string, apiKey: string) =>
  async (method: string, path: string, body?: object, expected = [200, 201, 202]): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await answer.json()) as Answer;
    if (!expected.includes(answer.status)) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json)}`);
    }
    return json;
  };
